//! KuCoin's signature, <https://www.kucoin.com/docs-new/authentication>: HMAC-SHA256 of the time, the method and the path with its query,
//! which is not percent-encoded there, in base64. The phrase of the key is sent as its HMAC-SHA256 with the same secret.

use data_encoding::BASE64;
use percent_encoding::percent_decode_str;
use ports::{KeyProblem, RemoteError};

use crate::{
    exchange::account::{KeyUse, UnsignedRequest, api_key, api_passphrase, api_secret, hmac_sha256, key_error},
    http_client::OutgoingRequest,
};

/// The version of keys since 2021. Newer ones are signed alike, and public clients send this version for them too.
const KEY_VERSION: &str = "2";

/// Signs a request that reads.
pub(super) fn sign(of: KeyUse<'_>, unsigned: UnsignedRequest) -> Result<OutgoingRequest, RemoteError> {
    let (key, secret, passphrase) = (api_key(of)?, api_secret(of)?, api_passphrase(of)?);
    let refused = || key_error(&of.1.who, KeyProblem::BadSignature, "");
    let time = unsigned.time.millis().to_string();
    let target = match unsigned.url.query() {
        Some(query) => format!("{}?{query}", unsigned.route.path()),
        None => unsigned.route.path().to_owned(),
    };
    let target = percent_decode_str(&target).decode_utf8_lossy();
    let signature = code(secret, &format!("{time}GET{target}")).ok_or_else(refused)?;
    let passphrase = code(secret, passphrase).ok_or_else(refused)?;
    Ok(OutgoingRequest::get(unsigned.url)
        .with_key("KC-API-KEY", key.to_owned())
        .with_key("KC-API-SIGN", signature)
        .with_key("KC-API-TIMESTAMP", time)
        .with_key("KC-API-PASSPHRASE", passphrase)
        .with_key("KC-API-KEY-VERSION", KEY_VERSION.to_owned()))
}

/// Returns the code of a text; `None` where the secret cannot be the key of an HMAC.
fn code(secret: &str, text: &str) -> Option<String> {
    Some(BASE64.encode(&hmac_sha256(secret, text)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::vectors;

    #[test]
    fn the_examples_are_signed_alike() {
        for (text, expected) in [
            (
                "1700000000000GET/api/v1/accounts?currency=BTC",
                "bkhVK19nHw0v6ji7SVPYIx1hsNafX/EB4YQ+Rf+ctOM=",
            ),
            ("kc-passphrase", "qk4Da2r+xYdyIyXfNKvmhXLOnaVmY2VkVR3mTX+E2Ps="),
        ] {
            assert_eq!(code("kc-secret-test", text).as_deref(), Some(expected));
        }
    }

    #[test]
    fn the_published_vectors_are_signed_alike() {
        let Some(vectors) = vectors("kucoin") else { return };
        let credential = |name: &str| vectors["credentials"][name].as_str().unwrap();
        let secret = credential("secret");
        for request in vectors["requests"].as_array().unwrap() {
            assert_eq!(request["method"], "GET");
            let url = request["url"].as_str().unwrap();
            let header = |name: &str| request["headers"][name].as_str().unwrap();
            let target = url.strip_prefix("https://api.kucoin.com").unwrap();
            let signature = code(secret, &format!("{}GET{target}", header("KC-API-TIMESTAMP")));
            assert_eq!(signature.as_deref(), Some(header("KC-API-SIGN")), "{url}");
            let passphrase = code(secret, credential("password"));
            assert_eq!(passphrase.as_deref(), Some(header("KC-API-PASSPHRASE")));
            assert_eq!(header("KC-API-KEY-VERSION"), KEY_VERSION);
        }
    }
}
