//! Values one holding: quantity, price and rate give either an amount of money or a gap.

use ports::{AccountId, Amount, AssetId, Currency, PositionKind, PositionPlace, RawAmount, Snapshot, Timestamp};

use crate::{
    currency::{ConversionBasis, NoRate},
    price::{Considered, Decision, Unit, Unpriced},
    spam::HideRule,
    trace::{Node, Trace},
    valuation::{
        compute::{
            gap::Gap,
            held::HeldAmount,
            labels::{self, Lead},
            protocol_part::ProtocolPart,
            quote_labels::{self, Decided},
        },
        inputs::types::Inputs,
    },
};

/// The most decimal places of a value, so that a sum has enough room before the decimal point: 256 bits hold 77 digits.
/// A contract can state any number of decimals and must not make the sum of the other holdings overflow.
const PLACES: i16 = 60;

/// The value of one holding, unrounded. Only [`value`] creates it, from a known quantity and a known price.
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
    /// Returns the amount of money, unrounded.
    #[must_use]
    pub fn amount(self) -> Amount {
        self.0
    }
}

/// Returns the exact sum; `None` if it has more digits than can be stored.
#[must_use]
pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Valued>) -> Option<Amount> {
    parts
        .into_iter()
        .try_fold(Amount::ZERO, |total, part| total.add(part.0).ok())
}

/// Returns the exact sum of the positive ones, which shares are parts of: a debt is no part of what is owned.
pub fn owned<'a>(parts: impl IntoIterator<Item = &'a Valued>) -> Option<Amount> {
    sum(parts.into_iter().filter(|part| !part.0.is_negative()))
}

/// Returns the exact sum of the valued holdings; `None` if there are none.
pub fn known<'a>(holdings: impl Iterator<Item = &'a Holding>) -> Option<Amount> {
    let mut valued = holdings.filter_map(Holding::valued).peekable();
    valued.peek()?;
    sum(valued)
}

/// The result of valuing a holding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has a value.
    Valued {
        /// The value in the valuation's currency.
        value: Valued,
        /// Dollars for one whole unit.
        price: Amount,
    },
    /// It has a dollar price but no amount in the valuation's currency. The conversion has a gap, not the holding.
    Unconverted(NoRate),
    /// It is not counted.
    Gap(Gap),
    /// It is hidden by a rule or by the user.
    Hidden(HideRule),
}

/// A holding and the result of valuing it.
#[derive(Clone, Debug)]
pub struct Holding {
    /// The account that holds it.
    pub account: AccountId,
    /// The asset held.
    pub asset: AssetId,
    /// The asset's group, which includes the same asset on other chains.
    pub group: String,
    /// How it is held.
    pub kind: PositionKind,
    /// Where a position is held; `None` for a balance.
    pub place: Option<PositionPlace>,
    /// Where it is on the balance sheet, if it is in a protocol.
    pub protocol: Option<ProtocolPart>,
    /// Quantity in whole units, negative for what is owed; `None` if the balance or the decimals are unknown.
    pub quantity: Option<Amount>,
    /// Quantity in the smallest unit, as read from the chain; `None` if the balance could not be read.
    pub raw: Option<String>,
    /// The result of valuing it.
    pub outcome: Outcome,
    /// When the balance was read.
    pub read_at: Timestamp,
    /// The block time of the balance.
    pub as_of: Timestamp,
    /// The block number of the balance.
    pub block: u64,
}

impl Holding {
    /// Returns the value, if there is one.
    #[must_use]
    pub fn valued(&self) -> Option<&Valued> {
        match &self.outcome {
            Outcome::Valued { value, .. } => Some(value),
            Outcome::Unconverted(_) | Outcome::Gap(_) | Outcome::Hidden(_) => None,
        }
    }

    /// Returns place and kind of a position; `None` for a balance.
    #[must_use]
    pub fn position(&self) -> Option<(&PositionPlace, PositionKind)> {
        self.place.as_ref().map(|place| (place, self.kind))
    }

    /// Returns whether it has a price. Prices are decided in dollars, so this does not depend on the displayed
    /// currency.
    #[must_use]
    pub fn is_priced(&self) -> bool {
        matches!(self.outcome, Outcome::Valued { .. } | Outcome::Unconverted(_))
    }
}

/// Values one balance or position and records each step.
pub fn value<R: Trace>(inputs: &Inputs, snapshot: &Snapshot, held: HeldAmount<'_>, lead: Lead, rec: &mut R) -> Holding {
    rec.open(|| labels::holding(inputs, snapshot, held, lead));
    let decimals = held.counted_decimals(inputs);
    let quantity = decimals.and_then(|decimals| held.raw.in_units(decimals).ok());
    record_quantity(inputs, snapshot, held, quantity, rec);
    let outcome = match inputs.hidden.get(held.asset) {
        Some(rule) => Outcome::Hidden(rule.clone()),
        None => outcome(inputs, held, quantity, rec),
    };
    match &outcome {
        Outcome::Valued { value, .. } => rec.close(|node| node.value = Some(value.0)),
        Outcome::Unconverted(why) => rec.close(|node| labels::turn_into_unconverted(node, inputs, *why)),
        Outcome::Gap(gap) => rec.close(|node| labels::turn_into_gap(node, inputs, gap)),
        Outcome::Hidden(rule) => rec.close(|node| labels::turn_into_hidden(node, rule)),
    }
    Holding {
        kind: held.kind(inputs),
        place: held.position.map(|position| position.place.clone()),
        protocol: ProtocolPart::of(inputs, snapshot, held),
        quantity,
        raw: Some(held.raw.to_string()),
        ..holding(inputs, snapshot, held.asset, outcome)
    }
}

