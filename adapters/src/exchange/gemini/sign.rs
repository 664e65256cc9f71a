//! Gemini's signature, <https://developer.gemini.com/authentication/api-key>: the parameters are JSON in base64 in a header, and HMAC-SHA384
//! of this text in lower-case hexadecimal digits. The body is empty.

use data_encoding::{BASE64, HEXLOWER};
use hmac::{Hmac, Mac};
use sha2::Sha384;

/// Returns the payload of a request. `parameters` are further JSON members, which begin with a comma.
pub(super) fn payload(path: &str, nonce: u64, parameters: &str) -> String {
    let json = format!(r#"{{"request":"{path}","nonce":{nonce}{parameters}}}"#);
    BASE64.encode(json.as_bytes())
}

/// Returns the payload of a request with the token of an access, which has no number.
pub(super) fn unnumbered_payload(path: &str, parameters: &str) -> String {
    let json = format!(r#"{{"request":"{path}"{parameters}}}"#);
    BASE64.encode(json.as_bytes())
}

/// Returns the signature of a payload; `None` where the secret cannot be the key of an HMAC.
pub(super) fn signature(secret: &str, payload: &str) -> Option<String> {
    let mut mac = Hmac::<Sha384>::new_from_slice(secret.as_bytes()).ok()?;
    mac.update(payload.as_bytes());
    Some(HEXLOWER.encode(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::vectors;

    #[test]
    fn the_examples_of_the_documentation_are_signed_alike() {
        let payload = payload("/v1/balances", 1_700_000_000, "");
        assert_eq!(payload, "eyJyZXF1ZXN0IjoiL3YxL2JhbGFuY2VzIiwibm9uY2UiOjE3MDAwMDAwMDB9");
        assert_eq!(
            signature("1234abcd", &payload).unwrap(),
            "f0d315198ce255db7e630e6683766da5a625c376e32d5770051b522d3d95f77fe116095c3a46df21ae2240e8f5aacf15"
        );
    }

    /// Requests that this program never sends check the signature only.
    #[test]
    fn the_published_vectors_are_signed_alike() {
        let Some(vectors) = vectors("gemini") else {
            return;
        };
        let secret = vectors["credentials"]["secret"].as_str().unwrap();
        let requests = vectors["requests"].as_array().unwrap();
        for request in requests {
            let header = |name: &str| request["headers"][name].as_str().unwrap();
            let signed = signature(secret, header("X-GEMINI-PAYLOAD")).unwrap();
            assert_eq!(signed, header("X-GEMINI-SIGNATURE"), "{}", request["url"]);
        }
        assert!(requests.len() >= 3);
    }

    #[test]
    fn every_parameter_is_signed() {
        let with = |nonce, parameters: &str| signature("s", &payload("/v1/margin/account", nonce, parameters));
        let own = with(1, r#","symbol":"btcusd""#);
        assert_ne!(own, with(2, r#","symbol":"btcusd""#));
        assert_ne!(own, with(1, r#","symbol":"ethusd""#));
        assert_ne!(own, with(1, ""));
        let json = BASE64
            .decode(payload("/v1/roles", 7, r#","symbol":"btcusd""#).as_bytes())
            .unwrap();
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(
            json,
            serde_json::json!({ "request": "/v1/roles", "nonce": 7, "symbol": "btcusd" })
        );
    }
}
