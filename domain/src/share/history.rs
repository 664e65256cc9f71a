//! The history of a shared portfolio as a visitor sees it: the entries of the shared accounts, without anything that the owner
//! added. Every type of the ledger is destructured in full, so that a new field breaks the build here and someone decides
//! whether visitors may see it.

use std::collections::BTreeMap;

use ports::{
    AccountId, Address, AssetId, Currency, EntryId, SourceId, Stream, Timestamp, fact::FactId, share::ShareTarget,
};

use crate::{
    ledger::{
        AccountHistory, BookOwner, ChangeQuery, ClosingPriceQuery, ClosingPriceTable, CostTable, CounterpartyReport,
        EntryDetail, EntryFilters, EntryLine, EntryPage, EntryQuery, EntrySums, FactLine, FeeReport, FlowReport,
        HistoryCoverage, HistoryGapLine, HistoryState, LedgerError, MatchState, MethodTable, PeriodQuery, PriceToday,
        ReportWindow, ValueChange, ValueGraph, ValueOwner, ValuePeriod, ValueQuery,
    },
    share::{Shares, Visitor},
};

/// A page of the entries of a shared portfolio.
#[derive(Clone, Debug)]
pub struct SharedEntryPage {
    /// The offset of its first row.
    pub start: usize,
    /// The rows.
    pub rows: Vec<EntryLine>,
    /// How many rows match.
    pub total: usize,
    /// How many rows match but are left out as dust.
    pub dust_hidden: usize,
    /// Today's prices of the assets of the rows. Those without a known price are left out.
    pub prices: BTreeMap<AssetId, PriceToday>,
    /// How much of the history is known.
    pub coverage: SharedHistoryCoverage,
    /// Changes with every change of the rows.
    pub revision: String,
}

/// How much of the history is known: how much and where, but never the error texts of sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedHistoryCoverage {
    /// Whether the history of every account is complete.
    pub complete: bool,
    /// Since when the history is known.
    pub known_since: Option<Timestamp>,
    /// Each account, in the order of the owner's wallets.
    pub accounts: Vec<SharedAccountHistory>,
    /// How many accounts are neither waiting nor being read.
    pub settled: usize,
    /// What is missing, as a code and a sentence, with the number of accounts that it affects.
    pub gaps: Vec<(&'static str, String, usize)>,
}

/// How far the history of one account is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedAccountHistory {
    /// Which account.
    pub account: AccountId,
    /// Its public name or shortened address.
    pub name: String,
    /// How far it is.
    pub state: HistoryState,
    /// The number of stored facts.
    pub facts: u64,
    /// The number of facts that the sources state.
    pub total: Option<u64>,
    /// How far the reading is, in percent of the blocks.
    pub percent: Option<u8>,
    /// The time of its earliest fact.
    pub oldest: Option<Timestamp>,
}

/// An entry with its facts.
#[derive(Clone, Debug)]
pub struct SharedEntryDetail {
    /// The row.
    pub line: EntryLine,
    /// The decoder that made it.
    pub decoder: String,
    /// The version of the list of decoders.
    pub decoder_version: u32,
    /// The facts that it was derived from.
    pub facts: Vec<SharedFact>,
    /// The other side of a transfer between shared accounts.
    pub matched: Option<SharedMatch>,
}

/// A fact without the time at which it was read, which tells when the owner added the wallet.
#[derive(Clone, Debug)]
pub struct SharedFact {
    /// Its id.
    pub id: FactId,
    /// The source.
    pub source: SourceId,
    /// The source's name.
    pub source_name: String,
    /// The stream.
    pub stream: Stream,
    /// The block.
    pub block: u64,
    /// The block's hash.
    pub block_hash: Option<String>,
    /// Its content as JSON.
    pub json: String,
}

/// The other side of a transfer between shared accounts, found by a rule.
#[derive(Clone, Debug)]
pub struct SharedMatch {
    /// Why the sides belong together, as a sentence.
    pub reason: String,
    /// The other side.
    pub others: Vec<EntryLine>,
}

