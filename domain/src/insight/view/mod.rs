//! What the rules are evaluated over: what a person holds, owes and paid, as the reports state it. Rules read nothing else.

pub mod arrange;
pub mod gross;
pub mod spending;

use std::{collections::BTreeMap, time::Duration};

use ports::{
    AccountId, Amount, AssetId, ChainId, Currency, Owner, PositionKind, PositionPlace, Timestamp, ValuationId,
    protocol::PositionRole,
};

use self::spending::{EarlierHoldings, InsightCost, InsightSpending};
use crate::{
    approval::ApprovalReport,
    insight::{arithmetic::InsightFigure, finding::NotEvaluated, sentence::InsightPart},
    valuation::{FigureId, FigurePath, Filter},
};

/// A reading or price older than this is not used.
pub const OLD_INPUT: Duration = Duration::from_hours(24);

/// What a person holds, owes and paid at one moment.
#[derive(Clone, Debug)]
pub struct InsightView {
    /// The moment.
    pub at: Timestamp,
    /// The currency of all money.
    pub currency: Currency,
    /// One dollar in the currency; `None` without a rate.
    pub dollar: Option<Amount>,
    /// The valuation, and whose it is.
    pub valuation: (ValuationId, Owner),
    /// The known net worth.
    pub net_worth: Option<Amount>,
    /// Everything that is held or owed and not hidden.
    pub holdings: Vec<InsightHolding>,
    /// The positions in protocols.
    pub positions: Vec<InsightPosition>,
    /// The prices of assets with their quotes.
    pub prices: BTreeMap<AssetId, InsightPrice>,
    /// How many holdings a rule hides, without those that the person hid.
    pub spam: u32,
    /// What was not read.
    pub unread: UnreadInputs,
    /// What was paid in the last days, or why that is not known.
    pub spending: Result<InsightSpending, NotEvaluated>,
    /// What was held days ago, by the number of days, or why that is not known.
    pub earlier: BTreeMap<u32, Result<EarlierHoldings, NotEvaluated>>,
    /// What is held and what it cost, or why that is not known.
    pub costs: Result<Vec<InsightCost>, NotEvaluated>,
    /// How many costs are missing, or why that is not known.
    pub missing_costs: Result<u32, NotEvaluated>,
    /// Why chains are ending, by chain.
    pub ending: BTreeMap<ChainId, String>,
    /// What others may move of it.
    pub approvals: ApprovalReport,
}

/// What was not read or is old.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnreadInputs {
    /// How many accounts were never read because reading them fails.
    pub failed: u32,
    /// How many accounts wait for their first answer.
    pub reading: u32,
    /// The accounts whose last reading is older than a day, with the time of that reading.
    pub old: Vec<(String, Timestamp)>,
    /// How many accounts have a complete history that does not add up to the balance.
    pub differing: u32,
    /// What was not looked for or not read, each as a sentence.
    pub caveats: Vec<String>,
}

/// The value of a holding, or why it must not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldingWorth {
    /// The value; negative for what is owed.
    Known(Amount),
    /// It has no price.
    Unpriced,
    /// The balance or the price is older than a day.
    Old,
}

/// Something that is held or owed.
#[derive(Clone, Debug)]
pub struct InsightHolding {
    /// The asset on its chain.
    pub asset: AssetId,
    /// What the same coin on several chains has in common.
    pub group: String,
    /// What the coin that it stands for has in common on several chains; of an asset that is no receipt its own.
    pub underlying: String,
    /// Its symbol.
    pub symbol: String,
    /// The account.
    pub account: AccountId,
    /// The name of its chain.
    pub chain_name: String,
    /// The protocol that it is in; `None` for balances and exchanges.
    pub place: Option<PositionPlace>,
    /// How it is held.
    pub kind: PositionKind,
    /// What it does in a position; `None` for balances.
    pub role: Option<PositionRole>,
    /// When it can be withdrawn; `None` where that is possible at any time or unknown.
    pub unlocks_at: Option<Timestamp>,
    /// How much, in whole units.
    pub quantity: Option<Amount>,
    /// What it is worth.
    pub worth: HoldingWorth,
    /// When it was read.
    pub as_of: Timestamp,
    /// Whether it is a coin or on a token list.
    pub is_listed: bool,
    /// What selects exactly it.
    pub filter: Filter,
}

