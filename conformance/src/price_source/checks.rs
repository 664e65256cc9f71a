//! The mock server of a price service, and sources that use it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use ports::{
    AssetId, PriceSource, RemoteError, Timestamp,
    quote::{AssetQuote, QuoteAnswer},
};

use super::{Harness, MockPrices, Samples, quotes_of};
use crate::{
    mock_server::{MockServer, Request, RequestHandler, Response},
    report::{CheckResult, describe_violation},
};

const DAY: i64 = 86_400;
/// The usual prices of the three assets; the first has more digits than a float holds.
const DIGITS: [&str; 3] = ["3180.1234567890123456789", "0.999790001", "0.0000091234"];
/// More prices that do not fit a float: large, near one, and tiny.
const LONG: [&str; 3] = [
    "123456789012345678.000000001",
    "1.000000000000000000001",
    "0.000000000012345678901234567",
];

/// Returns the system time.
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_seconds(i64::try_from(since.as_secs()).unwrap_or_default())
}

/// A harness and its samples, with the checks of the requirements.
pub(super) struct PriceSourceChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
}

/// A source, its mock server, and the prices that the server returns.
pub(super) struct MockedSource {
    pub(super) server: MockServer,
    pub(super) source: Arc<dyn PriceSource>,
    mock_prices: Arc<Mutex<MockPrices>>,
}

struct PriceHandler {
    harness: Arc<dyn Harness>,
    mock_prices: Arc<Mutex<MockPrices>>,
    /// The asset that it refuses.
    refused: Option<AssetId>,
}

#[async_trait]
impl RequestHandler for PriceHandler {
    async fn answer(&self, request: &Request) -> Response {
        let refused = self.refused.as_ref();
        if let Some(refusal) = refused.and_then(|asset| self.harness.refuses(request, asset)) {
            return refusal;
        }
        let mock_prices = self.mock_prices.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.harness.answer(request, &mock_prices)
    }
}

