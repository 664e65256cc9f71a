//! Answers `get-balance`: for the owner of a portfolio, and for its visitors.

use domain::parallel;
use domain::valuation::{BalanceQuery, Filter};
use ports::AccountId;

use super::selection::{covers, is_reading, is_selected, no_selection, own_wallet, selected};
use super::{GetBalanceRequest, Portfolio, SharedPortfolio, report, shared_rows};
use crate::App;
use crate::problem::Problem;
use crate::wire::{Limit, currency};

/// Returns the caller's portfolio, or one of their wallets.
pub async fn own_balance(app: &App, caller: &domain::Caller, request: GetBalanceRequest) -> Result<Portfolio, Problem> {
    let GetBalanceRequest {
        chain,
        wallet_address,
        wallet_addresses,
        update_balance,
        currency_code,
        limit,
    } = request;
    let own = app.tracker().users().get(caller).await?.wallets;
    let selected = selected(&own, &wallet_addresses)?;
    let only = wallet_address.map(|text| own_wallet(&own, &text)).transpose()?;
    let filter = Filter {
        chain: chain.map(|text| app.chain(&text)).transpose()?,
        ..only.map(Filter::of_wallet).unwrap_or_default()
    };
    let chains = &app.tracker().ports().chains;
    let matches =
        |account: &AccountId| covers(chains, &filter, only, account) && is_selected(chains, &selected, account);
    if update_balance {
        app.tracker().sync().refresh(caller, matches).await?;
    }
    let query = BalanceQuery {
        wallets: selected.iter().map(|wallet| wallet.id).collect(),
        ..BalanceQuery::of(&filter, currency(currency_code.as_deref())?)
    };
    let report = async { Ok(app.tracker().valuations().balance(caller, &query).await?) };
    let (report, refreshing) = tokio::try_join!(report, is_reading(app, caller, &filter, &selected))?;
    let context = report::PortfolioContext {
        refreshing,
        active: !own.is_empty(),
        chains,
        filter,
        rows: rows(limit),
    };
    let portfolio = report::portfolio(&report, &context);
    parallel::drop_in_background(report);
    Ok(portfolio)
}

/// Returns what a visitor may see of a portfolio.
pub async fn shared_balance(
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
        return Err(no_selection());
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
    Ok(shared_rows::portfolio(&shared, &narrowed, chains, rows(limit)))
}

/// The maximum number of asset rows.
fn rows(limit: Option<Limit>) -> usize {
    limit.map_or(usize::MAX, Limit::rows)
}
