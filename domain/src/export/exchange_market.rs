//! The markets of accounts at exchanges.

use ports::{ExchangeMarket, StorageError, UserId};

use crate::{
    account::PersonAccounts,
    export::{
        Exports,
        cells::{cell, maybe},
        table::{ExportRow, ExportTable},
    },
};

impl Exports {
    /// Which markets are requested for accounts at exchanges.
    pub(super) const EXCHANGE_MARKETS: ExportTable = ExportTable {
        name: "exchange-markets",
        about: "The pairs whose trades are read for your accounts at exchanges, and those that you left out.",
        columns: &[
            "account",
            "symbol",
            "base",
            "quote",
            "origin",
            "is_open",
            "is_left_out",
            "is_unknown",
            "read_at",
            "trades",
            "added_at",
        ],
    };

    /// Returns the markets of a user's accounts.
    pub(super) async fn exchange_markets(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let person = PersonAccounts::load(&self.ports, user).await?;
        let accounts = person.all(&self.ports);
        let markets = self.ports.stores.exchange_markets.of_accounts(&accounts).await?;
        Ok(markets.iter().map(row).collect())
    }
}

fn row(market: &ExchangeMarket) -> ExportRow {
    vec![
        cell(&market.account),
        cell(&market.name.symbol),
        cell(&market.name.base),
        cell(&market.name.quote),
        cell(market.origin.code()),
        cell(market.is_open),
        cell(market.is_left_out),
        cell(market.is_unknown),
        maybe(market.read_at),
        cell(market.trades),
        cell(market.added_at),
    ]
}
