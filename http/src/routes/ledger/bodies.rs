//! The requests and responses of the calls about single entries.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cost::EntryCostBody;
use crate::body::HashFields;
use crate::routes::entry::TransactionRow;
use crate::routes::wallet::OwnView;
use crate::wire::{AssetIdText, Decimal, Figures, Time};

/// The request of `get-entry`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"entry": "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"}))]
pub struct GetEntryRequest {
    /// The reference of the entry, as `search-transaction` returns it.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub entry: String,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The request of `match-transfer` and `unmatch-transfer`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"entry": "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA", "other": "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"}))]
pub struct MatchRequest {
    /// The reference of one side.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub entry: String,
    /// The reference of the other side.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub other: String,
}

/// The request of `set-note`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"entry": "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA", "note": "Moved for the Aave position on Base."}))]
pub struct SetNoteRequest {
    /// The reference of the entry.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub entry: String,
    /// At most 1,000 characters; null or empty removes the note.
    #[schema(example = "Moved for the Aave position on Base.")]
    pub note: Option<String>,
}

impl HashFields for SetNoteRequest {
    const NOTES: &'static [&'static str] = &["note"];
}

/// Why something arrived or left without an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EntryMark)]
pub enum EntryMarkKind {
    /// A gift.
    Gift,
    /// Income.
    Income,
    /// An airdrop.
    Airdrop,
}

/// The request of `mark-entry`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"entry": "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA", "mark": "gift"}))]
pub struct MarkEntryRequest {
    /// The reference of the entry.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub entry: String,
    /// Null removes the mark.
    pub mark: Option<EntryMarkKind>,
}

/// The request of `set-cost`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"entry": "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA", "asset": "eip155:1/slip44:60", "amount": "1250.75"}))]
pub struct SetCostRequest {
    /// The reference of the entry.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub entry: String,
    pub asset: AssetIdText,
    /// What all of it cost, zero or more; null removes the cost.
    pub amount: Option<Decimal>,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The request of `lift-cap`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"account": "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"}))]
pub struct LiftCapRequest {
    /// The account's CAIP-10 id.
    #[schema(example = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub account: String,
}

/// An entry in full.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetEntryData {
    pub view: OwnView,
    pub row: TransactionRow,
    /// The number of its newest revision, from 1.
    #[schema(example = 1)]
    pub revision: i64,
    /// When that revision was stored.
    pub stored_at: Time,
    /// The decoder that classified it.
    #[schema(example = "uniswap-v3")]
    pub decoder: String,
    /// The version of the list of decoders.
    #[schema(example = 1)]
    pub decoder_version: i64,
    /// How well it was understood, as a sentence.
    #[schema(example = "Recognized in full, by the rules for uniswap-v3.")]
    pub decoding_text: String,
    /// What the sources reported about the transaction.
    pub facts: Vec<FactRow>,
    /// The caller's note.
    #[schema(example = "Moved for the Aave position on Base.")]
    pub note: Option<String>,
    /// The caller's mark.
    pub mark: Option<EntryMarkKind>,
    #[serde(rename = "match")]
    pub matching: TransferMatchRow,
    pub cost: EntryCostBody,
    pub figures: Figures,
}

/// What one source reported about a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Fact)]
pub struct FactRow {
    /// The hash of its content.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015")]
    pub id: String,
    #[schema(example = "blockscout")]
    pub source: String,
    #[schema(example = "Blockscout")]
    pub source_name: String,
    /// The list that reported it.
    #[schema(example = "transactions")]
    pub stream: String,
    /// The block of the transaction.
    #[schema(example = 21_399_327)]
    pub block: i64,
    /// The hash of the block; null where the source's list does not state it.
    #[schema(example = "0x88e96d4537bea4d9c05d12549907b32561d3bf31f45aae734cdc119f13406cb6")]
    pub block_hash: Option<String>,
    /// When it was first read.
    pub read_at: Time,
    /// Its content as JSON text.
    #[schema(example = "{}")]
    pub json: String,
}

/// Whether an entry is a side of a transfer between the caller's accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TransferMatchState {
    /// Both sides were found.
    Matched,
    /// Several entries may be the other side, and none is counted.
    Candidates,
    /// The caller rejected the other side.
    UnmatchedByYou,
    /// It is not.
    None,
}

/// The other side of a transfer between the caller's accounts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TransferMatch, example = json!({"state": "none", "reason": null, "other": null, "candidates": []}))]
pub struct TransferMatchRow {
    pub state: TransferMatchState,
    /// Why the sides belong together.
    #[schema(example = "Same transaction.")]
    pub reason: Option<String>,
    pub other: Option<TransactionRow>,
    /// Entries that may be the other side, or that the caller rejected.
    pub candidates: Vec<TransactionRow>,
}

/// The entries that add up to something else than the balances.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetReconciliationData {
    /// How many balances were compared.
    #[schema(example = 91)]
    pub compared: i64,
    /// How many of them are equal.
    #[schema(example = 89)]
    pub equal: i64,
    /// The value in dollars of the compared balances with a price.
    pub value: Decimal,
    /// The part of it whose balances are equal.
    pub reconciled: Decimal,
    /// The largest value first.
    pub differences: Vec<DifferenceRow>,
}

/// A balance that differs from what the entries add up to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Difference)]
pub struct DifferenceRow {
    /// The account's CAIP-10 id.
    #[schema(example = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub account: String,
    #[schema(example = "vitalik.eth")]
    pub name: String,
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    pub asset: AssetIdText,
    #[schema(example = "stETH")]
    pub symbol: String,
    /// What the entries add up to; null where the decimals are unknown.
    pub replayed: Option<Decimal>,
    /// The balance at `block`; null where it was not read.
    pub balance: Option<Decimal>,
    /// The balance minus what the entries add up to.
    pub difference: Option<Decimal>,
    /// The difference in dollars.
    pub value: Option<Decimal>,
    /// The block of the balance.
    #[schema(example = 21_399_327)]
    pub block: i64,
    /// The time of the first entry with the asset.
    pub first: Option<Time>,
    /// A stable code of the likely cause.
    #[schema(example = "rebasing")]
    pub cause: String,
    /// The likely cause.
    #[schema(example = "The balance of this token changes without transfers.")]
    pub cause_text: String,
    /// What to do.
    #[schema(example = "No action needed: the balance of the network counts.")]
    pub remedy: String,
}

/// The result of a change to an entry.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryChangeData {
    /// The reference of the entry.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub entry: String,
}

/// The account whose cap was lifted.
#[derive(Debug, Serialize, ToSchema)]
pub struct LiftCapData {
    /// The account's CAIP-10 id.
    #[schema(example = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub account: String,
}
