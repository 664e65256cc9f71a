//! Transactions of a shared portfolio: types with fields only for what visitors may see.

use std::collections::BTreeMap;

use domain::share;
use ports::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::bodies::{AccountHistoryState, SearchTransactionData, TransactionAssetPrice, asset_prices};
use super::coverage::{account_state, number};
use crate::App;
use crate::routes::entry::{TransactionRow, count, row};
use crate::routes::wallet::SharedView;
use crate::wire::{Limit, Start, Time};

/// The caller's own transactions, or what a visitor may see of a shared portfolio, as `view` states.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Transactions {
    /// With a session.
    Own(Box<SearchTransactionData>),
    /// With a share session.
    Shared(Box<SharedTransactionData>),
}

/// A page of the transactions of a shared portfolio.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedTransactionData {
    pub view: SharedView,
    pub results: Vec<TransactionRow>,
    pub start: Start,
    pub limit: Limit,
    /// How many transactions meet the conditions.
    #[schema(example = 2418)]
    pub total_count: i64,
    /// How many more are left out because they were worth less than one dollar.
    #[schema(example = 212)]
    pub dust_hidden: i64,
    /// The currency of every value.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// Today's prices of the assets in the rows, by asset. Assets without a known price are left out.
    pub asset_prices: BTreeMap<String, TransactionAssetPrice>,
    pub coverage: SharedHistoryCoverage,
    /// Changes with every change of the transactions.
    #[schema(example = "12.3.7")]
    pub revision: String,
}

/// How much of the history of a shared portfolio is known, without the error messages of sources.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedHistoryCoverage {
    /// Whether the history of every account is complete: each was read, and each with activity to its end.
    pub complete: bool,
    /// Since when the history is known.
    pub known_since: Option<Time>,
    /// The number of accounts with activity, and of those of which it is not known whether they have some.
    #[schema(example = 12)]
    pub accounts: i64,
    /// How many of them are neither waiting nor being read.
    #[schema(example = 10)]
    pub accounts_done: i64,
    /// The number of stored facts.
    #[schema(example = 2418)]
    pub entries: i64,
    /// The number of facts that the sources state; null where a source does not state it.
    #[schema(example = 3100)]
    pub total: Option<i64>,
    /// What is missing.
    pub gaps: Vec<SharedHistoryGap>,
    /// Each of these accounts.
    pub accounts_status: Vec<SharedAccountHistory>,
}

/// A part of the history that is missing.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedHistoryGap {
    /// A stable code.
    #[schema(example = "internal_transfers")]
    pub kind: String,
    /// What is missing and why.
    #[schema(example = "Coins that contracts sent or received on Scroll are not reported by any source here.")]
    pub text: String,
    /// How many accounts it affects.
    #[schema(example = 1)]
    pub accounts: i64,
}

/// How far the history of one account is read.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedAccountHistory {
    /// The account's CAIP-10 id.
    #[schema(example = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub account: String,
    /// Its public name or shortened address.
    #[schema(example = "vitalik.eth")]
    pub name: String,
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    pub state: AccountHistoryState,
    /// The number of stored facts.
    #[schema(example = 412)]
    pub facts: i64,
    /// The number of facts that the source states; null where it does not.
    #[schema(example = 538)]
    pub total: Option<i64>,
    /// How far reading is, in percent of the blocks; null before it begins.
    #[schema(example = 61)]
    pub percent: Option<i64>,
    /// The time of the earliest fact.
    pub oldest: Option<Time>,
}

/// Returns a page of a shared portfolio on the wire.
pub(super) fn shared_page(
    app: &App,
    page: &share::SharedEntryPage,
    limit: Limit,
    currency: &ports::Currency,
) -> Transactions {
    Transactions::Shared(Box::new(SharedTransactionData {
        view: SharedView::Shared,
        results: page.rows.iter().map(|line| row(app, line)).collect(),
        start: Start(count(page.start)),
        limit,
        total_count: count(page.total),
        dust_hidden: count(page.dust_hidden),
        currency_code: currency.to_string(),
        asset_prices: asset_prices(&page.prices, currency),
        coverage: coverage(app, &page.coverage),
        revision: page.revision.clone(),
    }))
}

fn coverage(app: &App, coverage: &share::SharedHistoryCoverage) -> SharedHistoryCoverage {
    let totals: Option<Vec<u64>> = coverage.accounts.iter().map(|one| one.total).collect();
    SharedHistoryCoverage {
        complete: coverage.complete,
        known_since: coverage.known_since.map(Timestamp::into),
        accounts: count(coverage.accounts.len()),
        accounts_done: count(coverage.settled),
        entries: number(coverage.accounts.iter().map(|one| one.facts).sum()),
        total: totals.map(|totals| number(totals.iter().sum())),
        gaps: coverage
            .gaps
            .iter()
            .map(|(kind, text, accounts)| SharedHistoryGap {
                kind: (*kind).to_owned(),
                text: text.clone(),
                accounts: count(*accounts),
            })
            .collect(),
        accounts_status: coverage.accounts.iter().map(|one| account(app, one)).collect(),
    }
}

fn account(app: &App, one: &share::SharedAccountHistory) -> SharedAccountHistory {
    let chain = app.tracker().ports().chains.get(&one.account.chain);
    SharedAccountHistory {
        account: one.account.to_string(),
        name: one.name.clone(),
        chain_name: chain.map_or_else(|| one.account.chain.to_string(), |chain| chain.name.clone()),
        state: account_state(one.state),
        facts: number(one.facts),
        total: one.total.map(number),
        percent: one.percent.map(i64::from),
        oldest: one.oldest.map(Timestamp::into),
    }
}
