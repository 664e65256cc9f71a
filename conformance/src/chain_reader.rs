//! Requirements for [`ChainReader`].

mod amounts;
mod blocks;
mod checks;
mod offline;
mod progress;
mod turns;
mod unusable_node;

use std::{sync::Arc, time::Duration};

use ports::{AccountId, AssetId, ChainId, ChainReader, RawAmount, Timestamp, source::SourceKind};

use self::{checks::ChainReaderChecks, progress::RecordedProgress, unusable_node::UnusableNode};
use crate::{
    faults,
    mock_server::{Request, Response},
    profile,
    report::Report,
};

/// Requirement: every amount of the coin is exact to the smallest unit, up to the largest that the service can write.
pub const EXACT: &str = "every amount of the coin is exact to the smallest unit";
/// Requirement: every amount of a token is exact to the smallest unit, up to the largest that the service can write.
pub const EXACT_TOKENS: &str = "every amount of a token is exact to the smallest unit";
/// Requirement: a token that the service lists in several places, such as token accounts, is in the reading once, with the sum.
pub const PLACES: &str = "the amounts of a token in several places are added up";
/// Requirement: the metadata of a token has the decimals that its contract or mint states, also unusual ones.
pub const DECIMALS: &str = "the decimals of a token are those that its contract states";
/// Requirement: decimals that a contract does not state are `None`, and neither 0 nor 18.
pub const NO_DECIMALS: &str = "decimals that a contract does not state are None";
/// Requirement: a balance of zero is left out.
pub const ZERO: &str = "a balance of zero is left out";
/// Requirement: the reading names the newest block with its hash and time, and `head` names the same.
pub const BLOCK: &str = "the reading and head() name the newest block with its hash and time";
/// Requirement: everything in a reading is of the block it names, also when the chain grows meanwhile.
pub const ONE_BLOCK: &str = "every balance of a reading is of the block that it names";
/// Requirement: a reading is of its account and chain, whatever was read before or is read at the same time.
pub const ACCOUNTS: &str = "a reading is of its account and chain, whatever else is read";
/// Requirement: a reading has the requested tokens, whichever were requested before; others only if every token is read.
pub const TOKENS: &str = "a reading has the requested tokens, whichever were requested before";
/// Requirement: a reading is soon of a new block, with the balances of that block and none of an earlier one.
pub const CURRENT: &str = "a reading is soon of a new block, with the balances of that block";
/// Requirement: a failure of one request fails the whole reading.
pub const ALL_OR_NOTHING: &str = "a failure of one request fails the whole reading";
/// Requirement: a reading of a few tokens takes at most 40 requests.
pub const REQUESTS: &str = "a reading takes at most 40 requests";
/// Requirement: a token whose contract returns nothing usable is unreadable, with a reason, and the others are read.
pub const UNREADABLE: &str = "a token without a usable answer is unreadable, with a reason, and the others are read";
/// Requirement: a chain that is not read is `Unsupported`, and no request is sent.
pub const UNSUPPORTED_CHAIN: &str = "a chain that it does not read is Unsupported and causes no request";
/// Requirement: a server of another chain is `Refused` before it receives the address.
pub const OTHER_CHAIN: &str = "a server of another chain is refused and does not receive the address";
/// Requirement: a node whose newest block is far too old gives no reading and no probe.
pub const BEHIND: &str = "a node whose newest block is far too old gives no reading and is node_behind";
/// Requirement: a node that has no block but the first one gives no reading and no probe.
pub const FIRST_BLOCK: &str = "a node that has only the first block gives no reading and is node_behind";
/// Requirement: a node whose newest block is dated far in the future gives no reading and no probe.
pub const AHEAD: &str = "a node whose newest block is far in the future gives no reading and is node_ahead";
/// Requirement: a node that reports that it is syncing gives no reading and no probe.
pub const SYNCING: &str = "a node that reports that it is syncing gives no reading and is node_syncing";
/// Requirement: a node that has blocks and no account data gives no reading and no probe.
pub const WITHOUT_STATE: &str = "a node without account data gives no reading and is node_without_state";
/// Requirement: the order of the requested tokens does not matter.
pub const ORDER: &str = "the order of the tokens changes no balance";
/// Requirement: two readings at one block are the same.
pub const REPEATABLE: &str = "two readings of one block are the same";
/// Requirement: progress never goes back, never exceeds its total, and ends there.
pub const PROGRESS: &str = "progress goes forward and ends at its total";
/// Requirement: metadata is of the requested tokens, each at most once.
pub const METADATA: &str = "metadata is of the requested tokens, each at most once";
/// Requirement: a probe and a reading of one block agree about the coin.
pub const PROBE: &str = "a probe and a reading agree about the coin";

