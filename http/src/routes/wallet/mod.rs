//! A person's wallets and their values.

mod assets;
mod balance;
mod bodies;
mod cards;
mod coverage;
mod day_bodies;
mod exchange_balance;
mod group;
mod part;
mod pointers;
mod portfolio;
mod position;
mod report;
pub mod selection;
mod shared_bodies;
mod shared_rows;
mod view;
mod yesterday;

pub use bodies::*;
pub use day_bodies::*;
pub use exchange_balance::*;
pub use part::*;
pub use pointers::{FigurePointers, money, percent};
pub use portfolio::*;
pub use position::*;
pub use shared_bodies::*;
pub use view::*;

use std::fmt::Display;

use axum::extract::State;
use domain::valuation::{DayQuery, ValuationError};
use domain::{WalletChange, WalletError, WalletFilter};
use ports::ApiKeyScope;
use ports::extended_key::GapLimit;
use utoipa_axum::routes;

use self::balance::{own_balance, shared_balance};
use self::selection::{no_selection, selected};
use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::{ReadingCaller, SessionCaller, Viewer};
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};
use crate::routes::user::{self, WalletKind};
use crate::wire::{NoFields, currency};

/// The calls of this file.
pub fn router() -> Calls {
    let read = || Call::read(Access::AnyUser).scope(ApiKeyScope::Portfolio);
    Calls::default()
        .add(read(), routes!(get_detected_chains))
        .add(
            read().shared().problems(&[Code::NotFound]).computes(),
            routes!(get_balance),
        )
        .add(read().computes(), routes!(get_exchange_balance))
        .add(read().computes(), routes!(get_exchange_balances))
        .add(read().computes(), routes!(search_wallet))
        .add(
            Call::write(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(update_wallet),
        )
        .add(
            Call::write(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(group::set_group),
        )
        .add(Call::read(Access::Public), routes!(get_all_wallets))
        .add(
            read().shared().problems(&[Code::NotFound]).computes(),
            routes!(get_yesterday_balance),
        )
}

/// Returns the chains of the caller's addresses.
///
/// It includes how many addresses the caller watches.
#[utoipa::path(post, path = "/wallet/user-wallet/get-detected-chains", tag = "wallet", operation_id = "getDetectedChains",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetDetectedChainsAnswer)))]
async fn get_detected_chains(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    _: Body<NoFields>,
) -> Answer<GetDetectedChainsData> {
    let view = app.tracker().users().get(&caller).await?;
    let wallets = user::chains_of(&view.wallets, &view.support);
    let total_wallet_addresses = i64::try_from(view.wallets.len()).unwrap_or(i64::MAX);
    Ok(Envelope::of(GetDetectedChainsData {
        total_wallet_addresses,
        wallets,
    }))
}

/// Returns the caller's portfolio, or one of their wallets, with its coverage and its figures.
///
/// With `update_balance` a new read is requested. The response does not wait for it; `refreshing` is then true. With the token of a
/// share session it returns what visitors may see; neither they nor API keys can request a new read.
#[utoipa::path(post, path = "/wallet/user-wallet/get-balance", tag = "wallet", operation_id = "getBalance",
    request_body(content = GetBalanceRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetBalanceAnswer)))]
async fn get_balance(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<GetBalanceRequest>,
) -> Answer<Balance> {
    let balance = match viewer {
        Viewer::Caller(caller) if caller.is_api_key() && request.update_balance => {
            return Err(Problem::field("update_balance", "API keys can't request a new read."));
        }
        Viewer::Caller(caller) => Balance::Own(Box::new(own_balance(&app, &caller, request).await?)),
        Viewer::Visitor(visitor) => Balance::Shared(Box::new(shared_balance(&app, &visitor, request).await?)),
    };
    Ok(Envelope::of(balance))
}

/// Returns the caller's wallets with their values, paginated.
///
/// They are filtered and sorted as requested.
#[utoipa::path(post, path = "/wallet/user-wallet/search-wallet", tag = "wallet", operation_id = "searchWallet",
    request_body(content = SearchWalletRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SearchWalletAnswer)))]
async fn search_wallet(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<SearchWalletRequest>,
) -> Answer<SearchWalletData> {
    let SearchWalletRequest {
        start,
        conditions,
        limit,
        sorts,
        currency_code,
    } = request;
    let currency = currency(currency_code.as_deref())?;
    let filter = WalletFilter {
        chains: conditions
            .iter()
            .map(|condition| condition.chain(&app))
            .collect::<Result<_, _>>()?,
        sorts: sorts.into_iter().map(Into::into).collect(),
        currency,
        start: start.rows(),
        limit: limit.rows(),
    };
    let page = app.tracker().wallets().search(&caller, &filter).await?;
    Ok(Envelope::of(cards::page(&app, &page, start, limit)))
}

