//! Many contract calls at one exact block: aggregated with Multicall3 where possible, in smaller batches where a batch
//! fails, and as separate requests where contracts interfere with each other.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use alloy_primitives::U256;
use alloy_sol_types::SolCall;
use futures::future::BoxFuture;
use ports::{Address, json::Json};
use serde_json::json;
use tokio::time::{Duration, sleep};

use super::{
    call::{CallError, CallOutcome, EvmCall, raw, reverted},
    contracts::Multicall3,
    head::Head,
    node::{EvmNode, Purpose},
    request::{block_by, eth_call, eth_call_from},
};
use crate::{
    chain::{
        json_rpc::{self, NodeError, NodeErrorKind, RpcRequest, RpcResults},
        rows::Multicall,
    },
    http_client::RequestContext,
};

/// The number of calls in one batch.
pub(super) const BATCH: usize = 200;
/// The number of concurrent batches.
pub(super) const CONCURRENT: usize = 4;
/// Batches of at most this size are not split but sent as separate requests.
const MIN_SPLIT: usize = 8;
/// The number of requests in one batch. With the block request it is what the strictest official gateways accept (10).
pub(super) const BATCH_SIZE: usize = 9;
/// The gas limit of a call that is not aggregated: ten times what the most expensive honest token needs.
const GAS: u64 = 3_000_000;
/// How often, and after what pause, a block is requested again that a node does not have yet.
const BLOCK_TRIES: u32 = 3;
const BLOCK_PAUSE: Duration = Duration::from_millis(300);

/// Makes calls at one block of one node.
pub(super) struct BlockCaller<'a> {
    node: &'a EvmNode,
    multicall: Option<&'a Address>,
    head: &'a Head,
    block: String,
    purpose: &'a Purpose,
    context: RequestContext,
    aggregated: AtomicBool,
    newest: Option<Newest>,
}

/// The number of the newest block, once an answer has stated it; for a node that only answers at its newest block.
type Newest = Mutex<Option<u64>>;

impl<'a> BlockCaller<'a> {
    /// Creates a caller at this block.
    pub(super) fn new(
        node: &'a EvmNode,
        multicall: Option<&'a Multicall>,
        head: &'a Head,
        purpose: &'a Purpose,
    ) -> Self {
        let usable = multicall.filter(|multicall| head.block.number >= multicall.from_block && !node.lacks_multicall());
        Self {
            node,
            multicall: usable.map(|multicall| &multicall.address),
            head,
            block: format!("{:#x}", head.block.number),
            purpose,
            context: node.context(purpose),
            aggregated: AtomicBool::new(false),
            newest: None,
        }
    }

