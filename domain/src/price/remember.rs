//! Stores agreed prices. A later price is compared with them if it leaps or if only one source states it.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{AssetId, Ports, Price, SourceId, StorageError, Timestamp, quote::AgreedPrice};

use crate::price::{
    decide_all::{Holder, decide_all},
    decision::{Decision, Method},
    evidence::{Evidence, Quotes},
    rules::Rules,
};

/// An agreed price younger than this is not replaced by one that hardly differs.
const OFTEN: Duration = Duration::from_hours(1);
/// The difference, in percent, up to which prices hardly differ.
const HARDLY: u32 = 2;

/// Decides the prices of these assets without holdings and stores those that are news.
pub(crate) async fn remember(ports: &Ports, assets: &[AssetId]) -> Result<(), StorageError> {
    let now = ports.clock.now();
    let evidence = Evidence::load(ports, assets, now, Quotes::Newest).await?;
    let decided = decide_all(ports, assets, &evidence, &Holder::default(), &BTreeMap::new(), now);
    let known: BTreeMap<_, _> = evidence.agreed.iter().map(|one| (&one.asset, one)).collect();
    let news: Vec<AgreedPrice> = decided
        .into_iter()
        .filter_map(|(asset, decision)| agreed(asset, &decision, now))
        .filter(|one| known.get(&one.asset).is_none_or(|known| is_news(one, known)))
        .collect();
    if news.is_empty() {
        return Ok(());
    }
    let mut work = ports.storage.begin().await?;
    work.quotes().agree(&news).await?;
    work.commit().await
}

fn agreed(asset: AssetId, decision: &Decision, at: Timestamp) -> Option<AgreedPrice> {
    let Decision::Priced(priced) = decision else {
        return None;
    };
    let sources: BTreeSet<&SourceId> = priced
        .considered
        .iter()
        .filter(|one| one.counts())
        .map(|one| &one.quote().source)
        .collect();
    (priced.method == Method::Median).then_some(())?;
    Some(AgreedPrice {
        asset,
        price: Price::try_from(priced.value).ok()?,
        sources: u32::try_from(sources.len()).ok()?,
        at,
    })
}

/// Returns whether the new price replaces the known one. A price of one source does not replace one that several agreed
/// upon while that is remembered. A known price dated in the future comes from a wrong clock and is always replaced.
fn is_news(new: &AgreedPrice, known: &AgreedPrice) -> bool {
    if known.at > new.at || new.at.since(known.at) > Rules::CURRENT.remembered_for {
        return true;
    }
    let weaker = new.sources == 1 && known.sources > 1;
    let (low, high) = if new.price < known.price {
        (new.price, known.price)
    } else {
        (known.price, new.price)
    };
    let is_same = super::agree::near(low.amount(), high.amount(), HARDLY);
    !weaker && (!is_same || new.at.since(known.at) > OFTEN || new.sources > known.sources)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_790_000_000);
    const MINUTE: u64 = 60;
    const HOUR: u64 = 3600;
    const WEEK: u64 = 7 * 24 * HOUR;

    fn agreed(price: &str, sources: u32, seconds_ago: u64) -> AgreedPrice {
        AgreedPrice {
            asset: "eip155:1/slip44:60".parse().unwrap(),
            price: price.parse().unwrap(),
            sources,
            at: NOW.minus(Duration::from_secs(seconds_ago)),
        }
    }

    #[test]
    fn a_newer_price_replaces_an_older_one() {
        for (price, sources, known, written) in [
            ("100", 2, ("100", 2, MINUTE), false),
            ("102", 2, ("100", 2, MINUTE), false),
            ("100", 2, ("102", 2, MINUTE), false),
            ("102.01", 2, ("100", 2, MINUTE), true),
            ("100", 2, ("102.01", 2, MINUTE), true),
            ("100", 2, ("100", 2, HOUR), false),
            ("100", 2, ("100", 2, HOUR + 1), true),
            ("100", 3, ("100", 2, MINUTE), true),
            ("100", 2, ("100", 3, MINUTE), false),
            ("100", 1, ("100", 1, HOUR + 1), true),
            ("150", 1, ("100", 1, MINUTE), true),
        ] {
            let (was, by, ago) = known;
            let quoted = is_news(&agreed(price, sources, 0), &agreed(was, by, ago));
            assert_eq!(quoted, written, "{price} of {sources} after {known:?}");
        }
    }

    /// Otherwise a source with a wrong price would confirm itself as soon as the others stop answering.
    #[test]
    fn a_price_of_one_source_waits_until_the_agreed_one_expires() {
        for (ago, written) in [(MINUTE, false), (HOUR + 1, false), (WEEK, false), (WEEK + 1, true)] {
            for price in ["100", "1000"] {
                let quoted = is_news(&agreed(price, 1, 0), &agreed("100", 2, ago));
                assert_eq!(quoted, written, "{price} after {ago} seconds");
            }
        }
    }

    #[test]
    fn an_agreed_price_dated_in_the_future_is_replaced() {
        for (price, sources) in [("100", 2), ("100", 1), ("1000", 1)] {
            let tomorrow = AgreedPrice {
                at: NOW.plus(Duration::from_millis(1)),
                ..agreed("100", 2, 0)
            };
            assert!(is_news(&agreed(price, sources, 0), &tomorrow), "{price} of {sources}");
        }
    }

    #[test]
    fn a_manual_price_and_an_unpriced_asset_are_not_remembered() {
        let asset = || "eip155:1/slip44:60".parse::<AssetId>().unwrap();
        let priced = |value: &str, method| {
            Decision::Priced(crate::price::Priced {
                value: value.parse().unwrap(),
                method,
                spread: None,
                as_of: NOW,
                confidence: None,
                considered: vec![],
            })
        };
        let keeps =
            |decision: &Decision| super::agreed(asset(), decision, NOW).map(|one| one.price.amount().to_string());
        assert_eq!(keeps(&priced("2", Method::Median)).as_deref(), Some("2"));
        assert_eq!(keeps(&priced("2", Method::Manual)), None);
        assert_eq!(
            keeps(&priced("0", Method::Median)),
            None,
            "a price of zero cannot be compared with"
        );
    }
}
