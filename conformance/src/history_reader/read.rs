//! Reading a whole history page by page.

use std::fmt;

use ports::{
    Fact, HistoryReader, RawAmount, RemoteError, TransactionId,
    fact::{FactBody, Log, TokenStandard},
    history::{HistoryGap, HistoryRequest},
};

/// The maximum number of pages of one request.
const MAX_PAGES: usize = 150;

/// What a reader reported about a request.
#[derive(Debug, Default)]
pub(super) struct WholeHistory {
    pub(super) facts: Vec<Fact>,
    pub(super) gaps: Vec<HistoryGap>,
    /// After each page: `through`, and the number of facts so far.
    pub(super) progress: Vec<(u64, usize)>,
}

/// Why a history could not be read.
#[derive(Debug)]
pub(super) enum HistoryFailure {
    Remote(RemoteError),
    /// The pages contradict the contract of the port.
    Pages(String),
}

impl fmt::Display for HistoryFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remote(error) => write!(f, "{error:?}"),
            Self::Pages(what) => f.write_str(what),
        }
    }
}

/// A row as it is found in a fact.
pub(super) type ReportedAmount = (u64, TransactionId, RawAmount);

/// Reads all pages of a request.
pub(super) async fn whole(
    reader: &dyn HistoryReader,
    mut request: HistoryRequest,
) -> Result<WholeHistory, HistoryFailure> {
    let mut whole = WholeHistory::default();
    let mut reached = None;
    for _ in 0..MAX_PAGES {
        let page = reader.page(&request).await.map_err(HistoryFailure::Remote)?;
        whole.facts.extend(page.facts);
        whole.gaps.extend(page.gaps);
        whole
            .progress
            .extend(page.through.map(|through| (through, whole.facts.len())));
        if page.through < reached || page.through.is_some_and(|through| through > request.blocks.1) {
            let what = format!("through {:?} after {reached:?}", page.through);
            return Err(HistoryFailure::Pages(what));
        }
        let stands_still = page.through == reached && page.continuation == request.continuation;
        match page.continuation {
            None if page.through == Some(request.blocks.1) => return Ok(whole),
            None => {
                let what = format!("no continuation, but through {:?}", page.through);
                return Err(HistoryFailure::Pages(what));
            }
            Some(next) if stands_still => {
                return Err(HistoryFailure::Pages(format!("the continuation {next} after itself")));
            }
            next => (request.continuation, reached) = (next, page.through),
        }
    }
    Err(HistoryFailure::Pages(format!("more than {MAX_PAGES} pages")))
}

/// Returns the amounts of facts, in order.
pub(super) fn amounts(facts: &[Fact]) -> Vec<ReportedAmount> {
    let mut amounts = Vec::new();
    for fact in facts {
        let found: Vec<RawAmount> = match &fact.body {
            FactBody::Transaction(transaction) => vec![transaction.value],
            FactBody::InternalTransfers(transfers) => transfers.iter().map(|one| one.value).collect(),
            FactBody::TokenTransfers(TokenStandard::Erc721, transfers) => {
                let ids = transfers.iter().map(|one| one.token_id.as_deref().unwrap_or_default());
                ids.map(|id| id.parse().unwrap_or(RawAmount::ZERO)).collect()
            }
            FactBody::TokenTransfers(_, transfers) => transfers.iter().map(|one| one.value).collect(),
            FactBody::Withdrawal(withdrawal) => vec![withdrawal.value],
            FactBody::CoinTransaction(transaction) => {
                let own = |output: &&ports::fact::CoinOutput| output.address.as_ref() == Some(&fact.account.address);
                transaction.outputs.iter().filter(own).map(|one| one.value).collect()
            }
            FactBody::ExchangeRow(row) => row.amounts.iter().map(|one| one.amount.size()).collect(),
            FactBody::Receipt(receipt) => {
                let account = fact.account.address.as_str().trim_start_matches("0x").to_lowercase();
                let own = |log: &&Log| log.topics.get(2).is_some_and(|topic| topic.ends_with(&account));
                receipt.logs.iter().filter(own).map(logged_amount).collect()
            }
        };
        amounts.extend(
            found
                .into_iter()
                .map(|amount| (fact.block.number, fact.transaction.clone(), amount)),
        );
    }
    amounts.sort();
    amounts
}

/// Returns the number in the data of a log; zero where it is none, which is no amount of a row.
fn logged_amount(log: &Log) -> RawAmount {
    let digits = log.data.trim_start_matches("0x");
    let number = u128::from_str_radix(digits, 16).unwrap_or_default();
    RawAmount::from(number)
}
