//! The balances of an account at one block.

mod compare_callers;

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use alloy_sol_types::SolCall;
use futures::stream::{self, StreamExt, TryStreamExt};
use ports::{
    AccountId, Address, AssetId, ProtocolReader, RawAmount, RemoteError,
    chain::{NO_CONTRACT, Progress, Reading, WaitingTransactions},
    disclosure::DisclosedField,
};

use super::{
    call::{CallError, CallOutcome, EvmCall, raw},
    calls::{BATCH, BlockCaller, CONCURRENT},
    contracts::Erc20,
    head::Head,
    network::EvmNetwork,
    node::{EvmNode, Purpose},
    protocols,
    source::SOURCE,
    state,
};

/// If at least this number of tokens all return empty data, the node counts as being without state where the row names
/// no existing contract.
const MIN_EMPTY: usize = 3;
/// How often a node that only answers at its newest block is read until all answers are of one block.
const NEWEST_TRIES: usize = 3;
/// The maximum length of a balance answer. Proxies return more than one word, but never this much.
const MAX_ANSWER: usize = 1024;

/// A token to read.
#[derive(Clone)]
struct TokenToRead {
    id: AssetId,
    contract: Address,
}

/// The reading of one account on one chain.
pub(super) struct Balances<'a> {
    network: &'a EvmNetwork,
    account: &'a AccountId,
    tokens: Vec<TokenToRead>,
    protocols: &'a [Arc<dyn ProtocolReader>],
    progress: &'a dyn Progress,
    purpose: Purpose,
}

impl<'a> Balances<'a> {
    /// Skips tokens of other chains, and contracts that state a balance once more, which is read once.
    pub(super) fn new(
        network: &'a EvmNetwork,
        account: &'a AccountId,
        tokens: &[AssetId],
        (protocols, progress): (&'a [Arc<dyn ProtocolReader>], &'a dyn Progress),
    ) -> Self {
        let token = |id: &AssetId| {
            let (id, contract) = (id.clone(), id.contract()?);
            Some(TokenToRead { id, contract })
        };
        let known =
            |token: &TokenToRead| token.id.chain() == account.chain && !network.row.repeats_balance(&token.contract);
        Self {
            network,
            account,
            tokens: tokens.iter().filter_map(token).filter(known).collect(),
            protocols,
            progress,
            purpose: Purpose {
                source: SOURCE.clone(),
                purpose: "balances",
                disclosed: DisclosedField::Address(account.address.clone()),
            },
        }
    }

    /// Tries the endpoints in turn until one answers completely.
    pub(super) async fn read(&self) -> Result<Reading, RemoteError> {
        let mut attempts = self.network.attempts(&SOURCE).await?;
        while let Some(node) = attempts.next() {
            let reading = self.read_from(node).await;
            if let Some(reading) = attempts.done(node, reading) {
                return Ok(reading);
            }
        }
        Err(attempts.failure())
    }

    /// Reads the balances. After a reorganization the reading is repeated at a fresh head: once, and more often where
    /// the node only answers at its newest block.
    async fn read_from(&self, node: &EvmNode) -> Result<Reading, RemoteError> {
        let context = node.context(&self.purpose);
        let (mut tries, mut only_newest) = (2, false);
        while tries > 0 {
            tries -= 1;
            let head = node.head(&SOURCE).await?;
            let reading = if only_newest {
                self.read_at_newest(node, &head).await
            } else {
                let multicall = self.network.row.multicall.as_ref();
                let caller = BlockCaller::new(node, multicall, &head, &self.purpose);
                self.read_at(node, &head, &caller).await
            };
            match reading {
                Ok(reading) => return Ok(reading),
                Err(CallError::Reorged) => node.forget_head().await,
                Err(CallError::OnlyNewest) => (tries, only_newest) = (NEWEST_TRIES, true),
                Err(CallError::Node(error)) => return Err(error),
                Err(CallError::TooLarge) => return Err(context.malformed("more than can be read")),
            }
        }
        Err(context.unavailable("its newest blocks keep changing", None))
    }