impl MockedSource {
    fn update(&self, change: impl FnOnce(&mut MockPrices)) {
        change(&mut self.mock_prices.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl PriceSourceChecks {
    pub(super) fn new(harness: impl Harness) -> Self {
        Self {
            samples: harness.samples(),
            harness: Arc::new(harness),
        }
    }

    /// Returns the usual prices, dated a minute ago.
    fn usual(&self) -> MockPrices {
        let prices = self
            .samples
            .listed
            .iter()
            .cloned()
            .zip(DIGITS.map(str::to_owned))
            .collect();
        MockPrices {
            prices,
            at: Timestamp::from_seconds(now().seconds() - 60),
        }
    }

    pub(super) fn server(&self) -> MockServer {
        let mock_prices = Arc::new(Mutex::new(self.usual()));
        MockServer::start(PriceHandler {
            harness: self.harness.clone(),
            mock_prices,
            refused: None,
        })
    }

    pub(super) fn mocked(&self) -> MockedSource {
        self.refusing(None)
    }

    /// Starts a service that refuses requests for one asset.
    fn refusing(&self, refused: Option<AssetId>) -> MockedSource {
        let mock_prices = Arc::new(Mutex::new(self.usual()));
        let server = MockServer::start(PriceHandler {
            harness: self.harness.clone(),
            mock_prices: mock_prices.clone(),
            refused,
        });
        MockedSource {
            source: self.harness.source(&server.url()),
            server,
            mock_prices,
        }
    }

    async fn answers(&self, mocked: &MockedSource) -> Result<BTreeMap<AssetId, AssetQuote>, String> {
        let quoted = quotes_of(mocked.source.as_ref(), &self.samples.listed).await?;
        Ok(quoted.into_iter().map(|one| (one.asset.clone(), one)).collect())
    }

    pub(super) async fn no_request(&self) -> CheckResult {
        let mocked = self.mocked();
        quotes_of(mocked.source.as_ref(), std::slice::from_ref(&self.samples.uncovered)).await?;
        match mocked.server.count() {
            0 => Ok(()),
            count => Err(describe_violation(
                "no request for an asset that is not covered",
                format_args!("{count} requests"),
                "return an empty list where no requested asset is covered",
            )),
        }
    }

    pub(super) async fn exact(&self) -> CheckResult {
        for prices in [DIGITS, LONG] {
            let mocked = self.mocked();
            let listed = self.samples.listed.iter().cloned();
            mocked.update(|mock_prices| mock_prices.prices = listed.zip(prices.map(str::to_owned)).collect());
            let answers = self.answers(&mocked).await?;
            for (asset, digits) in self.samples.listed.iter().zip(prices) {
                is_price(answers.get(asset), digits)?;
            }
        }
        Ok(())
    }

    pub(super) async fn not_listed(&self) -> CheckResult {
        let mocked = self.mocked();
        let gone = &self.samples.listed[1];
        mocked.update(|mock_prices| drop(mock_prices.prices.remove(gone)));
        let answers = self.answers(&mocked).await?;
        match answers.get(gone).map(|one| &one.answer) {
            Some(QuoteAnswer::NotListed) => is_price(answers.get(&self.samples.listed[0]), DIGITS[0]),
            other => Err(describe_violation(
                format_args!("NotListed for {gone}, which the service leaves out"),
                format_args!("{other:?}"),
                "return NotListed: a missing price is unknown and not zero",
            )),
        }
    }

    pub(super) async fn zero(&self) -> CheckResult {
        match self.odd("0").await? {
            Some(QuoteAnswer::WorthZero | QuoteAnswer::Unusable { .. }) => Ok(()),
            other => Err(describe_violation(
                "WorthZero or Unusable for a price of 0",
                format_args!("{other:?}"),
                "return WorthZero where the service means that the asset is worth nothing, else Unusable",
            )),
        }
    }

    pub(super) async fn negative_price(&self) -> CheckResult {
        match self.odd("-3").await? {
            Some(QuoteAnswer::Unusable { .. }) => Ok(()),
            other => Err(describe_violation(
                "Unusable for a price of -3",
                format_args!("{other:?}"),
                "return Unusable with the reason; do not change the sign",
            )),
        }
    }

    /// Refuses each asset in turn and requests the two others with it.
    pub(super) async fn neighbours(&self) -> CheckResult {
        for (at, refused) in self.samples.listed.iter().enumerate() {
            let mocked = self.refusing(Some(refused.clone()));
            mocked.update(|mock_prices| drop(mock_prices.prices.remove(refused)));
            let quoted = mocked.source.quotes(&self.samples.listed, None).await;
            let quoted = quoted.map_err(|error| {
                describe_violation(
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

    /// Returns the answer for an asset with an unusual price, and checks that the others keep theirs.
    async fn odd(&self, price: &str) -> Result<Option<QuoteAnswer>, String> {
        let mocked = self.mocked();
        let odd = &self.samples.listed[0];
        mocked.update(|mock_prices| drop(mock_prices.prices.insert(odd.clone(), price.to_owned())));
        let answers = self.answers(&mocked).await?;
        is_price(answers.get(&self.samples.listed[1]), DIGITS[1])?;
        Ok(answers.get(odd).map(|one| one.answer.clone()))
    }

    pub(super) async fn time(&self) -> CheckResult {
        let mocked = self.mocked();
        let at = Timestamp::from_seconds(now().seconds() - 3_000);
        mocked.update(|mock_prices| mock_prices.at = at);
        let answers = self.answers(&mocked).await?;
        let kept = answers.values().all(|one| one.source_time == Some(at));
        if kept {
            return Ok(());
        }
        let found: Vec<_> = answers.values().map(|one| one.source_time).collect();
        Err(describe_violation(
            format_args!("a source_time of {at}, as the service states"),
            format_args!("{found:?}"),
            "put the time of the price into source_time, not the time of the answer",
        ))
    }

    pub(super) async fn ahead(&self) -> CheckResult {
        let mocked = self.mocked();
        mocked.update(|mock_prices| mock_prices.at = now().plus(Duration::from_hours(24)));
        let answers = self.answers(&mocked).await?;
        let believed = answers
            .values()
            .find(|one| matches!(one.answer, QuoteAnswer::Price { .. }));
        believed.map_or(Ok(()), |one| {
            Err(describe_violation(
                format_args!("Unusable for {}, whose time is tomorrow", one.asset),
                format_args!("{:?}", one.answer),
                "return Unusable where the time is more than AssetQuote::AHEAD in the future",
            ))
        })
    }

    pub(super) async fn past(&self) -> CheckResult {
        let mocked = self.mocked();
        let at = Timestamp::from_seconds(now().seconds() - 10 * DAY);
        let quoted = match mocked.source.quotes(&self.samples.listed[..1], Some(at)).await {
            Ok(quoted) => quoted,
            Err(RemoteError::Unsupported { .. }) => return Ok(()),
            Err(error) => {
                return Err(describe_violation(
                    format_args!("a price of {at}, or Unsupported"),
                    format_args!("{error:?}"),
                    "return Unsupported where the service has no past prices",
                ));
            }
        };
        let near = |time: Timestamp| (time.seconds() - at.seconds()).abs() <= DAY;
        let wrong =
            |one: &&AssetQuote| matches!(one.answer, QuoteAnswer::Price { .. }) && !one.source_time.is_some_and(near);
        match quoted.iter().find(wrong) {
            None => Ok(()),
            Some(one) => Err(describe_violation(
                format_args!("a price of {at}, within a day"),
                format_args!("a price of {:?}", one.source_time),
                "request the price of that time, or return Unsupported",
            )),
        }
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
