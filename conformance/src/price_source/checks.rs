//! The mock server of a price service, and sources that use it.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use ports::{
    AssetId, PriceSource, Timestamp,
    quote::{AssetQuote, QuoteAnswer},
};

use super::harness::{Harness, MockPrices, Samples};
use crate::{
    adapter_session::{AdapterSession, limit_after_change, until},
    mock_server::Request,
    report::{CheckResult, describe_violation},
};

/// The usual prices of the three assets; the first has more digits than a float holds.
const DIGITS: [&str; 3] = ["3180.1234567890123456789", "0.999790001", "0.0000091234"];
/// More prices that do not fit a float: large, near one, and tiny.
const LONG: [&str; 3] = [
    "123456789012345678.000000001",
    "1.000000000000000000001",
    "0.000000000012345678901234567",
];

/// Returns the system time.
pub(super) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_seconds(i64::try_from(since.as_secs()).unwrap_or_default())
}

/// Requests the current prices of a service that answers everything.
pub(super) async fn quotes_of(source: &dyn PriceSource, assets: &[AssetId]) -> Result<Vec<AssetQuote>, String> {
    let answer = source.quotes(assets, None).await;
    answer.map_err(|error| {
        describe_violation(
            "quotes of a service that answers everything",
            format_args!("{error:?}"),
            "first read the usual answer of the service",
        )
    })
}

/// A harness and its samples, with the checks of the requirements.
pub(super) struct PriceSourceChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
}

/// The mocked service.
#[derive(Clone)]
pub(super) struct PriceService {
    pub(super) prices: MockPrices,
    /// The asset that it refuses.
    refused: Option<AssetId>,
}

/// The mocked service and a source.
pub(super) type PriceSession = AdapterSession<PriceService, dyn PriceSource>;

impl PriceSourceChecks {
    pub(super) fn new(harness: impl Harness) -> Self {
        Self {
            samples: harness.samples(),
            harness: Arc::new(harness),
        }
    }

    /// Returns a service with the usual prices, dated a minute ago.
    pub(super) fn usual(&self) -> PriceService {
        self.with(DIGITS)
    }

    /// Returns a service with these prices, dated a minute ago.
    fn with(&self, prices: [&str; 3]) -> PriceService {
        let listed = self.samples.listed.iter().cloned();
        PriceService {
            prices: MockPrices {
                prices: listed.zip(prices.map(str::to_owned)).collect(),
                at: Timestamp::from_seconds(now().seconds() - 60),
            },
            refused: None,
        }
    }

    /// Returns the usual service without a price of this asset.
    fn without(&self, asset: &AssetId) -> PriceService {
        let mut service = self.usual();
        service.prices.prices.remove(asset);
        service
    }

    pub(super) fn open(&self, service: PriceService) -> PriceSession {
        let harness = self.harness.clone();
        let answer = move |request: &Request, service: &mut PriceService| {
            let refused = service.refused.as_ref();
            let refusal = refused.and_then(|asset| harness.refuses(request, asset));
            refusal.unwrap_or_else(|| harness.answer(request, &service.prices))
        };
        AdapterSession::open(service, answer, |base| self.harness.source(base))
    }

    pub(super) async fn answers(&self, session: &PriceSession) -> Result<BTreeMap<AssetId, AssetQuote>, String> {
        let quoted = quotes_of(session.adapter.as_ref(), &self.samples.listed).await?;
        Ok(quoted.into_iter().map(|one| (one.asset.clone(), one)).collect())
    }

    /// Requests an asset that is not covered, before and after covered ones.
    pub(super) async fn no_request(&self) -> CheckResult {
        let session = self.open(self.usual());
        for _ in 0..2 {
            session.server.forget();
            quotes_of(session.adapter.as_ref(), std::slice::from_ref(&self.samples.uncovered)).await?;
            let count = session.server.count();
            if count > 0 {
                return Err(describe_violation(
                    "no request for an asset that is not covered",
                    format_args!("{count} requests"),
                    "return an empty list where no requested asset is covered",
                ));
            }
            self.answers(&session).await?;
        }
        Ok(())
    }

    /// Requests the prices of each state twice from one source.
    pub(super) async fn exact(&self) -> CheckResult {
        for prices in [DIGITS, LONG] {
            let session = self.open(self.with(prices));
            for _ in 0..2 {
                let answers = self.answers(&session).await?;
                for (asset, digits) in self.samples.listed.iter().zip(prices) {
                    is_price(answers.get(asset), digits)?;
                }
            }
        }
        Ok(())
    }

    /// Leaves out each asset in turn, and requests all twice.
    pub(super) async fn not_listed(&self) -> CheckResult {
        for (at, gone) in self.samples.listed.iter().enumerate() {
            let session = self.open(self.without(gone));
            for _ in 0..2 {
                let answers = self.answers(&session).await?;
                let answer = answers.get(gone).map(|one| &one.answer);
                if answer != Some(&QuoteAnswer::NotListed) {
                    return Err(describe_violation(
                        format_args!("NotListed for {gone}, which the service leaves out"),
                        format_args!("{answer:?}"),
                        "return NotListed: a missing price is unknown and not zero",
                    ));
                }
                self.others_are_usual(at, &answers)?;
            }
        }
        Ok(())
    }

