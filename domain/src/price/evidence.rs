//! The data from which prices are decided: quotes, the prices of their units, and earlier agreed prices.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use ports::{
    Amount, AssetId, ManualPrice, Ports, PriceSource, Quote, Redeemables, SourceId, StorageError, Timestamp,
    account::Failure,
    quote::{AgreedPrice, Answer},
};

use crate::many;
use crate::price::{Asked, Decision, Question, Rules, Unit, Voice, decide};

/// Only a quote younger than this prevents the price of the redemption target from being used instead. Older quotes are
/// loaded all the same, so that an asset whose last price is old is not reported as never requested.
const MEMORY: Duration = Duration::from_hours(720);
/// The farthest that a quote may be from a past moment: three hours.
const AROUND_MILLIS: i64 = 3 * 3600 * 1000;
/// Decimal places of the price of a quote's unit. The price of a stablecoin is not known more precisely.
const UNIT_PLACES: i16 = 12;

/// How quotes are selected for a moment.
#[derive(Clone, Copy)]
pub enum Quotes {
    /// The newest quotes.
    Newest,
    /// The quotes closest to the moment, whenever they were received.
    Around,
}

/// The data from which the prices of many assets are decided.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Quotes of the assets, of their redemption targets, and of the units of other quotes.
    pub quotes: Vec<Quote>,
    /// The last agreed prices as of now. For a past moment they may be newer than the quotes.
    pub agreed: Vec<AgreedPrice>,
}

impl Evidence {
    /// Loads the stored data for a moment.
    pub async fn load(ports: &Ports, assets: &[AssetId], at: Timestamp, pick: Quotes) -> Result<Self, StorageError> {
        let needed = ports.redeemables.needed(assets);
        let store = &ports.stores.quotes;
        let now = ports.clock.now();
        let mut agreed = store.agreed(&needed).await?;
        // A price dated in the future comes from a wrong clock and would be remembered for too long.
        agreed.retain(|one| one.at <= now);
        Ok(Self {
            quotes: match pick {
                Quotes::Newest => store.newest(&needed, Timestamp::from_millis(0), now).await?,
                Quotes::Around => store.around(&needed, at, AROUND_MILLIS).await?,
            },
            agreed,
        })
    }
}

/// What a user adds to the data: manual prices and the amounts held.
#[derive(Clone, Debug, Default)]
pub struct Holder {
    /// Manual prices by asset.
    pub manual: BTreeMap<AssetId, ManualPrice>,
    /// The amount held of each asset, in whole units.
    pub held: BTreeMap<AssetId, Amount>,
}

/// Decides the price of each asset. A pure function of its parameters and the configured sources.
pub fn decide_all(
    ports: &Ports,
    assets: &[AssetId],
    evidence: &Evidence,
    holder: &Holder,
    failures: &BTreeMap<SourceId, Option<Failure>>,
    at: Timestamp,
) -> BTreeMap<AssetId, Decision> {
    let court = Court::new(&ports.redeemables, &ports.prices, evidence, at);
    let asked = Askable::new(ports, failures);
    let decide = |asset: &AssetId| {
        let voices = court.voices(asset);
        // The available sources are only reported if no source has a price, so they are only collected then.
        let is_silent = voices.iter().all(|voice| voice.quote.answer == Answer::NotListed);
        let asked = if is_silent { asked.about(asset) } else { Vec::new() };
        let question = Question {
            voices,
            manual: holder.manual.get(asset),
            asked: &asked,
            last: court.agreed.get(asset).copied(),
            held: holder.held.get(asset).copied(),
        };
        (asset.clone(), decide(question, at, &Rules::CURRENT))
    };
    many::each(assets, |_, asset| decide(asset)).into_iter().collect()
}

/// The data indexed by asset and by unit.
struct Court<'a> {
    redeemables: &'a Redeemables,
    sources: Vec<(SourceId, &'a dyn PriceSource)>,
    quotes: BTreeMap<&'a AssetId, Vec<&'a Quote>>,
    agreed: BTreeMap<&'a AssetId, &'a AgreedPrice>,
    units: BTreeMap<&'a AssetId, Option<Amount>>,
    at: Timestamp,
}

impl<'a> Court<'a> {
    fn new(
        redeemables: &'a Redeemables,
        sources: &'a [Arc<dyn PriceSource>],
        evidence: &'a Evidence,
        at: Timestamp,
    ) -> Self {
        let sources = sources.iter().map(|source| (source.profile().id, source.as_ref()));
        let mut court = Self {
            redeemables,
            sources: sources.collect(),
            quotes: BTreeMap::new(),
            agreed: evidence.agreed.iter().map(|one| (&one.asset, one)).collect(),
            units: BTreeMap::new(),
            at,
        };
        for quote in &evidence.quotes {
            court.quotes.entry(&quote.asset).or_default().push(quote);
        }
        let in_unit = |quote: &'a Quote| quote.market.as_ref()?.quoted_in.as_ref();
        let units: BTreeSet<&AssetId> = evidence.quotes.iter().filter_map(in_unit).collect();
        court.units = units.into_iter().map(|unit| (unit, court.unit(unit, at))).collect();
        court
    }

