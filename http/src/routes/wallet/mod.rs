//! A person's wallets, valued.

mod assets;
mod bodies;
mod cards;
mod chosen;
mod coverage;
mod figures;
mod portfolio;
mod report;
mod visit;
mod visitor;
mod yesterday;

pub use bodies::*;
pub use portfolio::*;
pub use visitor::*;

use std::fmt::Display;

use axum::extract::State;
use domain::parallel;
use domain::valuation::{BalanceQuery, DayQuery, Filter, ValuationError};
use domain::{WalletError, WalletFilter};
use ports::AccountId;
use utoipa_axum::routes;

use self::chosen::{covers, is_chosen, is_reading, own_wallet};
use crate::App;
use crate::access::{Access, Call, Calls};
use crate::body::Body;
use crate::caller::{Caller, Viewer};
use crate::desk::Desk;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};
use crate::routes::user::{self, WalletKind};
use crate::wire::{Limit, NoFields, currency};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(Call::read(Access::AnyUser), routes!(get_detected_chains))
        .add(
            Call::read(Access::AnyUser).shared().refuses(&[Code::NotFound]),
            routes!(get_balance),
        )
        .add(Call::read(Access::AnyUser), routes!(search_wallet))
        .add(
            Call::write(Access::AnyUser).refuses(&[Code::NotFound]),
            routes!(update_wallet),
        )
        .add(Call::read(Access::Public), routes!(get_all_wallets))
        .add(
            Call::read(Access::AnyUser).shared().refuses(&[Code::NotFound]),
            routes!(get_yesterday_balance),
        )
}

/// Where the caller's addresses were found.
///
/// The chains of each wallet, and how many addresses the caller watches.
#[utoipa::path(post, path = "/wallet/user-wallet/get-detected-chains", tag = "wallet", operation_id = "getDetectedChains",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetDetectedChainsAnswer)))]
async fn get_detected_chains(
    State(app): State<App>,
    Caller(caller): Caller,
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

/// The caller's portfolio, or one of their wallets, with its coverage and its figures.
///
/// With `update_balance` a fresh read is asked for and the answer comes at once, with `refreshing`. Under the token of a look:
/// what a visitor may see; they cannot ask for a fresh read.
#[utoipa::path(post, path = "/wallet/user-wallet/get-balance", tag = "wallet", operation_id = "getBalance",
    request_body(content = GetBalanceRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetBalanceAnswer)))]
async fn get_balance(
    State(app): State<App>,
    viewer: Viewer,
    _desk: Desk,
    Body(request): Body<GetBalanceRequest>,
) -> Answer<Balance> {
    let shown = match viewer {
        Viewer::Caller(caller) => Balance::Own(Box::new(own_balance(&app, &caller, request).await?)),
        Viewer::Visitor(visitor) => Balance::Shared(Box::new(shared_balance(&app, &visitor, request).await?)),
    };
    Ok(Envelope::of(shown))
}

async fn own_balance(app: &App, caller: &domain::Caller, request: GetBalanceRequest) -> Result<Portfolio, Problem> {
    let GetBalanceRequest {
        chain,
        wallet_address,
        wallet_addresses,
        update_balance,
        currency_code,
        limit,
    } = request;
    let own = app.tracker().users().get(caller).await?.wallets;
    let chosen = chosen::chosen(&own, &wallet_addresses)?;
    let only = wallet_address.map(|text| own_wallet(&own, &text)).transpose()?;
    let filter = Filter {
        chain: chain.map(|text| app.chain(&text)).transpose()?,
        ..only.map(Filter::of_wallet).unwrap_or_default()
    };
    let chains = &app.tracker().ports().chains;
    let meant = |account: &AccountId| covers(chains, &filter, only, account) && is_chosen(chains, &chosen, account);
    if update_balance {
        app.tracker().sync().refresh(caller, meant).await?;
    }
    let query = BalanceQuery {
        wallets: chosen.iter().map(|wallet| wallet.id).collect(),
        ..BalanceQuery::of(&filter, currency(currency_code.as_deref())?)
    };
    let report = async { Ok(app.tracker().valuations().balance(caller, &query).await?) };
    let (report, refreshing) = tokio::try_join!(report, is_reading(app, caller, &filter, &chosen))?;
    let around = report::Around {
        refreshing,
        active: !own.is_empty(),
        chains,
        filter,
        rows: rows(limit),
    };
    let portfolio = report::portfolio(&report, &around);
    parallel::drop_in_background(report);
    Ok(portfolio)
}