    /// Checks that every asset but the one at this place has its usual price.
    fn others_are_usual(&self, at: usize, answers: &BTreeMap<AssetId, AssetQuote>) -> CheckResult {
        for (other, (asset, digits)) in self.samples.listed.iter().zip(DIGITS).enumerate() {
            if other != at {
                is_price(answers.get(asset), digits)?;
            }
        }
        Ok(())
    }

    pub(super) async fn zero(&self) -> CheckResult {
        for answer in self.odd("0").await? {
            if !matches!(answer, Some(QuoteAnswer::WorthZero | QuoteAnswer::Unusable { .. })) {
                return Err(describe_violation(
                    "WorthZero or Unusable for a price of 0",
                    format_args!("{answer:?}"),
                    "return WorthZero where the service means that the asset is worth nothing, else Unusable",
                ));
            }
        }
        Ok(())
    }

    pub(super) async fn negative_price(&self) -> CheckResult {
        for answer in self.odd("-3").await? {
            if !matches!(answer, Some(QuoteAnswer::Unusable { .. })) {
                return Err(describe_violation(
                    "Unusable for a price of -3",
                    format_args!("{answer:?}"),
                    "return Unusable with the reason; do not change the sign",
                ));
            }
        }
        Ok(())
    }

    /// Refuses each asset in turn, and requests all twice.
    pub(super) async fn neighbours(&self) -> CheckResult {
        for (at, refused) in self.samples.listed.iter().enumerate() {
            let session = self.open(PriceService {
                refused: Some(refused.clone()),
                ..self.without(refused)
            });
            for _ in 0..2 {
                let quoted = session.adapter.quotes(&self.samples.listed, None).await;
                let quoted = quoted.map_err(|error| {
                    describe_violation(
                        format_args!("quotes of the others, though the service refuses requests that name {refused}"),
                        format_args!("{error:?}"),
                        "request the others without it; split the batch in halves where the refusal does not name the asset",
                    )
                })?;
                let answers = quoted.into_iter().map(|one| (one.asset.clone(), one)).collect();
                self.others_are_usual(at, &answers)?;
            }
        }
        Ok(())
    }

    /// Returns two answers for an asset with an unusual price, and checks that the others keep theirs.
    async fn odd(&self, price: &str) -> Result<[Option<QuoteAnswer>; 2], String> {
        let mut service = self.usual();
        let odd = &self.samples.listed[0];
        service.prices.prices.insert(odd.clone(), price.to_owned());
        let session = self.open(service);
        let mut found = [None, None];
        for one in &mut found {
            let answers = self.answers(&session).await?;
            self.others_are_usual(0, &answers)?;
            *one = answers.get(odd).map(|one| one.answer.clone());
        }
        Ok(found)
    }

    /// Changes the prices of the service between the calls of one source: they change, become unusable, and are usual again.
    pub(super) async fn current(&self) -> CheckResult {
        let session = self.open(self.usual());
        let mut unusable = self.usual();
        unusable
            .prices
            .prices
            .insert(self.samples.listed[0].clone(), "-3".to_owned());
        let states = [self.usual(), self.with(LONG), unusable, self.usual()];
        for (step, service) in states.iter().enumerate() {
            session.set(service.clone());
            let limit = limit_after_change(self.harness.patience(), step + 1 == states.len()).await;
            let is_current = |answers: &Result<BTreeMap<AssetId, AssetQuote>, String>| {
                let stated = |(asset, digits): (&AssetId, &String)| {
                    let answer = answers.as_ref().ok()?.get(asset);
                    let is_unusable = digits.starts_with('-');
                    let is_left_out = answer.is_some_and(|one| matches!(one.answer, QuoteAnswer::Unusable { .. }));
                    Some(if is_unusable {
                        is_left_out
                    } else {
                        is_price(answer, digits).is_ok()
                    })
                };
                service.prices.prices.iter().all(|pair| stated(pair) == Some(true))
            };
            let answers = until(limit, || self.answers(&session), is_current).await;
            if !is_current(&answers) {
                return Err(describe_violation(
                    format_args!("{:?} after the prices of the service changed", service.prices.prices),
                    format_args!("{answers:?}"),
                    "keep no answers between calls: Spyhop decides how long a price is used",
                ));
            }
        }
        Ok(())
    }
}

fn is_price(quoted: Option<&AssetQuote>, digits: &str) -> CheckResult {
    match quoted.map(|one| &one.answer) {
        Some(QuoteAnswer::Price { price, .. }) if price.amount().to_string() == digits => Ok(()),
        other => Err(describe_violation(
            format_args!("the price {digits}, as the service states"),
            format_args!("{other:?}"),
            "parse the number from its digits, never through a float, and from the field in dollars",
        )),
    }
}
