//! Records requests with their responses, to compare services with what the adapters expect.

use url::Url;

use super::request::{Errand, Request};

/// One exchange with a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange<'a> {
    /// The purpose of the request.
    pub errand: &'a Errand,
    /// The address, without any key.
    pub url: Url,
    /// The body of the request, where it had one.
    pub request: Option<&'a [u8]>,
    /// The status of the answer.
    pub status: u16,
    /// Its content type, where it names one.
    pub content_type: Option<&'a str>,
    /// Its body; of a bad status the first 4 KiB.
    pub body: &'a [u8],
}

/// Takes exchanges as they happen.
pub trait Recorder: Send + Sync {
    /// Takes one. It must not wait for anything but the disk of this machine.
    fn record(&self, exchange: &Exchange<'_>);
}

/// Names of parameters that carry a key.
const KEYS: [&str; 4] = ["apikey", "api_key", "key", "token"];
/// What stands in their place.
const HIDDEN: &str = "KEY";

/// The address of a request without any key. Headers, which may carry one too, are never recorded.
pub(super) fn without_key(request: &Request) -> Url {
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
    fn no_key_of_an_address_is_recorded() {
        for (asked, recorded) in [
            (
                "https://a.test/api?chainid=1&apikey=hunter2",
                "https://a.test/api?chainid=1&apikey=KEY",
            ),
            ("https://a.test/api?APIKEY=hunter2", "https://a.test/api?APIKEY=KEY"),
            ("https://a.test/api?pair=XETHZUSD", "https://a.test/api?pair=XETHZUSD"),
        ] {
            let request = Request::get(asked.parse().unwrap());
            assert_eq!(without_key(&request).as_str(), recorded);
        }
    }
}
