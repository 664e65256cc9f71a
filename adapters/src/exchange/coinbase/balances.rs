//! What an account at Coinbase has: the wallets of the app, the accounts of the portfolio of the key, and futures.
//!
//! - `GET /v2/accounts` returns `{"id": "…", "type": "wallet", "currency": {"code": "ETH"}, "balance": {"amount": "1.2"}, …}` for each wallet,
//!   vault and currency.
//! - `GET /api/v3/brokerage/accounts` returns `{"uuid": "…", "currency": "ETH", "available_balance": {"value": "1"}, "hold": {"value":
//!   "0.2"}, …}`. Where `uuid` is the id of a wallet, both are the same money, which counts once: the larger of both. Where none of the ids
//!   is in both lists, no field states whether they are, and the larger sum of each asset counts.
//! - `GET /api/v3/brokerage/cfm/balance_summary` returns the dollars in the futures account, and the profit or loss of its positions.
//! - `ETH2` is staked ether.
//!
//! Written from the documentation of 2026 and from public clients; no live run has confirmed it yet.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AssetId, Position, PositionKind, json::Json};

use crate::exchange::account::{AccountQuantities, Codes, HoldingPlace, Quantity, code, quantity, signed_quantity};

const WALLET: HoldingPlace = (PositionKind::Regular, "Wallet");
const VAULT: HoldingPlace = (PositionKind::Regular, "Vault");
const STAKING: HoldingPlace = (PositionKind::Staked, "Staking");
const PORTFOLIO: HoldingPlace = (PositionKind::Regular, "Portfolio");
const FUTURES: HoldingPlace = (PositionKind::Regular, "Futures");

/// The code of staked ether.
const STAKED_ETHER: &str = "ETH2";
/// The platform of accounts whose money the summary of futures states too.
const FUTURES_PLATFORM: &str = "ACCOUNT_PLATFORM_CFM_CONSUMER";
const TOO_LONG: &str = "a quantity with more digits than can be stored";

/// The answers of all places; of lists the rows of all pages.
pub(super) struct CoinbaseBalances {
    pub(super) wallets: Vec<Json>,
    pub(super) portfolio: Vec<Json>,
    /// The summary of futures; `None` where Coinbase states that the account has none.
    pub(super) futures: Option<Json>,
}

/// Reads the answers of all places.
pub(super) fn positions(answers: &CoinbaseBalances, codes: &Codes<'_>) -> Result<Vec<Position>, &'static str> {
    let futures = answers.futures.as_ref().map(summary).transpose()?.flatten();
    let mut quantities = AccountQuantities::default();
    let mut portfolio = PortfolioAccounts::read(&answers.portfolio, futures.is_some())?;
    for wallet in &answers.wallets {
        let currency = code(&wallet["currency"], "code")?;
        let stated = signed_quantity(&wallet["balance"], "amount")?;
        let traded = portfolio.take(wallet["id"].as_str().unwrap_or_default(), currency)?;
        let balance = traded.filter(|traded| traded.exceeds(stated)).unwrap_or(stated);
        let asset = codes.asset(currency)?;
        quantities.add_signed(&asset, place(wallet, currency), balance)?;
    }
    portfolio.add_rest(&mut quantities, codes)?;
    if let Some(futures) = futures {
        add_futures(futures, &mut quantities, codes)?;
    }
    quantities.into_positions()
}

fn place(wallet: &Json, currency: &str) -> HoldingPlace {
    match wallet["type"].as_str() {
        _ if currency == STAKED_ETHER => STAKING,
        Some("vault") => VAULT,
        _ => WALLET,
    }
}

/// The accounts of a portfolio that are not yet counted, by id, with their codes.
struct PortfolioAccounts<'a> {
    accounts: BTreeMap<&'a str, (&'a str, Quantity)>,
    /// Whether an account was a wallet too, so that the ids of both lists can be compared.
    has_wallets: bool,
}

impl<'a> PortfolioAccounts<'a> {
    fn read(rows: &'a [Json], has_futures: bool) -> Result<Self, &'static str> {
        let mut accounts = BTreeMap::new();
        for row in rows {
            let available = quantity(&row["available_balance"], "value")?;
            let held = quantity(&row["hold"], "value")?;
            let total = available.add(held).map_err(|_| TOO_LONG)?;
            let is_counted = has_futures && row["platform"].as_str() == Some(FUTURES_PLATFORM);
            if !is_counted {
                accounts.insert(code(row, "uuid")?, (code(row, "currency")?, total));
            }
        }
        Ok(Self {
            accounts,
            has_wallets: false,
        })
    }

    /// Takes what the account with the id of a wallet has.
    fn take(&mut self, id: &str, currency: &str) -> Result<Option<Quantity>, &'static str> {
        let Some((own, total)) = self.accounts.remove(id) else {
            return Ok(None);
        };
        self.has_wallets = true;
        if own != currency {
            return Err("a wallet with two assets");
        }
        Ok(Some(total))
    }

    /// Adds the accounts that are no wallets.
    fn add_rest(self, quantities: &mut AccountQuantities, codes: &Codes<'_>) -> Result<(), &'static str> {
        let mut sums = BTreeMap::<AssetId, Quantity>::new();
        for (currency, total) in self.accounts.into_values() {
            let sum = sums.entry(codes.asset(currency)?).or_default();
            *sum = sum.add(total).map_err(|_| TOO_LONG)?;
        }
        for (asset, sum) in sums {
            let held = quantities.held(&asset, |_| !self.has_wallets)?;
            if sum.exceeds(held) {
                let rest = if self.has_wallets { Ok(sum) } else { sum.sub(held) };
                quantities.add(&asset, PORTFOLIO, rest.map_err(|_| TOO_LONG)?)?;
            }
        }
        Ok(())
    }
}

/// Returns the summary of futures; `None` where the answer states that there is none.
fn summary(answer: &Json) -> Result<Option<&Json>, &'static str> {
    let summary = answer.get("balance_summary").ok_or("no summary of futures")?;
    Ok(Some(summary).filter(|summary| !summary.is_null()))
}

/// Adds the dollars of futures with the profit or loss of open positions. The dollars of the spot account are a wallet.
fn add_futures(summary: &Json, quantities: &mut AccountQuantities, codes: &Codes<'_>) -> Result<(), &'static str> {
    let fields = ["cfm_usd_balance", "unrealized_pnl"];
    let currencies = fields.map(|field| summary[field]["currency"].as_str());
    let currencies: BTreeSet<&str> = currencies.into_iter().flatten().collect();
    let currency = currencies.first().filter(|_| currencies.len() == 1);
    let asset = codes.asset(currency.ok_or("futures without one currency")?)?;
    let [balance, profit] = fields.map(|field| signed_quantity(&summary[field], "value"));
    let equity = balance?.add(profit?).map_err(|_| TOO_LONG)?;
    quantities.add_signed(&asset, FUTURES, equity)
}

#[cfg(test)]
mod tests;
