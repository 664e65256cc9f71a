//! A custom price source that is checked by the conformance kit: the source, the answers of its service, and three sample
//! assets.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use spyhop_conformance::ports::{
    AssetId, Price, PriceSource, Profile, RemoteError, SourceId, Timestamp,
    json::{self, Bounds, Json},
    quote::{AssetQuote, QuoteAnswer},
    source::SourceKind,
};
use spyhop_conformance::{
    mock_server::{Request, Response},
    price_source::{Harness, MockPrices, Samples, check},
};

/// Sends `GET /price/<asset>`, which returns `{"dollars": 1.5, "second": 1790000000}`, or 404.
struct CornerShop {
    base: String,
    client: reqwest::Client,
}

const NAME: &str = "The corner shop";
const LISTED: [&str; 3] = ["eip155:1/slip44:60", "eip155:10/slip44:60", "eip155:137/slip44:60"];
const LARGEST: usize = 1 << 20;
const BOUNDS: Bounds = Bounds { depth: 4, values: 100 };

/// Returns an `Unavailable` error with this reason.
fn down(why: &str) -> RemoteError {
    let (who, why) = (NAME.to_owned(), why.to_owned());
    RemoteError::Unavailable {
        who,
        why,
        retry_after: None,
    }
}

fn malformed(what: &str) -> RemoteError {
    let (who, what) = (NAME.to_owned(), what.to_owned());
    RemoteError::Malformed { who, what }
}

impl CornerShop {
    async fn ask(&self, asset: &AssetId) -> Result<Option<Json>, RemoteError> {
        let sent = self.client.get(format!("{}/price/{asset}", self.base)).send().await;
        let mut answer = sent.map_err(|_| down("it does not answer"))?;
        let wait = answer
            .headers()
            .get("retry-after")
            .and_then(|text| text.to_str().ok()?.parse().ok());
        match answer.status().as_u16() {
            200 => (),
            404 => return Ok(None),
            429 => {
                let retry_after = wait.map(Duration::from_secs);
                return Err(RemoteError::RateLimited {
                    who: NAME.to_owned(),
                    retry_after,
                });
            }
            401 => {
                let why = "it needs an API key".to_owned();
                return Err(RemoteError::Refused {
                    who: NAME.to_owned(),
                    why,
                });
            }
            status => return Err(down(&format!("it answers {status}"))),
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|_| down("its answer breaks off"))? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > LARGEST {
                return Err(malformed("far too much"));
            }
        }
        json::read(&bytes, BOUNDS)
            .map(Some)
            .map_err(|_| malformed("something else than JSON"))
    }

    /// Parses a price from the digits of the answer. A value that cannot be a price is `Unusable`.
    fn read(&self, row: Option<&Json>) -> Result<(QuoteAnswer, Option<Timestamp>), RemoteError> {
        let Some(row) = row else {
            return Ok((QuoteAnswer::NotListed, None));
        };
        let digits = row["dollars"].as_number().ok_or_else(|| malformed("no number"))?;
        let dollars = digits.to_amount().map_err(|_| malformed("no number"))?;
        let time = Timestamp::from_seconds(row["second"].as_i64().ok_or_else(|| malformed("no time"))?);
        let answer = match Price::try_from(dollars) {
            _ if time > now().plus(Duration::from_mins(10)) => QuoteAnswer::Unusable {
                what: "a time in the future".to_owned(),
            },
            _ if dollars.is_zero() => QuoteAnswer::WorthZero,
            Err(_) => QuoteAnswer::Unusable {
                what: "a number below zero".to_owned(),
            },
            Ok(price) => QuoteAnswer::Price {
                price,
                confidence: None,
            },
        };
        Ok((answer, Some(time)))
    }
}

#[async_trait]
impl PriceSource for CornerShop {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed("corner-shop"),
            name: NAME.to_owned(),
            kind: SourceKind::Price,
            website: String::new(),
            learns: "Which assets are asked about and when. No address.".to_owned(),
            capabilities: vec!["current prices".to_owned()],
            rate_limit: "none is known".to_owned(),
            hosts: vec![self.base.trim_start_matches("http://").to_owned()],
            credentials: vec![],
        }
    }

    fn covers(&self, asset: &AssetId) -> bool {
        LISTED.contains(&asset.as_str())
    }

    fn batch(&self) -> usize {
        1
    }

    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        if at.is_some() {
            let what = "past prices".to_owned();
            return Err(RemoteError::Unsupported {
                who: NAME.to_owned(),
                what,
            });
        }
        let mut quoted = Vec::new();
        for asset in assets.iter().filter(|asset| self.covers(asset)) {
            let (answer, source_time) = self.read(self.ask(asset).await?.as_ref())?;
            quoted.push(AssetQuote {
                asset: asset.clone(),
                answer,
                source_time,
                market: None,
            });
        }
        Ok(quoted)
    }
}

fn now() -> Timestamp {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp::from_seconds(i64::try_from(since.as_secs()).unwrap_or_default())
}

/// The harness: creates the source and answers in the place of its service.
struct CornerShopHarness;

impl Harness for CornerShopHarness {
    fn source(&self, base: &str) -> Arc<dyn PriceSource> {
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(2))
            .build();
        let (base, client) = (
            base.to_owned(),
            client.expect("a client without certificates can be made"),
        );
        Arc::new(CornerShop { base, client })
    }

    fn answer(&self, request: &Request, mock_prices: &MockPrices) -> Response {
        let asset = request.path().trim_start_matches("/price/").parse::<AssetId>().ok();
        match asset.and_then(|asset| mock_prices.prices.get(&asset)) {
            Some(digits) => {
                let second = mock_prices.at.seconds();
                let body = format!("{{\"dollars\": {digits}, \"second\": {second}}}");
                Response::new(200, "application/json", body)
            }
            None => Response::new(404, "text/plain", "not sold here"),
        }
    }

    fn samples(&self) -> Samples {
        Samples {
            listed: LISTED.map(|id| id.parse().expect("an asset id")),
            uncovered: "eip155:999999/slip44:60".parse().expect("an asset id"),
            names_time: true,
        }
    }
}

#[tokio::main]
async fn main() {
    // Needed because this client is built without a default crypto provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let report = check(CornerShopHarness).await;
    print!("{report}");
    report.assert_conforms();
}
