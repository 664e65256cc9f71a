//! What an entry changed in the cost basis, as it is shown.

use std::collections::BTreeSet;

use ports::{Amount, AssetId, CostRules, Currency, Day, EntryId, Timestamp};

use crate::{ledger::cost::cost_rules::NamedRule, price::PastBasis, reason::Reason};

/// What an entry changed in the cost basis.
#[derive(Clone, Debug)]
pub struct EntryCost {
    /// The rules.
    pub rules: CostRules,
    /// Which rules besides the method changed something.
    pub used: BTreeSet<NamedRule>,
    /// The currency of costs and gains.
    pub currency: Currency,
    /// Whether the history of every account is known completely, and no exchange rate is missing. Otherwise every cost may change.
    pub complete: bool,
    /// The missing exchange rate because of which a part of these costs or gains is unknown.
    pub missing_rate: Option<Reason>,
    /// The share of the cost of everything held that is assumed, because it arrived from elsewhere, from 0 to 1; `None` where nothing
    /// held has a known cost.
    pub assumed_share: Option<Amount>,
    /// Since when the history is known.
    pub known_since: Option<Timestamp>,
    /// Each asset that moved; assets that are the same coin are one. Assets of which only a fee was paid come last.
    pub assets: Vec<CostChange>,
}

/// What an entry changed in the cost basis of an asset.
#[derive(Clone, Debug)]
pub struct CostChange {
    /// The asset.
    pub asset: AssetId,
    /// Its symbol; empty where unknown.
    pub symbol: String,
    /// The number of its pool in the replay.
    pub pool: u32,
    /// What was held before.
    pub before: CostState,
    /// What was held after.
    pub after: CostState,
    /// What was realized; `None` where nothing was, or where it is not known.
    pub realized: Option<Amount>,
    /// Whether the gain uses a cost that is assumed, because what left had arrived from elsewhere.
    pub has_assumed_gain: bool,
    /// Whether what arrived is assumed to have cost what it was worth, because it came from elsewhere.
    pub is_assumed: bool,
    /// Why a gain, or a part of it, is not known.
    pub unrealizable: Option<Reason>,
    /// A quantity without a known cost.
    pub gap: Option<CostGap>,
    /// What the amount that moved was valued at; `None` for transfers, which keep their cost.
    pub value_basis: Option<CostBasisText>,
    /// The cost that the person entered.
    pub entered: Option<KnownCost>,
    /// How it moved.
    pub kind: CostChangeKind,
}

/// How an asset of an entry moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostChangeKind {
    /// It was acquired or disposed of.
    Exchanged,
    /// It moved between own accounts, or became another form, a position or another asset, and kept its cost.
    Carried,
    /// Only a fee was paid in it.
    Fee,
}

/// What is held of an asset, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostState {
    /// The quantity in whole units; `None` where it has too many digits.
    pub quantity: Option<Amount>,
    /// The cost of what has a known cost; `None` where none of it has.
    pub cost: Option<Amount>,
    /// The cost of one whole unit, rounded to 18 places; `None` where nothing has a known cost.
    pub average: Option<Amount>,
    /// How much of the quantity has no known cost.
    pub unknown: Amount,
    /// Why the cost, or a part of it, is not known.
    pub reason: Option<Reason>,
}

/// A cost that a person entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownCost {
    /// The total.
    pub amount: Amount,
    /// Its currency.
    pub currency: Currency,
}

/// What an amount was valued at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CostBasisText {
    /// A price.
    Price(PastBasis),
    /// The cost that the person entered.
    Entered,
    /// No price is known.
    Unknown(Reason),
    /// The price, or the cost that the person entered, is known, but an exchange rate is missing.
    Unconverted(Reason),
}

/// A quantity whose cost is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostGap {
    /// The quantity in whole units.
    pub quantity: Amount,
    /// The asset that the repairs are about.
    pub asset: AssetId,
    /// Its symbol.
    pub symbol: String,
    /// Why, with a sentence.
    pub reason: Reason,
    /// What repairs it.
    pub repairs: Vec<CostRepair>,
    /// The entry that acquired it at an unknown cost.
    pub acquired_by: Option<EntryId>,
}

/// A way to repair a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostRepair {
    /// Watch the wallet that it came from.
    WatchWallet,
    /// Enter what it cost.
    EnterCost,
    /// Mark the entry as a gift, income or an airdrop.
    Mark,
    /// Enter the cost at the entry that acquired it.
    OpenAcquisition,
}

impl CostBasisText {
    /// Returns the stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Price(PastBasis::Moment(_)) => "moment",
            Self::Price(PastBasis::Close(_)) => "close",
            Self::Price(PastBasis::CarriedFrom(_)) => "earlier_close",
            Self::Entered => "entered",
            Self::Unknown(_) | Self::Unconverted(_) => "unknown",
        }
    }

    /// Returns it as words.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Price(PastBasis::Moment(at)) => format!("Price at {} UTC", time_of_day(*at)),
            Self::Price(PastBasis::Close(day)) => format!("Close of {day}"),
            Self::Price(PastBasis::CarriedFrom(day)) => format!("Close of {day}, an earlier day"),
            Self::Entered => "Cost that you entered".to_owned(),
            Self::Unknown(reason) | Self::Unconverted(reason) => reason.text.clone(),
        }
    }
}

/// Returns hours and minutes, UTC.
fn time_of_day(at: Timestamp) -> String {
    let seconds = at.seconds().saturating_sub(Day::of(at).start().seconds());
    format!("{:02}:{:02}", seconds / 3600, seconds / 60 % 60)
}
