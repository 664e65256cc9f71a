//! The stored closing prices of many assets, and the price of each asset and day that follows from them.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use ports::{
    Amount, AssetId, Day, PastPrice, PastPriceSource, PriceSeries, Quote, SourceId, Timestamp,
    currency::ExchangeRate,
    failure::Failure,
    price_series::SeriesOnDay,
    quote::{QuoteAnswer, QuoteId},
};

use crate::price::{
    agree::{PricingInput, decide},
    decision::{Considered, Decision, DollarQuote, Priced, SourceStatus, Unit},
    past::{
        decision::{PastAgreement, PastBasis, PastDecision, PastPriced, PastUnknown},
        evidence::{PastEvidence, PastRequestState},
        last_over::{is_settled, requested_from},
    },
    quote_index::{QuoteIndex, UNIT_PLACES},
    quote_status::QuoteStatus,
    rules::Rules,
    unpriced::Unpriced,
};

/// The most days over which a closing price may be carried to a day without one.
pub const CARRIED_DAYS: i64 = 3;

/// The stored prices of many assets, by asset and day.
pub struct PastPriceIndex<'a> {
    series: &'a PriceSeries,
    sources: Vec<(SourceId, &'a dyn PastPriceSource)>,
    failures: &'a BTreeMap<SourceId, Failure>,
    rows: HashMap<&'a AssetId, BTreeMap<Day, Vec<&'a PastPrice>>>,
    moments: BTreeMap<Timestamp, QuoteIndex<'a>>,
    /// `None` where every asset is requested.
    requests: Option<&'a BTreeMap<AssetId, PastRequestState>>,
    now: Timestamp,
}

impl<'a> PastPriceIndex<'a> {
    /// Indexes what was loaded. `now` decides which days are over.
    #[must_use]
    pub fn new(ports: &'a ports::Ports, evidence: &'a PastEvidence, now: Timestamp) -> Self {
        let mut index = Self::of_rows(
            &ports.price_series,
            &ports.past_prices,
            (&evidence.prices, &evidence.failures),
            now,
        );
        let quotes = evidence.moments.iter().map(|(at, quotes)| {
            let quotes = QuoteIndex::new(&ports.redeemables, &ports.prices, quotes, *at);
            (*at, quotes)
        });
        index.moments = quotes.collect();
        index.requests = Some(&evidence.requests);
        index
    }

    /// Indexes closing prices alone, as if every asset were requested.
    pub(super) fn of_rows(
        series: &'a PriceSeries,
        sources: &'a [Arc<dyn PastPriceSource>],
        (rows, failures): (&'a [PastPrice], &'a BTreeMap<SourceId, Failure>),
        now: Timestamp,
    ) -> Self {
        let mut by_asset: HashMap<&AssetId, BTreeMap<Day, Vec<&PastPrice>>> = HashMap::new();
        for row in rows {
            let days = by_asset.entry(&row.asset).or_default();
            days.entry(row.day).or_default().push(row);
        }
        Self {
            series,
            sources: sources
                .iter()
                .map(|source| (source.profile().id, source.as_ref()))
                .collect(),
            failures,
            rows: by_asset,
            moments: BTreeMap::new(),
            requests: None,
            now,
        }
    }

    /// Returns the price of an asset at a moment: of stored quotes near it, where the evidence has some that give a price,
    /// else the closing price of its day.
    #[must_use]
    pub fn at(&self, asset: &AssetId, moment: Timestamp) -> PastDecision {
        let near = self.moments.get(&moment).and_then(|quotes| {
            let input = PricingInput {
                dollar_quotes: quotes.dollar_quotes(asset),
                ..PricingInput::default()
            };
            match decide(input, moment, &Rules::CURRENT) {
                Decision::Priced(priced) => past_priced(priced, PastBasis::Moment),
                Decision::Unpriced { .. } => None,
            }
        });
        near.map_or_else(|| self.close(asset, Day::of(moment)), PastDecision::Priced)
    }

    /// Returns the price of an asset at the end of a day, and never that of another day.
    #[must_use]
    pub fn close(&self, asset: &AssetId, day: Day) -> PastDecision {
        match self.series.on(asset, day) {
            Err(other) => unknown(PastUnknown::OtherAsset(other), Vec::new()),
            Ok(on_day) => match self.close_of(&on_day, day) {
                PastDecision::Unknown {
                    reason: PastUnknown::Unpriced(Unpriced::NotRequestedYet),
                    considered,
                } => unknown(self.unrequested(asset, day), considered),
                found => found,
            },
        }
    }