/// Creates your reader, and answers in the place of its servers.
pub trait Harness: Send + Sync + 'static {
    /// Returns a reader that sends requests to this base URL only. Use short timeouts: the kit waits for each of them.
    fn reader(&self, base: &str) -> Arc<dyn ChainReader>;

    /// Returns the chain that a request is about, for readers of several chains.
    fn chain(&self, request: &Request) -> ChainId {
        let _ = request;
        self.samples().accounts[0].chain.clone()
    }

    /// Returns a server's answer to a request, given the state of its chain.
    fn answer(&self, request: &Request, chain: &ChainState) -> Response;

    /// Returns the hash of a block in the format of the chain, different for each number.
    fn hash(&self, number: u64) -> String;

    /// Returns the accounts and assets that the kit requests.
    fn samples(&self) -> Samples;

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a reader that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The accounts and assets that the kit requests, and the capabilities of the service.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Two accounts on a chain that the reader supports.
    pub accounts: [AccountId; 2],
    /// The chain's coin.
    pub native: AssetId,
    /// At least two tokens, or none if the chain has no tokens.
    pub tokens: Vec<AssetId>,
    /// The first account on another chain that the reader supports; `None` if it supports one, or if its chains have different
    /// addresses.
    pub elsewhere: Option<OtherChain>,
    /// Whether a token's contract can return an unusable answer while the server works.
    pub tokens_may_break: bool,
    /// Whether the service reports that it is syncing ([`ChainState::syncing`]).
    pub reports_syncing: bool,
    /// Whether a server of the chain can have blocks and no account data ([`ChainState::without_state`]).
    pub may_lack_state: bool,
    /// The largest amount that the service can represent, for the coin and for a token.
    pub largest: RawAmount,
    /// Whether an account can hold one token in several places that the service lists separately
    /// ([`ChainState::in_two_places`]).
    pub has_places: bool,
    /// Whether the service states the decimals of tokens ([`ChainState::decimals`]).
    pub states_decimals: bool,
    /// Whether a token can exist whose decimals the service does not state.
    pub may_lack_decimals: bool,
    /// A chain that the reader does not support.
    pub foreign: ChainId,
}

/// An account on another chain.
#[derive(Clone, Debug)]
pub struct OtherChain {
    /// The account, with the address of the first one.
    pub account: AccountId,
    /// The chain's coin.
    pub native: AssetId,
    /// As many tokens as on the first chain, with the same contracts.
    pub tokens: Vec<AssetId>,
}

/// The state of a mocked chain.
#[derive(Clone, Debug)]
pub struct ChainState {
    /// The chain.
    pub chain: ChainId,
    /// Every block so far, the newest last, each with the balances of the accounts.
    pub blocks: Vec<BlockState>,
    /// Whether the server belongs to another chain, and reports that chain's id.
    pub other_chain: bool,
    /// Whether the server is syncing and reports it.
    pub syncing: bool,
    /// Whether the server has blocks and no account data: every balance is zero, and every contract call returns nothing, even
    /// of a contract that certainly exists.
    pub without_state: bool,
    /// Whether an account holds each token in two places that the service lists separately, such as token accounts. Each place
    /// has the amount of the [`AccountBalances`].
    pub in_two_places: bool,
    /// The decimals of each token as its contract or mint states them; `None` where it states none.
    pub decimals: Vec<(AssetId, Option<u8>)>,
}

impl ChainState {
    /// Returns the newest block.
    ///
    /// # Panics
    /// If there is no block. The kit always creates one.
    #[must_use]
    pub fn newest(&self) -> &BlockState {
        self.blocks.last().expect("a chain has a block")
    }

    /// Returns the decimals that a token's contract or mint states; `None` if it states none or the token is unknown.
    #[must_use]
    pub fn decimals_of(&self, token: &AssetId) -> Option<u8> {
        let known = self.decimals.iter().find(|(id, _)| id == token);
        known.and_then(|(_, decimals)| *decimals)
    }

    /// Returns the block with this height.
    #[must_use]
    pub fn by_number(&self, number: u64) -> Option<&BlockState> {
        self.blocks.iter().find(|one| one.number == number)
    }

    /// Returns the block with this hash.
    #[must_use]
    pub fn by_hash(&self, hash: &str) -> Option<&BlockState> {
        self.blocks.iter().find(|one| one.hash == hash)
    }
}

/// A block, and the balances in it.
#[derive(Clone, Debug)]
pub struct BlockState {
    /// The height.
    pub number: u64,
    /// The hash, as returned by [`Harness::hash`].
    pub hash: String,
    /// The timestamp of the block.
    pub time: Timestamp,
    /// The balances of each account.
    pub accounts: Vec<AccountBalances>,
}

/// The balances of an account in a block.
#[derive(Clone, Debug)]
pub struct AccountBalances {
    /// The account.
    pub account: AccountId,
    /// The balance of the coin.
    pub native: RawAmount,
    /// The balance of each token; `None` if its contract returns nothing usable.
    pub tokens: Vec<(AssetId, Option<RawAmount>)>,
}

