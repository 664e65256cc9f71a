//! Entries of a shared portfolio: types with fields only for what visitors may see.

use domain::share;
use serde::Serialize;
use utoipa::ToSchema;

use super::bodies::GetEntryData;
use super::decoding::decoding_text;
use crate::App;
use crate::routes::entry::{TransactionRow, row};
use crate::routes::wallet::SharedView;

/// One of the caller's own entries, or what a visitor may see of one, as `view` states.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum LedgerEntry {
    /// With a session.
    Own(Box<GetEntryData>),
    /// With a share session.
    Shared(Box<SharedEntryData>),
}

/// An entry of a shared portfolio, without anything that its owner added to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedEntryData {
    pub view: SharedView,
    pub row: TransactionRow,
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
    pub facts: Vec<SharedFactRow>,
    /// The other side of a transfer between shared wallets; null for others.
    #[serde(rename = "match")]
    pub matching: Option<SharedMatchRow>,
}

/// What one source reported about a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SharedFact)]
pub struct SharedFactRow {
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
    /// Its content as JSON text.
    #[schema(example = "{}")]
    pub json: String,
}

/// The other side of a transfer between shared wallets.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SharedTransferMatch)]
pub struct SharedMatchRow {
    /// Why the sides belong together.
    #[schema(example = "Same transaction.")]
    pub reason: String,
    pub other: Option<TransactionRow>,
}

/// Returns an entry of a shared portfolio on the wire.
pub(super) fn shared_entry(app: &App, detail: share::SharedEntryDetail) -> LedgerEntry {
    let share::SharedEntryDetail {
        line,
        decoder,
        decoder_version,
        facts,
        matched,
    } = detail;
    let matching = matched.map(|share::SharedMatch { reason, others }| SharedMatchRow {
        reason,
        other: others.first().map(|line| row(app, line)),
    });
    LedgerEntry::Shared(Box::new(SharedEntryData {
        view: SharedView::Shared,
        decoding_text: decoding_text(line.decoding, &decoder),
        row: row(app, &line),
        decoder,
        decoder_version: i64::from(decoder_version),
        facts: facts.into_iter().map(fact).collect(),
        matching,
    }))
}

fn fact(fact: share::SharedFact) -> SharedFactRow {
    let share::SharedFact {
        id,
        source,
        source_name,
        stream,
        block,
        block_hash,
        json,
    } = fact;
    SharedFactRow {
        id: id.to_string(),
        source: source.to_string(),
        source_name,
        stream: stream.code().to_owned(),
        block: i64::try_from(block).unwrap_or(i64::MAX),
        block_hash,
        json,
    }
}
