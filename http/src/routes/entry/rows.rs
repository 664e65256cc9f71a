//! Rows of transactions on the wire.

use domain::ledger::{EntryLine, LegLine, OwnTransfer, Party, PartySource, entry_reference};
use domain::price::PastBasis;
use ports::entry::{Decoding, EntryMethod, LegRole};
use ports::{Amount, ChainId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::mark;
use crate::wire::{AssetIdText, ChainIdText, Decimal, Reason, Time};

/// A transaction of one of the caller's accounts, or of a shared portfolio.
#[allow(clippy::struct_excessive_bools, reason = "each is a field of the wire")]
#[derive(Debug, Serialize, ToSchema)]
pub struct TransactionRow {
    /// The reference of its entry, for the calls about one entry.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub entry: String,
    /// The time of the block.
    pub timestamp: Time,
    pub chain: ChainIdText,
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    /// The path of the network's mark on this server; null if it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub chain_mark: Option<String>,
    /// The network on which a transfer between networks arrived; null for others.
    #[schema(example = "Base")]
    pub to_chain_name: Option<String>,
    /// The block.
    #[schema(example = 21_399_327)]
    pub block: i64,
    /// The id of the transaction on its network.
    #[schema(example = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060")]
    pub transaction: String,
    /// Its page at the network's explorer.
    #[schema(example = "https://etherscan.io/tx/0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060")]
    pub explorer_url: Option<String>,
    /// 10 burn, 20 transfer, 30 mint, 40 commit.
    #[schema(example = 20)]
    pub method: i64,
    /// The word for the method.
    #[schema(example = "Transfer")]
    pub method_name: String,
    /// The finer kind.
    #[schema(example = "swap")]
    pub kind: String,
    /// The words for the finer kind.
    #[schema(example = "Swap")]
    pub kind_name: String,
    /// The protocol; null where none was recognized.
    #[schema(example = "uniswap-v3")]
    pub protocol: Option<String>,
    pub account: PartyRow,
    /// Who gave.
    pub from_wallet: Option<PartyRow>,
    /// Who received.
    pub to_wallet: Option<PartyRow>,
    /// What moved, without the fee.
    pub legs: Vec<TransactionLeg>,
    /// What came in, else what went out, at the price and rate of its own day; null where that is unknown.
    pub value_then: Option<Decimal>,
    /// Why it is unknown.
    pub value_then_reason: Option<Reason>,
    /// The same amounts today.
    pub value_today: Option<Decimal>,
    /// Why it is unknown.
    pub value_today_reason: Option<Reason>,
    pub fee: Option<TransactionLeg>,
    /// The value of the fee at its own day.
    pub fee_then: Option<Decimal>,
    /// The value of the fee today.
    pub fee_today: Option<Decimal>,
    /// Whether the fee is not known in full: it was at least the stated one, or there was one although none is stated.
    pub fee_incomplete: bool,
    /// Whether both sides belong to the caller, or to the shared portfolio.
    pub own_transfer: bool,
    /// Whether it is a transfer between networks of which both sides were found.
    pub matched: bool,
    /// Whether the transaction failed. The fee is paid nevertheless.
    pub failed: bool,
    /// Whether any amount besides the fee moved.
    pub moved: bool,
    pub decoding: DecodingState,
}

/// How well a transaction was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecodingState {
    /// A decoder recognized it.
    Complete,
    /// It was classified by the amounts that moved.
    Generic,
    /// The responsible decoder failed, and it was classified by the amounts that moved.
    Failed,
}

/// An amount of a transaction.
#[derive(Debug, Serialize, ToSchema)]
pub struct TransactionLeg {
    pub role: TransactionLegRole,
    pub asset: AssetIdText,
    #[schema(example = "USDC")]
    pub symbol: String,
    #[schema(example = "USD Coin")]
    pub name: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/tokens/usdc.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// The id within the contract for tokens that have one.
    #[schema(example = "8520")]
    pub token_id: Option<String>,
    /// The amount in whole units; null where the decimals are unknown.
    pub amount: Option<Decimal>,
    /// The amount in the smallest unit.
    #[schema(example = "4100000000")]
    pub raw: String,
    /// Its value at its own day.
    pub value_then: Option<Decimal>,
    /// Its value today.
    pub value_today: Option<Decimal>,
    /// The price of its day, for one whole unit.
    pub price_then: Option<Decimal>,
    /// How that price was chosen.
    #[schema(example = "close")]
    pub price_then_basis: Option<String>,
    /// Why a value is unknown.
    pub reason: Option<Reason>,
}

/// The direction of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TransactionLegRole {
    /// Left the account.
    Out,
    /// Arrived in the account.
    In,
    /// Paid as a fee.
    Fee,
}

/// One side of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Party)]
pub struct PartyRow {
    #[schema(example = "0xE592427A0AEce92De3Edee1F18E0157C05861564")]
    pub address: String,
    /// The caller's nickname or name of a wallet, the caller's label, or the owner by a public list; null for an unknown address.
    #[schema(example = "Uniswap")]
    pub name: Option<String>,
    /// Where the name comes from.
    pub source: Option<PartySourceKind>,
    /// The list that names the owner, with its revision.
    #[schema(example = "bgd-labs/aave-address-book f61c9762")]
    pub label_source: Option<String>,
    /// The kind of service.
    #[schema(example = "dex")]
    pub kind: Option<String>,
}

