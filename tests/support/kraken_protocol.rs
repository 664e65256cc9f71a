//! The signed requests of Kraken for local servers. A signature is verified by the formula of the documentation, with an HMAC of its own.

use conformance::mock_server::Request;
use data_encoding::BASE64;
use serde_json::{Value, json};
use sha2::{Digest, Sha256, Sha512};

use crate::hmac::hmac;

/// The secret of Kraken's own example.
pub const SECRET: &str = "kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==";
pub const API_KEY: &str = "k3y-of-an-account";

/// Returns what Kraken states about a key with these rights.
pub fn key_info(permissions: &[&str]) -> Value {
    json!({
        "apiKeyName": "Spyhop", "apiKey": API_KEY, "nonce": "1", "nonceWindow": 0, "permissions": permissions,
        "iban": "AA11 N84G", "validUntil": "0", "queryFrom": "0", "queryTo": "0", "ipAllowlist": ["203.0.113.24"],
    })
}

/// Returns the nonce of a request that is signed as the documentation says.
pub fn verified(request: &Request) -> Result<u64, &'static str> {
    if request.header("user-agent").is_none() || request.method != "POST" {
        return Err("EGeneral:Invalid arguments");
    }
    if request.header("content-type") != Some("application/x-www-form-urlencoded") {
        return Err("EGeneral:Invalid arguments:content type");
    }
    if request.header("api-key") != Some(API_KEY) {
        return Err("EAPI:Invalid key");
    }
    let body = std::str::from_utf8(&request.body).unwrap();
    let nonce = body
        .split('&')
        .find_map(|pair| pair.strip_prefix("nonce="))
        .ok_or("EAPI:Invalid nonce")?;
    let hash = Sha256::digest([nonce, body].concat());
    let message = [request.path().as_bytes(), &hash].concat();
    let signature = BASE64.encode(&hmac::<Sha512>(
        128,
        &BASE64.decode(SECRET.as_bytes()).unwrap(),
        &message,
    ));
    if request.header("api-sign") != Some(&signature) {
        return Err("EAPI:Invalid signature");
    }
    nonce.parse().map_err(|_| "EAPI:Invalid nonce")
}
