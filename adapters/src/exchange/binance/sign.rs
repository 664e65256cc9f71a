//! Binance's signature, <https://github.com/binance/binance-spot-api-docs>: HMAC-SHA256 of the query as it is sent, in lower-case
//! hexadecimal digits, as its last parameter. Whatever is not ASCII is percent-encoded before it is signed.

use data_encoding::HEXLOWER;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Returns an encoded query with its signature; `None` where the secret cannot be the key of an HMAC.
pub(super) fn signed(secret: &str, query: &str) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
    mac.update(query.as_bytes());
    let signature = HEXLOWER.encode(&mac.finalize().into_bytes());
    Some(format!("{query}&signature={signature}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of Binance's own examples.
    const SECRET: &str = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";

    fn signature(query: &str) -> String {
        let signed = signed(SECRET, query).unwrap();
        let signature = signed.strip_prefix(query).unwrap().strip_prefix("&signature=").unwrap();
        signature.to_owned()
    }

    /// Signing only: there is no such request in this program.
    #[test]
    fn the_examples_of_the_documentation_are_signed_alike() {
        let rest = "&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559";
        for (symbol, expected) in [
            (
                "LTCBTC",
                "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
            ),
            (
                "１２３４５６",
                "e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3",
            ),
        ] {
            let mut url: url::Url = "https://api.binance.com/".parse().unwrap();
            url.query_pairs_mut().append_pair("symbol", symbol);
            let query = format!("{}{rest}", url.query().unwrap());
            assert_eq!(signature(&query), expected, "{query}");
        }
    }

    /// The vectors were made by ccxt with a fixed clock; requests that this program never sends check the signature only.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "the tests read the folder of the vectors")]
    fn the_published_vectors_are_signed_alike() {
        let Some(folder) = std::env::var_os("SPYHOP_VECTORS") else {
            println!("SPYHOP_VECTORS is not set: only the examples of the documentation were checked");
            return;
        };
        let file = std::path::PathBuf::from(folder).join("ccxt/signing-vectors.json");
        let vectors: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        let vectors = &vectors["binance"];
        let secret = vectors["credentials"]["secret"].as_str().unwrap();
        let requests = vectors["requests"].as_array().unwrap();
        let reads = requests.iter().filter(|request| request["method"] == "GET");
        let mut count = 0;
        for request in reads {
            let url = request["url"].as_str().unwrap();
            let (_, query) = url.split_once('?').unwrap();
            let (unsigned, _) = query.split_once("&signature=").unwrap();
            assert_eq!(signed(secret, unsigned).as_deref(), Some(query), "{url}");
            count += 1;
        }
        assert!(count >= 7);
    }

    #[test]
    fn every_byte_is_signed() {
        let own = signature("recvWindow=30000&timestamp=1");
        assert_ne!(own, signature("recvWindow=30000&timestamp=2"));
        assert_ne!(own, signature("timestamp=1&recvWindow=30000"));
        assert_ne!(signed("other", "timestamp=1"), signed(SECRET, "timestamp=1"));
    }
}
