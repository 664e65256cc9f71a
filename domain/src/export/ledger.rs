//! The tables of what is read for a user: the ledger, and what providers received for it.

use std::collections::BTreeMap;

use ports::{
    Asset, AssetId, Disclosure, Entry, UserId,
    disclosure::DisclosedField,
    entry::{Decoding, Leg, LegRole},
};

use crate::{
    account::PersonAccounts,
    caller::Caller,
    disclosure::{DisclosureFilter, Disclosures},
    export::{
        Exports,
        table::{ExportRow, ExportTable, RowSink, Stopped},
    },
};

/// How many disclosures are read at once.
const PAGE: u32 = 1000;

impl Exports {
    /// What providers received.
    pub(super) const DISCLOSURES: ExportTable = ExportTable {
        name: "disclosures",
        about: "Which providers received your addresses, per day, as on the Privacy page.",
        columns: &[
            "first_at",
            "last_at",
            "count",
            "host",
            "source",
            "purpose",
            "disclosed",
            "chain",
        ],
    };

    /// The entries of the ledger, with a row for each movement.
    pub(super) const ENTRIES: ExportTable = ExportTable {
        name: "transactions",
        about: "Your transactions, with a row for each movement. Amounts are exact.",
        columns: &[
            "account",
            "transaction",
            "time",
            "block",
            "kind",
            "protocol",
            "failed",
            "decoding",
            "role",
            "asset",
            "symbol",
            "amount",
            "amount_in_smallest_units",
            "token_id",
            "counterparty",
        ],
    };

    /// Sends the log of external requests page by page.
    pub(super) async fn disclosures(&self, caller: &Caller, to: &mut RowSink) -> Result<(), Stopped> {
        let log = Disclosures::new(self.ports.clone());
        let mut start = 0_u32;
        loop {
            let found = log.search(caller, DisclosureFilter::default(), start, PAGE).await?;
            start = start.saturating_add(PAGE);
            let is_last = u64::from(start) >= found.total || found.rows.is_empty();
            to.send_all(found.rows.into_iter().map(disclosure_row)).await?;
            if is_last {
                return Ok(());
            }
        }
    }

    /// Sends the entries of one account after the other, so that those of one are in memory at a time.
    pub(super) async fn entries(&self, user: UserId, to: &mut RowSink) -> Result<(), Stopped> {
        let person = PersonAccounts::load(&self.ports, user).await?;
        for account in person.all(&self.ports) {
            let entries = self.ports.stores.entries.changed(&account, 0).await?;
            let entries: Vec<Entry> = entries
                .into_iter()
                .filter(|one| !one.withdrawn)
                .map(|one| one.entry)
                .collect();
            let mut ids: Vec<AssetId> = entries
                .iter()
                .flat_map(|entry| &entry.legs)
                .map(|leg| leg.asset.clone())
                .collect();
            ids.sort_unstable();
            ids.dedup();
            let assets = self.ports.stores.assets.find(&ids).await?;
            let assets: BTreeMap<&AssetId, &Asset> = assets.iter().map(|asset| (&asset.id, asset)).collect();
            for entry in &entries {
                if entry.legs.is_empty() {
                    to.send(entry_row(entry, None, &assets)).await?;
                }
                for leg in &entry.legs {
                    to.send(entry_row(entry, Some(leg), &assets)).await?;
                }
            }
        }
        Ok(())
    }
}

fn disclosure_row(row: Disclosure) -> ExportRow {
    let disclosed = match row.disclosed {
        DisclosedField::Address(address) => address.to_string(),
        DisclosedField::Name(name) => name.to_string(),
        DisclosedField::Assets => "assets of all people".to_owned(),
        DisclosedField::Nothing => "nothing".to_owned(),
    };
    vec![
        Some(row.first_at.to_string()),
        Some(row.last_at.to_string()),
        Some(row.count.to_string()),
        Some(row.host),
        Some(row.source.to_string()),
        Some(row.purpose),
        Some(disclosed),
        row.chain.map(|chain| chain.to_string()),
    ]
}

/// Returns the row of a movement; of an entry without one, its columns are empty.
fn entry_row(entry: &Entry, leg: Option<&Leg>, assets: &BTreeMap<&AssetId, &Asset>) -> ExportRow {
    let asset = leg.and_then(|leg| assets.get(&leg.asset));
    let decimals = asset.and_then(|asset| asset.metadata.decimals);
    let units = leg.and_then(|leg| leg.amount.in_units(leg.decimals(decimals)?).ok());
    let counterparty = leg
        .and_then(|leg| leg.counterparty.as_ref())
        .or(entry.counterparty.as_ref());
    vec![
        Some(entry.id.account.to_string()),
        Some(entry.id.transaction.to_string()),
        Some(entry.time.to_string()),
        Some(entry.block.to_string()),
        Some(entry.kind.code().to_owned()),
        entry.protocol.clone(),
        Some(entry.failed.to_string()),
        Some(decoding(entry.decoding).to_owned()),
        leg.map(|leg| role(leg.role).to_owned()),
        leg.map(|leg| leg.asset.to_string()),
        asset.map(|asset| asset.metadata.symbol.clone()),
        units.map(|amount| amount.to_string()),
        leg.map(|leg| leg.amount.to_string()),
        leg.and_then(|leg| leg.token_id.clone()),
        counterparty.map(ToString::to_string),
    ]
}

fn role(role: LegRole) -> &'static str {
    match role {
        LegRole::In => "in",
        LegRole::Out => "out",
        LegRole::Fee => "fee",
    }
}

fn decoding(decoding: Decoding) -> &'static str {
    match decoding {
        Decoding::Complete => "complete",
        Decoding::Generic => "generic",
        Decoding::Failed => "failed",
    }
}
