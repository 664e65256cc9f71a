//! A single endpoint of a chain.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use ports::{
    Address, Block, Chain, ChainId, RemoteError, SourceId, Timestamp, disclosure::DisclosedField, json::Json,
    source::NodeProblem,
};
use serde_json::json;
use tokio::time::Instant;
use url::Url;

use super::{
    head::{Head, parse_head, syncing},
    request::{block_by, eth_call},
};
use crate::{
    chain::{
        json_rpc::{self, NodeError, RpcRequest, RpcResults},
        rejection::Rejection,
        rows::ChainEndpoint,
    },
    http_client::{HttpClient, RequestContext, TOO_LARGE, host_key},
};

/// How long a head is cached.
const HEAD_AGE: Duration = Duration::from_secs(1);
/// How long an endpoint is tried last after a failure.
const FAILURE_AGE: Duration = Duration::from_secs(30);

/// The context of a request without the node, which adds itself.
#[derive(Clone, Debug)]
pub(super) struct Purpose {
    pub(super) source: SourceId,
    pub(super) purpose: &'static str,
    pub(super) disclosed: DisclosedField,
}

/// An endpoint and its observed state.
pub(super) struct EvmNode {
    client: Arc<HttpClient>,
    chain: Chain,
    url: Url,
    host: String,
    is_own: bool,
    attempts: u32,
    head: tokio::sync::Mutex<Option<(Timestamp, Head)>>,
    last_failure: Mutex<Option<Instant>>,
    separately: AtomicBool,
    without_multicall: AtomicBool,
    rejection: Rejection,
}