    /// Returns the price of an asset at the end of a day, or of the last earlier day with one, at most `days` earlier and at
    /// most [`CARRIED_DAYS`]. The basis says which. The reason of an unknown price is that of the day itself.
    #[must_use]
    pub fn close_or_earlier(&self, asset: &AssetId, day: Day, days: i64) -> PastDecision {
        let own = self.close(asset, day);
        let mut earlier = (1..=days.min(CARRIED_DAYS)).map(|back| day.plus(-back));
        let found = matches!(own, PastDecision::Unknown { .. })
            .then(|| {
                earlier.find_map(|earlier| match self.close(asset, earlier) {
                    PastDecision::Priced(priced) => Some(PastPriced {
                        basis: PastBasis::CarriedFrom(earlier),
                        ..priced
                    }),
                    PastDecision::Unknown { .. } => None,
                })
            })
            .flatten();
        found.map_or(own, PastDecision::Priced)
    }

    /// Returns the price of a day of the asset of a series, converted to the requested asset.
    fn close_of(&self, on_day: &SeriesOnDay, day: Day) -> PastDecision {
        let statuses = self.statuses(&on_day.asset);
        match self.decide(&on_day.asset, day, &statuses) {
            Decision::Priced(priced) => converted(priced, on_day, day),
            Decision::Unpriced { considered, .. } if considered.is_empty() && requested_from(day) > self.now => {
                unknown(PastUnknown::DayNotOver, considered)
            }
            Decision::Unpriced { reason, considered } => unknown(PastUnknown::Unpriced(reason), considered),
        }
    }

    /// Returns why no source has answered about the price of a day.
    fn unrequested(&self, asset: &AssetId, day: Day) -> PastUnknown {
        let pending = PastUnknown::Unpriced(Unpriced::NotRequestedYet);
        let Some(requests) = self.requests else {
            return pending;
        };
        match requests.get(self.series.root(asset)) {
            Some(PastRequestState::Pending) => pending,
            Some(PastRequestState::Ended(at)) if *at < requested_from(day) => pending,
            Some(PastRequestState::Unsearched) => PastUnknown::NotYetRequested,
            Some(PastRequestState::Failed(failure)) => PastUnknown::RequestFailed(failure.clone()),
            Some(PastRequestState::Ended(_)) | None => PastUnknown::NotRequested,
        }
    }

    fn decide(&self, series: &AssetId, day: Day, statuses: &[SourceStatus]) -> Decision {
        let input = PricingInput {
            dollar_quotes: self.dollar_quotes(series, day),
            statuses,
            ..PricingInput::default()
        };
        decide(input, day.plus(1).start(), &Rules::CURRENT)
    }

    /// Returns the stored prices of a day as quotes, each in dollars where its quote asset has a price of that day.
    fn dollar_quotes(&self, series: &AssetId, day: Day) -> Vec<DollarQuote> {
        let rows = self.rows_of(series, day);
        let quote = |row: &&PastPrice| {
            let unit = match &row.quoted_in {
                None => Unit::Dollar,
                Some(unit) => match self.unit(unit, day) {
                    Some(price) => Unit::Priced(unit.clone(), price),
                    None => Unit::Unpriced(unit.clone()),
                },
            };
            DollarQuote {
                origin: self.origin(row),
                quote: as_quote(row),
                unit,
                redeemed: None,
            }
        };
        rows.iter().map(quote).collect()
    }

    /// Returns the price of a quote asset at the end of a day, decided from prices in dollars only.
    fn unit(&self, unit: &AssetId, day: Day) -> Option<Amount> {
        let on_day = self.series.on(unit, day).ok()?;
        let rows = self.rows_of(&on_day.asset, day);
        let in_dollars = rows.iter().filter(|row| row.quoted_in.is_none());
        let dollar_quotes = in_dollars.map(|row| DollarQuote {
            origin: self.origin(row),
            ..DollarQuote::in_dollars(as_quote(row))
        });
        let input = PricingInput {
            dollar_quotes: dollar_quotes.collect(),
            ..PricingInput::default()
        };
        match decide(input, day.plus(1).start(), &Rules::CURRENT) {
            Decision::Priced(priced) => Some(convert(on_day.ratio, priced.value)?.rounded(UNIT_PLACES)),
            Decision::Unpriced { .. } => None,
        }
    }

    /// Returns whether there is anything to decide a price of an asset from, on any day.
    #[must_use]
    pub fn has_prices(&self, asset: &AssetId) -> bool {
        let root = self.series.root(asset);
        let stored = [Some(self.series.coin(asset)), Some(root), self.series.earlier(root)];
        let is_stored = stored.into_iter().flatten().any(|one| self.rows.contains_key(one));
        is_stored
            || self
                .moments
                .values()
                .any(|quotes| !quotes.dollar_quotes(asset).is_empty())
    }

