//! OKX's signature, <https://www.okx.com/docs-v5/en/>: HMAC-SHA256 of the time, the method and the path with its query as it is sent, in
//! base64. The phrase of the key is sent as it is. A request may be 30 seconds old.

use data_encoding::BASE64;
use ports::{KeyProblem, RemoteError, Timestamp};

use crate::{
    exchange::account::{KeyUse, UnsignedRequest, api_key, api_passphrase, api_secret, hmac_sha256, key_error},
    http_client::OutgoingRequest,
};

/// Signs a request that reads.
pub(super) fn sign(of: KeyUse<'_>, unsigned: UnsignedRequest) -> Result<OutgoingRequest, RemoteError> {
    let (key, secret, passphrase) = (api_key(of)?, api_secret(of)?, api_passphrase(of)?);
    let refused = || key_error(&of.1.who, KeyProblem::BadSignature, "");
    let time = written(unsigned.time).ok_or_else(|| key_error(&of.1.who, KeyProblem::ClockSkew, ""))?;
    let target = match unsigned.url.query() {
        Some(query) => format!("{}?{query}", unsigned.route.path()),
        None => unsigned.route.path().to_owned(),
    };
    let signature = signature(secret, &time, &target).ok_or_else(refused)?;
    Ok(OutgoingRequest::get(unsigned.url)
        .with_key("OK-ACCESS-KEY", key.to_owned())
        .with_key("OK-ACCESS-SIGN", signature)
        .with_key("OK-ACCESS-TIMESTAMP", time)
        .with_key("OK-ACCESS-PASSPHRASE", passphrase.to_owned()))
}

/// Returns the signature of a GET request; `None` where the secret cannot be the key of an HMAC.
fn signature(secret: &str, time: &str, target: &str) -> Option<String> {
    let code = hmac_sha256(secret, &format!("{time}GET{target}"))?;
    Some(BASE64.encode(&code))
}

/// Writes a time as OKX does, such as `2020-12-08T09:08:57.715Z`.
fn written(time: Timestamp) -> Option<String> {
    let time = jiff::Timestamp::from_millisecond(time.millis()).ok()?;
    Some(time.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::vectors;

    #[test]
    fn the_example_is_signed_alike() {
        let time = "2020-12-08T09:08:57.715Z";
        let signature = signature(
            "22582BD0CFF14C41EDBF1AB98506286D",
            time,
            "/api/v5/account/balance?ccy=BTC",
        );
        assert_eq!(
            signature.as_deref(),
            Some("HiZhvSfMtWJA3uUIVXV3a/bSXNPCWvYFXoGCVS8V4zY=")
        );
        assert_eq!(
            written(Timestamp::from_millis(1_607_418_537_715)).as_deref(),
            Some(time)
        );
    }

    #[test]
    fn the_published_vectors_are_signed_alike() {
        let Some(vectors) = vectors("okx") else { return };
        let secret = vectors["credentials"]["secret"].as_str().unwrap();
        for request in vectors["requests"].as_array().unwrap() {
            assert_eq!(request["method"], "GET");
            let (url, headers) = (request["url"].as_str().unwrap(), &request["headers"]);
            let target = url.strip_prefix("https://www.okx.com").unwrap();
            let time = headers["OK-ACCESS-TIMESTAMP"].as_str().unwrap();
            assert_eq!(
                signature(secret, time, target).as_deref(),
                headers["OK-ACCESS-SIGN"].as_str(),
                "{url}"
            );
        }
    }
}
