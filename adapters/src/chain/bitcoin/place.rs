//! The HTTP client of a server, and parsers for the fields that all APIs share.

use std::sync::Arc;

use jiff::{civil::DateTime, tz::TimeZone};
use ports::{Address, Block, ChainId, RawAmount, RemoteError, Timestamp, disclosure::Told};
use serde_json::Value;
use url::Url;

use super::SOURCE;
use crate::http_client::{Errand, HttpClient, Request};

/// The number of attempts at one server. It is low because another server may answer.
const ATTEMPTS: u32 = 2;
/// The statuses with which Blockchair reports an exceeded rate limit.
const TOO_OFTEN: [u16; 3] = [402, 435, 436];
/// The statuses with which Blockchair reports that it blocks this client; every further request prolongs the block.
const BLOCKED: [u16; 2] = [430, 434];

/// A client of one server.
pub(super) struct Place {
    pub(super) client: Arc<HttpClient>,
    pub(super) chain: ChainId,
    pub(super) base: Url,
    pub(super) host: String,
    /// Whether the rate limit is so low that requests are reserved in advance.
    pub(super) paced: bool,
}

impl Place {
    /// Returns the context of a request that discloses nothing but the chain.
    pub(super) fn head(&self) -> Errand {
        self.errand("head", Told::Nothing)
    }

    /// Returns the context of a request that discloses an address.
    pub(super) fn about(&self, address: &Address) -> Errand {
        self.errand("balances", Told::Address(address.clone()))
    }

    fn errand(&self, purpose: &'static str, told: Told) -> Errand {
        Errand {
            who: self.host.clone(),
            source: SOURCE.clone(),
            purpose,
            told,
            chain: Some(self.chain.clone()),
        }
    }

    /// Builds a request for a path below the base URL. `query` is an encoded query string, or empty.
    pub(super) fn request(&self, path: &[&str], query: &str) -> Request {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url.set_query(Some(query).filter(|query| !query.is_empty()));
        let request = Request::get(url).with_attempts(ATTEMPTS).with_booked(self.paced);
        request.with_too_often(&TOO_OFTEN).with_blocked(&BLOCKED)
    }

    /// Reserves the next requests, where the rate limit is low.
    pub(super) async fn book(&self, turns: u32) -> Result<(), RemoteError> {
        if self.paced {
            self.client.book(&self.base, turns, &self.head()).await?;
        }
        Ok(())
    }

    /// Returns the failure for a status code in the text of a successful response, if that code means too many
    /// requests. The host then backs off as after such an HTTP status.
    pub(super) fn refused_by_code(&self, code: u64, errand: &Errand) -> Option<RemoteError> {
        let code = u16::try_from(code).ok()?;
        let request = self.request(&[], "");
        self.client.refused_by_code(&request, code, errand)
    }

    pub(super) async fn bytes(&self, path: &[&str], errand: &Errand) -> Result<Vec<u8>, RemoteError> {
        self.client.send(&self.request(path, ""), errand).await
    }

    pub(super) async fn json(&self, path: &[&str], query: &str, errand: &Errand) -> Result<Value, RemoteError> {
        self.client.json(&self.request(path, query), errand).await
    }
}

/// Parses a non-negative integer digit by digit, so that nothing is lost beyond 2^53.
pub(super) fn whole(value: &Value) -> Option<u128> {
    value.as_number()?.to_string().parse().ok()
}

/// Returns an amount in the smallest unit of the coin.
pub(super) fn amount(value: u128) -> Option<RawAmount> {
    value.to_string().parse().ok()
}

/// Returns whether the text is this address, in any of its notations.
pub(super) fn is(text: &Value, address: &Address) -> bool {
    text.as_str().is_some_and(|text| text.parse().as_ref() == Ok(address))
}

/// Parses a block hash: 64 hexadecimal digits, returned in lower case.
pub(super) fn hash(text: &str) -> Option<String> {
    let fits = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    fits.then(|| text.to_ascii_lowercase())
}

/// Builds a block from its fields.
pub(super) fn block(height: &Value, id: &Value, time: Option<Timestamp>) -> Option<Block> {
    Some(Block {
        number: height.as_u64()?,
        hash: hash(id.as_str()?)?,
        time: time?,
    })
}

/// Parses a Unix time in seconds. Blocks store it in 32 bits.
pub(super) fn seconds(value: &Value) -> Option<Timestamp> {
    let second = u32::try_from(value.as_u64()?).ok()?;
    Some(Timestamp::from_seconds(second.into()))
}

/// Parses a date and time in UTC: RFC 3339, or without the `T` and the zone.
pub(super) fn written(value: &Value) -> Option<Timestamp> {
    let text = value.as_str()?;
    let zoned = text.parse::<jiff::Timestamp>().ok();
    let plain = || Some(text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok()?.timestamp());
    let second = zoned.or_else(plain)?.as_second();
    u32::try_from(second)
        .ok()
        .map(|second| Timestamp::from_seconds(second.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn times_are_read_in_both_ways_of_writing() {
        let whole = Timestamp::from_seconds(1_680_530_690);
        for text in ["2023-04-03 14:04:50", "2023-04-03T14:04:50Z", "2023-04-03T14:04:50.26Z"] {
            assert_eq!(written(&json!(text)), Some(whole), "{text}");
        }
        for wrong in [json!("yesterday"), json!(1_680_530_690), json!("1969-12-31 23:59:59")] {
            assert_eq!(written(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_address_is_known_in_each_of_its_writings() {
        let cash: Address = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a".parse().unwrap();
        for same in [
            "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        ] {
            assert!(is(&json!(same), &cash));
        }
        assert!(!is(&json!("qq07l6rr5lsdm3m80qxw80ku2ex0tj76vvsxpvmgme"), &cash));
        assert!(!is(&json!(null), &cash));
    }
}