impl BlockState {
    /// Returns the balances of the account with this address, in any letter case.
    #[must_use]
    pub fn held_by(&self, address: &str) -> Option<&AccountBalances> {
        let is_it = |one: &&AccountBalances| one.account.address.as_str().eq_ignore_ascii_case(address);
        self.accounts.iter().find(is_it)
    }
}

impl AccountBalances {
    /// Returns the balance of a token; `None` if its contract returns nothing usable or the token is unknown.
    #[must_use]
    pub fn balance_of(&self, token: &AssetId) -> Option<RawAmount> {
        let known = self.tokens.iter().find(|(id, _)| id == token);
        known.and_then(|(_, amount)| *amount)
    }
}

/// Checks a reader against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = ChainReaderChecks::new(harness);
    let session = checks.open(checks.usual());
    let reader = session.adapter.as_ref();
    let mut report = Report::new(&reader.profile().name);
    let named = profile::check_profile(&reader.profile(), SourceKind::Chain);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&reader.profile(), &session.server)),
    );
    offline::run(&mut report, reader, &checks.subjects).await;
    amounts(&mut report, &checks).await;
    turns(&mut report, &checks).await;
    report.record(BLOCK, checks.block().await);
    report.record(ONE_BLOCK, checks.one_block().await);
    report.record(ALL_OR_NOTHING, checks.whole().await);
    report.record(REQUESTS, checks.requests().await);
    report.record(OTHER_CHAIN, checks.other_chain().await);
    unusable_nodes(&mut report, &checks).await;
    report.record(UNSUPPORTED_CHAIN, checks.unsupported_chain().await);
    let open = || checks.open(checks.usual());
    faults::run(&mut report, checks.harness.patience(), open, |session, at| {
        let (reader, subject) = (session.adapter.clone(), checks.subjects[at].clone());
        async move {
            let progress = RecordedProgress::default();
            reader.balances(&subject.account, &subject.tokens, &progress).await
        }
    })
    .await;
    report
}

/// Checks a reader that sends no requests, against the requirements that need no service.
pub async fn check_offline(reader: Arc<dyn ChainReader>, samples: &Samples) -> Report {
    let mut report = Report::new(&reader.profile().name);
    report.record(
        profile::PROFILE,
        profile::check_profile(&reader.profile(), SourceKind::Chain),
    );
    offline::run(&mut report, reader.as_ref(), &offline::subjects(samples)).await;
    report.record(UNSUPPORTED_CHAIN, offline::foreign(reader.as_ref(), samples).await);
    report
}

async fn amounts(report: &mut Report, checks: &ChainReaderChecks) {
    let samples = &checks.samples;
    report.record(EXACT, checks.exact().await);
    if samples.tokens.is_empty() {
        report.skip(EXACT_TOKENS, "the chain has no tokens");
    } else {
        report.record(EXACT_TOKENS, checks.exact_tokens().await);
    }
    if samples.has_places {
        report.record(PLACES, checks.places().await);
    } else {
        report.skip(PLACES, "the service states one amount for each token");
    }
    report.record(ZERO, checks.zero().await);
    if samples.tokens.is_empty() || !samples.states_decimals {
        report.skip(DECIMALS, "the service states no decimals of tokens");
        report.skip(NO_DECIMALS, "the service states no decimals of tokens");
    } else {
        report.record(DECIMALS, checks.decimals().await);
        if samples.may_lack_decimals {
            report.record(NO_DECIMALS, checks.no_decimals().await);
        } else {
            report.skip(NO_DECIMALS, "the service states the decimals of every token");
        }
    }
    if samples.tokens_may_break {
        report.record(UNREADABLE, checks.unreadable().await);
    } else {
        report.skip(UNREADABLE, "tokens of this chain cannot break");
    }
}

async fn turns(report: &mut Report, checks: &ChainReaderChecks) {
    report.record(ACCOUNTS, checks.accounts().await);
    report.record(CURRENT, checks.current().await);
    if checks.samples.tokens.is_empty() {
        report.skip(TOKENS, "the chain has no tokens");
    } else {
        report.record(TOKENS, checks.tokens().await);
    }
}

async fn unusable_nodes(report: &mut Report, checks: &ChainReaderChecks) {
    report.record(BEHIND, checks.unusable_node(UnusableNode::Behind).await);
    report.record(FIRST_BLOCK, checks.unusable_node(UnusableNode::FirstBlock).await);
    report.record(AHEAD, checks.unusable_node(UnusableNode::Ahead).await);
    if checks.samples.reports_syncing {
        report.record(SYNCING, checks.unusable_node(UnusableNode::Syncing).await);
    } else {
        report.skip(SYNCING, "servers of this chain do not report that they are syncing");
    }
    if checks.samples.may_lack_state {
        report.record(WITHOUT_STATE, checks.unusable_node(UnusableNode::WithoutState).await);
    } else {
        report.skip(
            WITHOUT_STATE,
            "servers of this chain have account data wherever they have blocks",
        );
    }
}
