//! The balances of the accounts at exchanges.

use std::collections::BTreeSet;

use axum::extract::State;
use ports::Chain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{GetBalanceRequest, Portfolio, balance::own_balance};
use crate::App;
use crate::body::Body;
use crate::caller::ReadingCaller;
use crate::envelope::{Answer, Envelope};
use crate::problem::Problem;

/// The request of `get-exchange-balance`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"exchange": "kraken"}))]
pub struct GetExchangeBalanceRequest {
    /// Only the accounts at this exchange, by its code.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// Requests a new read, at most one per account in 30 seconds. The response does not wait for it.
    #[serde(default)]
    pub update_balance: bool,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The request of `get-exchange-balances`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"update_balance": false}))]
pub struct GetExchangeBalancesRequest {
    /// Requests a new read, at most one per account in 30 seconds. The response does not wait for it.
    #[serde(default)]
    pub update_balance: bool,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// What the caller has at exchanges.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetExchangeBalancesData {
    /// One of each exchange at which the caller has an account.
    pub user_wallets: Vec<ExchangeBalance>,
}

/// What the caller has at one exchange.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExchangeBalance {
    /// Its code.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// Its display name.
    #[schema(example = "Kraken")]
    pub exchange_name: String,
    /// The balances of all accounts there.
    pub balance: Portfolio,
}

/// Returns what the caller has at one exchange, in all accounts there.
///
/// It is the answer of `get-balance` for this exchange. With `update_balance` a new read is requested. The response does not wait for it;
/// `refreshing` is then true. API keys cannot request a new read.
#[utoipa::path(post, path = "/wallet/user-wallet/get-exchange-balance", tag = "exchange", operation_id = "getExchangeBalance",
    request_body(content = GetExchangeBalanceRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = super::GetExchangeBalanceAnswer)))]
pub(super) async fn get_exchange_balance(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<GetExchangeBalanceRequest>,
) -> Answer<Portfolio> {
    let chains = &app.tracker().ports().chains;
    let named = chains.named(request.exchange.trim());
    let exchange = named.filter(|chain| chain.exchange().is_some());
    let exchange = exchange.ok_or_else(|| Problem::field("exchange", "This server reads no exchange of this name."))?;
    let read = (request.update_balance, request.currency_code);
    Ok(Envelope::of(balance(&app, &caller, exchange, read).await?))
}

/// Returns what the caller has at each exchange at which they have an account.
///
/// Each of them is the answer of `get-balance` for the exchange. Exchanges without an account are left out.
#[utoipa::path(post, path = "/wallet/user-wallet/get-exchange-balances", tag = "exchange", operation_id = "getExchangeBalances",
    request_body(content = GetExchangeBalancesRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = super::GetExchangeBalancesAnswer)))]
pub(super) async fn get_exchange_balances(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<GetExchangeBalancesRequest>,
) -> Answer<GetExchangeBalancesData> {
    let accounts = app.tracker().connections().list(&caller).await?;
    let connected: BTreeSet<_> = accounts.iter().map(|account| &account.exchange).collect();
    let chains = &app.tracker().ports().chains;
    let mut user_wallets = Vec::new();
    for exchange in chains.all().iter().filter(|chain| connected.contains(&chain.id)) {
        let read = (request.update_balance, request.currency_code.clone());
        user_wallets.push(ExchangeBalance {
            exchange: exchange.code.clone(),
            exchange_name: exchange.name.clone(),
            balance: balance(&app, &caller, exchange, read).await?,
        });
    }
    Ok(Envelope::of(GetExchangeBalancesData { user_wallets }))
}

async fn balance(
    app: &App,
    caller: &domain::Caller,
    exchange: &Chain,
    (update_balance, currency_code): (bool, Option<String>),
) -> Result<Portfolio, Problem> {
    if update_balance && caller.is_api_key() {
        return Err(Problem::field("update_balance", "API keys can't request a new read."));
    }
    let request = GetBalanceRequest {
        chain: Some(exchange.id.to_string()),
        update_balance,
        currency_code,
        ..GetBalanceRequest::default()
    };
    own_balance(app, caller, request).await
}
