//! Requirements for [`ChainReader`].

mod amounts;
mod blocks;
mod checks;
mod harness;
mod offline;
mod progress;
mod state;
mod turns;
mod unusable_node;

use std::sync::Arc;

use ports::{ChainReader, source::SourceKind};

use self::{checks::ChainReaderChecks, progress::RecordedProgress, unusable_node::UnusableNode};
use crate::{faults, profile, report::Report};

pub use harness::{Harness, OtherChain, Samples};
pub use offline::{METADATA, ORDER, PROBE, PROGRESS, REPEATABLE};
pub use state::{AccountBalances, BlockState, ChainState};

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