/// A position in a protocol.
#[derive(Clone, Debug)]
pub struct InsightPosition {
    /// The protocol.
    pub place: PositionPlace,
    /// The account.
    pub account: AccountId,
    /// The name of its chain.
    pub chain_name: String,
    /// Which of the account's positions there; `None` where it can have one only.
    pub item: Option<String>,
    /// The health factor that the protocol states; `None` where it states none and while the reading is old.
    pub health: Option<Amount>,
    /// Whether it is liquidity within a range of prices, which the price has left.
    pub is_out_of_range: bool,
    /// Whether something is owed.
    pub has_debt: bool,
    /// The known value, less debts.
    pub value: Option<Amount>,
    /// The known value of what is owed, negative.
    pub debt: Option<Amount>,
    /// Why the protocol is closed, or that it lost money of its users.
    pub impaired: Option<String>,
    /// When it was read.
    pub as_of: Timestamp,
    /// Whether that is too long ago for a health factor.
    pub is_old: bool,
    /// What selects it.
    pub filter: Filter,
    /// What selects everything of the account in the protocol.
    pub protocol_filter: Filter,
}

/// The price of an asset.
#[derive(Clone, Debug)]
pub struct InsightPrice {
    /// The price of one whole unit in use.
    pub price: Amount,
    /// When the oldest of its quotes was made.
    pub as_of: Timestamp,
    /// Whether the person set it.
    pub is_manual: bool,
    /// The sources that count, each with the dollars for one whole unit.
    pub quotes: Vec<(String, Amount)>,
}

impl InsightView {
    /// Returns the figure of everything that a filter selects.
    #[must_use]
    pub fn sum(&self, filter: Filter) -> Option<InsightFigure> {
        Some(self.figure(FigurePath::Sum(filter)))
    }

    /// Returns a figure of the valuation.
    #[must_use]
    pub fn figure(&self, path: FigurePath) -> InsightFigure {
        let (valuation, owner) = self.valuation;
        InsightFigure::Valuation(FigureId::new(valuation, owner, path))
    }

    /// Returns the holdings with a value that may be used, with that value.
    pub fn valued(&self) -> impl Iterator<Item = (&InsightHolding, Amount)> {
        self.holdings.iter().filter_map(|one| Some((one, one.value()?)))
    }

    /// Returns the oldest reading or price of these holdings.
    pub fn oldest<'a>(&self, of: impl IntoIterator<Item = &'a InsightHolding>) -> Option<Timestamp> {
        let times = of.into_iter().map(|holding| {
            let price = self.prices.get(&holding.asset).map(|price| price.as_of);
            price.map_or(holding.as_of, |price| price.min(holding.as_of))
        });
        times.min()
    }

    /// Returns the name of a group and its most valuable asset.
    #[must_use]
    pub fn asset_part(&self, group: &str) -> Option<InsightPart> {
        let of_group = self.holdings.iter().filter(|one| one.group == group);
        let most = of_group.max_by_key(|one| one.value())?;
        Some(most.part())
    }
}

impl InsightHolding {
    /// Returns the value, if it may be used.
    #[must_use]
    pub fn value(&self) -> Option<Amount> {
        match self.worth {
            HoldingWorth::Known(value) => Some(value),
            HoldingWorth::Unpriced | HoldingWorth::Old => None,
        }
    }

    /// Returns whether it is owed.
    #[must_use]
    pub fn is_debt(&self) -> bool {
        self.kind == PositionKind::Borrowed
    }

    /// Returns whether it is simply held: a balance that earns nothing.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.kind == PositionKind::Regular && self.place.is_none() && self.role.is_none()
    }

    /// Returns its asset as a part of a sentence.
    #[must_use]
    pub fn part(&self) -> InsightPart {
        InsightPart::Asset {
            asset: self.asset.clone(),
            symbol: self.symbol.clone(),
        }
    }

    /// Returns its chain or exchange as a part of a sentence.
    #[must_use]
    pub fn network(&self) -> InsightPart {
        InsightPart::Network {
            chain: self.chain().clone(),
            name: self.chain_name.clone(),
        }
    }

    /// Returns its chain or exchange.
    #[must_use]
    pub fn chain(&self) -> &ChainId {
        &self.account.chain
    }
}
