//! Wallets, and the addresses derived from their extended public keys.

use async_trait::async_trait;
use ports::{Ports, StorageError, UserId, Wallet, extended_key::DerivedAddress};

use crate::{
    export::{
        Exports,
        cells::{cell, maybe},
        owned::ExportedRows,
        table::{ExportRow, ExportTable},
    },
    wallet::UNDO,
};

#[async_trait]
impl ExportedRows for Wallet {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "wallets",
        about: "The wallets that you watch, in your order, and those you removed less than a day ago.",
        columns: &[
            "position",
            "entered",
            "name",
            "address",
            "nickname",
            "group",
            "wallet_app",
            "resolved_at",
            "previous_address",
            "created_at",
            "removed_at",
            "problem",
            "gap_limit",
        ],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let removed_since = ports.clock.now().minus(UNDO);
        // Removed wallets are read in a unit of work only, which is dropped here.
        let mut work = ports.storage.begin().await?;
        let wallets = work.wallets().of_user(user, removed_since).await?.into_iter();
        let row = |wallet: Wallet| {
            vec![
                cell(wallet.position),
                cell(&wallet.text),
                maybe(wallet.name),
                maybe(wallet.address),
                maybe(wallet.nickname.map(|nickname| nickname.as_str().to_owned())),
                maybe(wallet.group.map(|group| group.as_str().to_owned())),
                maybe(wallet.kind.map(|kind| kind.id)),
                maybe(wallet.resolved_at),
                maybe(wallet.previous_address),
                cell(wallet.created_at),
                maybe(wallet.removed_at),
                maybe(wallet.problem.map(|problem| problem.text)),
                maybe(wallet.extended.map(|extended| extended.gap_limit.get())),
            ]
        };
        Ok(wallets.map(row).collect())
    }
}

impl Exports {
    /// The addresses derived from extended public keys.
    pub(super) const DERIVED_ADDRESSES: ExportTable = ExportTable {
        name: "derived-addresses",
        about: "The addresses that belong to your extended public keys.",
        columns: &["wallet_position", "script", "branch", "index", "address"],
    };

    /// Returns the rows of derived addresses.
    pub(super) async fn derived_addresses(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let wallets = self.ports.stores.wallets.of_user(user).await?;
        let rows = wallets
            .iter()
            .flat_map(|wallet| wallet.derived().map(|one| derived_row(wallet.position, one)));
        Ok(rows.collect())
    }
}

fn derived_row(position: u32, derived: &DerivedAddress) -> ExportRow {
    vec![
        cell(position),
        cell(derived.path.script.code()),
        cell(derived.path.branch.number()),
        cell(derived.path.index),
        cell(&derived.account.address),
    ]
}
