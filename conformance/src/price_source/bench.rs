//! A service with prices, and sources that ask it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use ports::{
    AssetId, PriceSource, RemoteError, Timestamp,
    quote::{Answer, AssetQuote},
};

use super::{Samples, Says, Stand, asked};
use crate::{
    door::{Behind, Door, Request, Response},
    report::{Verdict, violation},
};

const DAY: i64 = 86_400;
/// Prices of the three assets; the first has more digits than a float holds.
const DIGITS: [&str; 3] = ["3180.1234567890123456789", "0.999790001", "0.0000091234"];
/// More prices that a float changes: large, near one, and tiny.
const LONG: [&str; 3] = [
    "123456789012345678.000000001",
    "1.000000000000000000001",
    "0.000000000012345678901234567",
];

/// Now, by this machine.
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_seconds(i64::try_from(since.as_secs()).unwrap_or_default())
}

/// A stand and its samples.
pub(super) struct Bench {
    pub(super) stand: Arc<dyn Stand>,
    pub(super) samples: Samples,
}

/// A door with a source that asks there.
pub(super) struct Fresh {
    pub(super) door: Door,
    pub(super) source: Arc<dyn PriceSource>,
    says: Arc<Mutex<Says>>,
}

struct Service {
    stand: Arc<dyn Stand>,
    says: Arc<Mutex<Says>>,
    /// The assets for which it refuses a request.
    refused: Option<AssetId>,
}

#[async_trait]
impl Behind for Service {
    async fn answer(&self, request: &Request) -> Response {
        let refused = self.refused.as_ref();
        if let Some(refusal) = refused.and_then(|asset| self.stand.refuses(request, asset)) {
            return refusal;
        }
        let says = self.says.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.stand.answer(request, &says)
    }
}