/// Sets the kind, the nickname or the gap limit of a wallet.
///
/// Fields that are left out are not changed.
#[utoipa::path(post, path = "/wallet/user-wallet/update-wallet", tag = "wallet", operation_id = "updateWallet",
    request_body(content = UpdateWalletRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UpdateWalletAnswer)))]
async fn update_wallet(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<UpdateWalletRequest>,
) -> Answer<UpdateWalletData> {
    let UpdateWalletRequest {
        wallet_address,
        wallet_id,
        nickname,
        gap_limit,
    } = request;
    let invalid = |field: &'static str, error: &dyn Display| Problem::field(field, error.to_string());
    let kind = wallet_id
        .map(|id| id.parse())
        .transpose()
        .map_err(|error| invalid("wallet_id", &error as &dyn Display))?;
    let nickname = match nickname.as_deref().map(str::trim) {
        None => None,
        Some("") => Some(None),
        Some(text) => Some(Some(
            text.parse()
                .map_err(|error| invalid("nickname", &error as &dyn Display))?,
        )),
    };
    let gap_limit = gap_limit
        .map(GapLimit::new)
        .transpose()
        .map_err(|error| invalid("gap_limit", &error as &dyn Display))?;
    let change = WalletChange {
        kind,
        nickname,
        gap_limit,
    };
    let wallets = app.tracker().wallets().update(&caller, &wallet_address, change).await?;
    app.progress().invalidate(caller.user).await;
    let user_wallets = user::wallets_of(&wallets, &app.tracker().chains().support());
    Ok(Envelope::of(UpdateWalletData { user_wallets }))
}

/// Lists the kinds of wallets.
///
/// They are the apps and devices that a wallet can be marked with.
#[utoipa::path(post, path = "/wallet/user-wallet/get-all-wallets", tag = "wallet", operation_id = "getAllWallets",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAllWalletsAnswer)))]
async fn get_all_wallets(_: Body<NoFields>) -> Answer<GetAllWalletsData> {
    let wallets = ports::WalletKind::ALL.iter().copied().map(WalletKind::from).collect();
    Ok(Envelope::of(GetAllWalletsData { wallets }))
}

/// Returns the portfolio 24 hours ago, and the change since then.
///
/// It compares only holdings that have a price at both times, and states what it leaves out.
#[utoipa::path(post, path = "/wallet/user-wallet/get-yesterday-portfolio-balance", tag = "wallet", operation_id = "getYesterdayPortfolioBalance",
    request_body(content = GetYesterdayBalanceRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetYesterdayPortfolioBalanceAnswer)))]
async fn get_yesterday_balance(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<GetYesterdayBalanceRequest>,
) -> Answer<DayBalance> {
    let GetYesterdayBalanceRequest {
        currency_code,
        valuation_id,
        wallet_addresses,
    } = request;
    let currency = currency(currency_code.as_deref())?;
    let valuation = valuation_id.map(|text| text.parse());
    let valuation = valuation
        .transpose()
        .map_err(|_| Problem::field("valuation_id", "is not the id of a valuation"))?;
    let tracker = app.tracker();
    Ok(Envelope::of(match viewer {
        Viewer::Caller(caller) => {
            let own = tracker.users().get(&caller).await?.wallets;
            let wallets = selected(&own, &wallet_addresses)?
                .iter()
                .map(|wallet| wallet.id)
                .collect();
            let query = DayQuery {
                currency,
                valuation,
                wallets,
            };
            let day = tracker.valuations().yesterday(&caller, &query).await?;
            DayBalance::Own(Box::new(yesterday::response(day)))
        }
        Viewer::Visitor(_) if !wallet_addresses.is_empty() => return Err(no_selection()),
        Viewer::Visitor(visitor) => {
            let day = tracker.shares().yesterday(&visitor, currency, valuation).await?;
            DayBalance::Shared(Box::new(shared_rows::day(&day)))
        }
    }))
}

answers! {
    GetDetectedChainsAnswer = GetDetectedChainsData,
    GetBalanceAnswer = Balance,
    GetExchangeBalanceAnswer = Portfolio,
    GetExchangeBalancesAnswer = GetExchangeBalancesData,
    SearchWalletAnswer = SearchWalletData,
    UpdateWalletAnswer = UpdateWalletData,
    GetAllWalletsAnswer = GetAllWalletsData,
    GetYesterdayPortfolioBalanceAnswer = DayBalance,
}

impl From<ValuationError> for Problem {
    fn from(error: ValuationError) -> Self {
        match error {
            ValuationError::NotFound => Self::NotFound,
            ValuationError::Storage(error) => error.into(),
        }
    }
}

impl From<WalletError> for Problem {
    fn from(error: WalletError) -> Self {
        match error {
            WalletError::NotFound => Self::NotFound,
            WalletError::NoKey => Self::field("gap_limit", error.to_string()),
            WalletError::Storage(error) => error.into(),
        }
    }
}
