//! Bitstamp's signature, <https://www.bitstamp.net/api/#section/Authentication>: HMAC-SHA256 of the parts of a request in lower-case
//! hexadecimal digits. A request without a body has no content type, neither in the signature nor as a header.

use data_encoding::HEXLOWER;

use crate::exchange::account::hmac_sha256;

/// The host in the signatures, which is Bitstamp's even where requests go through another one.
pub(super) const HOST: &str = "www.bitstamp.net";
/// The content type of requests with a body.
pub(super) const FORM: &str = "application/x-www-form-urlencoded";
/// The version of the signature.
pub(super) const VERSION: &str = "v2";

/// The parts of a request that are signed.
pub(super) struct SignedParts<'a> {
    pub(super) api_key: &'a str,
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    pub(super) body: &'a str,
    /// A UUID in lower-case letters, which Bitstamp takes once.
    pub(super) nonce: &'a str,
    /// Unix time in milliseconds.
    pub(super) timestamp: &'a str,
}

impl SignedParts<'_> {
    /// Returns the header with the key.
    pub(super) fn authorization(&self) -> String {
        format!("BITSTAMP {}", self.api_key)
    }

    /// Returns the content type, which is empty for a request without a body.
    pub(super) fn content_type(&self) -> &'static str {
        if self.body.is_empty() { "" } else { FORM }
    }

    /// Returns the signature; `None` where the secret cannot be the key of an HMAC.
    pub(super) fn signature(&self, secret: &str) -> Option<String> {
        let message = [
            &self.authorization(),
            self.method,
            HOST,
            self.path,
            self.content_type(),
            self.nonce,
            self.timestamp,
            VERSION,
            self.body,
        ];
        hmac_sha256(secret, &message.concat()).map(|code| HEXLOWER.encode(&code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::vectors;

    fn parts<'a>(path: &'a str, body: &'a str) -> SignedParts<'a> {
        SignedParts {
            api_key: "bs-key",
            method: "POST",
            path,
            body,
            nonce: "f93c979d-b00d-43a9-9b9c-fd4cd9547fa6",
            timestamp: "1567755304968",
        }
    }

    #[test]
    fn requests_with_and_without_a_body_are_signed_as_documented() {
        for (path, body, expected) in [
            (
                "/api/v2/user_transactions/",
                "offset=1",
                "c2b610a3de8194a1bee76a206cce21443c734e0945e52e559bbd66ac32627f5e",
            ),
            (
                "/api/v2/account_balances/",
                "",
                "2b44dac3935762788b477f0a42974b680542b19d3e89e992894b91a67d0147ac",
            ),
        ] {
            assert_eq!(parts(path, body).signature("bs-secret").unwrap(), expected, "{path}");
        }
    }

    /// Requests that this program never sends check the signature only.
    #[test]
    fn the_published_vectors_are_signed_alike() {
        let Some(vectors) = vectors("bitstamp") else {
            return;
        };
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let secret = text(&vectors["credentials"]["secret"]);
        let requests = vectors["requests"].as_array().unwrap();
        for request in requests {
            let (url, headers) = (text(&request["url"]), &request["headers"]);
            let parts = SignedParts {
                api_key: &text(&vectors["credentials"]["apiKey"]),
                method: &text(&request["method"]),
                path: url.strip_prefix("https://www.bitstamp.net").unwrap(),
                body: &text(&request["body"]),
                nonce: &text(&headers["X-Auth-Nonce"]),
                timestamp: &text(&headers["X-Auth-Timestamp"]),
            };
            assert_eq!(
                parts.signature(&secret),
                Some(text(&headers["X-Auth-Signature"])),
                "{url}"
            );
            assert_eq!(parts.authorization(), text(&headers["X-Auth"]));
            assert_eq!(parts.content_type(), text(&headers["Content-Type"]));
        }
        assert!(requests.len() >= 5);
    }

    #[test]
    fn every_part_is_signed() {
        let own = parts("/api/v2/account_balances/", "").signature("s");
        for other in [
            parts("/api/v2/account_balances", ""),
            parts("/api/v2/account_balances/", "offset=1"),
            SignedParts {
                method: "GET",
                ..parts("/api/v2/account_balances/", "")
            },
            SignedParts {
                timestamp: "1567755304969",
                ..parts("/api/v2/account_balances/", "")
            },
        ] {
            assert_ne!(other.signature("s"), own);
        }
    }
}
