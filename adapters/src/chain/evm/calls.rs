//! Many contract calls at one exact block: aggregated with Multicall3 where possible, in smaller batches where a batch
//! fails, and as separate requests where contracts interfere with each other.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use alloy_primitives::U256;
use alloy_sol_types::SolCall;
use futures::future::BoxFuture;
use ports::{Address, RemoteError, chain::REVERTS};
use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use super::{
    contracts::Multicall3,
    node::{Head, Node, Purpose, block_by, eth_call, eth_call_from},
    rpc::{self, Answers, NodeError, NodeErrorKind, Question},
};
use crate::{
    chain::rows::Multicall,
    http_client::{Errand, TOO_LARGE},
};

/// Batches of at most this size are not split but sent as separate requests.
const SMALL: usize = 8;
/// The number of requests in one batch. With the block request it is what the strictest official gateways accept (10).
pub(super) const BATCH: usize = 9;
/// The gas limit of a call that is not aggregated: ten times what the most expensive honest token needs.
const GAS: u64 = 3_000_000;
/// How often, and after what pause, a block is requested again that a node does not have yet.
const BLOCK_TRIES: u32 = 3;
const BLOCK_PAUSE: Duration = Duration::from_millis(300);

/// A value to read at the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// The native balance of an account, as a 256-bit word.
    Native(Address),
    /// The answer of a contract to a call.
    Contract {
        /// The contract.
        to: Address,
        /// Selector and arguments.
        data: Vec<u8>,
    },
    /// The answer of a contract to a call that this account makes. Multicall3 cannot make such a call.
    As {
        /// The calling account.
        from: Address,
        /// The contract.
        to: Address,
        /// Selector and arguments.
        data: Vec<u8>,
    },
}

/// The result of one call: the returned bytes, or why the contract returned none.
pub(super) type Outcome = Result<Vec<u8>, String>;

/// Why a batch of calls failed as a whole.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The batch is too large for the node: smaller ones may succeed.
    Split,
    /// The pinned block was reorganized, or the answers are of several blocks.
    Moved,
    /// The node only answers at its newest block, whatever block the request names.
    OnlyNewest,
    /// The node failed.
    Node(RemoteError),
}

impl From<RemoteError> for Trouble {
    fn from(error: RemoteError) -> Self {
        match error {
            RemoteError::Malformed { what, .. } if what == TOO_LARGE => Self::Split,
            error => Self::Node(error),
        }
    }
}

/// Makes calls at one block of one node.
pub(super) struct Caller<'a> {
    node: &'a Node,
    multicall: Option<&'a Address>,
    head: &'a Head,
    block: String,
    purpose: &'a Purpose,
    errand: Errand,
    aggregated: AtomicBool,
    newest: Option<Newest>,
}

/// The number of the newest block, once an answer has stated it; for a node that only answers at its newest block.
type Newest = Mutex<Option<u64>>;

impl<'a> Caller<'a> {
    /// Creates a caller at this block.
    pub(super) fn new(node: &'a Node, multicall: Option<&'a Multicall>, head: &'a Head, purpose: &'a Purpose) -> Self {
        let usable = multicall.filter(|multicall| head.block.number >= multicall.from_block && !node.lacks_multicall());
        Self {
            node,
            multicall: usable.map(|multicall| &multicall.address),
            head,
            block: format!("{:#x}", head.block.number),
            purpose,
            errand: node.errand(purpose),
            aggregated: AtomicBool::new(false),
            newest: None,
        }
    }

    /// Creates a caller at the newest block, for a node that has no other. Every call goes through Multicall3, which
    /// returns the block number.
    pub(super) fn at_newest(
        node: &'a Node,
        multicall: Option<&'a Multicall>,
        head: &'a Head,
        purpose: &'a Purpose,
    ) -> Self {
        Self {
            block: "latest".to_owned(),
            newest: Some(Newest::default()),
            ..Self::new(node, multicall, head, purpose)
        }
    }

    /// Returns whether the node only answers at its newest block. A call from the account itself is not possible
    /// there, because it cannot go through Multicall3.
    pub(super) fn is_at_newest(&self) -> bool {
        self.newest.is_some()
    }

