//! The costs that entries lack, on the wire.

use domain::ledger::{CostGap, entry_reference};
use ports::EntryId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{AssetIdText, Decimal};

/// The largest number of entries of one call, which is that of a page of a search.
pub const MOST_ENTRIES: usize = 100;

/// The request of `get-cost-gaps`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"entries": ["ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"]}))]
pub struct GetCostGapsRequest {
    /// The references of entries, as `search-transaction` returns them; at most 100.
    #[schema(max_items = 100, example = json!([]))]
    pub entries: Vec<String>,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The answer of `get-cost-gaps`.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetCostGapsData {
    /// One for each of the entries from which a quantity left without a known cost.
    pub gaps: Vec<EntryCostGap>,
}

/// A quantity of an entry that left without a known cost. `get-entry` says what repairs it.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryCostGap {
    /// The reference of the entry.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub entry: String,
    pub asset: AssetIdText,
    #[schema(example = "ARB")]
    pub symbol: String,
    /// The quantity in whole units.
    pub amount: Decimal,
}

/// Returns the gap of an entry on the wire.
pub fn entry_cost_gap(id: &EntryId, gap: &CostGap) -> EntryCostGap {
    EntryCostGap {
        entry: entry_reference(id),
        asset: (&gap.asset).into(),
        symbol: gap.symbol.clone(),
        amount: Decimal::exact(gap.quantity),
    }
}