async fn shared_balance(
    app: &App,
    visitor: &domain::Visitor,
    request: GetBalanceRequest,
) -> Result<SharedPortfolio, Problem> {
    let GetBalanceRequest {
        chain,
        wallet_address,
        wallet_addresses,
        update_balance,
        currency_code,
        limit,
    } = request;
    let currency = currency(currency_code.as_deref())?;
    if !wallet_addresses.is_empty() {
        return Err(no_choice());
    }
    if update_balance {
        return Err(Problem::field(
            "update_balance",
            "Visitors can't refresh this portfolio.",
        ));
    }
    let address = |text: String| text.trim().parse().map_err(|_| Problem::NotFound);
    let narrowed = Filter {
        chain: chain.map(|text| app.chain(&text)).transpose()?,
        address: wallet_address.map(address).transpose()?,
        ..Filter::default()
    };
    let query = BalanceQuery::of(&narrowed, currency);
    let shared = app.tracker().shares().balance(visitor, &query).await?;
    let chains = &app.tracker().ports().chains;
    Ok(visit::portfolio(&shared, &narrowed, chains, rows(limit)))
}

/// The answer to a visitor who names wallets.
fn no_choice() -> Problem {
    Problem::field("wallet_addresses", "Visitors cannot choose wallets.")
}

/// How many rows of assets are sent.
fn rows(limit: Option<Limit>) -> usize {
    limit.map_or(usize::MAX, Limit::rows)
}

/// The caller's wallets with their values, page by page.
///
/// Filtered and sorted as the request says.
#[utoipa::path(post, path = "/wallet/user-wallet/search-wallet", tag = "wallet", operation_id = "searchWallet",
    request_body(content = SearchWalletRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SearchWalletAnswer)))]
async fn search_wallet(
    State(app): State<App>,
    Caller(caller): Caller,
    _desk: Desk,
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

/// Gives a wallet a kind or a nickname.
///
/// What the request leaves out stays as it is.
#[utoipa::path(post, path = "/wallet/user-wallet/update-wallet", tag = "wallet", operation_id = "updateWallet",
    request_body(content = UpdateWalletRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UpdateWalletAnswer)))]
async fn update_wallet(
    State(app): State<App>,
    Caller(caller): Caller,
    Body(request): Body<UpdateWalletRequest>,
) -> Answer<UpdateWalletData> {
    let UpdateWalletRequest {
        wallet_address,
        wallet_id,
        nickname,
    } = request;
    let refused = |field: &'static str, error: &dyn Display| Problem::field(field, error.to_string());
    let kind = wallet_id
        .map(|id| id.parse())
        .transpose()
        .map_err(|error| refused("wallet_id", &error as &dyn Display))?;
    let nickname = match nickname.as_deref().map(str::trim) {
        None => None,
        Some("") => Some(None),
        Some(text) => Some(Some(
            text.parse()
                .map_err(|error| refused("nickname", &error as &dyn Display))?,
        )),
    };
    let wallets = app
        .tracker()
        .wallets()
        .update(&caller, &wallet_address, kind, nickname)
        .await?;
    app.progress().invalidate(caller.user).await;
    let user_wallets = user::wallets_of(&wallets, &app.tracker().chains().support());
    Ok(Envelope::of(UpdateWalletData { user_wallets }))
}

/// The kinds of wallets.
///
/// Names of apps and devices that a wallet can be marked with.
#[utoipa::path(post, path = "/wallet/user-wallet/get-all-wallets", tag = "wallet", operation_id = "getAllWallets",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAllWalletsAnswer)))]
async fn get_all_wallets(_: Body<NoFields>) -> Answer<GetAllWalletsData> {
    let wallets = ports::WalletKind::ALL.iter().copied().map(WalletKind::from).collect();
    Ok(Envelope::of(GetAllWalletsData { wallets }))
}

/// The portfolio 24 hours ago, and what changed since.
///
/// It compares only what has a price at both moments, and says what it leaves out.
#[utoipa::path(post, path = "/wallet/user-wallet/get-yesterday-portfolio-balance", tag = "wallet", operation_id = "getYesterdayPortfolioBalance",
    request_body(content = GetYesterdayBalanceRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetYesterdayPortfolioBalanceAnswer)))]
async fn get_yesterday_balance(
    State(app): State<App>,
    viewer: Viewer,
    _desk: Desk,
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
            let wallets = chosen::chosen(&own, &wallet_addresses)?
                .iter()
                .map(|wallet| wallet.id)
                .collect();
            let query = DayQuery {
                currency,
                valuation,
                wallets,
            };
            let day = tracker.valuations().yesterday(&caller, &query).await?;
            DayBalance::Own(Box::new(yesterday::answer(day)))
        }
        Viewer::Visitor(_) if !wallet_addresses.is_empty() => return Err(no_choice()),
        Viewer::Visitor(visitor) => {
            let day = tracker.shares().yesterday(&visitor, &currency).await?;
            DayBalance::Shared(Box::new(visit::day(&day)))
        }
    }))
}

answers! {
    GetDetectedChainsAnswer = GetDetectedChainsData,
    GetBalanceAnswer = Balance,
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
            WalletError::Storage(error) => error.into(),
        }
    }
}
