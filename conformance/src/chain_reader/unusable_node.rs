//! Nodes that are not up to date.

use std::time::Duration;

use super::{
    checks::{ChainReaderChecks, ChainService, ChainSession, balances, raw},
    offline::Subject,
    state::BlockState,
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
    /// Checks that a node that is not up to date gives no reading, no probe and no head for any account, and that it is used
    /// as soon as it is up to date. A node without account data may give a head.
    pub(super) async fn unusable_node(&self, case: UnusableNode) -> CheckResult {
        let session = self.open(self.unusable(case));
        for subject in &self.subjects[..2] {
            refuses(&session, subject, case).await?;
        }
        let usual = self.grown(&self.usual());
        session.set(usual.clone());
        for subject in &self.subjects[..2] {
            let current = self.becomes_current(&session, subject, &usual).await;
            current.map_err(|violation| format!("after the node was {case:?}: {violation}"))?;
        }
        Ok(())
    }

    fn unusable(&self, case: UnusableNode) -> ChainService {
        let mut service = self.usual();
        let chain = service.first();
        match case {
            UnusableNode::Behind => chain.blocks[0].time = self.now.minus(FAR),
            UnusableNode::Ahead => chain.blocks[0].time = self.now.plus(FAR),
            UnusableNode::FirstBlock => {
                chain.blocks = vec![BlockState {
                    time: self.now,
                    ..self.first_block_state(0)
                }];
            }
            UnusableNode::Syncing => chain.syncing = true,
            UnusableNode::WithoutState => {
                chain.without_state = true;
                for account in &mut chain.blocks[0].accounts {
                    account.native = raw(0);
                    account.tokens.iter_mut().for_each(|(_, amount)| *amount = None);
                }
            }
        }
        service
    }
}

async fn refuses(session: &ChainSession, subject: &Subject, case: UnusableNode) -> CheckResult {
    let head = match session.adapter.head(&subject.account.chain).await {
        Ok(_) if matches!(case, UnusableNode::WithoutState) => Some(case.code()),
        head => head.err().map(|error| error.code()),
    };
    let probe = match session.adapter.probe(&subject.account).await {
        // Readers without probes have nothing to refuse.
        Ok(None) => Some(case.code()),
        Ok(Some(_)) => None,
        Err(error) => Some(error.code()),
    };
    let balances = balances(session, subject).await.err().map(|error| error.code());
    let results = [("head", head), ("probe", probe), ("balances", balances)];
    match results.iter().find(|(_, code)| *code != Some(case.code())) {
        None => Ok(()),
        Some((method, code)) => Err(describe_violation(
            format_args!("{} from {method}(): the node is {case:?}", case.code()),
            format_args!("{}", code.unwrap_or("no error")),
            "check every head with Chain::check_head, request whether the node is syncing where it reports that, and call a \
             contract that certainly exists",
        )),
    }
}