    /// Returns the stored prices of a series on a day.
    pub(super) fn rows_of(&self, series: &AssetId, day: Day) -> &[&'a PastPrice] {
        let days = self.rows.get(series);
        days.and_then(|days| days.get(&day)).map_or(&[], Vec::as_slice)
    }

    /// Returns the days of a series of which a source is not queried again, also those without a price.
    pub(super) fn known(&self, series: &AssetId, source: &SourceId) -> Vec<Day> {
        let days = self.rows.get(series).into_iter().flatten();
        let known = days.map(|(day, _)| *day);
        known.filter(|day| self.is_known(series, source, *day)).collect()
    }

    /// Returns whether a source is not queried again about a day of a series.
    pub(super) fn is_known(&self, series: &AssetId, source: &SourceId, day: Day) -> bool {
        let mut answers = self.rows_of(series, day).iter().filter(|row| row.source == *source);
        answers.any(|answer| is_settled(answer, self.now))
    }

    /// Returns the sources that cover a series, in the order of preference, each with its origin for it.
    pub(super) fn covering(&self, series: &AssetId) -> Vec<(&SourceId, SourceId, &'a dyn PastPriceSource)> {
        let covering = self.sources.iter().filter(|(_, source)| source.covers(series));
        covering
            .map(|(id, source)| (id, source.origin(series), *source))
            .collect()
    }

    /// Returns how many independent sources agree on a day. A price whose quote asset has none yet counts as one that agrees.
    pub(super) fn agreeing(&self, series: &AssetId, day: Day) -> usize {
        let (considered, agreeing) = match self.decide(series, day, &[]) {
            Decision::Priced(priced) => {
                let counted = priced.considered.iter().filter(|one| one.counts()).count();
                (priced.considered, counted)
            }
            Decision::Unpriced { considered, .. } => {
                let contradicts = considered.iter().any(|one| one.status == QuoteStatus::HeldBack);
                (considered, usize::from(contradicts))
            }
        };
        let in_unit = |one: &&Considered| one.status == QuoteStatus::UnitUnpriced;
        agreeing + considered.iter().filter(in_unit).count()
    }

    /// Returns the origin of a stored price. A source that is no longer configured is its own origin.
    pub(super) fn origin(&self, row: &PastPrice) -> SourceId {
        let source = self.sources.iter().find(|(id, _)| *id == row.source);
        source.map_or_else(|| row.source.clone(), |(_, source)| source.origin(&row.asset))
    }

    fn statuses(&self, series: &AssetId) -> Vec<SourceStatus> {
        let covering = self.sources.iter().filter(|(_, source)| source.covers(series));
        covering
            .map(|(id, _)| SourceStatus {
                source: id.clone(),
                failure: self.failures.get(id).cloned(),
            })
            .collect()
    }
}

fn unknown(reason: PastUnknown, considered: Vec<Considered>) -> PastDecision {
    PastDecision::Unknown { reason, considered }
}

/// Returns the price of a series as that of the requested asset.
fn converted(priced: Priced, on_day: &SeriesOnDay, day: Day) -> PastDecision {
    let considered = priced.considered.clone();
    let found = past_priced(priced, |_| PastBasis::Close(day)).and_then(|found| {
        let value = convert(on_day.ratio, found.value)?;
        let series = on_day.link.map(|link| (on_day.asset.clone(), link));
        Some(PastPriced { value, series, ..found })
    });
    match found {
        Some(found) => PastDecision::Priced(found),
        // The product has more digits than can be stored.
        None => unknown(PastUnknown::Unpriced(Unpriced::Unusable), considered),
    }
}

fn convert(ratio: ExchangeRate, value: Amount) -> Option<Amount> {
    ratio.convert(value).ok()
}

fn past_priced(priced: Priced, basis: impl Fn(Timestamp) -> PastBasis) -> Option<PastPriced> {
    let counted = priced.considered.iter().filter(|one| one.counts()).count();
    Some(PastPriced {
        value: priced.value,
        basis: basis(priced.as_of),
        agreement: PastAgreement::of(counted)?,
        confidence: priced.confidence,
        spread: priced.spread,
        series: None,
        considered: priced.considered,
    })
}

/// Returns a stored price in the form in which today's quotes are decided. It has no id of its own.
fn as_quote(row: &PastPrice) -> Quote {
    let answer = row.price.map_or(QuoteAnswer::NotListed, |price| QuoteAnswer::Price {
        price,
        confidence: row.confidence,
    });
    Quote {
        id: QuoteId::nil(),
        asset: row.asset.clone(),
        source: row.source.clone(),
        answer,
        source_time: row.at,
        received_at: row.read_at,
        market: None,
    }
}

#[cfg(test)]
mod tests;
