//! Positions in protocols: loans, shares of pools, stakes.

mod bodies;
mod rows;

pub use bodies::*;

use axum::extract::State;
use domain::valuation::{BalanceQuery, FigurePath, Filter};
use ports::ApiKeyScope;
use utoipa_axum::routes;

use self::rows::{SheetRows, ValuedSheet};
use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::Viewer;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};
use crate::routes::wallet::selection::{is_reading, no_selection, own_wallet, selected};
use crate::wire::currency;

/// The calls of this file.
pub fn router() -> Calls {
    let read = || {
        Call::read(Access::AnyUser)
            .shared()
            .scope(ApiKeyScope::Portfolio)
            .problems(&[Code::NotFound])
            .computes()
    };
    Calls::default()
        .add(read(), routes!(get_protocol_balance))
        .add(read(), routes!(get_defi_balance_sheet))
}

/// Returns the positions in protocols, with the amounts of each and what was called to read them.
///
/// A receipt token in a wallet is a position too, and no token is counted twice. With the token of a share session of a portfolio it
/// returns the same for its public addresses.
#[utoipa::path(post, path = "/wallet/user-wallet/get-protocol-balance", tag = "protocol", operation_id = "getProtocolBalance",
    request_body(content = Option<ProtocolBalanceRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetProtocolBalanceAnswer)))]
async fn get_protocol_balance(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<ProtocolBalanceRequest>,
) -> Answer<ProtocolBalanceData> {
    let wanted = Wanted {
        only: request.wallet_address,
        wallets: Vec::new(),
        currency_code: request.currency_code,
    };
    let (valued, refreshing) = valued(&app, viewer, wanted).await?;
    let mut rows = SheetRows::of(&valued);
    Ok(Envelope::of(ProtocolBalanceData {
        user_wallet: rows.cards(),
        sheet: rows.sheet(),
        refreshing,
        valuation_id: valued.total.valuation.to_string(),
        currency_code: valued.currency_code.clone(),
        figures: rows.finish(),
    }))
}

/// Returns what is owned and owed in protocols, by type, and how it adds up with wallets and exchanges.
///
/// Type 30 is debt, all others are credit. With the token of a share session of a portfolio it returns the same for its public addresses.
#[utoipa::path(post, path = "/wallet/user-wallet/get-defi-balance-sheet", tag = "protocol", operation_id = "getDefiBalanceSheet",
    request_body(content = Option<DefiBalanceSheetRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetDefiBalanceSheetAnswer)))]
async fn get_defi_balance_sheet(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<DefiBalanceSheetRequest>,
) -> Answer<DefiBalanceSheetData> {
    let wanted = Wanted {
        only: None,
        wallets: request.wallet_addresses,
        currency_code: request.currency_code,
    };
    let (valued, _) = valued(&app, viewer, wanted).await?;
    let mut rows = SheetRows::of(&valued);
    Ok(Envelope::of(DefiBalanceSheetData {
        balance_sheet: rows.by_type(),
        sheet: rows.sheet(),
        valuation_id: valued.total.valuation.to_string(),
        currency_code: valued.currency_code.clone(),
        figures: rows.finish(),
    }))
}

/// What a request selects.
struct Wanted {
    only: Option<String>,
    wallets: Vec<String>,
    currency_code: Option<String>,
}

/// Returns the balance sheet for an owner or a visitor, and whether a read is in progress.
async fn valued(app: &App, viewer: Viewer, wanted: Wanted) -> Result<(ValuedSheet, bool), Problem> {
    let currency = currency(wanted.currency_code.as_deref())?;
    match viewer {
        Viewer::Caller(caller) => valued_for_owner(app, &caller, wanted, currency).await,
        Viewer::Visitor(_) if !wanted.wallets.is_empty() => Err(no_selection()),
        Viewer::Visitor(visitor) => {
            let address = |text: String| text.trim().parse().map_err(|_| Problem::NotFound);
            let filter = Filter {
                address: wanted.only.map(address).transpose()?,
                ..Filter::default()
            };
            let (query, tracker) = (BalanceQuery::of(&filter, currency), app.tracker());
            let shared = tracker.shares().balance(&visitor, &query).await?;
            let missed = &shared.coverage.not_looked_for;
            let valued = ValuedSheet {
                total: shared.figure(FigurePath::Sum(Filter::default())),
                currency_code: shared.currency.to_string(),
                filter,
                reading: shared.coverage.reading,
                unread: rows::unread_for_visitors(missed, &tracker.ports().chains),
                sheet: shared.sheet,
            };
            Ok((valued, false))
        }
    }
}

async fn valued_for_owner(
    app: &App,
    caller: &domain::Caller,
    wanted: Wanted,
    currency: ports::Currency,
) -> Result<(ValuedSheet, bool), Problem> {
    let own = app.tracker().users().get(caller).await?.wallets;
    let chosen = selected(&own, &wanted.wallets)?;
    let only = wanted.only.map(|text| own_wallet(&own, &text)).transpose()?;
    let filter = only.map(Filter::of_wallet).unwrap_or_default();
    let query = BalanceQuery {
        wallets: chosen.iter().map(|wallet| wallet.id).collect(),
        ..BalanceQuery::of(&filter, currency)
    };
    let report = async { Ok(app.tracker().valuations().balance(caller, &query).await?) };
    let (report, refreshing) = tokio::try_join!(report, is_reading(app, caller, &filter, &chosen))?;
    let valued = ValuedSheet {
        total: report.total_figure(),
        currency_code: report.currency.to_string(),
        filter,
        reading: report.coverage.reading,
        unread: rows::unread(&report.coverage.not_looked_for),
        sheet: report.sheet,
    };
    Ok((valued, refreshing))
}

answers! {
    GetProtocolBalanceAnswer = ProtocolBalanceData,
    GetDefiBalanceSheetAnswer = DefiBalanceSheetData,
}
