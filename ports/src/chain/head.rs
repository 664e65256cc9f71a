//! The check that a node is up to date, by its newest block.

use std::time::Duration;

use crate::{
    chain::{reader::Block, row::Chain},
    source::remote_error::{NodeProblem, RemoteError},
    time::clock::Timestamp,
};

impl Chain {
    /// Checks that a node whose newest block is `head` is up to date at `now`; `who` names the node in the error.
    ///
    /// A node that has no block but the first one is still syncing or never started. A head that is older than
    /// [`Chain::max_head_age`] belongs to a node that is stuck or cut off, and balances read there may be long gone. A
    /// head as far in the future means that the node's clock or this server's clock is wrong, so that its age is unknown.
    pub fn check_head(&self, head: &Block, now: Timestamp, who: &str) -> Result<(), RemoteError> {
        let refused = |problem, why| {
            Err(RemoteError::NotCurrent {
                who: who.to_owned(),
                problem,
                why,
            })
        };
        if head.number == 0 {
            let why = "it has no block except the first one".to_owned();
            return refused(NodeProblem::Behind, why);
        }
        if now.since(head.time) > self.max_head_age {
            let why = format!("its newest block is {} old", words(now.since(head.time)));
            return refused(NodeProblem::Behind, why);
        }
        if head.time.since(now) > self.max_head_age {
            let why = format!(
                "its newest block is dated {} in the future, so its clock or this server's clock is wrong",
                words(head.time.since(now))
            );
            return refused(NodeProblem::Ahead, why);
        }
        Ok(())
    }
}

/// Formats a duration in the largest unit of which it has at least two, rounded down.
fn words(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (count, unit) = match seconds {
        0..120 => (seconds, "seconds"),
        120..7_200 => (seconds / 60, "minutes"),
        7_200..172_800 => (seconds / 3_600, "hours"),
        172_800..63_072_000 => (seconds / 86_400, "days"),
        _ => (seconds / 31_536_000, "years"),
    };
    format!("{count} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{address::Form, ids::chain::ChainId};

    fn chain(max_head_age: Duration) -> Chain {
        let id = ChainId::evm(1);
        Chain {
            id,
            aliases: vec![],
            code: "ethereum".to_owned(),
            name: "Ethereum".to_owned(),
            symbol: "ETH".to_owned(),
            color: "#134264".to_owned(),
            parent: None,
            native: None,
            wrapped: None,
            mirrors: vec![],
            second_contracts: vec![],
            addresses: vec![Form::Evm],
            keys: vec![],
            large: true,
            data_fee: false,
            ending: None,
            max_head_age,
            explorer: None,
        }
    }

    #[test]
    fn a_head_that_is_the_first_block_too_old_or_too_new_is_rejected() {
        let now = Timestamp::from_seconds(1_790_000_000);
        let checked = |number, time| {
            let (hash, chain) = (String::new(), chain(Duration::from_mins(5)));
            chain.check_head(&Block { number, hash, time }, now, "node.example")
        };
        let limit = Duration::from_mins(5);
        assert_eq!(checked(7, now), Ok(()));
        assert_eq!(checked(7, now.minus(limit)), Ok(()));
        assert_eq!(checked(7, now.plus(limit)), Ok(()));
        for (number, time, code, text) in [
            (
                7,
                now.minus(limit + Duration::from_millis(1)),
                "node_behind",
                "node.example is behind: its newest block is 5 minutes old",
            ),
            (
                7,
                now.minus(Duration::from_hours(25)),
                "node_behind",
                "node.example is behind: its newest block is 25 hours old",
            ),
            (
                0,
                now,
                "node_behind",
                "node.example is behind: it has no block except the first one",
            ),
            (
                7,
                now.plus(limit + Duration::from_millis(1)),
                "node_ahead",
                "node.example disagrees with this server's clock: its newest block is dated 5 minutes in the future, so its \
                 clock or this server's clock is wrong",
            ),
        ] {
            let error = checked(number, time).unwrap_err();
            assert_eq!((error.code(), error.to_string().as_str()), (code, text));
        }
    }
}
