//! The cost basis of an entry on the wire.

use domain::accounting::rule_text;
use domain::ledger::{
    CostChange, CostChangeKind, CostGap, CostRepair, CostState, EntryCost, entry_reference, rules_text,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::mark;
use crate::wire::{AssetIdText, Decimal, Reason, ReasonCode, Time};

/// What an entry changed in the cost basis of the caller's assets.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EntryCost)]
pub struct EntryCostBody {
    /// Which lots leave first.
    #[schema(example = "fifo")]
    pub method: String,
    /// The name of the method.
    #[schema(example = "FIFO")]
    pub method_name: String,
    /// The rules as sentences.
    #[schema(example = "What you acquired first leaves first. All your wallets count together. Fees add to the cost.")]
    pub rules_text: String,
    /// The currency of costs and gains, at the rate of each day.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// Whether the history of every account is known completely, and no exchange rate is missing. Otherwise every cost may change.
    pub complete: bool,
    /// The missing exchange rate because of which a part of these costs or gains is unknown.
    pub missing_rate: Option<Reason>,
    /// The share of the cost of everything held that is assumed, because it arrived from elsewhere, from 0 to 1; null where nothing
    /// held has a known cost.
    pub assumed_share: Option<Decimal>,
    /// Since when the history of every account is known.
    pub known_since: Option<Time>,
    /// Each asset that moved; assets that are the same coin are one. Assets of which only a fee was paid come last.
    pub assets: Vec<CostChangeRow>,
}

/// What an entry changed in the cost basis of one asset.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CostChange)]
pub struct CostChangeRow {
    pub asset: AssetIdText,
    #[schema(example = "ETH")]
    pub symbol: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/tokens/usdc.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    pub before: CostStateRow,
    pub after: CostStateRow,
    /// The gain or the loss; null where nothing was realized, or where it is not known.
    pub realized: Option<Decimal>,
    /// Whether the gain uses a cost that is assumed, because what left had arrived from elsewhere.
    pub has_assumed_gain: bool,
    /// Whether what arrived is assumed to have cost what it was worth, because it came from elsewhere.
    pub is_assumed: bool,
    /// Why a gain, or a part of it, is not known.
    pub realized_reason: Option<Reason>,
    /// A quantity without a known cost.
    pub gap: Option<CostGapRow>,
    /// How the amount that moved was valued: `moment`, `close`, `earlier_close`, `entered` or `unknown`; null where it kept its
    /// cost.
    #[schema(example = "close")]
    pub value_basis: Option<String>,
    /// The same in words.
    #[schema(example = "Close of 2026-09-08")]
    pub value_basis_text: Option<String>,
    /// The cost that the caller entered with `set-cost`.
    pub entered: Option<EnteredCost>,
    /// How it moved.
    pub kind: CostMovement,
}

/// How an asset of an entry moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CostMovement {
    /// It was acquired or disposed of.
    Exchanged,
    /// It moved between own accounts, or became another form, a position or another asset, and kept its cost.
    Carried,
    /// Only a fee was paid in it.
    Fee,
}

/// What is held of an asset, and what it cost.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CostState)]
pub struct CostStateRow {
    /// The quantity in all accounts; null where it has too many digits.
    pub quantity: Option<Decimal>,
    /// The cost of what has a known cost; null where none of it has.
    pub cost: Option<Decimal>,
    /// The cost of one whole unit of it.
    pub average: Option<Decimal>,
    /// How much of the quantity has no known cost.
    pub unknown_quantity: Decimal,
    /// Why the cost, or a part of it, is not known.
    pub reason: Option<Reason>,
}

/// A quantity without a known cost. It counts neither as a gain nor as acquired for nothing.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CostGap)]
pub struct CostGapRow {
    /// The quantity in whole units.
    pub quantity: Decimal,
    /// The asset for `set-cost`.
    pub asset: AssetIdText,
    #[schema(example = "ARB")]
    pub symbol: String,
    pub code: ReasonCode,
    /// Why, as a sentence.
    #[schema(example = "Only 150 ARB is known to have arrived before.")]
    pub text: String,
    /// What repairs it.
    pub repairs: Vec<CostRepairKind>,
    /// The reference of the entry that acquired it at an unknown cost.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub acquired_by: Option<String>,
}

