//! The requirements of [`ChainReader`].

mod alone;
mod amounts;
mod bench;
mod current;
mod moments;
mod progress;

use std::{sync::Arc, time::Duration};

use ports::{AccountId, AssetId, ChainId, ChainReader, RawAmount, Timestamp, source::SourceKind};

use self::{bench::Bench, current::NotCurrent, progress::Steps};
use crate::{
    door::{Request, Response},
    faults, profile,
    report::Report,
};

/// Requirement: every amount of the coin is exact to the smallest unit, up to the largest that the service can write.
pub const EXACT: &str = "every amount of the coin is exact to the smallest unit";
/// Requirement: every amount of a token is exact to the smallest unit, up to the largest that the service can write.
pub const EXACT_TOKENS: &str = "every amount of a token is exact to the smallest unit";
/// Requirement: a token that the service states in several places, such as token accounts, is in the reading once, with the sum.
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
/// Requirement: a failure of one request fails the whole reading.
pub const WHOLE: &str = "a failure of one request fails the whole reading";
/// Requirement: a reading of a few tokens takes at most 40 requests.
pub const REQUESTS: &str = "a reading takes at most 40 requests";
/// Requirement: a token whose contract gives nothing is unreadable, with a reason, and the others are read.
pub const UNREADABLE: &str = "a token without a usable answer is unreadable, with a reason, and the others are read";
/// Requirement: a chain that is not read is `Unsupported`, and no request is sent.
pub const FOREIGN: &str = "a chain that it does not read is Unsupported and causes no request";
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
pub const AGAIN: &str = "two readings of one block are the same";
/// Requirement: progress never goes back, never exceeds its total, and ends there.
pub const PROGRESS: &str = "progress goes forward and ends at its total";
/// Requirement: metadata is of the requested tokens, each at most once.
pub const METADATA: &str = "metadata is of the requested tokens, each at most once";
/// Requirement: a probe and a reading of one block agree about the coin.
pub const PROBE: &str = "a probe and a reading agree about the coin";

/// Your reader, and the servers that it sends requests to.
pub trait Stand: Send + Sync + 'static {
    /// A reader that asks at this base URL and nowhere else, with short timeouts: the kit waits for each.
    fn reader(&self, base: &str) -> Arc<dyn ChainReader>;

    /// What a server answers to a request when this is the state of the chain.
    fn answer(&self, request: &Request, chain: &Chain) -> Response;

    /// The hash of a block, as the chain writes it; another one for each number.
    fn hash(&self, number: u64) -> String;

    /// The accounts and assets that the kit asks about.
    fn samples(&self) -> Samples;

    /// How long one question may take in all, with every timeout and repeated attempt. A reader that takes longer has no
    /// timeout as far as the kit can see.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The accounts and assets that the kit asks about, and what the service cannot do.
#[derive(Clone, Debug)]
pub struct Samples {
    /// An account of a chain that the reader reads.
    pub account: AccountId,
    /// The chain's coin.
    pub native: AssetId,
    /// Two tokens at least, or none where the chain has none.
    pub tokens: Vec<AssetId>,
    /// Whether a token's contract can give an unusable answer while the server works.
    pub tokens_may_break: bool,
    /// Whether the service says when it is syncing ([`Chain::syncing`]).
    pub says_syncing: bool,
    /// Whether a server of the chain can have blocks and no account data ([`Chain::without_state`]).
    pub may_lack_state: bool,
    /// The largest amount that the service can write, of the coin and of a token.
    pub largest: RawAmount,
    /// Whether an account can have one token in several places that the service states one by one ([`Chain::in_two_places`]).
    pub has_places: bool,
    /// Whether the service states the decimals of tokens ([`Chain::decimals`]).
    pub states_decimals: bool,
    /// Whether a token can exist whose decimals the service does not state.
    pub may_lack_decimals: bool,
    /// A chain that the reader does not read.
    pub foreign: ChainId,
}

/// The state of the chain.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Every block so far, the newest last; what the account has in each.
    pub moments: Vec<Moment>,
    /// Whether the server is of another chain, and says so when it is asked.
    pub another: bool,
    /// Whether the server is syncing and reports it.
    pub syncing: bool,
    /// Whether the server has blocks and no account data: every answer about the account is zero, and every call of
    /// a contract, also of one that exists for certain, is answered with nothing.
    pub without_state: bool,
    /// Whether the account has each token in two places that the service states one by one, such as token accounts. Each place
    /// has the amount of the [`Moment`].
    pub in_two_places: bool,
    /// The decimals of each token as its contract or mint states them; `None` where it states none.
    pub decimals: Vec<(AssetId, Option<u8>)>,
}

impl Chain {
    /// The newest block.
    ///
    /// # Panics
    /// Never: the kit makes no chain without a block.
    #[must_use]
    pub fn newest(&self) -> &Moment {
        self.moments.last().expect("the kit makes no chain without a block")
    }

    /// The decimals that a token's contract or mint states; `None` where it states none or the token is
    /// unknown.
    #[must_use]
    pub fn decimals_of(&self, token: &AssetId) -> Option<u8> {
        let known = self.decimals.iter().find(|(id, _)| id == token);
        known.and_then(|(_, decimals)| *decimals)
    }