    /// Returns the price of a quote's unit, decided from quotes in dollars only.
    fn unit(&self, unit: &AssetId, at: Timestamp) -> Option<Amount> {
        let own = self.quotes.get(unit).into_iter().flatten();
        let question = Question {
            voices: own
                .map(|quote| Voice {
                    origin: self.origin(quote),
                    ..Voice::in_dollars((*quote).clone())
                })
                .collect(),
            last: self.agreed.get(unit).copied(),
            ..Question::default()
        };
        match decide(question, at, &Rules::CURRENT) {
            Decision::Priced(priced) => Some(priced.value.rounded(UNIT_PLACES)),
            Decision::Unpriced { .. } => None,
        }
    }

    /// Returns one quote per source: of the asset itself, or of its redemption target if it has none of the asset.
    fn voices(&self, asset: &AssetId) -> Vec<Voice> {
        let own = self.quotes.get(asset).cloned().unwrap_or_default();
        let redeemable = self.redeemables.of(asset);
        let other = redeemable.and_then(|row| self.quotes.get(&row.target));
        let is_price = |quote: &Quote| matches!(quote.answer, Answer::Price { .. } | Answer::WorthZero);
        let speaks = |quotes: &[&Quote], source: &SourceId| {
            let recent = |quote: &Quote| self.at.since(quote.source_time) <= MEMORY;
            quotes
                .iter()
                .any(|quote| quote.source == *source && is_price(quote) && recent(quote))
        };
        let target: Vec<&Quote> = other
            .into_iter()
            .flatten()
            .filter(|quote| is_price(quote) && !speaks(&own, &quote.source))
            .copied()
            .collect();
        let ratio = redeemable.map(|row| (row.target.clone(), row.ratio.amount()));
        let silent = own.iter().filter(|quote| !speaks(&target, &quote.source));
        let direct = silent.map(|quote| self.voice(quote, None));
        direct
            .chain(target.iter().map(|quote| self.voice(quote, ratio.clone())))
            .collect()
    }

    /// Returns the origin of the quote's price. A market is its own origin, and so is an unconfigured source.
    fn origin(&self, quote: &Quote) -> SourceId {
        let source = self.sources.iter().find(|(id, _)| *id == quote.source);
        let source = source.filter(|_| quote.market.is_none());
        source.map_or_else(|| quote.source.clone(), |(_, source)| source.origin(&quote.asset))
    }

    fn voice(&self, quote: &Quote, redeemed: Option<(AssetId, Amount)>) -> Voice {
        let unit = quote.market.as_ref().and_then(|market| market.quoted_in.clone());
        let unit = match unit {
            None => Unit::Dollar,
            Some(unit) => match self.units.get(&unit).copied().flatten() {
                Some(price) => Unit::Priced(unit, price),
                None => Unit::Unpriced(unit),
            },
        };
        Voice {
            origin: self.origin(quote),
            quote: quote.clone(),
            unit,
            redeemed,
        }
    }
}

/// The sources that can be queried, by asset.
struct Askable<'a> {
    ports: &'a Ports,
    asked: Vec<Asked>,
}

impl<'a> Askable<'a> {
    fn new(ports: &'a Ports, failures: &BTreeMap<SourceId, Option<Failure>>) -> Self {
        let ids = ports.prices.iter().map(|source| source.profile().id);
        let asked = ids.map(|source| Asked {
            failure: failures.get(&source).cloned().flatten(),
            source,
        });
        Self {
            ports,
            asked: asked.collect(),
        }
    }