impl Fresh {
    fn say(&self, change: impl FnOnce(&mut Says)) {
        change(&mut self.says.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Bench {
    pub(super) fn new(stand: impl Stand) -> Self {
        Self {
            samples: stand.samples(),
            stand: Arc::new(stand),
        }
    }

    /// The usual prices, made a minute ago.
    fn usual(&self) -> Says {
        let prices = self
            .samples
            .listed
            .iter()
            .cloned()
            .zip(DIGITS.map(str::to_owned))
            .collect();
        Says {
            prices,
            at: Timestamp::from_seconds(now().seconds() - 60),
        }
    }

    pub(super) fn door(&self) -> Door {
        let says = Arc::new(Mutex::new(self.usual()));
        Door::open(Service {
            stand: self.stand.clone(),
            says,
            refused: None,
        })
    }

    pub(super) fn fresh(&self) -> Fresh {
        self.refusing(None)
    }

    /// A service that refuses requests for one asset.
    fn refusing(&self, refused: Option<AssetId>) -> Fresh {
        let says = Arc::new(Mutex::new(self.usual()));
        let door = Door::open(Service {
            stand: self.stand.clone(),
            says: says.clone(),
            refused,
        });
        Fresh {
            source: self.stand.source(&door.url()),
            door,
            says,
        }
    }

    async fn answers(&self, fresh: &Fresh) -> Result<BTreeMap<AssetId, AssetQuote>, String> {
        let quoted = asked(fresh.source.as_ref(), &self.samples.listed).await?;
        Ok(quoted.into_iter().map(|one| (one.asset.clone(), one)).collect())
    }

    pub(super) async fn unasked(&self) -> Verdict {
        let fresh = self.fresh();
        asked(fresh.source.as_ref(), std::slice::from_ref(&self.samples.uncovered)).await?;
        match fresh.door.count() {
            0 => Ok(()),
            count => Err(violation(
                "no request for an asset that is not covered",
                format_args!("{count} requests"),
                "return an empty list where no requested asset is covered",
            )),
        }
    }

    pub(super) async fn exact(&self) -> Verdict {
        for prices in [DIGITS, LONG] {
            let fresh = self.fresh();
            let listed = self.samples.listed.iter().cloned();
            fresh.say(|says| says.prices = listed.zip(prices.map(str::to_owned)).collect());
            let answers = self.answers(&fresh).await?;
            for (asset, digits) in self.samples.listed.iter().zip(prices) {
                is_price(answers.get(asset), digits)?;
            }
        }
        Ok(())
    }

    pub(super) async fn not_listed(&self) -> Verdict {
        let fresh = self.fresh();
        let gone = &self.samples.listed[1];
        fresh.say(|says| drop(says.prices.remove(gone)));
        let answers = self.answers(&fresh).await?;
        match answers.get(gone).map(|one| &one.answer) {
            Some(Answer::NotListed) => is_price(answers.get(&self.samples.listed[0]), DIGITS[0]),
            other => Err(violation(
                format_args!("NotListed for {gone}, which the service leaves out"),
                format_args!("{other:?}"),
                "return NotListed: a missing price is unknown and not zero",
            )),
        }
    }

    pub(super) async fn zero(&self) -> Verdict {
        match self.odd("0").await? {
            Some(Answer::WorthZero | Answer::Unusable { .. }) => Ok(()),
            other => Err(violation(
                "WorthZero or Unusable for a price of 0",
                format_args!("{other:?}"),
                "return WorthZero where the service means that the asset is worth nothing, else Unusable",
            )),
        }
    }

    pub(super) async fn no_price(&self) -> Verdict {
        match self.odd("-3").await? {
            Some(Answer::Unusable { .. }) => Ok(()),
            other => Err(violation(
                "Unusable for a price of -3",
                format_args!("{other:?}"),
                "return Unusable with the reason; do not change the sign",
            )),
        }
    }

    /// Refuses each asset in turn and requests the two others with it.
    pub(super) async fn neighbours(&self) -> Verdict {
        for (at, refused) in self.samples.listed.iter().enumerate() {
            let fresh = self.refusing(Some(refused.clone()));
            fresh.say(|says| drop(says.prices.remove(refused)));
            let quoted = fresh.source.quotes(&self.samples.listed, None).await;
            let quoted = quoted.map_err(|error| {
                violation(
                    format_args!("quotes of the others, though the service refuses requests that name {refused}"),
                    format_args!("{error:?}"),
                    "request the others without it; split the batch in halves where the refusal does not name the asset",
                )
            })?;
            let answers: BTreeMap<&AssetId, &AssetQuote> = quoted.iter().map(|one| (&one.asset, one)).collect();
            for (other, (asset, digits)) in self.samples.listed.iter().zip(DIGITS).enumerate() {
                if other != at {
                    is_price(answers.get(asset).copied(), digits)?;
                }
            }
        }
        Ok(())
    }

    /// What one asset's odd price becomes, while the others keep theirs.
    async fn odd(&self, price: &str) -> Result<Option<Answer>, String> {
        let fresh = self.fresh();
        let odd = &self.samples.listed[0];
        fresh.say(|says| drop(says.prices.insert(odd.clone(), price.to_owned())));
        let answers = self.answers(&fresh).await?;
        is_price(answers.get(&self.samples.listed[1]), DIGITS[1])?;
        Ok(answers.get(odd).map(|one| one.answer.clone()))
    }

    pub(super) async fn time(&self) -> Verdict {
        let fresh = self.fresh();
        let at = Timestamp::from_seconds(now().seconds() - 3_000);
        fresh.say(|says| says.at = at);
        let answers = self.answers(&fresh).await?;
        let kept = answers.values().all(|one| one.source_time == Some(at));
        if kept {
            return Ok(());
        }
        let found: Vec<_> = answers.values().map(|one| one.source_time).collect();
        Err(violation(
            format_args!("a source_time of {at}, as the service states"),
            format_args!("{found:?}"),
            "put the time of the price into source_time, not the time of the answer",
        ))
    }

    pub(super) async fn ahead(&self) -> Verdict {
        let fresh = self.fresh();
        fresh.say(|says| says.at = now().plus(Duration::from_hours(24)));
        let answers = self.answers(&fresh).await?;
        let believed = answers.values().find(|one| matches!(one.answer, Answer::Price { .. }));
        believed.map_or(Ok(()), |one| {
            Err(violation(
                format_args!("Unusable for {}, whose time is tomorrow", one.asset),
                format_args!("{:?}", one.answer),
                "return Unusable where the time is more than AssetQuote::AHEAD in the future",
            ))
        })
    }

    pub(super) async fn past(&self) -> Verdict {
        let fresh = self.fresh();
        let at = Timestamp::from_seconds(now().seconds() - 10 * DAY);
        let quoted = match fresh.source.quotes(&self.samples.listed[..1], Some(at)).await {
            Ok(quoted) => quoted,
            Err(RemoteError::Unsupported { .. }) => return Ok(()),
            Err(error) => {
                return Err(violation(
                    format_args!("a price of {at}, or Unsupported"),
                    format_args!("{error:?}"),
                    "return Unsupported where the service has no past prices",
                ));
            }
        };
        let near = |time: Timestamp| (time.seconds() - at.seconds()).abs() <= DAY;
        let wrong =
            |one: &&AssetQuote| matches!(one.answer, Answer::Price { .. }) && !one.source_time.is_some_and(near);
        match quoted.iter().find(wrong) {
            None => Ok(()),
            Some(one) => Err(violation(
                format_args!("a price of {at}, within a day"),
                format_args!("a price of {:?}", one.source_time),
                "request the price of that moment, or return Unsupported",
            )),
        }
    }
}

fn is_price(quoted: Option<&AssetQuote>, digits: &str) -> Verdict {
    match quoted.map(|one| &one.answer) {
        Some(Answer::Price { price, .. }) if price.amount().to_string() == digits => Ok(()),
        other => Err(violation(
            format_args!("the price {digits}, as the service states"),
            format_args!("{other:?}"),
            "parse the number from its digits, never through a float, and from the field in dollars",
        )),
    }
}
