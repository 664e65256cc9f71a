//! Nodes that are not up to date.

use std::time::Duration;

use super::{
    BlockState, ChainState,
    checks::{ChainReaderChecks, raw},
    progress::RecordedProgress,
};
use crate::report::{CheckResult, describe_violation};

/// Longer than the newest block of any chain may be in the past or in the future.
const FAR: Duration = Duration::from_hours(24 * 366);

/// A reason why a node must not be used.
#[derive(Clone, Copy, Debug)]
pub(super) enum UnusableNode {
    Behind,
    FirstBlock,
    Ahead,
    Syncing,
    WithoutState,
}

impl UnusableNode {
    fn code(self) -> &'static str {
        match self {
            Self::Behind | Self::FirstBlock => "node_behind",
            Self::Ahead => "node_ahead",
            Self::Syncing => "node_syncing",
            Self::WithoutState => "node_without_state",
        }
    }
}

impl ChainReaderChecks {
    /// Checks that a node that is not up to date gives no reading, no probe and no head. A node without account data may give
    /// a head.
    pub(super) async fn unusable_node(&self, case: UnusableNode) -> CheckResult {
        let server = self.open(self.chain(case));
        let reader = self.harness.reader(&server.url());
        let account = &self.samples.account;
        let head = match reader.head(&account.chain).await {
            Ok(_) if matches!(case, UnusableNode::WithoutState) => Some(case.code()),
            head => head.err().map(|error| error.code()),
        };
        let probe = match reader.probe(account).await {
            // Readers without probes have nothing to refuse.
            Ok(None) => Some(case.code()),
            Ok(Some(_)) => None,
            Err(error) => Some(error.code()),
        };
        let balances = reader
            .balances(account, &self.samples.tokens, &RecordedProgress::default())
            .await;
        let balances = balances.err().map(|error| error.code());
        let results = [("head", head), ("probe", probe), ("balances", balances)];
        match results.iter().find(|(_, code)| *code != Some(case.code())) {
            None => Ok(()),
            Some((method, code)) => Err(describe_violation(
                format_args!("{} from {method}(): the node is {case:?}", case.code()),
                format_args!("{}", code.unwrap_or("no error")),
                "check every head with Chain::check_head, request whether the node is syncing where it reports that, and \
                 call a contract that certainly exists",
            )),
        }
    }

    fn chain(&self, case: UnusableNode) -> ChainState {
        let mut chain = self.usual();
        match case {
            UnusableNode::Behind => chain.blocks[0].time = self.now.minus(FAR),
            UnusableNode::Ahead => chain.blocks[0].time = self.now.plus(FAR),
            UnusableNode::FirstBlock => {
                chain.blocks = vec![BlockState {
                    time: self.now,
                    ..self.block_state(0, self.samples.largest)
                }];
            }
            UnusableNode::Syncing => chain.syncing = true,
            UnusableNode::WithoutState => {
                chain.without_state = true;
                let block_state = &mut chain.blocks[0];
                block_state.native = raw(0);
                block_state.tokens.iter_mut().for_each(|(_, amount)| *amount = None);
            }
        }
        chain
    }
}
