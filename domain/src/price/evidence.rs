//! What speaks for the prices of many assets: quotes, what they count in, and what was agreed upon before.

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

use crate::parallel;
use crate::price::{
    agree::{Question, decide},
    decision::{Asked, Decision, Unit, Voice},
    rules::Rules,
};

/// A quote older than this does not keep the price of what an asset is exchanged for from standing in for it. However old,
/// it is loaded: the last price of an asset is old, and not being requested.
const MEMORY: Duration = Duration::from_hours(720);
/// How far from a past moment a quote may be.
const AROUND_MILLIS: i64 = 3 * 3600 * 1000;
/// Places of the price of what a quote counts in: a stablecoin's price is not known any better.
const UNIT_PLACES: i16 = 12;

/// How quotes are picked for a moment.
#[derive(Clone, Copy)]
pub enum Quotes {
    /// The newest that were there.
    Newest,
    /// Those nearest to the moment, whenever they were received.
    Around,
}

/// What speaks for the prices of many assets.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Quotes of the assets, of what they are exchanged for and of what markets count in.
    pub quotes: Vec<Quote>,
    /// What was agreed upon before, by now: beside quotes of a past moment it may be later than they are.
    pub agreed: Vec<AgreedPrice>,
}

impl Evidence {
    /// Loads what there is for a moment.
    pub async fn load(ports: &Ports, assets: &[AssetId], at: Timestamp, pick: Quotes) -> Result<Self, StorageError> {
        let needed = ports.redeemables.needed(assets);
        let store = &ports.stores.quotes;
        let now = ports.clock.now();
        let mut agreed = store.agreed(&needed).await?;
        // A clock that was wrong wrote it: it would be remembered until that time comes, and a week longer.
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

/// What a person's holdings add to the evidence.
#[derive(Clone, Debug, Default)]
pub struct Holder {
    /// Prices by hand.
    pub manual: BTreeMap<AssetId, ManualPrice>,
    /// How much is held of each asset, in whole units.
    pub held: BTreeMap<AssetId, Amount>,
}

/// Decides the price of each asset. A pure function of what it is given and of which sources there are.
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
        // Who can be asked is told where all are silent: whoever says a price says more than that.
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
    parallel::each(assets, |_, asset| decide(asset)).into_iter().collect()
}

/// The evidence, in order.
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

    /// The price of what other prices count in, by quotes in dollars alone.
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

    /// What each source says of an asset, or of what it is exchanged for where the source has no price of the asset.
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

    /// Whose number a quote is. A market is its own witness, and so is a source that is not configured any more.
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

/// Which sources can be asked about what.
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
    use crate::price::decision::Verdict;

    const NOW: Timestamp = Timestamp::from_seconds(1_790_000_000);
    const OLD: &str = "eip155:1/erc20:0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0";
    const NEW: &str = "eip155:137/slip44:966";
    const UNIT: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";

    fn id(text: &str) -> AssetId {
        text.parse().unwrap()
    }

    /// What a source says of an asset; nothing is that it does not list it.
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

    /// Two of the new thing for one of the old.
    fn redeemables() -> Redeemables {
        let row = Redeemable {
            asset: id(OLD),
            target: id(NEW),
            ratio: "2".parse().unwrap(),
        };
        Redeemables::new([row], vec![id(UNIT)])
    }

    /// Each source's word for the old thing: who speaks, and whether of what it is exchanged for.
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
    fn each_source_speaks_once_of_the_thing_itself_where_it_can() {
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
    fn what_is_exchanged_for_two_is_worth_two() {
        let told = evidence(vec![
            says("a", NEW, Some("0.5"), None),
            says("b", OLD, Some("1.01"), None),
        ]);
        assert_eq!(value(&price_of(OLD, &told)).as_deref(), Some("1.005"));
        assert_eq!(
            value(&price_of(NEW, &told)).as_deref(),
            Some("0.5"),
            "and not the other way round"
        );
    }

    /// A price in something else counts by what that is worth in dollars, said in dollars; a circle is no price.
    #[test]
    fn a_price_in_a_coin_counts_by_the_coins_own_price() {
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
                panic!("priced in what has no price");
            };
            assert_eq!(considered[0].verdict, Verdict::UnitUnpriced);
        }
    }

    /// The memory watches over the coin that others count in as over any other.
    #[test]
    fn a_coin_that_leaps_alone_takes_no_price_along() {
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
