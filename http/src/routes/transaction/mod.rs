//! Transactions: the entries of the caller's accounts.

mod bodies;
mod conditions;
mod coverage;
mod export;
mod filter_rows;
mod report_bodies;
mod sums;
mod visitor_page;
mod waiting;

pub use bodies::*;
pub use report_bodies::*;
pub use visitor_page::*;

use axum::extract::State;
use domain::ledger::{EntryFilters, LedgerError};
use ports::{ApiKeyScope, Owner};
use utoipa_axum::routes;

use self::coverage::{coverage, number};
use self::filter_rows::{kind_option, option, plain};
use self::waiting::waiting;
use crate::App;
use crate::access::{Access, Call};
use crate::body::{Body, BodyWithHashes};
use crate::caller::Viewer;
use crate::calls::Calls;
use crate::csv_file::export_call;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};
use crate::routes::entry::{count, figures, method_name, row};
use crate::routes::wallet::OwnView;
use crate::wire::{NoFields, Start};

/// The calls of this file.
pub fn router() -> Calls {
    // A public address has no history, so its visitors are refused.
    let read = || {
        Call::read(Access::AnyUser)
            .shared()
            .scope(ApiKeyScope::Ledger)
            .problems(&[Code::NotFound])
            .computes()
    };
    Calls::default()
        .add(read(), routes!(search_transaction))
        .add(read(), routes!(get_transaction_filter))
        .add(read(), routes!(get_transaction_asset_filter))
        .add(read(), routes!(sums::get_transaction_sums))
        .add(export_call(), routes!(export::export_transactions))
}

/// Searches the transactions of the caller's accounts.
///
/// An own transfer is one row with both sides. Values are in the requested currency: those of the past at the price and rate of
/// their own day, those of today at the current ones. With the token of a share session of a portfolio it returns what visitors
/// may see of its transactions.
#[utoipa::path(post, path = "/wallet/transaction/search-transaction", tag = "transaction", operation_id = "searchTransaction",
    request_body(content = SearchTransactionRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SearchTransactionAnswer)))]
async fn search_transaction(
    State(app): State<App>,
    viewer: Viewer,
    BodyWithHashes(request): BodyWithHashes<SearchTransactionRequest>,
) -> Answer<Transactions> {
    let limit = request.limit;
    let query = conditions::query(&app, request)?;
    let caller = match viewer {
        Viewer::Caller(caller) => caller,
        Viewer::Visitor(visitor) => {
            let page = app.tracker().shares().entries(&visitor, &query).await?;
            return Ok(Envelope::of(shared_page(&app, &page, limit, &query.currency)));
        }
    };
    let page = app.tracker().ledgers().search(&caller, &query).await?;
    Ok(Envelope::of(Transactions::Own(Box::new(SearchTransactionData {
        view: OwnView::Own,
        results: page.rows.iter().map(|line| row(&app, line)).collect(),
        start: Start(count(page.start)),
        limit,
        total_count: count(page.total),
        dust_hidden: count(page.dust_hidden),
        currency_code: query.currency.to_string(),
        asset_prices: asset_prices(&page.prices, &query.currency),
        coverage: coverage(&app, &page.coverage),
        waiting: page.waiting.lines.iter().map(|line| waiting(&app, line)).collect(),
        waiting_unlisted: number(page.waiting.unlisted),
        revision: page.revision,
        figures: figures::of_page(Owner::User(caller.user), &page.rows, &query.currency),
    }))))
}

async fn filters(app: &App, viewer: Viewer) -> Result<EntryFilters, LedgerError> {
    match viewer {
        Viewer::Caller(caller) => app.tracker().ledgers().filters(&caller).await,
        Viewer::Visitor(visitor) => app.tracker().shares().entry_filters(&visitor).await,
    }
}

/// Returns the values that the caller's transactions, or those of a shared portfolio, can be filtered by.
///
/// Each has the number of its transactions.
#[utoipa::path(post, path = "/wallet/transaction/get-transaction-filter", tag = "transaction", operation_id = "getTransactionFilter",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetTransactionFilterAnswer)))]
async fn get_transaction_filter(
    State(app): State<App>,
    viewer: Viewer,
    _: Body<NoFields>,
) -> Answer<GetTransactionFilterData> {
    let EntryFilters {
        years,
        methods,
        kinds,
        assets,
        wallets,
        chains,
    } = filters(&app, viewer).await?;
    let years = years
        .into_iter()
        .map(|(year, rows)| plain(year.to_string(), &year.to_string(), rows));
    let methods = methods
        .into_iter()
        .map(|(one, rows)| plain(one.number().to_string(), method_name(one), rows));
    let kinds = kinds.into_iter().map(|(one, rows)| kind_option(one, rows));
    Ok(Envelope::of(GetTransactionFilterData {
        year_filter: years.collect(),
        method_filters: methods.collect(),
        asset_filters: assets.iter().map(option).collect(),
        wallet_filters: wallets.iter().map(option).collect(),
        chain_filters: chains.iter().map(option).collect(),
        kind_filters: kinds.collect(),
    }))
}

/// Returns the assets that the caller's transactions, or those of a shared portfolio, can be filtered by.
///
/// Assets of one group, such as ether on every network, are one option.
#[utoipa::path(post, path = "/wallet/transaction/get-transaction-asset-filter", tag = "transaction",
    operation_id = "getTransactionAssetFilter",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetTransactionAssetFilterAnswer)))]
async fn get_transaction_asset_filter(
    State(app): State<App>,
    viewer: Viewer,
    _: Body<NoFields>,
) -> Answer<GetTransactionAssetFilterData> {
    let filters = filters(&app, viewer).await?;
    Ok(Envelope::of(GetTransactionAssetFilterData {
        assets: filters.assets.iter().map(option).collect(),
    }))
}

impl From<LedgerError> for Problem {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::NotFound => Self::NotFound,
            LedgerError::Changed => Self::Conflict {
                message: LedgerError::Changed.to_string(),
            },
            LedgerError::Invalid { field, text } => Self::field(field, text),
            LedgerError::PlanLimit {
                limit,
                used,
                upgrade_trigger,
            } => Self::PlanLimit {
                message: error.to_string(),
                limit,
                used: count(used),
                upgrade_trigger: upgrade_trigger.into(),
            },
            LedgerError::Storage(error) => error.into(),
        }
    }
}

answers! {
    SearchTransactionAnswer = Transactions,
    GetTransactionFilterAnswer = GetTransactionFilterData,
    GetTransactionAssetFilterAnswer = GetTransactionAssetFilterData,
}