/// Where the name of a side of a transaction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PartySourceKind {
    /// It is a wallet of the caller, or of the shared portfolio.
    Own,
    /// The caller's own label, by `set-label`.
    OwnLabel,
    /// A public list of addresses of services.
    Label,
}

/// Returns a transaction on the wire.
pub fn row(app: &App, line: &EntryLine) -> TransactionRow {
    let chain_name = |chain: &ChainId| chain_name(app, chain);
    let fee = line.fee.as_ref();
    TransactionRow {
        entry: entry_reference(&line.id),
        timestamp: line.time.into(),
        chain: (&line.chain).into(),
        chain_name: chain_name(&line.chain),
        chain_mark: mark::of_chain(&line.chain),
        to_chain_name: line.to_chain.as_ref().map(chain_name),
        block: i64::try_from(line.block).unwrap_or(i64::MAX),
        transaction: line.transaction.to_string(),
        explorer_url: line.url.clone(),
        method: line.kind.method().number(),
        method_name: method_name(line.kind.method()).to_owned(),
        kind: line.kind.code().to_owned(),
        kind_name: line.kind.name().to_owned(),
        protocol: line.protocol.clone(),
        account: party(&line.account),
        from_wallet: line.from.as_ref().map(party),
        to_wallet: line.to.as_ref().map(party),
        legs: line.legs.iter().map(leg).collect(),
        value_then: value(&line.value_then),
        value_then_reason: reason(&line.value_then),
        value_today: value(&line.value_today),
        value_today_reason: reason(&line.value_today),
        fee_then: fee.and_then(|fee| value(&fee.value_then)),
        fee_today: fee.and_then(|fee| value(&fee.value_today)),
        fee: fee.map(leg),
        fee_incomplete: line.fee_incomplete,
        own_transfer: line.own_transfer.is_some(),
        matched: line.own_transfer == Some(OwnTransfer::Matched),
        failed: line.failed,
        moved: line.moved,
        decoding: decoding_state(line.decoding),
    }
}

/// Returns the name of a network.
pub fn chain_name(app: &App, chain: &ChainId) -> String {
    let known = app.tracker().ports().chains.get(chain);
    known.map_or_else(|| chain.to_string(), |known| known.name.clone())
}

fn decoding_state(decoding: Decoding) -> DecodingState {
    match decoding {
        Decoding::Complete => DecodingState::Complete,
        Decoding::Generic => DecodingState::Generic,
        Decoding::Failed => DecodingState::Failed,
    }
}

fn value(value: &Result<Amount, domain::reason::Reason>) -> Option<Decimal> {
    value.as_ref().ok().map(|value| Decimal::money(*value))
}

fn reason(value: &Result<Amount, domain::reason::Reason>) -> Option<Reason> {
    value.as_ref().err().cloned().map(Into::into)
}

fn leg(line: &LegLine) -> TransactionLeg {
    TransactionLeg {
        role: match line.role {
            LegRole::Out => TransactionLegRole::Out,
            LegRole::In => TransactionLegRole::In,
            LegRole::Fee => TransactionLegRole::Fee,
        },
        asset: (&line.asset).into(),
        symbol: line.symbol.clone(),
        name: line.name.clone(),
        mark: mark::of_asset(&line.asset),
        token_id: line.token_id.clone(),
        amount: line.amount.map(Decimal::exact),
        raw: line.raw.to_string(),
        value_then: value(&line.value_then),
        value_today: value(&line.value_today),
        price_then: line.price_then.as_ref().map(|(price, _)| Decimal::money(*price)),
        price_then_basis: line
            .price_then
            .as_ref()
            .map(|(_, basis)| price_basis(*basis).to_owned()),
        reason: reason(&line.value_then).or_else(|| reason(&line.value_today)),
    }
}

/// Returns how a past price was chosen.
pub fn price_basis(basis: PastBasis) -> &'static str {
    match basis {
        PastBasis::Moment(_) => "moment",
        PastBasis::Close(_) => "close",
        PastBasis::CarriedFrom(_) => "earlier_close",
    }
}

/// Returns a party on the wire.
pub fn party(party: &Party) -> PartyRow {
    let (source, kind, label_source) = match &party.source {
        Some(PartySource::Own) => (Some(PartySourceKind::Own), None, None),
        Some(PartySource::OwnLabel) => (Some(PartySourceKind::OwnLabel), None, None),
        Some(PartySource::Label { kind, source, .. }) => (
            Some(PartySourceKind::Label),
            Some(kind.code().to_owned()),
            Some(source.clone()),
        ),
        None => (None, None, None),
    };
    PartyRow {
        address: party.address.to_string(),
        name: party.name.clone(),
        source,
        label_source,
        kind,
    }
}

/// Returns the word for a method.
pub fn method_name(method: EntryMethod) -> &'static str {
    match method {
        EntryMethod::Burn => "Burn",
        EntryMethod::Transfer => "Transfer",
        EntryMethod::Mint => "Mint",
        EntryMethod::Commit => "Commit",
    }
}
