//! The dollar value and the status of one quote.

use ports::{Amount, Quote, Timestamp, quote::QuoteAnswer};

use crate::price::{
    decision::{DollarQuote, Unit},
    quote_status::QuoteStatus,
    rules::Rules,
};

impl DollarQuote {
    /// Wraps a quote of the asset itself. A quote in units of another asset has no dollar price yet.
    #[must_use]
    pub fn in_dollars(quote: Quote) -> Self {
        let unit = quote.market.as_ref().and_then(|market| market.quoted_in.clone());
        Self {
            unit: unit.map_or(Unit::Dollar, Unit::Unpriced),
            origin: quote.source.clone(),
            quote,
            redeemed: None,
        }
    }

    /// Converts an amount in the quote's unit to dollars.
    fn dollars(&self, amount: Amount) -> Option<Amount> {
        match &self.unit {
            Unit::Dollar => Some(amount),
            Unit::Priced(_, price) => amount.mul(*price).ok(),
            Unit::Unpriced(_) => None,
        }
    }

    /// Returns the dollars for one whole unit of the asset.
    pub(super) fn value(&self) -> Option<Amount> {
        let quoted = match &self.quote.answer {
            QuoteAnswer::Price { price, .. } => price.amount(),
            QuoteAnswer::WorthZero => Amount::ZERO,
            QuoteAnswer::NotListed | QuoteAnswer::Unusable { .. } => return None,
        };
        let dollars = self.dollars(quoted)?;
        match &self.redeemed {
            Some((_, ratio)) => dollars.mul(*ratio).ok(),
            None => Some(dollars),
        }
    }

    /// Returns whether the quote can count at a time.
    pub(super) fn status(&self, value: Option<Amount>, at: Timestamp, rules: &Rules) -> QuoteStatus {
        match &self.quote.answer {
            QuoteAnswer::NotListed => QuoteStatus::NotListed,
            QuoteAnswer::Unusable { .. } => QuoteStatus::Unusable,
            _ if matches!(self.unit, Unit::Unpriced(_)) => QuoteStatus::UnitUnpriced,
            _ if value.is_none() => QuoteStatus::Unusable,
            _ if at.since(self.quote.source_time) > rules.stale_after => QuoteStatus::TooOld,
            QuoteAnswer::Price {
                confidence: Some(sure), ..
            } if sure.percent(6) < Amount::from(rules.least_confidence_percent) => QuoteStatus::Unsure,
            QuoteAnswer::Price { .. } | QuoteAnswer::WorthZero => QuoteStatus::Counted,
        }
    }

    /// Returns whether the market's volume is too small to price the amount held. Sources that state no volume are
    /// never thin.
    pub(super) fn thin(&self, value: Amount, held: Option<Amount>, rules: &Rules) -> bool {
        let Some(volume) = self
            .quote
            .market
            .as_ref()
            .and_then(|market| self.dollars(market.volume))
        else {
            return false;
        };
        let worth = held.and_then(|held| held.mul(value).ok());
        let needed = worth
            .filter(|worth| *worth > Amount::from(rules.depth_matters_from))
            .map(|worth| worth.mul(Amount::from(rules.depth)).ok());
        volume < Amount::from(rules.least_volume)
            || needed.is_some_and(|needed| needed.is_none_or(|needed| volume < needed))
    }
}
