//! One holding: a quantity, a price, a rate, and either money or a gap.

use ports::{AccountId, Amount, AssetId, Currency, Snapshot, Timestamp, snapshot::SnapshotRow};

use crate::{
    currency::{Basis, NoRate},
    price::{Considered, Decision, Unit, Unpriced},
    spam::HideRule,
    valuation::{
        compute::{
            gap::Gap,
            labels::{self, Lead},
            quote_labels::{self, Decided},
            trace::{Node, Trace},
        },
        inputs::{decimals, types::Inputs},
    },
};

/// Places behind the point up to which a value leaves a sum the room that it needs before the point: 256 bits hold 77
/// digits. A token has as many places as its contract likes, and must not spoil the sum for the others.
const PLACES: i16 = 60;

/// Money of one holding, unrounded. Only [`value`] makes it, out of a quantity and a price that are known.
///
/// A gap has no amount, so that an unknown price cannot become zero by accident:
///
/// ```compile_fail
/// let gap = spyhop::valuation::Gap::Overflow;
/// let money: ports::Amount = gap.into();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued(Amount);

impl Valued {
    /// The money, unrounded.
    #[must_use]
    pub fn amount(self) -> Amount {
        self.0
    }
}

/// Exact sum of what is valued; `None` when it needs more digits than are kept.
#[must_use]
pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Valued>) -> Option<Amount> {
    parts
        .into_iter()
        .try_fold(Amount::ZERO, |total, part| total.add(part.0).ok())
}

/// Exact sum of what is valued among `holdings`; `None` when nothing is.
pub fn known<'a>(holdings: impl Iterator<Item = &'a Holding>) -> Option<Amount> {
    let mut valued = holdings.filter_map(Holding::valued).peekable();
    valued.peek()?;
    sum(valued)
}

/// What a holding comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Money.
    Valued {
        /// In the valuation's currency.
        value: Valued,
        /// Dollars for one whole unit.
        price: Amount,
    },
    /// It has a price in dollars, and no money in the valuation's currency: a gap of the conversion, not of the holding.
    Unconverted(NoRate),
    /// Not counted, and why.
    Gap(Gap),
    /// Left out on purpose.
    Hidden(HideRule),
}

/// A holding and what it comes to.
#[derive(Clone, Debug)]
pub struct Holding {
    /// Where it lies.
    pub account: AccountId,
    /// What is held.
    pub asset: AssetId,
    /// Its group: the same thing on other chains.
    pub group: String,
    /// How much in whole units; `None` where the decimals are unknown or the balance is.
    pub quantity: Option<Amount>,
    /// How much in the smallest unit, as the chain says it; `None` when the balance could not be read.
    pub raw: Option<String>,
    /// What it comes to.
    pub outcome: Outcome,
    /// When the balance was read.
    pub read_at: Timestamp,
    /// The moment that the balance is of: its block's time.
    pub as_of: Timestamp,
    /// At which block.
    pub block: u64,
}

impl Holding {
    /// The money, if there is any.
    #[must_use]
    pub fn valued(&self) -> Option<&Valued> {
        match &self.outcome {
            Outcome::Valued { value, .. } => Some(value),
            Outcome::Unconverted(_) | Outcome::Gap(_) | Outcome::Hidden(_) => None,
        }
    }

    /// Whether it has a price. That is decided in dollars and does not depend on the currency that amounts are shown in.
    #[must_use]
    pub fn is_priced(&self) -> bool {
        matches!(self.outcome, Outcome::Valued { .. } | Outcome::Unconverted(_))
    }
}

/// Values one balance and tells the recorder how.
pub fn value<R: Trace>(inputs: &Inputs, snapshot: &Snapshot, row: &SnapshotRow, lead: Lead, rec: &mut R) -> Holding {
    rec.open(|| labels::holding(inputs, snapshot, &row.asset, lead));
    let decimals = decimals::of_row(row, &inputs.accepted);
    let quantity = decimals.and_then(|decimals| row.raw.in_units(decimals).ok());
    rec.leaf(|| labels::quantity(inputs, snapshot, row, quantity));
    let outcome = match inputs.hidden.get(&row.asset) {
        Some(rule) => Outcome::Hidden(rule.clone()),
        None => outcome(inputs, row, quantity, rec),
    };
    match &outcome {
        Outcome::Valued { value, .. } => rec.close(|node| node.value = Some(value.0)),
        Outcome::Unconverted(why) => rec.close(|node| labels::turn_into_unconverted(node, inputs, *why)),
        Outcome::Gap(gap) => rec.close(|node| labels::turn_into_gap(node, inputs, gap)),
        Outcome::Hidden(rule) => rec.close(|node| labels::turn_into_hidden(node, rule)),
    }
    holding(
        inputs,
        snapshot,
        &row.asset,
        quantity,
        Some(row.raw.to_string()),
        outcome,
    )
}

