//! Recording of requests and responses, to compare services with what the adapters expect.

use url::Url;

use super::request::{OutgoingRequest, RequestContext};

/// A request with its response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpExchange<'a> {
    /// The context of the request.
    pub context: &'a RequestContext,
    /// The URL, without any key.
    pub url: Url,
    /// The body of the request, if any.
    pub request: Option<&'a [u8]>,
    /// The status of the response.
    pub status: u16,
    /// The content type of the response, if any.
    pub content_type: Option<&'a str>,
    /// The body of the response; for an error status the first 4 KiB.
    pub body: &'a [u8],
}

/// Receives requests and responses as they happen.
pub trait Recorder: Send + Sync {
    /// Records one exchange. Must not block on anything but the local disk.
    fn record(&self, exchange: &HttpExchange<'_>);
}

/// Names of query parameters that contain a key, or a signature made with one.
const KEYS: [&str; 7] = [
    "apikey",
    "api_key",
    "key",
    "token",
    "accesskey",
    "accesskeyid",
    "signature",
];
/// The replacement of their values.
const HIDDEN: &str = "KEY";

/// Returns the URL of a request without any key. Headers, which may contain one too, are never recorded.
pub(super) fn without_key(request: &OutgoingRequest) -> Url {
    let url = request.url();
    let is_key = |name: &str| KEYS.contains(&name.to_ascii_lowercase().as_str());
    if !url.query_pairs().any(|(name, _)| is_key(&name)) {
        return url.clone();
    }
    let mut hidden = url.clone();
    let pairs = url.query_pairs().map(|(name, value)| {
        let value = if is_key(&name) { HIDDEN.into() } else { value };
        (name, value)
    });
    hidden.query_pairs_mut().clear().extend_pairs(pairs);
    hidden
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_urls_are_not_recorded() {
        for (requested, recorded) in [
            (
                "https://a.test/api?chainid=1&apikey=hunter2",
                "https://a.test/api?chainid=1&apikey=KEY",
            ),
            ("https://a.test/api?APIKEY=hunter2", "https://a.test/api?APIKEY=KEY"),
            (
                "https://a.test/api?AccessKeyId=hunter2&accessKey=hunter2&uid=1&Signature=hunter2%3D",
                "https://a.test/api?AccessKeyId=KEY&accessKey=KEY&uid=1&Signature=KEY",
            ),
            (
                "https://a.test/api?timestamp=1&signature=c8db",
                "https://a.test/api?timestamp=1&signature=KEY",
            ),
            ("https://a.test/api?pair=XETHZUSD", "https://a.test/api?pair=XETHZUSD"),
        ] {
            let request = OutgoingRequest::get(requested.parse().unwrap());
            assert_eq!(without_key(&request).as_str(), recorded);
        }
    }
}
