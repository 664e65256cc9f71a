//! Kraken's signature, <https://docs.kraken.com/api/docs/guides/spot-rest-auth>: `API-Sign` is the base64 of
//! HMAC-SHA512(decoded secret, path ‖ SHA-256(nonce ‖ body)). The body contains the same nonce.

use data_encoding::BASE64;
use hmac::{Hmac, Mac};
use ports::Secret;
use sha2::{Digest, Sha256, Sha512};
use zeroize::Zeroizing;

/// Signs the bytes of a request; `None` where the secret is not base64, so that no key can have it.
pub(super) fn api_sign(secret: &str, path: &str, nonce: u64, body: &str) -> Option<Secret<String>> {
    let secret = Zeroizing::new(BASE64.decode(secret.as_bytes()).ok()?);
    let hash = Sha256::new()
        .chain_update(nonce.to_string())
        .chain_update(body)
        .finalize();
    let mut mac = Hmac::<Sha512>::new_from_slice(&secret).ok()?;
    mac.update(path.as_bytes());
    mac.update(&hash);
    Some(Secret::new(BASE64.encode(&mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of Kraken's own example.
    const SECRET: &str = "kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==";

    /// Signing only: there is no such request in this program.
    #[test]
    fn the_example_of_the_documentation_is_signed_alike() {
        let body = "nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25";
        let signature = api_sign(SECRET, "/0/private/AddOrder", 1_616_492_376_594, body).unwrap();
        assert_eq!(
            signature.reveal(),
            "4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ=="
        );
    }

    #[test]
    fn every_part_of_the_request_is_signed() {
        let sign = |path: &str, nonce: u64, body: &str| api_sign(SECRET, path, nonce, body).unwrap().reveal().clone();
        let own = sign("/0/private/BalanceEx", 1, "nonce=1");
        assert_ne!(own, sign("/0/private/Balance", 1, "nonce=1"));
        assert_ne!(own, sign("/0/private/BalanceEx", 2, "nonce=1"));
        assert_ne!(own, sign("/0/private/BalanceEx", 1, "nonce=2"));
    }

    #[test]
    fn a_secret_that_is_not_base64_signs_nothing() {
        for secret in ["not base64!", "abc", "kQH5HW/8p1uGOVjb\n"] {
            assert!(
                api_sign(secret, "/0/private/BalanceEx", 1, "nonce=1").is_none(),
                "{secret}"
            );
        }
    }

    /// The vectors were made by ccxt with a fixed clock; requests that this program never sends check the signature only.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "the tests read the folder of the vectors")]
    fn the_published_vectors_are_signed_alike() {
        let Some(folder) = std::env::var_os("SPYHOP_VECTORS") else {
            println!("SPYHOP_VECTORS is not set: only the example of the documentation was checked");
            return;
        };
        let file = std::path::PathBuf::from(folder).join("ccxt/signing-vectors.json");
        let vectors: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        let vectors = &vectors["kraken"];
        let secret = vectors["credentials"]["secret"].as_str().unwrap();
        let nonce = vectors["clock_ms"].as_u64().unwrap();
        let requests = vectors["requests"].as_array().unwrap();
        assert!(requests.len() >= 6);
        for request in requests {
            let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
            let url: url::Url = text(&request["url"]).parse().unwrap();
            let signature = api_sign(secret, url.path(), nonce, &text(&request["body"])).unwrap();
            assert_eq!(*signature.reveal(), text(&request["headers"]["API-Sign"]), "{url}");
        }
    }
}
