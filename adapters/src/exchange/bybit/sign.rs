//! Bybit's signature, <https://bybit-exchange.github.io/docs/v5/guide>: HMAC-SHA256 of the time, the key, the window and the query as it is
//! sent, in lower-case hexadecimal digits.

use data_encoding::HEXLOWER;
use ports::{KeyProblem, RemoteError};

use crate::{
    exchange::account::{KeyUse, UnsignedRequest, api_key, api_secret, hmac_sha256, key_error},
    http_client::OutgoingRequest,
};

/// How old a request may be when it arrives, in milliseconds: it may have waited for the rate limit after it was signed.
const WINDOW: &str = "30000";

/// Signs a request that reads.
pub(super) fn sign(of: KeyUse<'_>, unsigned: UnsignedRequest) -> Result<OutgoingRequest, RemoteError> {
    let (key, secret) = (api_key(of)?, api_secret(of)?);
    let time = unsigned.time.millis().to_string();
    let query = unsigned.url.query().unwrap_or_default();
    let signature = signature(secret, (&time, WINDOW), key, query);
    let signature = signature.ok_or_else(|| key_error(&of.1.who, KeyProblem::BadSignature, ""))?;
    Ok(OutgoingRequest::get(unsigned.url)
        .with_key("X-BAPI-API-KEY", key.to_owned())
        .with_key("X-BAPI-SIGN", signature)
        .with_key("X-BAPI-TIMESTAMP", time)
        .with_key("X-BAPI-RECV-WINDOW", WINDOW.to_owned()))
}

/// Returns the signature of a GET request; `None` where the secret cannot be the key of an HMAC.
fn signature(secret: &str, (time, window): (&str, &str), key: &str, query: &str) -> Option<String> {
    let code = hmac_sha256(secret, &[time, key, window, query].concat())?;
    Some(HEXLOWER.encode(&code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::vectors;

    #[test]
    fn the_example_is_signed_alike() {
        let query = "category=option&symbol=BTC-29JUL22-25000-C";
        assert_eq!(
            signature("by-secret", ("1658384314791", "5000"), "XXXXXXXXXX", query).as_deref(),
            Some("077f2599f609b42e08e9f75aa48b6ab0376afff238d07d8ee47d2459a8eed900")
        );
    }

    #[test]
    fn the_published_vectors_are_signed_alike() {
        let Some(vectors) = vectors("bybit") else { return };
        let (key, secret) = (&vectors["credentials"]["apiKey"], &vectors["credentials"]["secret"]);
        for request in vectors["requests"].as_array().unwrap() {
            assert_eq!(request["method"], "GET");
            let url = request["url"].as_str().unwrap();
            let header = |name: &str| request["headers"][name].as_str().unwrap();
            let times = (header("X-BAPI-TIMESTAMP"), header("X-BAPI-RECV-WINDOW"));
            let query = url.split_once('?').unwrap().1;
            let own = signature(secret.as_str().unwrap(), times, key.as_str().unwrap(), query);
            assert_eq!(own.as_deref(), Some(header("X-BAPI-SIGN")), "{url}");
        }
    }
}