/// A way to repair a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CostRepair)]
pub enum CostRepairKind {
    /// Watch the wallet that it came from.
    WatchWallet,
    /// Enter what it cost, with `set-cost`.
    EnterCost,
    /// Mark the entry as a gift, income or an airdrop, with `mark-entry`.
    Mark,
    /// Enter the cost at the entry that acquired it.
    OpenAcquisition,
}

/// A cost that the caller entered.
#[derive(Debug, Serialize, ToSchema)]
pub struct EnteredCost {
    /// The total.
    pub amount: Decimal,
    #[schema(example = "USD")]
    pub currency_code: String,
}

impl From<&EntryCost> for EntryCostBody {
    fn from(cost: &EntryCost) -> Self {
        Self {
            method: cost.rules.method.code().to_owned(),
            method_name: rule_text::METHOD.choice_name(&cost.rules).to_owned(),
            rules_text: rules_text(cost.rules, &cost.used),
            currency_code: cost.currency.to_string(),
            complete: cost.complete,
            missing_rate: cost.missing_rate.clone().map(Into::into),
            assumed_share: cost.assumed_share.map(Decimal::exact),
            known_since: cost.known_since.map(Into::into),
            assets: cost.assets.iter().map(Into::into).collect(),
        }
    }
}

impl From<&CostChange> for CostChangeRow {
    fn from(change: &CostChange) -> Self {
        Self {
            asset: (&change.asset).into(),
            symbol: change.symbol.clone(),
            mark: mark::of_asset(&change.asset),
            before: (&change.before).into(),
            after: (&change.after).into(),
            realized: change.realized.map(Decimal::money),
            has_assumed_gain: change.has_assumed_gain,
            is_assumed: change.is_assumed,
            realized_reason: change.unrealizable.clone().map(Into::into),
            gap: change.gap.as_ref().map(Into::into),
            value_basis: change.value_basis.as_ref().map(|one| one.code().to_owned()),
            value_basis_text: change.value_basis.as_ref().map(domain::ledger::CostBasisText::text),
            entered: change.entered.as_ref().map(|entered| EnteredCost {
                amount: Decimal::exact(entered.amount),
                currency_code: entered.currency.to_string(),
            }),
            kind: match change.kind {
                CostChangeKind::Exchanged => CostMovement::Exchanged,
                CostChangeKind::Carried => CostMovement::Carried,
                CostChangeKind::Fee => CostMovement::Fee,
            },
        }
    }
}

impl From<&CostState> for CostStateRow {
    fn from(state: &CostState) -> Self {
        Self {
            quantity: state.quantity.map(Decimal::exact),
            cost: state.cost.map(Decimal::money),
            average: state.average.map(Decimal::money),
            unknown_quantity: Decimal::exact(state.unknown),
            reason: state.reason.clone().map(Into::into),
        }
    }
}

impl From<&CostGap> for CostGapRow {
    fn from(gap: &CostGap) -> Self {
        Self {
            quantity: Decimal::exact(gap.quantity),
            asset: (&gap.asset).into(),
            symbol: gap.symbol.clone(),
            code: ReasonCode::named(gap.reason.code),
            text: gap.reason.text.clone(),
            repairs: gap.repairs.iter().copied().map(Into::into).collect(),
            acquired_by: gap.acquired_by.as_ref().map(entry_reference),
        }
    }
}

impl From<CostRepair> for CostRepairKind {
    fn from(repair: CostRepair) -> Self {
        match repair {
            CostRepair::WatchWallet => Self::WatchWallet,
            CostRepair::EnterCost => Self::EnterCost,
            CostRepair::Mark => Self::Mark,
            CostRepair::OpenAcquisition => Self::OpenAcquisition,
        }
    }
}