    /// Returns the block number of all answers, for a node that is read at its newest block.
    pub(super) fn newest(&self) -> Option<u64> {
        *self.newest.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether Multicall3 answered, which a node without state cannot do.
    pub(super) fn has_aggregated(&self) -> bool {
        self.aggregated.load(Ordering::Relaxed)
    }

    /// Makes the calls of a batch and returns their outcomes in order. A contract that breaks the batch is isolated,
    /// and the other calls are repeated without it.
    pub(super) fn chunk<'b>(&'b self, calls: &'b [Call]) -> BoxFuture<'b, Result<Vec<Outcome>, Trouble>> {
        Box::pin(async move {
            let Some(multicall) = self.multicall.filter(|_| !self.node.lacks_multicall()) else {
                return self.each(calls).await;
            };
            match self.aggregate(multicall, calls).await {
                Ok(Some(outcomes)) => self.settle(calls, outcomes).await,
                Ok(None) => {
                    self.node.note_no_multicall();
                    self.each(calls).await
                }
                Err(Trouble::Split) if calls.len() > SMALL => {
                    let (one, other) = calls.split_at(calls.len() / 2);
                    let mut outcomes = self.chunk(one).await?;
                    outcomes.extend(self.chunk(other).await?);
                    Ok(outcomes)
                }
                Err(Trouble::Split) => self.each(calls).await,
                Err(trouble) => Err(trouble),
            }
        })
    }

    /// A failed call may have used up the gas of the calls after it. Results up to the first failure are final; later
    /// failures are repeated separately, and later successes are repeated in a batch without the failures.
    async fn settle(&self, calls: &[Call], mut outcomes: Vec<Outcome>) -> Result<Vec<Outcome>, Trouble> {
        let Some(first) = outcomes.iter().position(Result::is_err) else {
            return Ok(outcomes);
        };
        let behind = first + 1..calls.len();
        let (failed, answered): (Vec<usize>, Vec<usize>) = behind.partition(|at| outcomes[*at].is_err());
        let pick = |places: &[usize]| places.iter().map(|at| calls[*at].clone()).collect::<Vec<_>>();
        let (alone, together) = (pick(&failed), pick(&answered));
        let alone = failed.into_iter().zip(self.each(&alone).await?);
        let together = answered.into_iter().zip(if together.is_empty() {
            Vec::new()
        } else {
            self.chunk(&together).await?
        });
        for (at, outcome) in alone.chain(together) {
            outcomes[at] = outcome;
        }
        Ok(outcomes)
    }

    /// Makes each call as a separate request with its own gas limit.
    pub(super) fn each<'b>(&'b self, calls: &'b [Call]) -> BoxFuture<'b, Result<Vec<Outcome>, Trouble>> {
        Box::pin(async move {
            let mut outcomes = Vec::with_capacity(calls.len());
            if self.newest.is_some() {
                for call in calls {
                    outcomes.push(self.aggregate_one(call).await?);
                }
                return Ok(outcomes);
            }
            for part in calls.chunks(BATCH) {
                outcomes.extend(self.part(part).await?);
            }
            Ok(outcomes)
        })
    }

    /// Makes one call through Multicall3 alone, so that its block number is known.
    async fn aggregate_one(&self, call: &Call) -> Result<Outcome, Trouble> {
        let without = || Trouble::Node(self.errand.malformed("an answer without its block"));
        let multicall = self.multicall.ok_or_else(without)?;
        match self.aggregate(multicall, std::slice::from_ref(call)).await {
            Ok(outcomes) => outcomes.and_then(|mut one| one.pop()).ok_or_else(without),
            Err(Trouble::Split) => Ok(Err(failed())),
            Err(trouble) => Err(trouble),
        }
    }

    async fn part(&self, calls: &[Call]) -> Result<Vec<Outcome>, Trouble> {
        let questions: Vec<Question> = calls.iter().map(|call| self.question(call)).collect();
        match (self.pinned(questions).await, calls.len()) {
            (Ok(answers), _) => calls
                .iter()
                .zip(answers)
                .map(|(call, answer)| self.outcome(call, answer))
                .collect(),
            (Err(Trouble::Split), 1) => Ok(vec![Err("its contract sends far too much data".to_owned())]),
            (Err(Trouble::Split), count) => {
                let (one, other) = calls.split_at(count / 2);
                let mut outcomes = self.each(one).await?;
                outcomes.extend(self.each(other).await?);
                Ok(outcomes)
            }
            (Err(trouble), _) => Err(trouble),
        }
    }

    pub(super) fn question(&self, call: &Call) -> Question {
        match call {
            Call::Contract { to, data } => eth_call(to, data, Some(GAS), &self.block),
            Call::As { from, to, data } => eth_call_from(Some(from), to, data, Some(GAS), &self.block),
            Call::Native(account) => Question {
                method: "eth_getBalance",
                params: json!([account.as_str(), self.block]),
            },
        }
    }

    fn outcome(&self, call: &Call, answer: Result<Value, NodeError>) -> Result<Outcome, Trouble> {
        match (call, answer) {
            (Call::Native(_), Ok(value)) => Ok(Ok(rpc::word(&value, &self.errand)?)),
            (Call::Contract { .. } | Call::As { .. }, Ok(value)) => Ok(Ok(rpc::bytes(&value, &self.errand)?)),
            (Call::Contract { .. } | Call::As { .. }, Err(error)) if error.kind == NodeErrorKind::Execution => {
                Ok(Err(failed()))
            }
            (_, Err(error)) => Err(Trouble::Node(error.as_remote(&self.errand))),
        }
    }

    /// Makes all calls in one call of Multicall3, which also returns the block number. Returns `None` when there is no
    /// Multicall3.
    async fn aggregate(&self, multicall: &Address, calls: &[Call]) -> Result<Option<Vec<Outcome>>, Trouble> {
        let number = Call::Contract {
            to: multicall.clone(),
            data: Multicall3::getBlockNumberCall {}.abi_encode(),
        };
        let all = std::iter::once(&number)
            .chain(calls)
            .map(|call| encoded(multicall, call))
            .collect();
        let data = Multicall3::aggregate3Call { calls: all }.abi_encode();
        let answers = self.pinned(vec![eth_call(multicall, &data, None, &self.block)]).await?;
        let value = match answers.into_iter().next() {
            Some(Ok(value)) => value,
            Some(Err(error)) if error.kind == NodeErrorKind::Execution => return Err(Trouble::Split),
            Some(Err(error)) => return Err(Trouble::Node(error.as_remote(&self.errand))),
            None => return Err(Trouble::Node(self.errand.malformed("no answer"))),
        };
        let bytes = rpc::bytes(&value, &self.errand)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let results = Multicall3::aggregate3Call::abi_decode_returns(&bytes).ok();
        let results = results.filter(|results| results.len() == calls.len() + 1);
        let results = results.ok_or_else(|| self.errand.malformed("an answer of Multicall3 that cannot be read"))?;
        self.check_number(&results[0])?;
        self.aggregated.store(true, Ordering::Relaxed);
        Ok(Some(results.into_iter().skip(1).map(decoded).collect()))
    }

    /// Checks the block number that Multicall3 returned. A node that ignores the requested block fails this check
    /// once; it is then read at its newest block only, and all answers must be of the same block.
    fn check_number(&self, result: &Multicall3::Result) -> Result<(), Trouble> {
        let named = U256::try_from_be_slice(&result.returnData).filter(|_| result.success);
        let number = named.and_then(|number| u64::try_from(number).ok());
        let Some(newest) = &self.newest else {
            let is_pinned = number == Some(self.head.block.number);
            let is_known = self.head.foreign_numbers || is_pinned;
            return if is_known { Ok(()) } else { Err(Trouble::OnlyNewest) };
        };
        let number = number.filter(|_| !self.head.foreign_numbers);
        let number = number.ok_or_else(|| Trouble::Node(self.errand.malformed("an answer without its block")))?;
        let mut known = newest.lock().unwrap_or_else(PoisonError::into_inner);
        match *known.get_or_insert(number) {
            first if first == number => Ok(()),
            _ => Err(Trouble::Moved),
        }
    }

    /// Sends requests that are pinned to the block, and verifies in the same batch that the block has not changed.
    pub(super) async fn pinned(&self, mut questions: Vec<Question>) -> Result<Answers, Trouble> {
        if self.newest.is_some() {
            return Ok(self.node.ask(&questions, self.purpose).await?);
        }
        questions.push(block_by(&self.block));
        for attempt in 1.. {
            let mut answers = self.node.ask(&questions, self.purpose).await?;
            let block = answers.pop().unwrap_or(Ok(Value::Null));
            let lags = |answer: &Result<Value, NodeError>| matches!(answer, Err(error) if error.kind == NodeErrorKind::MissingBlock);
            if attempt < BLOCK_TRIES && (answers.iter().any(lags) || lags(&block) || block == Ok(Value::Null)) {
                sleep(BLOCK_PAUSE).await;
                continue;
            }
            let block = block.map_err(|error| error.as_remote(&self.errand))?;
            let hash = block["hash"].as_str().unwrap_or_default();
            return if hash.eq_ignore_ascii_case(&self.head.block.hash) {
                Ok(answers)
            } else {
                Err(Trouble::Moved)
            };
        }
        Err(Trouble::Moved)
    }
}

fn failed() -> String {
    REVERTS.to_owned()
}

/// Returns the bytes of an address. Other address forms are rejected before they get here.
pub(super) fn raw(address: &Address) -> alloy_primitives::Address {
    address.evm_bytes().unwrap_or_default().into()
}

fn encoded(multicall: &Address, call: &Call) -> Multicall3::Call3 {
    let (target, data) = match call {
        Call::Native(account) => {
            let account = raw(account);
            (multicall, Multicall3::getEthBalanceCall { account }.abi_encode())
        }
        Call::Contract { to, data } | Call::As { to, data, .. } => (to, data.clone()),
    };
    Multicall3::Call3 {
        target: raw(target),
        allowFailure: true,
        callData: data.into(),
    }
}

fn decoded(result: Multicall3::Result) -> Outcome {
    if result.success {
        Ok(result.returnData.to_vec())
    } else {
        Err(failed())
    }
}
