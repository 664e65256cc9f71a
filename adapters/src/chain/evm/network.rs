//! The endpoints of one chain: compares and ranks them, and tries one after the other.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures::stream::{FuturesUnordered, StreamExt};
use ports::{Address, RemoteError, SourceId};
use tokio::time::{Instant, timeout_at};

use super::{
    metadata::CachedMetadata,
    node::{EvmNode, Head},
};
use crate::{chain::rows::ChainSpec, http_client::HttpClient};

/// How long a comparison of the endpoints is valid.
const SURVEY_AGE: Duration = Duration::from_mins(1);
/// How long to wait for the other endpoints after the first good answer.
const GRACE: Duration = Duration::from_millis(400);
/// The maximum lag of an endpoint: this duration, and at least this number of blocks.
const LAG: Duration = Duration::from_mins(1);
const LAG_BLOCKS: u64 = 3;

/// A chain and its nodes.
pub(super) struct EvmNetwork {
    pub(super) row: ChainSpec,
    nodes: Vec<EvmNode>,
    survey: tokio::sync::Mutex<Option<(Instant, Vec<NodeStatus>)>>,
    unreadable: Mutex<HashSet<Address>>,
    compared: Mutex<HashMap<Address, CallerComparison>>,
    pub(super) metadata: CachedMetadata,
}

/// The comparison of a token's balance for a call from the account itself with its balance for any other caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CallerComparison {
    /// The balances differ.
    Different,
    /// The call from the account failed.
    Failed,
    /// The balances are equal.
    Same,
}

/// The result of the last comparison of an endpoint.
#[derive(Clone, Debug)]
enum NodeStatus {
    /// It agrees with the others.
    Agrees,
    /// It did not answer in time.
    Silent,
    /// It failed, serves another chain, is not up to date, or disagrees with the others.
    Excluded(RemoteError),
}

impl EvmNetwork {
    pub(super) fn new(row: ChainSpec, client: &Arc<HttpClient>) -> Self {
        let alone = row.endpoints.len() == 1;
        let node = |endpoint| EvmNode::new(client.clone(), &row.chain, endpoint, alone);
        Self {
            nodes: row.endpoints.iter().map(node).collect(),
            survey: tokio::sync::Mutex::default(),
            unreadable: Mutex::default(),
            compared: Mutex::default(),
            metadata: CachedMetadata::default(),
            row,
        }
    }

    /// Returns the hosts of all endpoints.
    pub(super) fn hosts(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().map(EvmNode::host)
    }

