//! The histories of the demo world: the invented transactions of its accounts as facts.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    account::AccountId,
    address::Address,
    chain::ChainId,
    clock::Clock,
    fact::{
        Fact, FactBlock, FactBody, InternalTransfer, Log, ReportedTransaction, Stream, TokenStandard, TokenTransfer,
        TransactionReceipt,
    },
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryReader, HistoryRequest},
    source::{Profile, RemoteError, SourceId, SourceKind},
};

use super::{
    blocks::DemoChain,
    invented::{LEARNS, pause},
    random::mix,
    timeline::{self, DemoContent, DemoTransaction, EvmTransaction},
    world::{AccountTimeline, DemoWorld},
};

const WHO: &str = "Demo history";
/// The number of facts on a page.
const PAGE: usize = 100;
/// The transaction type with a priority fee (EIP-1559).
const ENVELOPE: u8 = 2;
/// `Approval(address,address,uint256)`.
const APPROVAL: &str = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
/// The streams of EVM chains; withdrawals exist on Ethereum only.
const EVM_STREAMS: [Stream; 6] = [
    Stream::Transactions,
    Stream::InternalTransfers,
    Stream::TokenTransfers,
    Stream::NftTransfers,
    Stream::MultiTokenTransfers,
    Stream::Receipts,
];

/// Reports invented histories. It never opens a socket.
pub struct DemoHistory {
    clock: Arc<dyn Clock>,
    world: Arc<DemoWorld>,
}

impl DemoHistory {
    pub(super) fn new(clock: Arc<dyn Clock>, world: Arc<DemoWorld>) -> Self {
        Self { clock, world }
    }

    fn newest(&self, chain: &DemoChain) -> u64 {
        chain.number_at(self.clock.now())
    }

    /// Returns one page, without the time that a remote answer would take.
    pub(super) fn read(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let account = &request.account;
        self.world.check(account, WHO)?;
        let chain = self.world.chain(&account.chain, WHO)?;
        if !self.streams(&account.chain).contains(&request.stream) {
            return Err(unsupported(format!("{} on {}", request.stream.code(), chain.row.name)));
        }
        let (head, (first, last)) = (self.newest(chain), request.blocks);
        if last > head {
            return Err(unavailable(format!(
                "block {last} does not exist yet: the newest one is {head}"
            )));
        }
        let from = match &request.continuation {
            None => first,
            Some(next) => next
                .parse()
                .map_err(|_| unsupported(format!("a continuation of \"{next}\"")))?,
        };
        let timeline = self.world.timeline(account, head, WHO)?;
        Ok(page(facts(chain, account, &timeline, request.stream), from, last))
    }
}

/// Returns all facts of a stream of an account, in order.
pub(super) fn facts(chain: &DemoChain, account: &AccountId, timeline: &AccountTimeline, stream: Stream) -> Vec<Fact> {
    let fact = |transaction: &DemoTransaction| {
        Some(Fact {
            account: account.clone(),
            transaction: transaction.id.clone(),
            body: body(transaction, stream, &account.address)?,
            block: block(chain, transaction),
            source: SourceId::fixed("demo-history"),
        })
    };
    timeline.transactions.iter().filter_map(fact).collect()
}

#[async_trait]
impl HistoryReader for DemoHistory {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed("demo-history"),
            name: WHO.to_owned(),
            kind: SourceKind::Chain,
            website: String::new(),
            learns: LEARNS.to_owned(),
            capabilities: vec!["invented transactions".to_owned()],
            rate_limit: "none".to_owned(),
            hosts: Vec::new(),
            credentials: Vec::new(),
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        self.world.chains.iter().map(|chain| chain.row.id.clone()).collect()
    }

    fn streams(&self, chain: &ChainId) -> Vec<Stream> {
        match self.world.chain(chain, WHO) {
            Ok(chain) if chain.is_bitcoin_like() => vec![Stream::CoinTransactions],
            Ok(chain) if !timeline::covers(chain) => Vec::new(),
            Ok(_) => {
                let withdrawals = (chain.evm_number() == Some(1)).then_some(Stream::Withdrawals);
                EVM_STREAMS.into_iter().chain(withdrawals).collect()
            }
            Err(_) => Vec::new(),
        }
    }

    /// No transactions are invented on Solana.
    fn gaps(&self, chain: &ChainId) -> Vec<HistoryGap> {
        let is_covered = self.world.chain(chain, WHO).is_ok_and(timeline::covers);
        let gap = HistoryGap {
            kind: HistoryGapKind::NoSource,
            blocks: None,
        };
        if is_covered { Vec::new() } else { vec![gap] }
    }

    async fn head(&self, chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        pause(3).await;
        Ok(Some(self.newest(self.world.chain(chain, WHO)?)))
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        pause(8).await;
        self.read(request)
    }
}

/// Cuts the page that begins at a block. No two transactions of an account are in one block, so a page ends with a block.
fn page(all: Vec<Fact>, from: u64, last: u64) -> HistoryPage {
    let total = u64::try_from(all.len()).ok();
    let mut facts: Vec<Fact> = all
        .into_iter()
        .filter(|fact| (from..=last).contains(&fact.block.number))
        .take(PAGE + 1)
        .collect();
    let has_more = facts.len() > PAGE;
    facts.truncate(PAGE);
    let end = facts.last().map(|fact| fact.block.number).filter(|_| has_more);
    HistoryPage {
        markets: Vec::new(),
        facts,
        through: Some(end.unwrap_or(last)),
        continuation: end.map(|end| (end + 1).to_string()),
        total,
        gaps: Vec::new(),
    }
}