impl EvmNode {
    /// Creates a node. `alone` means that there is no other endpoint, so that requests are retried more often.
    pub(super) fn new(client: Arc<HttpClient>, chain: &Chain, endpoint: &ChainEndpoint, alone: bool) -> Self {
        Self {
            client,
            chain: chain.clone(),
            host: host_key(&endpoint.url).unwrap_or_default(),
            url: endpoint.url.clone(),
            is_own: endpoint.own,
            attempts: if alone { 3 } else { 1 },
            head: tokio::sync::Mutex::default(),
            last_failure: Mutex::default(),
            separately: AtomicBool::new(false),
            without_multicall: AtomicBool::new(false),
            rejection: Rejection::default(),
        }
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Returns whether the operator marked it as their own.
    pub(super) fn is_own(&self) -> bool {
        self.is_own
    }

    pub(super) fn context(&self, purpose: &Purpose) -> RequestContext {
        RequestContext {
            who: self.host.clone(),
            source: purpose.source.clone(),
            purpose: purpose.purpose,
            disclosed: purpose.disclosed.clone(),
            chain: Some(self.chain.id.clone()),
        }
    }

    /// Sends the requests in one batch, or separately where the node does not accept batches.
    pub(super) async fn send(&self, requests: &[RpcRequest], purpose: &Purpose) -> Result<RpcResults, RemoteError> {
        let context = self.context(purpose);
        let mut first = self.attempts;
        if requests.len() == 1 || !self.separately.load(Ordering::Relaxed) {
            let answers = json_rpc::send_batch(&self.client, &self.url, self.attempts, requests, &context).await;
            if requests.len() == 1 || !may_be_the_batch(&answers) {
                return answers;
            }
            if matches!(answers, Err(RemoteError::Unavailable { .. })) {
                // The node may also be down. One more request shows it. More attempts would make the client back off
                // from the host for much longer than the first pause of an account.
                first = 1;
            }
        }
        let answers = self.send_separately(requests, first, &context).await?;
        // If it refuses the separate requests too, that says nothing about batches.
        if answers.iter().any(Result::is_ok) {
            self.separately.store(true, Ordering::Relaxed);
        }
        Ok(answers)
    }

    /// Makes `first` attempts at the first request, and the usual number at the others.
    async fn send_separately(
        &self,
        requests: &[RpcRequest],
        first: u32,
        context: &RequestContext,
    ) -> Result<RpcResults, RemoteError> {
        let mut answers = Vec::with_capacity(requests.len());
        let mut attempts = first;
        for request in requests.chunks(1) {
            answers.extend(json_rpc::send_batch(&self.client, &self.url, attempts, request, context).await?);
            attempts = self.attempts;
        }
        Ok(answers)
    }

    /// Calls a contract at the newest block. The inner error contains the revert data.
    pub(super) async fn call(
        &self,
        to: &Address,
        data: &[u8],
        purpose: &Purpose,
    ) -> Result<Result<Vec<u8>, NodeError>, RemoteError> {
        let answers = self.send(&[eth_call(to, data, None, "latest")], purpose).await?;
        match answers.into_iter().next() {
            Some(Ok(value)) => json_rpc::bytes(&value, &self.context(purpose)).map(Ok),
            Some(Err(error)) => Ok(Err(error)),
            None => Err(self.context(purpose).malformed("no answer")),
        }
    }

    /// Returns the newest block, at most a second old. Concurrent callers wait for one request. With every request the
    /// node must prove that it serves this chain and is not syncing, and the block must be recent.
    pub(super) async fn head(&self, source: &SourceId) -> Result<Head, RemoteError> {
        let mut known = self.head.lock().await;
        let now = self.client.now();
        if let Some((at, head)) = known.as_ref()
            && now.within(HEAD_AGE, *at)
        {
            return Ok(head.clone());
        }
        let head = self.fresh_head(source).await?;
        *known = Some((now, head.clone()));
        Ok(head)
    }

    /// Drops the cached head, as after a reorganization.
    pub(super) async fn forget_head(&self) {
        *self.head.lock().await = None;
    }

    async fn fresh_head(&self, source: &SourceId) -> Result<Head, RemoteError> {
        self.rejection.check(self.client.now())?;
        let purpose = Purpose {
            source: source.clone(),
            purpose: "latest block",
            disclosed: DisclosedField::Nothing,
        };
        let context = self.context(&purpose);
        let request = |method| RpcRequest {
            method,
            params: json!([]),
        };
        let all = [request("eth_chainId"), block_by("latest"), request("eth_syncing")];
        let mut answers = self.send(&all, &purpose).await?.into_iter();
        let mut next = || answers.next().ok_or_else(|| context.malformed("no answer"));
        let known = |answer: Result<Json, NodeError>| answer.map_err(|error| error.to_remote(&context));
        let id = json_rpc::quantity(&known(next()?)?, &context)?;
        if ChainId::evm(id) != self.chain.id {
            let why = format!("it answers for chain {id} and not for {}", self.chain.id);
            return Err(self.rejection.reject(self.client.now(), context.refused(&why)));
        }
        let head = parse_head(&known(next()?)?, &context)?;
        // Some gateways do not support `eth_syncing`; then the age of the head has to suffice.
        if let Some(why) = next()?.ok().as_ref().and_then(syncing) {
            return Err(context.not_current(NodeProblem::Syncing, &why));
        }
        self.chain.check_head(&head.block, self.client.now(), &self.host)?;
        Ok(head)
    }

    /// Returns the block with this number.
    pub(super) async fn block(&self, number: u64, purpose: &Purpose) -> Result<Block, RemoteError> {
        let context = self.context(purpose);
        let block = self.block_answer(number, purpose).await?;
        let block = block.map_err(|error| error.to_remote(&context))?;
        Ok(parse_head(&block, &context)?.block)
    }

    async fn block_answer(&self, number: u64, purpose: &Purpose) -> Result<Result<Json, NodeError>, RemoteError> {
        let answers = self.send(&[block_by(&format!("{number:#x}"))], purpose).await?;
        let answer = answers.into_iter().next();
        answer.ok_or_else(|| self.context(purpose).malformed("no answer"))
    }

    /// Returns the hash of the block with this number; `None` where the node does not have it. Nodes without old blocks answer with
    /// different errors.
    pub(super) async fn block_hash(&self, number: u64, purpose: &Purpose) -> Result<Option<String>, RemoteError> {
        let context = self.context(purpose);
        match self.block_answer(number, purpose).await? {
            Ok(answer) => {
                let block = parse_head(&answer, &context).ok().map(|head| head.block);
                Ok(block.filter(|block| block.number == number).map(|block| block.hash))
            }
            Err(error) => match error.to_remote(&context) {
                limit @ RemoteError::RateLimited { .. } => Err(limit),
                _ => Ok(None),
            },
        }
    }

    pub(super) fn note_result(&self, failed: bool) {
        let mut known = self.last_failure.lock().unwrap_or_else(PoisonError::into_inner);
        *known = failed.then(Instant::now);
    }

    pub(super) fn has_failed_recently(&self) -> bool {
        let known = self.last_failure.lock().unwrap_or_else(PoisonError::into_inner);
        known.is_some_and(|since| since.elapsed() < FAILURE_AGE)
    }

    pub(super) fn lacks_multicall(&self) -> bool {
        self.without_multicall.load(Ordering::Relaxed)
    }

    /// Clears the flag, so that Multicall3 is tried again.
    pub(super) fn forget_multicall(&self) {
        self.without_multicall.store(false, Ordering::Relaxed);
    }

    pub(super) fn note_no_multicall(&self) {
        self.without_multicall.store(true, Ordering::Relaxed);
    }
}

/// Returns whether a failed batch may succeed as separate requests: gateways reject batches with an error, with a
/// response of another shape, or with a server error.
fn may_be_the_batch(answers: &Result<RpcResults, RemoteError>) -> bool {
    match answers {
        Err(RemoteError::Refused { .. }) => true,
        Err(RemoteError::Malformed { what, .. }) => what != TOO_LARGE,
        Err(RemoteError::Unavailable { why, .. }) => why.starts_with("status "),
        Err(_) | Ok(_) => false,
    }
}
