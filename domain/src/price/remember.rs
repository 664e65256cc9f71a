//! Keeps what was agreed upon: the yardstick for the next quote that leaps, and the witness for one that stands alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{AssetId, Ports, Price, SourceId, StorageError, Timestamp, quote::AgreedPrice};

use crate::price::{
    Decision, Method, Rules,
    evidence::{Evidence, Holder, Quotes, decide_all},
};

/// An agreed price that is not older than this and hardly different is not written again.
const OFTEN: Duration = Duration::from_hours(1);
/// Hundredths that are hardly a difference.
const HARDLY: u32 = 2;

/// Decides about these assets, with nothing held, and keeps what was agreed upon.
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

/// One source alone does not take the place of what several agreed upon while that is remembered.
fn is_news(new: &AgreedPrice, known: &AgreedPrice) -> bool {
    if new.at.since(known.at) > Rules::CURRENT.remembered_for {
        return true;
    }
    let weaker = new.sources == 1 && known.sources > 1;
    let (low, high) = if new.price < known.price {
        (new.price, known.price)
    } else {
        (known.price, new.price)
    };
    let differs = super::agree::near(low.amount(), high.amount(), HARDLY);
    !weaker && (!differs || new.at.since(known.at) > OFTEN || new.sources > known.sources)
}