    /// Returns the endpoints to try, best first.
    pub(super) async fn attempts(&self, source: &SourceId) -> Result<Attempts<'_>, RemoteError> {
        let mut left = self.ranked(source).await?;
        left.sort_by_key(|node| node.has_failed_recently());
        left.reverse();
        Ok(Attempts {
            name: &self.row.chain.name,
            left,
            errors: Vec::new(),
        })
    }

    /// Tokens whose contract gave no usable answer the last time.
    pub(super) fn unreadable(&self) -> MutexGuard<'_, HashSet<Address>> {
        self.unreadable.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last balance comparison of each token.
    pub(super) fn compared(&self) -> MutexGuard<'_, HashMap<Address, CallerComparison>> {
        self.compared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the endpoints that agree, followed by those that did not answer in time.
    async fn ranked(&self, source: &SourceId) -> Result<Vec<&EvmNode>, RemoteError> {
        if let [single] = self.nodes.as_slice() {
            return Ok(vec![single]);
        }
        let mut known = self.survey.lock().await;
        let fresh = known.as_ref().filter(|(at, _)| at.elapsed() < SURVEY_AGE);
        let statuses = match fresh {
            Some((_, statuses)) => statuses.clone(),
            None => self.compare_all(source).await,
        };
        let with = |wanted: fn(&NodeStatus) -> bool| {
            let pairs = self.nodes.iter().zip(&statuses);
            pairs.filter(move |(_, status)| wanted(status)).map(|(node, _)| node)
        };
        let agreeing: Vec<&EvmNode> = with(|status| matches!(status, NodeStatus::Agrees)).collect();
        if agreeing.is_empty() {
            *known = None;
            return Err(combined(&self.row.chain.name, exclusions(&statuses)));
        }
        let silent = with(|status| matches!(status, NodeStatus::Silent));
        let ranked = agreeing.into_iter().chain(silent).collect();
        if fresh.is_none() {
            *known = Some((Instant::now(), statuses));
        }
        Ok(ranked)
    }

    /// Requests the heads of all endpoints concurrently and compares them.
    async fn compare_all(&self, source: &SourceId) -> Vec<NodeStatus> {
        let heads = self.heads(source).await;
        let numbers: Vec<u64> = heads.iter().flatten().flatten().map(|head| head.block.number).collect();
        let reference = median_block(&numbers);
        let status = |node: &EvmNode, head: Option<Result<Head, RemoteError>>| match head {
            None => NodeStatus::Silent,
            Some(Err(error)) => NodeStatus::Excluded(error),
            Some(Ok(head)) => self.compare(node, head.block.number, reference),
        };
        self.nodes
            .iter()
            .zip(heads)
            .map(|(node, head)| status(node, head))
            .collect()
    }

    fn compare(&self, node: &EvmNode, number: u64, reference: u64) -> NodeStatus {
        if number.abs_diff(reference) <= self.lag() {
            return NodeStatus::Agrees;
        }
        NodeStatus::Excluded(RemoteError::Unavailable {
            who: node.host().to_owned(),
            why: format!("its newest block is {number}, the others are at {reference}"),
            retry_after: None,
        })
    }

    async fn heads(&self, source: &SourceId) -> Vec<Option<Result<Head, RemoteError>>> {
        let mut heads = vec![None; self.nodes.len()];
        let all = self.nodes.iter().enumerate();
        let mut requests: FuturesUnordered<_> = all
            .map(|(at, node)| async move { (at, node.head(source).await) })
            .collect();
        let mut deadline = None;
        loop {
            let next = match deadline {
                Some(deadline) => timeout_at(deadline, requests.next()).await.unwrap_or(None),
                None => requests.next().await,
            };
            let Some((at, head)) = next else { return heads };
            if head.is_ok() {
                deadline.get_or_insert_with(|| Instant::now() + GRACE);
            }
            heads[at] = Some(head);
        }
    }

    /// Returns how many blocks an endpoint may be behind the others.
    pub(super) fn lag(&self) -> u64 {
        let blocks = LAG.as_millis() / self.row.block_time.as_millis().max(1);
        u64::try_from(blocks).unwrap_or(u64::MAX).max(LAG_BLOCKS)
    }
}

/// Returns the median block number, so that neither a stalled endpoint nor one that invents blocks decides. Of two
/// numbers it is the newer.
fn median_block(numbers: &[u64]) -> u64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn exclusions(statuses: &[NodeStatus]) -> Vec<RemoteError> {
    let error = |status: &NodeStatus| match status {
        NodeStatus::Excluded(error) => Some(error.clone()),
        NodeStatus::Agrees | NodeStatus::Silent => None,
    };
    statuses.iter().filter_map(error).collect()
}

/// The endpoints of a chain, errors one after the other until one succeeds.
pub(super) struct Attempts<'a> {
    name: &'a str,
    left: Vec<&'a EvmNode>,
    errors: Vec<RemoteError>,
}

impl<'a> Attempts<'a> {
    /// Returns the next endpoint to try.
    pub(super) fn next(&mut self) -> Option<&'a EvmNode> {
        self.left.pop()
    }

    /// Records the result of an endpoint, and returns the value on success.
    pub(super) fn done<T>(&mut self, node: &EvmNode, result: Result<T, RemoteError>) -> Option<T> {
        node.note_result(result.is_err());
        result.map_err(|error| self.errors.push(error)).ok()
    }

    /// Combines the errors of all tries.
    pub(super) fn failure(self) -> RemoteError {
        combined(self.name, self.errors)
    }
}

