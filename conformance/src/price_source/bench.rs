//! The laws that need a service: what is so is told to it, and the source asks.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use ports::{
    AssetId, PriceSource, RemoteError, Timestamp,
    quote::{Answer, Quoted},
};

use super::{Samples, Says, Stand, asked};
use crate::{
    door::{Behind, Door, Request, Response},
    report::Verdict,
};

const DAY: i64 = 86_400;
/// More digits than a binary fraction has.
const DIGITS: [&str; 3] = ["3180.1234567890123456789", "0.999790001", "0.0000091234"];

/// Now, by this machine.
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_seconds(i64::try_from(since.as_secs()).unwrap_or_default())
}

/// A stand, and what it is asked about.
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

    async fn answers(&self, fresh: &Fresh) -> Result<BTreeMap<AssetId, Quoted>, String> {
        let quoted = asked(fresh.source.as_ref(), &self.samples.listed).await?;
        Ok(quoted.into_iter().map(|one| (one.asset.clone(), one)).collect())
    }

    pub(super) async fn unasked(&self) -> Verdict {
        let fresh = self.fresh();
        asked(fresh.source.as_ref(), std::slice::from_ref(&self.samples.uncovered)).await?;
        match fresh.door.count() {
            0 => Ok(()),
            count => Err(format!(
                "{count} requests about nothing that is covered; answer an empty list at once"
            )),
        }
    }

    pub(super) async fn exact(&self) -> Verdict {
        let answers = self.answers(&self.fresh()).await?;
        for (asset, digits) in self.samples.listed.iter().zip(DIGITS) {
            is_price(answers.get(asset), digits)?;
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
            other => Err(format!(
                "the service left {gone} out and it became {other:?}; nobody said that it is worth nothing: NotListed"
            )),
        }
    }

    pub(super) async fn zero(&self) -> Verdict {
        match self.odd("0").await? {
            Some(Answer::WorthZero | Answer::Unusable { .. }) => Ok(()),
            other => Err(format!(
                "a price of 0 became {other:?}; say WorthZero if the service means it, else Unusable"
            )),
        }
    }

    pub(super) async fn no_price(&self) -> Verdict {
        match self.odd("-3").await? {
            Some(Answer::Unusable { .. }) => Ok(()),
            other => Err(format!(
                "a price of -3 became {other:?}; say Unusable with a word about it"
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
                format!(
                    "the service refused {refused} and the whole answer is {error:?}; ask for the others without it, in halves \
                     where nobody says which one it is"
                )
            })?;
            let answers: BTreeMap<&AssetId, &Quoted> = quoted.iter().map(|one| (&one.asset, one)).collect();
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
        let advice = || format!("the service said {at}; put it into source_time, not the time of the answer");
        kept.then_some(()).ok_or_else(advice)
    }

    pub(super) async fn ahead(&self) -> Verdict {
        let fresh = self.fresh();
        fresh.say(|says| says.at = now().plus(Duration::from_hours(24)));
        let answers = self.answers(&fresh).await?;
        let believed = answers.values().find(|one| matches!(one.answer, Answer::Price { .. }));
        believed.map_or(Ok(()), |one| {
            Err(format!(
                "{} has a price of tomorrow; answer Unusable when the time lies ahead",
                one.asset
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
                return Err(format!(
                    "a past price became {error:?}; if there is none, say Unsupported"
                ));
            }
        };
        let near = |time: Timestamp| (time.seconds() - at.seconds()).abs() <= DAY;
        let wrong = |one: &&Quoted| matches!(one.answer, Answer::Price { .. }) && !one.source_time.is_some_and(near);
        match quoted.iter().find(wrong) {
            None => Ok(()),
            Some(one) => Err(format!(
                "asked for {at} it gave a price of {:?}; ask the service for that moment, or say Unsupported",
                one.source_time
            )),
        }
    }
}

fn is_price(quoted: Option<&Quoted>, digits: &str) -> Verdict {
    match quoted.map(|one| &one.answer) {
        Some(Answer::Price { price, .. }) if price.amount().to_string() == digits => Ok(()),
        other => Err(format!(
            "the service said {digits} and it became {other:?}; read the number from its digits, never through a float"
        )),
    }
}
