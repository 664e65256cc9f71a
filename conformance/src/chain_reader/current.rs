//! Nodes that are not up to date.

use std::time::Duration;

use super::{
    Chain, Moment,
    bench::{Bench, raw},
    progress::Steps,
};
use crate::report::{Verdict, violation};

/// Longer than the newest block of any chain may be old or lie in the future.
const FAR: Duration = Duration::from_hours(24 * 366);

/// A way in which a node is not up to date.
#[derive(Clone, Copy, Debug)]
pub(super) enum NotCurrent {
    Behind,
    FirstBlock,
    Ahead,
    Syncing,
    WithoutState,
}

impl NotCurrent {
    fn code(self) -> &'static str {
        match self {
            Self::Behind | Self::FirstBlock => "node_behind",
            Self::Ahead => "node_ahead",
            Self::Syncing => "node_syncing",
            Self::WithoutState => "node_without_state",
        }
    }
}

impl Bench {
    /// Neither a reading, nor a probe, nor a head comes from a node that is not up to date. The head of one without account
    /// data is as good as any.
    pub(super) async fn not_current(&self, case: NotCurrent) -> Verdict {
        let door = self.open(self.chain(case));
        let reader = self.stand.reader(&door.url());
        let account = &self.samples.account;
        let head = match reader.head(&account.chain).await {
            Ok(_) if matches!(case, NotCurrent::WithoutState) => Some(case.code()),
            head => head.err().map(|error| error.code()),
        };
        let probe = match reader.probe(account).await {
            // Readers that do not probe have nothing to refuse.
            Ok(None) => Some(case.code()),
            Ok(Some(_)) => None,
            Err(error) => Some(error.code()),
        };
        let balances = reader.balances(account, &self.samples.tokens, &Steps::default()).await;
        let balances = balances.err().map(|error| error.code());
        let results = [("head", head), ("probe", probe), ("balances", balances)];
        match results.iter().find(|(_, code)| *code != Some(case.code())) {
            None => Ok(()),
            Some((method, code)) => Err(violation(
                format_args!("{} from {method}(): the node is {case:?}", case.code()),
                format_args!("{}", code.unwrap_or("no error")),
                "check every head with Chain::check_head, request whether the node is syncing where it reports that, and \
                 call a contract that certainly exists",
            )),
        }
    }

    fn chain(&self, case: NotCurrent) -> Chain {
        let mut chain = self.usual();
        match case {
            NotCurrent::Behind => chain.moments[0].time = self.now.minus(FAR),
            NotCurrent::Ahead => chain.moments[0].time = self.now.plus(FAR),
            NotCurrent::FirstBlock => {
                chain.moments = vec![Moment {
                    time: self.now,
                    ..self.moment(0, self.samples.largest)
                }];
            }
            NotCurrent::Syncing => chain.syncing = true,
            NotCurrent::WithoutState => {
                chain.without_state = true;
                let moment = &mut chain.moments[0];
                moment.native = raw(0);
                moment.tokens.iter_mut().for_each(|(_, amount)| *amount = None);
            }
        }
        chain
    }
}
