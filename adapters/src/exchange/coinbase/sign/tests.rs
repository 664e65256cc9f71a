use data_encoding::HEXLOWER_PERMISSIVE;
use p256::ecdsa::signature::Verifier as _;
use serde_json::Value;

use super::*;
use crate::exchange::account::vectors;

/// The private key of the published vectors, in SEC1.
const SEC1: &str = "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEICmWZEm6ZbjQ+BK4FX+4+K/WBrKYCAgZBxiFE05Vq83yoAoGCCqGSM49\n\
                    AwEHoUQDQgAEUcIvveO86JLnJDz5SkveJmyuAFaeXnEQYnotokJK9GsCYY8JQJG7\nkJFoiMSgJ2hcGiP2lYoeg+Hq2ZRIVNBMuA==\n\
                    -----END EC PRIVATE KEY-----\n";
/// The seed and the public key of RFC 8037, appendix A.
const SEED: &str = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
const PUBLIC: &str = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

fn hexadecimal(text: &str) -> Vec<u8> {
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).unwrap()
}

fn decoded(part: &str) -> Value {
    serde_json::from_slice(&BASE64URL_NOPAD.decode(part.as_bytes()).unwrap()).unwrap()
}

#[test]
fn ecdsa_signs_as_rfc_6979_does() {
    let secret = hexadecimal("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
    let key = TokenKey::Es256(p256::ecdsa::SigningKey::from_slice(&secret).unwrap());
    let expected = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716\
                    f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";
    assert_eq!(key.signature(b"sample").unwrap().to_vec(), hexadecimal(expected));
}

#[test]
fn ed25519_signs_as_rfc_8037_does() {
    let message = b"eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";
    let expected = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";
    let signature = TokenKey::read(SEED).unwrap().signature(message).unwrap();
    assert_eq!(BASE64URL_NOPAD.encode(&signature), expected);
}

#[test]
fn keys_are_taken_as_coinbase_shows_them() {
    let claims = TokenClaims {
        key: "k",
        uri: "GET api.coinbase.com/v2/accounts",
        now: Timestamp::from_seconds(1_700_000_000),
        nonce: "00",
    };
    let token = |text: &str| TokenKey::read(text)?.token(&claims);
    let of_file = SEC1.replace('\n', "\\n");
    let of_one_line = SEC1.replace('\n', " ");
    for text in [&of_file, &of_one_line, SEC1.trim()] {
        assert_eq!(token(text), token(SEC1), "{text}");
    }
    let seed = BASE64.decode(SEED.as_bytes()).unwrap();
    let pem = |beginning: &[u8], rest: &[u8]| {
        let der = BASE64.encode(&[beginning, &seed, rest].concat());
        format!("-----BEGIN PRIVATE KEY-----\n{der}\n-----END PRIVATE KEY-----")
    };
    let both = [seed.clone(), BASE64.decode(PUBLIC.as_bytes()).unwrap()].concat();
    for text in [
        BASE64.encode(&both),
        format!("{}\n {}", &SEED[..20], &SEED[20..]),
        pem(&ED25519_BEGINNINGS[0], b""),
        pem(&ED25519_BEGINNINGS[1], b"\x81\x21\x00"),
    ] {
        assert!(token(&text).is_some(), "{text}");
        assert_eq!(token(&text), token(SEED), "{text}");
    }
}

#[test]
fn what_is_no_private_key_is_not_read() {
    let other = SEC1.replace("EC PRIVATE", "RSA PRIVATE");
    let without_end = SEC1.split_once("-----END").unwrap().0;
    let public = format!("-----BEGIN PRIVATE KEY-----\n{PUBLIC}\n-----END PRIVATE KEY-----");
    let damaged = SEC1.replace("MHcC", "MHcD");
    for text in [
        "",
        "not base64!",
        "c2hvcnQ=",
        &BASE64.encode(&[7; 33]),
        &other,
        without_end,
        &public,
        &damaged,
    ] {
        assert!(TokenKey::read(text).is_none(), "{text}");
    }
}

#[test]
fn a_token_states_what_coinbase_documents() {
    let token = TokenKey::read(SEC1).unwrap().token(&TokenClaims {
        key: "organizations/o/apiKeys/k",
        uri: "GET api.coinbase.com/v2/accounts",
        now: Timestamp::from_millis(1_700_000_000_999),
        nonce: "0011",
    });
    let token = token.unwrap();
    let parts: Vec<&str> = token.split('.').collect();
    assert_eq!(
        decoded(parts[0]),
        json!({ "alg": "ES256", "kid": "organizations/o/apiKeys/k", "nonce": "0011", "typ": "JWT" })
    );
    assert_eq!(
        decoded(parts[1]),
        json!({
            "iss": "cdp", "sub": "organizations/o/apiKeys/k", "nbf": 1_700_000_000, "exp": 1_700_000_120,
            "uri": "GET api.coinbase.com/v2/accounts",
        })
    );
    assert_eq!(BASE64URL_NOPAD.decode(parts[2].as_bytes()).unwrap().len(), 64);
}

/// The vectors were made by ccxt with random numbers, so that their signatures are verified, with the key that this program reads.
#[test]
fn the_published_vectors_are_signed_with_the_same_key() {
    let Some(vectors) = vectors("coinbase") else {
        return;
    };
    let Some(TokenKey::Es256(key)) = TokenKey::read(vectors["credentials"]["secret"].as_str().unwrap()) else {
        panic!("no key of ES256");
    };
    let requests = vectors["requests"].as_array().unwrap();
    for request in requests {
        let token = request["headers"]["Authorization"].as_str().unwrap();
        let token = token.strip_prefix("Bearer ").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let signature = Signature::from_slice(&BASE64URL_NOPAD.decode(signature.as_bytes()).unwrap()).unwrap();
        assert!(key.verifying_key().verify(signed.as_bytes(), &signature).is_ok());
        let url = request["url"].as_str().unwrap();
        let claims = decoded(signed.split_once('.').unwrap().1);
        let path = url.split_once("://").unwrap().1.split('?').next().unwrap();
        let method = request["method"].as_str().unwrap();
        assert_eq!(claims["uri"], format!("{method} {path}"));
    }
    assert!(requests.len() >= 6);
}
