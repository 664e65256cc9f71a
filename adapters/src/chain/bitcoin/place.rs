//! Where a server is asked, and the parts that answers of every shape have.

use std::sync::Arc;

use jiff::{civil::DateTime, tz::TimeZone};
use ports::{Address, Block, ChainId, RawAmount, RemoteError, Timestamp, disclosure::DisclosedField};
use serde_json::Value;
use url::Url;

use super::SOURCE;
use crate::http_client::{HttpClient, Request, RequestContext};

/// Attempts at one server: another one may be asked instead.
const ATTEMPTS: u32 = 2;
/// How Blockchair says that it was asked too often.
const TOO_OFTEN: [u16; 3] = [402, 435, 436];
/// How Blockchair says that it blocks this machine; each question more prolongs that.
const BLOCKED: [u16; 2] = [430, 434];

/// A server's base address and the client it is reached by.
pub(super) struct Place {
    pub(super) client: Arc<HttpClient>,
    pub(super) chain: ChainId,
    pub(super) base: Url,
    pub(super) host: String,
    /// Whether it is asked so slowly that the turns of its questions are booked before them.
    pub(super) paced: bool,
}

impl Place {
    /// A question about the chain alone.
    pub(super) fn head(&self) -> RequestContext {
        self.context("head", DisclosedField::Nothing)
    }

    /// A question that tells the server an address.
    pub(super) fn about(&self, address: &Address) -> RequestContext {
        self.context("balances", DisclosedField::Address(address.clone()))
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

    /// A question at a path below the base; `query` as it stands in an address, or nothing.
    pub(super) fn request(&self, path: &[&str], query: &str) -> Request {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url.set_query(Some(query).filter(|query| !query.is_empty()));
        let request = Request::get(url).with_attempts(ATTEMPTS).with_booked(self.paced);
        request.with_too_often(&TOO_OFTEN).with_blocked(&BLOCKED)
    }

    /// Takes the turns of the questions that follow, where they must be booked.
    pub(super) async fn book(&self, turns: u32) -> Result<(), RemoteError> {
        if self.paced {
            self.client.book(&self.base, turns, &self.head()).await?;
        }
        Ok(())
    }

    /// The failure of an answer whose status is good and whose text holds a code by which services say that they were asked
    /// too often, if it is one. The host rests as after such a status.
    pub(super) fn rate_limited_by_code(&self, code: u64, context: &RequestContext) -> Option<RemoteError> {
        let code = u16::try_from(code).ok()?;
        let request = self.request(&[], "");
        self.client.rate_limited_by_code(&request, code, context)
    }

    pub(super) async fn bytes(&self, path: &[&str], context: &RequestContext) -> Result<Vec<u8>, RemoteError> {
        self.client.send(&self.request(path, ""), context).await
    }

    pub(super) async fn json(
        &self,
        path: &[&str],
        query: &str,
        context: &RequestContext,
    ) -> Result<Value, RemoteError> {
        self.client.json(&self.request(path, query), context).await
    }
}

/// A whole number that is not below zero, as it is written: no digit is lost beyond 2^53.
pub(super) fn whole(value: &Value) -> Option<u128> {
    value.as_number()?.to_string().parse().ok()
}

/// An amount in the coin's smallest unit.
pub(super) fn amount(value: u128) -> Option<RawAmount> {
    value.to_string().parse().ok()
}

/// Whether the text is this address, in any of the ways it can be written.
pub(super) fn is(text: &Value, address: &Address) -> bool {
    text.as_str().is_some_and(|text| text.parse().as_ref() == Ok(address))
}

/// The hash of a block: 64 hex digits, lower case.
pub(super) fn hash(text: &str) -> Option<String> {
    let fits = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    fits.then(|| text.to_ascii_lowercase())
}

/// A block of its parts.
pub(super) fn block(height: &Value, id: &Value, time: Option<Timestamp>) -> Option<Block> {
    Some(Block {
        number: height.as_u64()?,
        hash: hash(id.as_str()?)?,
        time: time?,
    })
}

/// Seconds since 1970, as blocks carry them: 32 bits.
pub(super) fn seconds(value: &Value) -> Option<Timestamp> {
    let second = u32::try_from(value.as_u64()?).ok()?;
    Some(Timestamp::from_seconds(second.into()))
}

/// A date and a time of day in UTC: RFC 3339, or without its `T` and its zone.
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