    /// Reads at the newest block, for a node that has no other. The reading is of the block that all answers named.
    async fn read_at_newest(&self, node: &EvmNode, head: &Head) -> Result<Reading, CallError> {
        let caller = BlockCaller::at_newest(node, self.network.row.multicall.as_ref(), head, &self.purpose);
        let reading = self.read_at(node, head, &caller).await?;
        let context = node.context(&self.purpose);
        let number = caller
            .newest()
            .ok_or_else(|| context.malformed("an answer without its block"))?;
        let block = node.block(number, &self.purpose).await?;
        if block.number != number || number.abs_diff(head.block.number) > self.network.lag() {
            return Err(CallError::Node(
                context.malformed("an answer at another block than its newest"),
            ));
        }
        Ok(Reading { block, ..reading })
    }

    async fn read_at(&self, node: &EvmNode, head: &Head, caller: &BlockCaller<'_>) -> Result<Reading, CallError> {
        let unreadable = self.network.unreadable().clone();
        let (separate, batched): (Vec<TokenToRead>, Vec<TokenToRead>) = self
            .tokens
            .iter()
            .cloned()
            .partition(|token| unreadable.contains(&token.contract));
        let done = ProgressCounter {
            of: self,
            count: AtomicU32::new(0),
        };
        let (first, rest) = batched.split_at(batched.len().min(BATCH));
        let mut batches = vec![self.read_batch(caller, true, first, &done)];
        for tokens in rest.chunks(BATCH) {
            batches.push(self.read_batch(caller, false, tokens, &done));
        }
        let batches: Vec<Vec<CallOutcome>> = stream::iter(batches).buffered(CONCURRENT).try_collect().await?;
        let separate_outcomes = caller.separately(&self.calls(&separate)).await?;
        done.add(separate.len());
        let mut outcomes = batches.into_iter().flatten().chain(separate_outcomes);
        let native = outcomes.next().and_then(|native| amount(&native.ok()?).ok());
        let native = native.ok_or_else(|| node.context(&self.purpose).malformed("no native balance"))?;
        let mut tokens: Vec<(TokenToRead, CallOutcome)> = batched.into_iter().chain(separate).zip(outcomes).collect();
        self.check_state(caller, node, head, &tokens).await?;
        if !caller.is_at_newest() {
            self.compare_callers(caller, &mut tokens).await;
        }
        let reading = self.reading(node, head, native, tokens.into_iter());
        let at = (caller, head.block.time, &self.network.row.native.id);
        let protocols = protocols::read(self.protocols, self.account, &reading.balances, at).await?;
        Ok(Reading { protocols, ..reading })
    }

    /// Rejects a node on which every token returns empty data, unless a contract that certainly exists answers.
    async fn check_state(
        &self,
        caller: &BlockCaller<'_>,
        node: &EvmNode,
        head: &Head,
        tokens: &[(TokenToRead, CallOutcome)],
    ) -> Result<(), CallError> {
        let nothing = |(_, outcome): &(TokenToRead, CallOutcome)| outcome.as_ref().is_ok_and(Vec::is_empty);
        if caller.has_aggregated() || tokens.is_empty() || !tokens.iter().all(nothing) {
            return Ok(());
        }
        let has_witness = state::witness(&self.network.row, head.block.number).is_some();
        if !has_witness && tokens.len() >= MIN_EMPTY {
            return Err(CallError::Node(state::missing(node, &self.purpose)));
        }
        Ok(state::check(self.network, node, head, &self.purpose).await?)
    }

    fn balance_of(&self) -> Vec<u8> {
        let account = raw(&self.account.address);
        Erc20::balanceOfCall { account }.abi_encode()
    }

