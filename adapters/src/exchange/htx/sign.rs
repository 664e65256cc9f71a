//! HTX's signature, <https://huobiapi.github.io/docs/spot/v1/en/>: HMAC-SHA256 of the method, the host, the path and the query, each on a line,
//! in base64. The query has the key and the time too, and is sorted by the names of its parameters.
//!
//! Key and signature are in the URL. It is in no error and in no log, and is recorded without both.

use data_encoding::BASE64;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use ports::{KeyProblem, RemoteError, Timestamp};
use url::Url;

use crate::{
    exchange::account::{KeyUse, UnsignedRequest, api_key, api_secret, hmac_sha256, key_error},
    http_client::OutgoingRequest,
};

/// Every character but those that are not percent-encoded (RFC 3986).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Signs a request that reads.
pub(super) fn sign(of: KeyUse<'_>, unsigned: UnsignedRequest) -> Result<OutgoingRequest, RemoteError> {
    let (key, secret) = (api_key(of)?, api_secret(of)?);
    let time = written(unsigned.time).ok_or_else(|| key_error(&of.1.who, KeyProblem::ClockSkew, ""))?;
    let mut url = unsigned.url;
    let query = query(&url, key, &time);
    let signed = signed(secret, &url, &query);
    let signed = signed.ok_or_else(|| key_error(&of.1.who, KeyProblem::BadSignature, ""))?;
    url.set_query(Some(&signed));
    Ok(OutgoingRequest::get(url))
}

/// Returns the sorted query without its signature.
fn query(url: &Url, key: &str, time: &str) -> String {
    let usual = [
        ("AccessKeyId", key),
        ("SignatureMethod", "HmacSHA256"),
        ("SignatureVersion", "2"),
        ("Timestamp", time),
    ];
    let usual = usual.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let own = url.query_pairs().into_owned();
    let mut pairs: Vec<(String, String)> = own.chain(usual).collect();
    pairs.sort();
    let pairs = pairs
        .iter()
        .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
    pairs.collect::<Vec<_>>().join("&")
}

/// Returns a query with its signature; `None` where the secret cannot be the key of an HMAC.
fn signed(secret: &str, url: &Url, query: &str) -> Option<String> {
    let host = match url.port() {
        Some(port) => format!("{}:{port}", url.host_str()?),
        None => url.host_str()?.to_owned(),
    };
    let message = format!("GET\n{host}\n{}\n{query}", url.path());
    let signature = BASE64.encode(&hmac_sha256(secret, &message)?);
    Some(format!("{query}&Signature={}", encoded(&signature)))
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// Writes a time as HTX does, such as `2017-05-11T15:19:30`.
fn written(time: Timestamp) -> Option<String> {
    let time = jiff::Timestamp::from_millisecond(time.millis()).ok()?;
    Some(time.strftime("%Y-%m-%dT%H:%M:%S").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::vectors;

    #[test]
    fn the_example_is_signed_alike() {
        let url: Url = "https://api.huobi.pro/v1/order/orders?order-id=1234567890"
            .parse()
            .unwrap();
        let time = written(Timestamp::from_seconds(1_494_515_970)).unwrap();
        let query = query(&url, "e2xxxxxx-99xxxxxx-84xxxxxx-7xxxx", &time);
        let signed = signed("b0xxxxxx-c6xxxxxx-94xxxxxx-dxxxx", &url, &query).unwrap();
        assert_eq!(
            signed,
            "AccessKeyId=e2xxxxxx-99xxxxxx-84xxxxxx-7xxxx&SignatureMethod=HmacSHA256&SignatureVersion=2\
             &Timestamp=2017-05-11T15%3A19%3A30&order-id=1234567890&Signature=Nmd8AU8uAe0mkFpxNbiava0aeZzBEtYjCdie1ZYZjoM%3D"
        );
        assert_eq!(encoded("a b+c/d=~é"), "a%20b%2Bc%2Fd%3D~%C3%A9");
    }

    #[test]
    fn the_published_vectors_are_signed_alike() {
        let Some(vectors) = vectors("htx") else { return };
        let credential = |name: &str| vectors["credentials"][name].as_str().unwrap();
        for request in vectors["requests"].as_array().unwrap() {
            assert_eq!(request["method"], "GET");
            let published: Url = request["url"].as_str().unwrap().parse().unwrap();
            let usual = [
                "AccessKeyId",
                "SignatureMethod",
                "SignatureVersion",
                "Timestamp",
                "Signature",
            ];
            let own: Vec<(String, String)> = published
                .query_pairs()
                .into_owned()
                .filter(|(name, _)| !usual.contains(&name.as_str()))
                .collect();
            let mut url = published.clone();
            url.set_query(None);
            url.query_pairs_mut().extend_pairs(own);
            let query = query(&url, credential("apiKey"), "2023-11-14T22:13:20");
            let signed = signed(credential("secret"), &url, &query);
            assert_eq!(signed.as_deref(), published.query(), "{published}");
        }
    }
}