    fn about(&self, asset: &AssetId) -> Vec<Asked> {
        let able = self.ports.prices.iter().zip(&self.asked);
        able.filter(|(source, _)| source.covers(asset))
            .map(|(_, asked)| asked.clone())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use ports::{
        Redeemable,
        quote::{Market, QuoteId},
    };

    use super::*;
    use crate::price::Verdict;

    const NOW: Timestamp = Timestamp::from_seconds(1_790_000_000);
    const OLD: &str = "eip155:1/erc20:0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0";
    const NEW: &str = "eip155:137/slip44:966";
    const UNIT: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";

    fn id(text: &str) -> AssetId {
        text.parse().unwrap()
    }

    /// A quote of a source for an asset; `None` means that the source does not list it.
    fn says(source: &str, asset: &str, price: Option<&str>, quoted_in: Option<&str>) -> Quote {
        let price = price.map(|text| Answer::Price {
            price: text.parse().unwrap(),
            confidence: None,
        });
        Quote {
            id: QuoteId::new(serde_json::from_str("\"00000000-0000-7000-8000-000000000000\"").unwrap()),
            asset: id(asset),
            source: source.parse().unwrap(),
            answer: price.unwrap_or(Answer::NotListed),
            source_time: NOW,
            received_at: NOW,
            market: quoted_in.map(|unit| Market {
                name: "M".to_owned(),
                quoted_in: Some(id(unit)),
                bid: Amount::ONE,
                ask: Amount::ONE,
                volume: "1000000".parse().unwrap(),
            }),
        }
    }

    fn evidence(quotes: Vec<Quote>) -> Evidence {
        Evidence { quotes, agreed: vec![] }
    }

    /// One unit of the old asset is redeemable for two of the new one.
    fn redeemables() -> Redeemables {
        let row = Redeemable {
            asset: id(OLD),
            target: id(NEW),
            ratio: "2".parse().unwrap(),
        };
        Redeemables::new([row], vec![id(UNIT)])
    }

    /// The quotes used for the old asset: the source, and whether the quote is of the redemption target.
    fn voices(quotes: Vec<Quote>) -> Vec<(String, bool)> {
        let (redeemables, evidence) = (redeemables(), evidence(quotes));
        let voices = Court::new(&redeemables, &[], &evidence, NOW).voices(&id(OLD));
        let said = voices
            .iter()
            .map(|voice| (voice.quote.source.to_string(), voice.redeemed.is_some()));
        let mut said: Vec<_> = said.collect();
        said.sort();
        said
    }

    fn named(said: &[(&str, bool)]) -> Vec<(String, bool)> {
        said.iter()
            .map(|(name, redeemed)| ((*name).to_owned(), *redeemed))
            .collect()
    }

    #[test]
    fn each_source_counts_once_and_for_the_asset_itself_if_possible() {
        let own = |source| says(source, OLD, Some("1"), None);
        let none = |source| says(source, OLD, None, None);
        let other = |source| says(source, NEW, Some("0.5"), None);
        let unlisted = |source| says(source, NEW, None, None);
        for (quotes, expected) in [
            (vec![own("a"), other("a")], vec![("a", false)]),
            (vec![none("a"), other("a")], vec![("a", true)]),
            (vec![other("a")], vec![("a", true)]),
            (vec![none("a"), unlisted("a")], vec![("a", false)]),
            (vec![own("a"), unlisted("a")], vec![("a", false)]),
            (
                vec![own("a"), none("b"), other("a"), other("b"), other("c")],
                vec![("a", false), ("b", true), ("c", true)],
            ),
        ] {
            let told = format!("{quotes:?}");
            assert_eq!(voices(quotes), named(&expected), "{told}");
        }
    }

    fn price_of(asset: &str, evidence: &Evidence) -> Decision {
        let redeemables = redeemables();
        let court = Court::new(&redeemables, &[], evidence, NOW);
        let question = Question {
            voices: court.voices(&id(asset)),
            ..Question::default()
        };
        decide(question, NOW, &Rules::CURRENT)
    }

    fn value(decision: &Decision) -> Option<String> {
        match decision {
            Decision::Priced(priced) => Some(priced.value.to_string()),
            Decision::Unpriced { .. } => None,
        }
    }

    #[test]
    fn an_asset_redeemable_for_two_is_worth_two() {
        let told = evidence(vec![
            says("a", NEW, Some("0.5"), None),
            says("b", OLD, Some("1.01"), None),
        ]);
        assert_eq!(value(&price_of(OLD, &told)).as_deref(), Some("1.005"));
        assert_eq!(
            value(&price_of(NEW, &told)).as_deref(),
            Some("0.5"),
            "the ratio does not apply in the other direction"
        );
    }

    /// A price in another asset is converted by its dollar price, decided from dollar quotes only: cycles have none.
    #[test]
    fn a_price_in_a_coin_is_converted_by_the_coins_price() {
        let ether = "eip155:1/slip44:60";
        let in_unit = || says("a", ether, Some("3000"), Some(UNIT));
        let told = evidence(vec![in_unit(), says("b", UNIT, Some("0.9"), None)]);
        assert_eq!(value(&price_of(ether, &told)).as_deref(), Some("2700"));
        for unit in [
            vec![],
            vec![says("b", UNIT, None, None)],
            vec![says("b", UNIT, Some("1"), Some(ether))],
        ] {
            let told = evidence([vec![in_unit()], unit].concat());
            let Decision::Unpriced { considered, .. } = price_of(ether, &told) else {
                panic!("the unit has no price, but the asset was priced");
            };
            assert_eq!(considered[0].verdict, Verdict::UnitUnpriced);
        }
    }

    /// The last agreed price also protects assets that serve as units of other quotes.
    #[test]
    fn a_leap_of_a_unit_does_not_change_other_prices() {
        let ether = "eip155:1/slip44:60";
        let remembered = AgreedPrice {
            asset: id(UNIT),
            price: "1".parse().unwrap(),
            sources: 2,
            at: NOW,
        };
        let told = |unit: &str| Evidence {
            agreed: vec![remembered.clone()],
            ..evidence(vec![
                says("a", ether, Some("3000"), Some(UNIT)),
                says("b", UNIT, Some(unit), None),
            ])
        };
        assert_eq!(value(&price_of(ether, &told("1"))).as_deref(), Some("3000"));
        assert_eq!(value(&price_of(ether, &told("10"))), None);
        assert_eq!(value(&price_of(ether, &told("0.1"))), None);
    }
}