    /// Reads a batch of tokens. The first batch begins with the native balance.
    async fn read_batch(
        &self,
        caller: &BlockCaller<'_>,
        first: bool,
        tokens: &[TokenToRead],
        done: &ProgressCounter<'_>,
    ) -> Result<Vec<CallOutcome>, CallError> {
        let native = first.then(|| EvmCall::Native(self.account.address.clone()));
        let calls: Vec<EvmCall> = native.into_iter().chain(self.calls(tokens)).collect();
        let outcomes = caller.batch(&calls).await?;
        done.add(tokens.len());
        Ok(outcomes)
    }

    fn calls(&self, tokens: &[TokenToRead]) -> Vec<EvmCall> {
        let data = self.balance_of();
        let call = |token: &TokenToRead| EvmCall::Contract {
            to: token.contract.clone(),
            data: data.clone(),
        };
        tokens.iter().map(call).collect()
    }

    fn reading(
        &self,
        node: &EvmNode,
        head: &Head,
        native: RawAmount,
        tokens: impl Iterator<Item = (TokenToRead, CallOutcome)>,
    ) -> Reading {
        let mut balances = vec![(self.network.row.native.id.clone(), native)];
        let (mut unreadable, mut failed) = (Vec::new(), HashSet::new());
        for (token, outcome) in tokens {
            match outcome.and_then(|bytes| amount(&bytes)) {
                Ok(raw) => balances.push((token.id, raw)),
                Err(why) => {
                    unreadable.push((token.id, why));
                    failed.insert(token.contract);
                }
            }
        }
        balances.retain(|(_, raw)| !raw.is_zero());
        self.remember_unreadable(failed);
        Reading {
            block: head.block.clone(),
            source: SOURCE.clone(),
            host: node.host().to_owned(),
            balances,
            positions: Vec::new(),
            protocols: ports::ProtocolReading::default(),
            unreadable,
            waiting: WaitingTransactions::default(),
        }
    }

    /// Replaces the unreadable tokens among those that were read; other tokens keep their state.
    fn remember_unreadable(&self, failed: HashSet<Address>) {
        let mut known = self.network.unreadable();
        for token in &self.tokens {
            known.remove(&token.contract);
        }
        known.extend(failed);
    }
}

/// Decodes a balance: the first word, as Solidity does. Further bytes are ignored, but an answer that is far too long
/// is no balance.
fn amount(bytes: &[u8]) -> Result<RawAmount, String> {
    bytes
        .first_chunk()
        .filter(|_| bytes.len() <= MAX_ANSWER)
        .map(RawAmount::from_word)
        .ok_or_else(|| match bytes.len() {
            0 => NO_CONTRACT.to_owned(),
            count => format!("its contract answers {count} bytes instead of 32"),
        })
}

/// Counts finished tokens and reports the progress.
struct ProgressCounter<'a> {
    of: &'a Balances<'a>,
    count: AtomicU32,
}

impl ProgressCounter<'_> {
    fn add(&self, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let done = self.count.fetch_add(count, Ordering::Relaxed).saturating_add(count);
        let total = u32::try_from(self.of.tokens.len()).unwrap_or(u32::MAX);
        self.of.progress.report(done, total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balance_is_the_first_word() {
        let mut word = [0; 32];
        word[31] = 7;
        assert_eq!(amount(&word).unwrap().to_string(), "7");
        assert!(
            amount(&[0xff; 32])
                .unwrap()
                .to_string()
                .starts_with("115792089237316195423570985008687907853269984665")
        );
        assert!(amount(&[]).unwrap_err().contains("no contract"));
        assert!(amount(&[0; 31]).unwrap_err().contains("31 bytes"));
        let longer = [&word[..], &[0xff; 32], &[1]].concat();
        assert_eq!(amount(&longer).unwrap().to_string(), "7");
        assert!(amount(&[0; 1024]).is_ok());
        assert!(amount(&[0; 1025]).unwrap_err().contains("1025 bytes"));
    }
}