    /// Creates a caller at the newest block, for a node that has no other. Every call goes through Multicall3, which
    /// returns the block number.
    pub(super) fn at_newest(
        node: &'a EvmNode,
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
    pub(super) fn batch<'b>(&'b self, calls: &'b [EvmCall]) -> BoxFuture<'b, Result<Vec<CallOutcome>, CallError>> {
        Box::pin(async move {
            let Some(multicall) = self.multicall.filter(|_| !self.node.lacks_multicall()) else {
                return self.separately(calls).await;
            };
            match self.aggregate(multicall, calls).await {
                Ok(Some(outcomes)) => self.repeat_after_failure(calls, outcomes).await,
                Ok(None) => {
                    self.node.note_no_multicall();
                    self.separately(calls).await
                }
                Err(CallError::TooLarge) if calls.len() > MIN_SPLIT => {
                    let (first, second) = calls.split_at(calls.len() / 2);
                    let mut outcomes = self.batch(first).await?;
                    outcomes.extend(self.batch(second).await?);
                    Ok(outcomes)
                }
                Err(CallError::TooLarge) => self.separately(calls).await,
                Err(error) => Err(error),
            }
        })
    }

    /// A failed call may have used up the gas of the calls after it. Results up to the first failure are final; later
    /// failures are repeated separately, and later successes are repeated in a batch without the failures.
    async fn repeat_after_failure(
        &self,
        calls: &[EvmCall],
        mut outcomes: Vec<CallOutcome>,
    ) -> Result<Vec<CallOutcome>, CallError> {
        let Some(first) = outcomes.iter().position(Result::is_err) else {
            return Ok(outcomes);
        };
        let behind = first + 1..calls.len();
        let (failed, answered): (Vec<usize>, Vec<usize>) = behind.partition(|at| outcomes[*at].is_err());
        let pick = |indexes: &[usize]| indexes.iter().map(|at| calls[*at].clone()).collect::<Vec<_>>();
        let (failed_calls, answered_calls) = (pick(&failed), pick(&answered));
        let separate = failed.into_iter().zip(self.separately(&failed_calls).await?);
        let batched = answered.into_iter().zip(if answered_calls.is_empty() {
            Vec::new()
        } else {
            self.batch(&answered_calls).await?
        });
        for (at, outcome) in separate.chain(batched) {
            outcomes[at] = outcome;
        }
        Ok(outcomes)
    }

    /// Makes each call as a separate request with its own gas limit.
    pub(super) fn separately<'b>(&'b self, calls: &'b [EvmCall]) -> BoxFuture<'b, Result<Vec<CallOutcome>, CallError>> {
        Box::pin(async move {
            let mut outcomes = Vec::with_capacity(calls.len());
            if self.newest.is_some() {
                for call in calls {
                    outcomes.push(self.aggregate_one(call).await?);
                }
                return Ok(outcomes);
            }
            for part in calls.chunks(BATCH_SIZE) {
                outcomes.extend(self.send_part(part).await?);
            }
            Ok(outcomes)
        })
    }

    /// Makes one call through Multicall3 alone, so that its block number is known.
    async fn aggregate_one(&self, call: &EvmCall) -> Result<CallOutcome, CallError> {
        let no_block = || CallError::Node(self.context.malformed("an answer without its block"));
        let multicall = self.multicall.ok_or_else(no_block)?;
        match self.aggregate(multicall, std::slice::from_ref(call)).await {
            Ok(outcomes) => outcomes.and_then(|mut one| one.pop()).ok_or_else(no_block),
            Err(CallError::TooLarge) => Ok(Err(reverted())),
            Err(error) => Err(error),
        }
    }

    async fn send_part(&self, calls: &[EvmCall]) -> Result<Vec<CallOutcome>, CallError> {
        let requests: Vec<RpcRequest> = calls.iter().map(|call| self.request(call)).collect();
        match (self.send_pinned(requests).await, calls.len()) {
            (Ok(answers), _) => calls
                .iter()
                .zip(answers)
                .map(|(call, answer)| self.outcome(call, answer))
                .collect(),
            (Err(CallError::TooLarge), 1) => Ok(vec![Err("its contract sends far too much data".to_owned())]),
            (Err(CallError::TooLarge), count) => {
                let (first, second) = calls.split_at(count / 2);
                let mut outcomes = self.separately(first).await?;
                outcomes.extend(self.separately(second).await?);
                Ok(outcomes)
            }
            (Err(error), _) => Err(error),
        }
    }

    pub(super) fn request(&self, call: &EvmCall) -> RpcRequest {
        match call {
            EvmCall::Contract { to, data } => eth_call(to, data, Some(GAS), &self.block),
            EvmCall::As { from, to, data } => eth_call_from(Some(from), to, data, Some(GAS), &self.block),
            EvmCall::Native(account) => RpcRequest {
                method: "eth_getBalance",
                params: json!([account.as_str(), self.block]),
            },
        }
    }

    /// Returns the request for what stands at an address.
    pub(super) fn code_request(&self, address: &Address) -> RpcRequest {
        RpcRequest {
            method: "eth_getCode",
            params: json!([address.as_str(), self.block]),
        }
    }

    fn outcome(&self, call: &EvmCall, answer: Result<Json, NodeError>) -> Result<CallOutcome, CallError> {
        match (call, answer) {
            (EvmCall::Native(_), Ok(value)) => Ok(Ok(json_rpc::word(&value, &self.context)?)),
            (EvmCall::Contract { .. } | EvmCall::As { .. }, Ok(value)) => {
                Ok(Ok(json_rpc::bytes(&value, &self.context)?))
            }
            (EvmCall::Contract { .. } | EvmCall::As { .. }, Err(error)) if error.kind == NodeErrorKind::Execution => {
                Ok(Err(reverted()))
            }
            (_, Err(error)) => Err(CallError::Node(error.to_remote(&self.context))),
        }
    }

    /// Makes all calls in one call of Multicall3, which also returns the block number. Returns `None` when there is no
    /// Multicall3.
    async fn aggregate(&self, multicall: &Address, calls: &[EvmCall]) -> Result<Option<Vec<CallOutcome>>, CallError> {
        let number = EvmCall::Contract {
            to: multicall.clone(),
            data: Multicall3::getBlockNumberCall {}.abi_encode(),
        };
        let all = std::iter::once(&number)
            .chain(calls)
            .map(|call| encoded(multicall, call))
            .collect();
        let data = Multicall3::aggregate3Call { calls: all }.abi_encode();
        let answers = self
            .send_pinned(vec![eth_call(multicall, &data, None, &self.block)])
            .await?;
        let value = match answers.into_iter().next() {
            Some(Ok(value)) => value,
            Some(Err(error)) if error.kind == NodeErrorKind::Execution => return Err(CallError::TooLarge),
            Some(Err(error)) => return Err(CallError::Node(error.to_remote(&self.context))),
            None => return Err(CallError::Node(self.context.malformed("no answer"))),
        };
        let bytes = json_rpc::bytes(&value, &self.context)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let results = Multicall3::aggregate3Call::abi_decode_returns(&bytes).ok();
        let results = results.filter(|results| results.len() == calls.len() + 1);
        let results = results.ok_or_else(|| self.context.malformed("an answer of Multicall3 that cannot be read"))?;
        self.check_block_number(&results[0])?;
        self.aggregated.store(true, Ordering::Relaxed);
        Ok(Some(results.into_iter().skip(1).map(decoded).collect()))
    }

    /// Checks the block number that Multicall3 returned. A node that ignores the requested block fails this check
    /// once; it is then read at its newest block only, and all answers must be of the same block.
    fn check_block_number(&self, result: &Multicall3::Result) -> Result<(), CallError> {
        let stated = U256::try_from_be_slice(&result.returnData).filter(|_| result.success);
        let number = stated.and_then(|number| u64::try_from(number).ok());
        let Some(newest) = &self.newest else {
            let is_pinned = number == Some(self.head.block.number);
            let is_known = self.head.foreign_numbers || is_pinned;
            return if is_known { Ok(()) } else { Err(CallError::OnlyNewest) };
        };
        let number = number.filter(|_| !self.head.foreign_numbers);
        let number = number.ok_or_else(|| CallError::Node(self.context.malformed("an answer without its block")))?;
        let mut known = newest.lock().unwrap_or_else(PoisonError::into_inner);
        match *known.get_or_insert(number) {
            first if first == number => Ok(()),
            _ => Err(CallError::Reorged),
        }
    }

    /// Sends requests that are pinned to the block, and verifies in the same batch that the block has not changed.
    pub(super) async fn send_pinned(&self, mut requests: Vec<RpcRequest>) -> Result<RpcResults, CallError> {
        if self.newest.is_some() {
            return Ok(self.node.send(&requests, self.purpose).await?);
        }
        requests.push(block_by(&self.block));
        for attempt in 1.. {
            let mut answers = self.node.send(&requests, self.purpose).await?;
            let block = answers.pop().unwrap_or(Ok(Json::Null));
            let lags = |answer: &Result<Json, NodeError>| matches!(answer, Err(error) if error.kind == NodeErrorKind::MissingBlock);
            if attempt < BLOCK_TRIES && (answers.iter().any(lags) || lags(&block) || block == Ok(Json::Null)) {
                sleep(BLOCK_PAUSE).await;
                continue;
            }
            let block = block.map_err(|error| error.to_remote(&self.context))?;
            let hash = block["hash"].as_str().unwrap_or_default();
            return if hash.eq_ignore_ascii_case(&self.head.block.hash) {
                Ok(answers)
            } else {
                Err(CallError::Reorged)
            };
        }
        Err(CallError::Reorged)
    }
}

fn encoded(multicall: &Address, call: &EvmCall) -> Multicall3::Call3 {
    let (target, data) = match call {
        EvmCall::Native(account) => {
            let account = raw(account);
            (multicall, Multicall3::getEthBalanceCall { account }.abi_encode())
        }
        EvmCall::Contract { to, data } | EvmCall::As { to, data, .. } => (to, data.clone()),
    };
    Multicall3::Call3 {
        target: raw(target),
        allowFailure: true,
        callData: data.into(),
    }
}

fn decoded(result: Multicall3::Result) -> CallOutcome {
    if result.success {
        Ok(result.returnData.to_vec())
    } else {
        Err(reverted())
    }
}