/// Combines errors into one: the first where all have the same code or there is only one, otherwise "unavailable". A
/// node that answers but is not up to date takes precedence, because the operator can do something about it.
fn combined(name: &str, errors: Vec<RemoteError>) -> RemoteError {
    let alike = errors.windows(2).all(|pair| pair[0].code() == pair[1].code());
    let whys: Vec<String> = errors.iter().map(why).collect();
    let retry_after = errors.iter().filter_map(RemoteError::retry_after).min();
    let problem = errors.iter().find_map(|error| match error {
        RemoteError::NotCurrent { problem, .. } => Some(*problem),
        _ => None,
    });
    let who = name.to_owned();
    match (errors.into_iter().next(), problem) {
        (Some(first), None) if alike && !matches!(first, RemoteError::Unavailable { .. }) => first,
        (Some(first), _) if whys.len() == 1 => first,
        (_, Some(problem)) => RemoteError::NotCurrent {
            who,
            problem,
            why: whys.join("; "),
        },
        _ => RemoteError::Unavailable {
            who,
            why: if whys.is_empty() {
                "no endpoint is configured".to_owned()
            } else {
                whys.join("; ")
            },
            retry_after,
        },
    }
}

/// Returns host and reason, for the health page.
fn why(error: &RemoteError) -> String {
    match error {
        RemoteError::Unavailable { who, why, .. } | RemoteError::NotCurrent { who, why, .. } => format!("{who}: {why}"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use ports::source::NodeProblem;

    use super::*;

    #[test]
    fn the_median_block_is_the_reference() {
        for (numbers, reference) in [
            (vec![], 0),
            (vec![7], 7),
            (vec![100, 90], 100),
            (vec![100, 1, 101], 100),
            (vec![100, 99_999, 101], 101),
            (vec![100, 101, 102, 5], 101),
        ] {
            assert_eq!(median_block(&numbers), reference, "{numbers:?}");
        }
    }

    #[test]
    fn errors_are_combined_into_one() {
        let refused = |why: &str| RemoteError::Refused {
            who: "a".to_owned(),
            why: why.to_owned(),
        };
        let silent = RemoteError::Unavailable {
            who: "b".to_owned(),
            why: "gone".to_owned(),
            retry_after: Some(Duration::from_secs(3)),
        };
        assert_eq!(combined("x", vec![refused("1"), refused("2")]), refused("1"));
        assert_eq!(combined("x", vec![silent.clone()]), silent);
        let both = combined("Ethereum", vec![refused("1"), silent]);
        assert_eq!(both.retry_after(), Some(Duration::from_secs(3)));
        assert!(
            matches!(both, RemoteError::Unavailable { who, why, .. } if who == "Ethereum" && why == "a refused: 1; b: gone")
        );
        assert_eq!(combined("x", vec![]).code(), "unavailable");
    }

    #[test]
    fn a_node_that_is_not_up_to_date_takes_precedence() {
        let behind = |who: &str| RemoteError::NotCurrent {
            who: who.to_owned(),
            problem: NodeProblem::Behind,
            why: "its newest block is 3 hours old".to_owned(),
        };
        let silent = RemoteError::Unavailable {
            who: "b".to_owned(),
            why: "gone".to_owned(),
            retry_after: None,
        };
        assert_eq!(combined("Ethereum", vec![behind("a")]), behind("a"));
        for (errors, why) in [
            (
                vec![silent, behind("a")],
                "Ethereum is behind: b: gone; a: its newest block is 3 hours old",
            ),
            (
                vec![behind("a"), behind("c")],
                "Ethereum is behind: a: its newest block is 3 hours old; c: its newest block is 3 hours old",
            ),
        ] {
            let error = combined("Ethereum", errors);
            assert_eq!((error.code(), error.to_string().as_str()), ("node_behind", why));
        }
    }
}