impl Shares {
    /// Returns a page of the entries of the shared portfolio. A public address has none: its history would reveal whether a
    /// user watches it.
    pub async fn entries(&self, visitor: &Visitor, query: &EntryQuery) -> Result<SharedEntryPage, LedgerError> {
        let owner = self.book_owner(visitor).await?;
        let EntryPage {
            start,
            rows,
            total,
            dust_hidden,
            prices,
            coverage,
            // What waits is empty here, because it is not final.
            waiting: _,
            revision,
        } = self.ledgers.search_of(&owner, query).await?;
        Ok(SharedEntryPage {
            start,
            rows,
            total,
            dust_hidden,
            prices,
            coverage: coverage.into(),
            revision,
        })
    }

    /// Returns the values that the entries of the shared portfolio can be filtered by.
    pub async fn entry_filters(&self, visitor: &Visitor) -> Result<EntryFilters, LedgerError> {
        let owner = self.book_owner(visitor).await?;
        self.ledgers.filters_of(&owner).await
    }

    /// Returns one of the entries of the shared portfolio in full.
    pub async fn entry(
        &self,
        visitor: &Visitor,
        id: &EntryId,
        currency: &Currency,
    ) -> Result<SharedEntryDetail, LedgerError> {
        let owner = self.book_owner(visitor).await?;
        Ok(self.ledgers.entry_of(&owner, id, currency).await?.into())
    }

    /// Returns what everything in the shared portfolio cost, and what it is worth today.
    pub async fn cost_table(&self, visitor: &Visitor, currency: &Currency) -> Result<CostTable, LedgerError> {
        let owner = self.book_owner(visitor).await?;
        self.ledgers.cost_table_of(&owner, currency).await
    }

    /// Returns what each method makes of the history of the shared portfolio.
    pub async fn methods(&self, visitor: &Visitor, currency: &Currency) -> Result<MethodTable, LedgerError> {
        let owner = self.book_owner(visitor).await?;
        self.ledgers.methods_of(&owner, currency).await
    }

    /// Returns the value of the shared portfolio over time.
    pub async fn value_graph(&self, visitor: &Visitor, query: &ValueQuery) -> Result<ValueGraph, LedgerError> {
        let owner = self.value_owner(visitor).await?;
        self.ledgers.value_graph_of(&owner, query).await
    }

    /// Returns the closing prices of assets in the history of the shared portfolio.
    pub async fn closing_prices(
        &self,
        visitor: &Visitor,
        query: &ClosingPriceQuery,
    ) -> Result<ClosingPriceTable, LedgerError> {
        let owner = self.book_owner(visitor).await?;
        self.ledgers.closing_prices_of(&owner, query).await
    }

    /// Returns what those of the entries of the shared portfolio add up to that a search finds.
    pub async fn sums(&self, visitor: &Visitor, query: &EntryQuery) -> Result<EntrySums, LedgerError> {
        let owner = self.book_owner(visitor).await?;
        self.ledgers.sums_of(&owner, query).await
    }

    /// Returns what came in to the shared portfolio and what went out.
    pub async fn flows(
        &self,
        visitor: &Visitor,
        window: &ReportWindow,
        currency: &Currency,
    ) -> Result<FlowReport, LedgerError> {
        let owner = self.book_owner(visitor).await?;
        self.ledgers.flows_of(&owner, window, currency).await
    }

    /// Returns with which services value was exchanged in the shared portfolio.
    pub async fn counterparties(
        &self,
        visitor: &Visitor,
        window: &ReportWindow,
        currency: &Currency,
    ) -> Result<CounterpartyReport, LedgerError> {
        let owner = self.book_owner(visitor).await?;
        self.ledgers.counterparties_of(&owner, window, currency).await
    }

    /// Returns the fees of the shared portfolio.
    pub async fn fees(
        &self,
        visitor: &Visitor,
        window: &ReportWindow,
        currency: &Currency,
    ) -> Result<FeeReport, LedgerError> {
        let owner = self.book_owner(visitor).await?;
        self.ledgers.fees_of(&owner, window, currency).await
    }