/// A token that the snapshot could not read: always a gap, unless it is hidden.
pub fn unreadable<R: Trace>(
    inputs: &Inputs,
    snapshot: &Snapshot,
    asset: &AssetId,
    why: &str,
    lead: Lead,
    rec: &mut R,
) -> Holding {
    let gap = Gap::Unreadable(why.to_owned());
    rec.open(|| labels::unreadable(inputs, snapshot, asset, lead));
    let outcome = match inputs.hidden.get(asset) {
        Some(rule) => {
            rec.close(|node| labels::turn_into_hidden(node, rule));
            Outcome::Hidden(rule.clone())
        }
        None => {
            rec.close(|node| labels::turn_into_gap(node, inputs, &gap));
            Outcome::Gap(gap)
        }
    };
    holding(inputs, snapshot, asset, None, None, outcome)
}

fn holding(
    inputs: &Inputs,
    snapshot: &Snapshot,
    asset: &AssetId,
    quantity: Option<Amount>,
    raw: Option<String>,
    outcome: Outcome,
) -> Holding {
    Holding {
        account: snapshot.account.clone(),
        asset: asset.clone(),
        group: inputs.group(asset).to_owned(),
        quantity,
        raw,
        outcome,
        read_at: snapshot.taken_at,
        as_of: snapshot.as_of(),
        block: snapshot.block.number,
    }
}

fn outcome<R: Trace>(inputs: &Inputs, row: &SnapshotRow, quantity: Option<Amount>, rec: &mut R) -> Outcome {
    let Some(quantity) = quantity else {
        return Outcome::Gap(match inputs.assumptions.get(&row.asset) {
            _ if decimals::of_row(row, &inputs.accepted).is_some() => Gap::Overflow,
            Some(assumed) => Gap::DecimalsAssumed(assumed.clone(), row.raw.in_units(assumed.decimals).ok()),
            None => Gap::DecimalsUnknown,
        });
    };
    let decision = inputs.decisions.get(&row.asset);
    record_price(inputs, &row.asset, decision, rec);
    let priced = match decision {
        Some(Decision::Priced(priced)) => priced,
        Some(Decision::Unpriced { reason, .. }) => return Outcome::Gap(Gap::Unpriced(reason.clone())),
        None => return Outcome::Gap(Gap::Unpriced(Unpriced::NotAskedYet)),
    };
    record_rate(inputs, rec);
    match quantity.mul(priced.value) {
        Ok(dollars) if dollars.fits(PLACES) => converted(inputs, dollars, priced.value),
        Ok(_) | Err(_) => Outcome::Gap(Gap::Overflow),
    }
}

/// Converts the money of a holding that is priced.
fn converted(inputs: &Inputs, dollars: Amount, price: Amount) -> Outcome {
    let exchange = match inputs.conversion.exchange() {
        Ok(exchange) => exchange,
        Err(why) => return Outcome::Unconverted(why),
    };
    match exchange.convert(dollars) {
        Ok(money) if money.fits(PLACES) => Outcome::Valued {
            value: Valued(money),
            price,
        },
        Ok(_) | Err(_) => Outcome::Unconverted(NoRate::TooLong),
    }
}

/// Tells the recorder how the price came about: the decision and each quote.
pub fn record_price<R: Trace>(inputs: &Inputs, asset: &AssetId, decision: Option<&Decision>, rec: &mut R) {
    let Some(decision) = decision else { return };
    rec.open(|| labels::price(inputs, asset, decision));
    let (considered, value) = match decision {
        Decision::Priced(priced) => (&priced.considered, Some(priced.value)),
        Decision::Unpriced { considered, .. } => (considered, None),
    };
    let counted = considered.iter().filter(|one| Considered::counts(one)).count();
    let decided = Decided { value, counted };
    for one in considered {
        record_quote(inputs, one, decided, rec);
    }
    rec.close(|_: &mut Node| {});
}

/// Tells the recorder what one source said, and how that becomes dollars.
fn record_quote<R: Trace>(inputs: &Inputs, one: &Considered, decided: Decided, rec: &mut R) {
    if !quote_labels::is_converted(one) {
        return rec.leaf(|| quote_labels::quote(inputs, one, decided));
    }
    rec.open(|| quote_labels::converted(inputs, one, decided));
    rec.leaf(|| quote_labels::source_price(inputs, one));
    if let Unit::Priced(unit, price) = &one.dollar_quote.unit {
        rec.leaf(|| quote_labels::unit(inputs, unit, *price));
    }
    if let Some((target, ratio)) = &one.dollar_quote.redeemed {
        rec.leaf(|| quote_labels::ratio(inputs, target, *ratio));
    }
    rec.close(|_: &mut Node| {});
}

/// Tells the recorder how the rate came about: two rates against the euro, or the price of a coin.
pub fn record_rate<R: Trace>(inputs: &Inputs, rec: &mut R) {
    match &inputs.conversion.basis {
        Basis::Same => rec.leaf(labels::no_conversion),
        Basis::Missing(why) => rec.leaf(|| labels::no_rate(inputs, *why)),
        Basis::Fixing(fixing) => {
            rec.open(|| labels::rate(inputs));
            rec.leaf(|| labels::per_euro(inputs, fixing, &inputs.conversion.currency));
            rec.leaf(|| labels::per_euro(inputs, fixing, &Currency::usd()));
            rec.close(|_: &mut Node| {});
        }
        Basis::Coin(asset, decision) => {
            rec.open(|| labels::rate(inputs));
            rec.leaf(|| labels::one_coin(inputs));
            record_price(inputs, asset, Some(decision), rec);
            rec.close(|_: &mut Node| {});
        }
    }
}