    /// A block by its height.
    #[must_use]
    pub fn at(&self, number: u64) -> Option<&Moment> {
        self.moments.iter().find(|one| one.number == number)
    }

    /// A block by its hash.
    #[must_use]
    pub fn of(&self, hash: &str) -> Option<&Moment> {
        self.moments.iter().find(|one| one.hash == hash)
    }
}

/// A block, and what the account has in it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Height.
    pub number: u64,
    /// Hash.
    pub hash: String,
    /// The block's own time.
    pub time: Timestamp,
    /// Of the coin.
    pub native: RawAmount,
    /// Of each token; `None` where its contract gives nothing usable.
    pub tokens: Vec<(AssetId, Option<RawAmount>)>,
}

/// Checks a reader against every requirement.
pub async fn check(stand: impl Stand) -> Report {
    let bench = Bench::new(stand);
    let (door, reader) = bench.honest();
    let mut report = Report::of(&reader.profile().name);
    let named = profile::sound(&reader.profile(), SourceKind::Chain);
    report.note(
        profile::PROFILE,
        named.and_then(|()| profile::asks_only(&reader.profile(), &door)),
    );
    alone::run(&mut report, reader.as_ref(), &bench.samples).await;
    amounts(&mut report, &bench).await;
    report.note(BLOCK, bench.block().await);
    report.note(ONE_BLOCK, bench.one_block().await);
    report.note(WHOLE, bench.whole().await);
    report.note(REQUESTS, bench.requests().await);
    report.note(OTHER_CHAIN, bench.other_chain().await);
    current(&mut report, &bench).await;
    let (door, reader) = bench.honest();
    let foreign = alone::foreign(reader.as_ref(), &bench.samples).await;
    report.note(FOREIGN, foreign.and_then(|()| bench::unasked(&door)));
    failures(&mut report, &bench).await;
    report
}

/// Checks a reader that sends no requests: the requirements that need no service.
pub async fn check_alone(reader: Arc<dyn ChainReader>, samples: &Samples) -> Report {
    let mut report = Report::of(&reader.profile().name);
    report.note(profile::PROFILE, profile::sound(&reader.profile(), SourceKind::Chain));
    alone::run(&mut report, reader.as_ref(), samples).await;
    report.note(FOREIGN, alone::foreign(reader.as_ref(), samples).await);
    report
}

async fn amounts(report: &mut Report, bench: &Bench) {
    let samples = &bench.samples;
    report.note(EXACT, bench.exact().await);
    if samples.tokens.is_empty() {
        report.leave_out(EXACT_TOKENS, "the chain has no tokens");
    } else {
        report.note(EXACT_TOKENS, bench.exact_tokens().await);
    }
    if samples.has_places {
        report.note(PLACES, bench.places().await);
    } else {
        report.leave_out(PLACES, "the service states one amount for each token");
    }
    report.note(ZERO, bench.zero().await);
    if samples.tokens.is_empty() || !samples.states_decimals {
        report.leave_out(DECIMALS, "the service states no decimals of tokens");
        report.leave_out(NO_DECIMALS, "the service states no decimals of tokens");
    } else {
        report.note(DECIMALS, bench.decimals().await);
        if samples.may_lack_decimals {
            report.note(NO_DECIMALS, bench.no_decimals().await);
        } else {
            report.leave_out(NO_DECIMALS, "the service states the decimals of every token");
        }
    }
    if samples.tokens_may_break {
        report.note(UNREADABLE, bench.unreadable().await);
    } else {
        report.leave_out(UNREADABLE, "tokens of this chain cannot break");
    }
}

async fn current(report: &mut Report, bench: &Bench) {
    report.note(BEHIND, bench.not_current(NotCurrent::Behind).await);
    report.note(FIRST_BLOCK, bench.not_current(NotCurrent::FirstBlock).await);
    report.note(AHEAD, bench.not_current(NotCurrent::Ahead).await);
    if bench.samples.says_syncing {
        report.note(SYNCING, bench.not_current(NotCurrent::Syncing).await);
    } else {
        report.leave_out(SYNCING, "servers of this chain do not report that they are syncing");
    }
    if bench.samples.may_lack_state {
        report.note(WITHOUT_STATE, bench.not_current(NotCurrent::WithoutState).await);
    } else {
        report.leave_out(
            WITHOUT_STATE,
            "servers of this chain have account data wherever they have blocks",
        );
    }
}

async fn failures(report: &mut Report, bench: &Bench) {
    let open = || bench.open(bench.usual());
    let read = |reader: Arc<dyn ChainReader>, _: bool| {
        let samples = bench.samples.clone();
        async move {
            reader
                .balances(&samples.account, &samples.tokens, &Steps::default())
                .await
        }
    };
    report.note(
        faults::REFUSED_ONCE,
        faults::refused_once(open, |door| bench.stand.reader(&door.url()), read).await,
    );
    faults::run(report, bench.stand.patience(), open, |door| {
        read(bench.stand.reader(&door.url()), false)
    })
    .await;
}