    /// Returns what was held in the shared portfolio in a period.
    pub async fn value_period(&self, visitor: &Visitor, query: &PeriodQuery) -> Result<ValuePeriod, LedgerError> {
        let owner = self.value_owner(visitor).await?;
        self.ledgers.value_period_of(&owner, query).await
    }

    /// Returns how the value of the shared portfolio changed in a span of days.
    pub async fn value_change(&self, visitor: &Visitor, query: &ChangeQuery) -> Result<ValueChange, LedgerError> {
        let owner = self.value_owner(visitor).await?;
        self.ledgers.value_change_of(&owner, query).await
    }

    /// Returns whose values visitors see.
    pub(crate) async fn value_owner(&self, visitor: &Visitor) -> Result<ValueOwner, LedgerError> {
        Ok(ValueOwner {
            book: self.book_owner(visitor).await?,
            viewpoint: self.viewpoint(visitor).await?,
            accounts: None,
        })
    }

    async fn book_owner(&self, visitor: &Visitor) -> Result<BookOwner, LedgerError> {
        let ShareTarget::Portfolio(user) = visitor.session.target else {
            return Err(LedgerError::NotFound);
        };
        let wallets = self.wallets(visitor).await?;
        let names = wallets.iter().map(|one| (one.address.clone(), one.label()));
        let names: BTreeMap<Address, String> = names.collect();
        Ok(self.ledgers.visitors_owner(user, names).await?)
    }
}

impl From<HistoryCoverage> for SharedHistoryCoverage {
    fn from(coverage: HistoryCoverage) -> Self {
        let (complete, settled) = (coverage.is_complete(), coverage.settled());
        let HistoryCoverage {
            names,
            accounts,
            quiet: _,
            // A visitor's book has none.
            unread_wallets: _,
            gaps,
            known_since,
        } = coverage;
        let account = |one| shared_account(one, &names);
        let gap = |one| {
            let HistoryGapLine {
                code,
                text,
                // Only the operator can act on it.
                remedy: _,
                accounts,
            } = one;
            (code, text, accounts.len())
        };
        Self {
            complete,
            known_since,
            accounts: accounts.into_iter().map(account).collect(),
            settled,
            gaps: gaps.into_iter().map(gap).collect(),
        }
    }
}

fn shared_account(one: AccountHistory, names: &BTreeMap<Address, String>) -> SharedAccountHistory {
    let AccountHistory {
        account,
        state,
        facts,
        total,
        percent,
        oldest,
        cap: _,
        error: _,
        next_attempt: _,
        updated_at: _,
    } = one;
    let name = names.get(&account.address).cloned();
    SharedAccountHistory {
        name: name.unwrap_or_else(|| account.address.short()),
        account,
        state,
        facts,
        total,
        percent,
        oldest,
    }
}

impl From<EntryDetail> for SharedEntryDetail {
    fn from(detail: EntryDetail) -> Self {
        let EntryDetail {
            line,
            // How often and when the entry was stored tells when the owner added the wallet.
            revision: _,
            stored_at: _,
            decoder,
            decoder_version,
            facts,
            note: _,
            mark: _,
            matching,
        } = detail;
        let matched = match matching {
            MatchState::Matched { reason, others } => Some(SharedMatch { reason, others }),
            MatchState::Candidates(_) | MatchState::Rejected(_) | MatchState::None => None,
        };
        Self {
            line,
            decoder,
            decoder_version,
            facts: facts.into_iter().map(Into::into).collect(),
            matched,
        }
    }
}

impl From<FactLine> for SharedFact {
    fn from(fact: FactLine) -> Self {
        let FactLine {
            id,
            source,
            source_name,
            stream,
            block,
            block_hash,
            read_at: _,
            json,
        } = fact;
        Self {
            id,
            source,
            source_name,
            stream,
            block,
            block_hash,
            json,
        }
    }
}