fn block(chain: &DemoChain, transaction: &DemoTransaction) -> FactBlock {
    let block = chain.block(transaction.block);
    FactBlock {
        number: block.number,
        hash: Some(block.hash),
        time: block.time,
        position: position(transaction),
    }
}

/// Returns the position in the block, which both accounts of a transaction report alike. Withdrawals have none.
fn position(transaction: &DemoTransaction) -> Option<u32> {
    match &transaction.content {
        DemoContent::Withdrawal(_) => None,
        DemoContent::Evm(_) | DemoContent::Coin(_) => u32::try_from(number(transaction) % 180).ok(),
    }
}

/// Returns a number that follows from the hash of a transaction.
fn number(transaction: &DemoTransaction) -> u64 {
    let id = transaction.id.to_string();
    let digits = id.get(48..64);
    digits
        .and_then(|digits| u64::from_str_radix(digits, 16).ok())
        .unwrap_or(0)
}

/// Returns what a stream reports about a transaction; `None` where that is nothing.
fn body(transaction: &DemoTransaction, stream: Stream, account: &Address) -> Option<FactBody> {
    match (&transaction.content, stream) {
        (DemoContent::Coin(coins), Stream::CoinTransactions) => Some(FactBody::CoinTransaction(coins.clone())),
        (DemoContent::Withdrawal(withdrawal), Stream::Withdrawals) => Some(FactBody::Withdrawal(withdrawal.clone())),
        (DemoContent::Evm(evm), Stream::Transactions) => reported(evm, account),
        (DemoContent::Evm(evm), Stream::InternalTransfers) => internal(evm, account),
        (DemoContent::Evm(evm), Stream::TokenTransfers) => tokens(transaction, evm, TokenStandard::Erc20, account),
        (DemoContent::Evm(evm), Stream::NftTransfers) => tokens(transaction, evm, TokenStandard::Erc721, account),
        (DemoContent::Evm(evm), Stream::MultiTokenTransfers) => {
            tokens(transaction, evm, TokenStandard::Erc1155, account)
        }
        (DemoContent::Evm(evm), Stream::Receipts) => receipt(transaction, evm),
        _ => None,
    }
}

/// Returns the receipt of an approval; those of other transactions state nothing more than the lists.
fn receipt(transaction: &DemoTransaction, evm: &EvmTransaction) -> Option<FactBody> {
    let spender = evm.spender.as_ref().filter(|_| evm.succeeded)?;
    let word = |address: &Address| {
        let digits = address.as_str().to_ascii_lowercase();
        format!("0x{:0>64}", digits.trim_start_matches("0x"))
    };
    let log = Log {
        index: u32::try_from(mix(number(transaction), 1) % 300).ok()?,
        address: evm.to.clone(),
        topics: vec![APPROVAL.to_owned(), word(&evm.from), word(spender)],
        data: format!("0x{}", "f".repeat(64)),
    };
    Some(FactBody::Receipt(TransactionReceipt {
        from: evm.from.clone(),
        to: Some(evm.to.clone()),
        created: None,
        succeeded: Some(true),
        fee: evm.fee.into(),
        data_fee: evm.data_fee.map(Into::into),
        operator_fee: None,
        blob_fee: None,
        logs: vec![log],
        authorized: Vec::new(),
    }))
}

fn reported(evm: &EvmTransaction, account: &Address) -> Option<FactBody> {
    (evm.from == *account || evm.to == *account).then(|| {
        FactBody::Transaction(ReportedTransaction {
            from: evm.from.clone(),
            to: Some(evm.to.clone()),
            created: None,
            value: evm.value.into(),
            nonce: evm.nonce,
            succeeded: evm.succeeded,
            fee: Some(evm.fee.into()),
            data_fee: evm.data_fee.map(Into::into),
            selector: evm.selector.map(str::to_owned),
            envelope: Some(ENVELOPE),
        })
    })
}

fn internal(evm: &EvmTransaction, account: &Address) -> Option<FactBody> {
    let own = evm.internal.iter().enumerate();
    let own = own.filter(|(_, (from, to, _))| from == account || to == account);
    let transfers = own.map(|(index, (from, to, value))| InternalTransfer {
        trace: format!("0_{index}"),
        from: from.clone(),
        to: Some(to.clone()),
        value: (*value).into(),
        call: "call".to_owned(),
        failed: false,
    });
    let transfers: Vec<InternalTransfer> = transfers.collect();
    (!transfers.is_empty()).then_some(FactBody::InternalTransfers(transfers))
}

fn tokens(
    transaction: &DemoTransaction,
    evm: &EvmTransaction,
    standard: TokenStandard,
    account: &Address,
) -> Option<FactBody> {
    let first = u32::try_from(mix(number(transaction), 1) % 300).ok()?;
    let numbered = (first..).zip(&evm.tokens);
    let own = numbered
        .filter(|(_, (of, transfer))| *of == standard && (transfer.from == *account || transfer.to == *account));
    let transfers: Vec<TokenTransfer> = own
        .map(|(index, (_, transfer))| TokenTransfer {
            log_index: Some(index),
            ..transfer.clone()
        })
        .collect();
    (!transfers.is_empty()).then_some(FactBody::TokenTransfers(standard, transfers))
}

fn unsupported(what: String) -> RemoteError {
    RemoteError::Unsupported {
        who: WHO.to_owned(),
        what,
    }
}

fn unavailable(why: String) -> RemoteError {
    RemoteError::Unavailable {
        who: WHO.to_owned(),
        why,
        retry_after: None,
    }
}
