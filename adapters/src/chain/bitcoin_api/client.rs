//! The HTTP client of a server, and parsers for the fields that all APIs share.

use std::sync::{Arc, LazyLock};

use jiff::{civil::DateTime, tz::TimeZone};
use ports::{
    Address, Block, ChainId, RawAmount, RemoteError, SourceId, Timestamp, disclosure::DisclosedField, json::Json,
};
use url::Url;

use crate::http_client::{HttpClient, OutgoingRequest, RequestContext};

/// The source under which all servers of Bitcoin-like chains are recorded.
pub(crate) static SOURCE: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("bitcoin"));

/// The number of attempts at one server. It is low because another server may answer.
const ATTEMPTS: u32 = 2;
/// The statuses with which Blockchair reports an exceeded rate limit.
const RATE_LIMITED: [u16; 3] = [402, 435, 436];
/// The statuses with which Blockchair reports that it blocks this client; every further request prolongs the block.
const BLOCKING: [u16; 2] = [430, 434];

/// The largest integer that JavaScript represents exactly.
pub(super) const EXACT_IN_JAVASCRIPT: u128 = (1 << 53) - 1;

/// A client of one server.
pub struct ServerClient {
    pub(crate) http: Arc<HttpClient>,
    pub(crate) chain: ChainId,
    pub(crate) base: Url,
    pub(crate) host: String,
    /// Whether the rate limit is so low that requests are reserved in advance.
    pub(crate) is_slow: bool,
}

impl ServerClient {
    /// Returns the context of a request that discloses nothing but the chain.
    pub(crate) fn head_context(&self) -> RequestContext {
        self.context("latest block", DisclosedField::Nothing)
    }

    /// Returns the context of a request that discloses an address.
    pub(super) fn address_context(&self, address: &Address) -> RequestContext {
        self.context("balances", DisclosedField::Address(address.clone()))
    }

    /// Returns the context of a request for the history of an address.
    pub(super) fn history_context(&self, address: &Address) -> RequestContext {
        self.context("transactions", DisclosedField::Address(address.clone()))
    }

    fn context(&self, purpose: &'static str, disclosed: DisclosedField) -> RequestContext {
        RequestContext {
            who: self.host.clone(),
            source: SOURCE.clone(),
            purpose,
            disclosed,
            chain: Some(self.chain.clone()),
        }
    }

    /// Builds a request for a path below the base URL. `query` is an encoded query string, or empty.
    pub(super) fn request(&self, path: &[&str], query: &str) -> OutgoingRequest {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url.set_query(Some(query).filter(|query| !query.is_empty()));
        let request = OutgoingRequest::get(url)
            .with_attempts(ATTEMPTS)
            .with_booked(self.is_slow);
        request.with_rate_limited(&RATE_LIMITED).with_blocked(&BLOCKING)
    }

    /// Reserves the next requests, where the rate limit is low.
    pub(crate) async fn book(&self, requests: u32) -> Result<(), RemoteError> {
        if self.is_slow {
            self.http.book(&self.base, requests, &self.head_context()).await?;
        }
        Ok(())
    }

    /// Returns the failure for a status code in the text of a successful response, if that code means too many
    /// requests. The host then backs off as after such an HTTP status.
    pub(super) fn rate_limited_by_code(&self, code: u64, context: &RequestContext) -> Option<RemoteError> {
        let code = u16::try_from(code).ok()?;
        let request = self.request(&[], "");
        self.http.rate_limited_by_code(&request, code, context)
    }

    pub(super) async fn bytes(&self, path: &[&str], context: &RequestContext) -> Result<Vec<u8>, RemoteError> {
        self.http.send(&self.request(path, ""), context).await
    }

    pub(super) async fn json(&self, path: &[&str], query: &str, context: &RequestContext) -> Result<Json, RemoteError> {
        self.http.json(&self.request(path, query), context).await
    }
}

/// Parses a non-negative integer digit by digit, so that nothing is lost beyond 2^53.
pub(super) fn integer(value: &Json) -> Option<u128> {
    value.as_number()?.as_str().parse().ok()
}

/// Returns an amount in the smallest unit of the coin.
pub(super) fn amount(value: u128) -> Option<RawAmount> {
    value.to_string().parse().ok()
}

/// Returns whether the text is this address, in any of its notations.
pub(super) fn is_address(text: &Json, address: &Address) -> bool {
    text.as_str().is_some_and(|text| text.parse().as_ref() == Ok(address))
}

/// Parses a block hash: 64 hexadecimal digits, returned in lower case.
pub(super) fn hash(text: &str) -> Option<String> {
    let fits = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    fits.then(|| text.to_ascii_lowercase())
}

/// Builds a block from its fields.
pub(super) fn block(height: &Json, id: &Json, time: Option<Timestamp>) -> Option<Block> {
    Some(Block {
        number: height.as_u64()?,
        hash: hash(id.as_str()?)?,
        time: time?,
    })
}

/// Parses a Unix time in seconds. Blocks store it in 32 bits.
pub(super) fn unix_time(value: &Json) -> Option<Timestamp> {
    let second = u32::try_from(value.as_u64()?).ok()?;
    Some(Timestamp::from_seconds(second.into()))
}

/// Parses a date and time in UTC: RFC 3339, or without the `T` and the zone.
pub(super) fn date_time(value: &Json) -> Option<Timestamp> {
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
    use crate::test_json::{json, parsed};

    #[test]
    fn times_are_parsed_in_both_notations() {
        let whole = Timestamp::from_seconds(1_680_530_690);
        for text in ["2023-04-03 14:04:50", "2023-04-03T14:04:50Z", "2023-04-03T14:04:50.26Z"] {
            assert_eq!(date_time(&json!(text)), Some(whole), "{text}");
        }
        for wrong in [json!("yesterday"), json!(1_680_530_690), json!("1969-12-31 23:59:59")] {
            assert_eq!(date_time(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn integers_are_exact_or_refused() {
        assert_eq!(integer(&parsed("9007199254740993")), Some(9_007_199_254_740_993));
        let long = 123_456_789_012_345_678_901_234_567_890;
        assert_eq!(integer(&parsed("123456789012345678901234567890")), Some(long));
        for wrong in ["1.0", "1e3", "-1", "\"1\"", "null", "1e999999999"] {
            assert_eq!(integer(&parsed(wrong)), None, "{wrong}");
        }
    }

    #[test]
    fn an_address_is_recognized_in_each_notation() {
        let cash: Address = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a".parse().unwrap();
        for same in [
            "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        ] {
            assert!(is_address(&json!(same), &cash));
        }
        assert!(!is_address(&json!("qq07l6rr5lsdm3m80qxw80ku2ex0tj76vvsxpvmgme"), &cash));
        assert!(!is_address(&json!(null), &cash));
    }
}