/// Values a token whose balance could not be read: always a gap, unless it is hidden.
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
    holding(inputs, snapshot, asset, outcome)
}

/// Records the balance that was read, and what moved since where it is a later one.
fn record_quantity<R: Trace>(
    inputs: &Inputs,
    snapshot: &Snapshot,
    held: HeldAmount<'_>,
    quantity: Option<Amount>,
    rec: &mut R,
) {
    let moved = inputs.moved(&snapshot.account, held.asset);
    // Histories explain balances, and no positions.
    let Some(moved) = moved.filter(|_| held.position.is_none()) else {
        return rec.leaf(|| labels::quantity(inputs, snapshot, held, quantity));
    };
    let in_units = |raw: RawAmount| raw.in_units(held.counted_decimals(inputs)?).ok();
    rec.open(|| labels::quantity_before(inputs, held.asset, quantity));
    rec.leaf(|| {
        let before = held.raw.size();
        let later = moved.after(before).unwrap_or(before);
        let row = HeldAmount {
            raw: later.into(),
            ..held
        };
        labels::quantity(inputs, snapshot, row, in_units(later))
    });
    for entry in &moved.entries {
        rec.leaf(|| labels::movement(inputs, snapshot, held.asset, entry, in_units));
    }
    rec.close(|_: &mut Node| {});
}

/// Returns a balance whose quantity is unknown.
fn holding(inputs: &Inputs, snapshot: &Snapshot, asset: &AssetId, outcome: Outcome) -> Holding {
    Holding {
        account: snapshot.account.clone(),
        asset: asset.clone(),
        group: inputs.group(asset).to_owned(),
        kind: inputs.kind(asset),
        place: None,
        protocol: inputs.receipt(asset).map(ProtocolPart::of_receipt),
        quantity: None,
        raw: None,
        outcome,
        read_at: snapshot.taken_at,
        as_of: snapshot.as_of(),
        block: snapshot.block.number,
    }
}

fn outcome<R: Trace>(inputs: &Inputs, held: HeldAmount<'_>, quantity: Option<Amount>, rec: &mut R) -> Outcome {
    let Some(quantity) = quantity else {
        return Outcome::Gap(match inputs.assumptions.get(held.asset) {
            _ if held.counted_decimals(inputs).is_some() => Gap::Overflow,
            Some(assumed) => Gap::DecimalsAssumed(assumed.clone(), held.raw.in_units(assumed.decimals).ok()),
            None => Gap::DecimalsUnknown,
        });
    };
    let decision = inputs.decisions.get(held.asset);
    record_price(inputs, held.asset, decision, rec);
    let priced = match decision {
        Some(Decision::Priced(priced)) => priced,
        Some(Decision::Unpriced { reason, .. }) => return Outcome::Gap(Gap::Unpriced(why(held.asset, reason))),
        None => return Outcome::Gap(Gap::Unpriced(Unpriced::NotRequestedYet)),
    };
    record_rate(inputs, rec);
    match quantity.mul(priced.value) {
        Ok(dollars) if dollars.fits(PLACES) => converted(inputs, dollars, priced.value),
        Ok(_) | Err(_) => Outcome::Gap(Gap::Overflow),
    }
}

/// Returns why an asset has no price. No source could list a code that nobody mapped to an asset.
fn why(asset: &AssetId, reason: &Unpriced) -> Unpriced {
    let is_code = asset.is_code() && asset.currency_code().is_none();
    match reason {
        Unpriced::Unsupported | Unpriced::NotListed if is_code => Unpriced::NotMapped,
        reason => reason.clone(),
    }
}

/// Converts the dollar value of a priced holding to the currency.
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

/// Records how the price was decided, with each quote.
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

/// Records the answer of one source and its conversion to dollars.
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

/// Records how the exchange rate was derived: from two rates against the euro, or from the price of a coin.
pub fn record_rate<R: Trace>(inputs: &Inputs, rec: &mut R) {
    match &inputs.conversion.basis {
        ConversionBasis::Same => rec.leaf(labels::no_conversion),
        ConversionBasis::Missing(why) => rec.leaf(|| labels::no_rate(inputs, *why)),
        ConversionBasis::Fixing(fixing) => {
            rec.open(|| labels::rate(inputs));
            rec.leaf(|| labels::per_euro(inputs, fixing, &inputs.conversion.currency));
            rec.leaf(|| labels::per_euro(inputs, fixing, &Currency::usd()));
            rec.close(|_: &mut Node| {});
        }
        ConversionBasis::Coin(asset, decision) => {
            rec.open(|| labels::rate(inputs));
            rec.leaf(|| labels::one_coin(inputs));
            record_price(inputs, asset, Some(decision), rec);
            rec.close(|_: &mut Node| {});
        }
    }
}
