//! The markets of accounts at exchanges that list trades by market.

mod bodies;

pub use bodies::*;

use axum::extract::State;
use domain::exchange_market::{AccountMarkets, ExchangeMarketError};
use ports::wallet::Nickname;
use ports::{ChainId, ExchangeMarket, MarketInput, MarketOrigin, MarketState};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_hour};
use crate::problem::{Code, Problem};
use crate::routes::exchange::{exchange_id, nickname};

/// Limits changes of markets, each of which may send requests to an exchange.
static MARKETS: CallLimit = CallLimit::new("exchange_market", "markets of exchanges", per_hour::<240>());

/// The calls of this file.
pub fn router() -> Calls {
    let write = || {
        Call::write(Access::Registered)
            .problems(&[Code::NotFound])
            .limited(&MARKETS)
    };
    Calls::default()
        .add(
            Call::read(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(get_exchange_markets),
        )
        .add(
            Call::write(Access::Registered)
                .problems(&[Code::NotFound, Code::SourceUnavailable])
                .limited(&MARKETS),
            routes!(add_exchange_market),
        )
        .add(write(), routes!(update_exchange_market))
        .add(write(), routes!(delete_exchange_market))
}

/// Returns the markets of an account at an exchange that lists trades by market.
///
/// They are derived from the assets that the account has or had, and added by its person. Trades in markets that are not in the list are
/// not read.
#[utoipa::path(post, path = "/organisation/user/get-exchange-markets", tag = "exchange", operation_id = "getExchangeMarkets",
    request_body(content = AccountMarketsRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetExchangeMarketsAnswer)))]
async fn get_exchange_markets(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AccountMarketsRequest>,
) -> Answer<AccountMarketsData> {
    let (exchange, name) = named(&app, &request.exchange, &request.account_name)?;
    let markets = app.tracker().exchange_markets();
    let found = markets.list(&caller, &exchange, &name).await?;
    Ok(Envelope::of(markets_data(&found)))
}

/// Adds a market to an account at an exchange.
///
/// The exchange must have it; one that is closed keeps its trades. They are read soon, from the first one on. A market that was left out is
/// taken back.
#[utoipa::path(post, path = "/organisation/user/add-exchange-market", tag = "exchange", operation_id = "addExchangeMarket",
    request_body(content = AccountMarketRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = AddExchangeMarketAnswer)))]
async fn add_exchange_market(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AccountMarketRequest>,
) -> Answer<AccountMarketRow> {
    let (exchange, name) = named(&app, &request.exchange, &request.account_name)?;
    let markets = app.tracker().exchange_markets();
    let input = MarketInput::Symbol(request.market);
    let market = markets.add(&caller, (&exchange, &name), &input).await?;
    Ok(Envelope::of(market_row(&market)))
}

/// Leaves a market of an account at an exchange out, or takes it back.
///
/// What was read of it stays. Trades that are made while it is left out are a gap of the history, and are read once it is taken back.
#[utoipa::path(post, path = "/organisation/user/update-exchange-market", tag = "exchange", operation_id = "updateExchangeMarket",
    request_body(content = UpdateMarketRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UpdateExchangeMarketAnswer)))]
async fn update_exchange_market(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<UpdateMarketRequest>,
) -> Answer<AccountMarketRow> {
    let (exchange, name) = named(&app, &request.exchange, &request.account_name)?;
    let markets = app.tracker().exchange_markets();
    let change = (request.market.as_str(), request.is_left_out);
    let market = markets.leave_out(&caller, (&exchange, &name), change).await?;
    Ok(Envelope::of(market_row(&market)))
}

/// Takes a market away that the person added, and that gave no trade.
///
/// Other markets are left out with `update-exchange-market` instead, so that the history states what is missing.
#[utoipa::path(post, path = "/organisation/user/delete-exchange-market", tag = "exchange", operation_id = "deleteExchangeMarket",
    request_body(content = AccountMarketRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = DeleteExchangeMarketAnswer)))]
async fn delete_exchange_market(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AccountMarketRequest>,
) -> Answer<AccountMarketsData> {
    let (exchange, name) = named(&app, &request.exchange, &request.account_name)?;
    let markets = app.tracker().exchange_markets();
    markets.remove(&caller, (&exchange, &name), &request.market).await?;
    let left = markets.list(&caller, &exchange, &name).await?;
    Ok(Envelope::of(markets_data(&left)))
}

fn named(app: &App, exchange: &str, name: &str) -> Result<(ChainId, Nickname), Problem> {
    Ok((exchange_id(app, exchange)?, nickname("account_name", name)?))
}

fn markets_data(found: &AccountMarkets) -> AccountMarketsData {
    AccountMarketsData {
        markets: found.markets.iter().map(market_row).collect(),
        read_on: found.read_at.map(Into::into),
    }
}

fn market_row(market: &ExchangeMarket) -> AccountMarketRow {
    AccountMarketRow {
        market: market.name.symbol.clone(),
        base: market.name.base.clone(),
        quote: market.name.quote.clone(),
        origin: match market.origin {
            MarketOrigin::Balance => MarketReason::Balance,
            MarketOrigin::List => MarketReason::List,
            MarketOrigin::Person => MarketReason::Person,
        },
        is_open: market.is_open,
        state: match market.state() {
            MarketState::Unread => MarketReadState::Unread,
            MarketState::Read => MarketReadState::Read,
            MarketState::Unknown => MarketReadState::Unknown,
            MarketState::LeftOut => MarketReadState::LeftOut,
        },
        is_missing: market.is_missing(),
        trade_count: i64::try_from(market.trades).unwrap_or(i64::MAX),
        read_on: market.read_at.map(Into::into),
        added_on: market.added_at.into(),
    }
}

impl From<ExchangeMarketError> for Problem {
    fn from(error: ExchangeMarketError) -> Self {
        let message = error.to_string();
        match error {
            ExchangeMarketError::NotFound => Self::NotFound,
            ExchangeMarketError::NoMarkets(_) => Self::field("exchange", message),
            ExchangeMarketError::NoName
            | ExchangeMarketError::Unknown { .. }
            | ExchangeMarketError::Listed(_)
            | ExchangeMarketError::TooMany(_)
            | ExchangeMarketError::NotRemovable(_) => Self::field("market", message),
            ExchangeMarketError::Exchange(_) => Self::SourceUnavailable { message },
            ExchangeMarketError::Storage(error) => error.into(),
        }
    }
}

answers! {
    GetExchangeMarketsAnswer = AccountMarketsData,
    AddExchangeMarketAnswer = AccountMarketRow,
    UpdateExchangeMarketAnswer = AccountMarketRow,
    DeleteExchangeMarketAnswer = AccountMarketsData,
}
