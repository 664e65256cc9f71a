//! Messages of EIP-4361, <https://eips.ethereum.org/EIPS/eip-4361> (CC0), with the vectors of spruceid/siwe (MIT or
//! Apache-2.0). The vector of a contract wallet is in `tests/contract/wallet_proof.rs`.
//!
//! Where the vectors allow more than this server accepts:
//! - A message is accepted only within ten minutes of its time of issue, and with an expiration time. The vectors also accept one
//!   years before and after.
//! - `v` may be 0 or 1, as the vectors require. Signatures with the higher `s` and with 64 bytes are refused; the vectors have
//!   none.
//! - A chain ID with leading zeros is refused; the vectors have none.

use adapters::wallet_proof::check_key;
use domain::wallet_proof::{SignInExpectation, SignInMismatch};
use ports::{
    ChainId, SignInFields, SignInMessage, SignatureCheck, Timestamp,
    wallet_proof::{InvalidSignature, MessagePart, MessageTime},
};
use serde_json::{Map, Value};

use crate::vectors;

/// Returns the cases of a file, or `None` without the folder of the vectors.
fn cases(file: &str, count: usize) -> Option<Map<String, Value>> {
    let read = vectors::read(&format!("siwe/{file}.even.json"))?;
    let cases = read.as_object().unwrap().clone();
    assert_eq!(cases.len(), count, "{file}");
    Some(cases)
}

/// Returns the fields that a vector states, or the name of the one that cannot be.
fn stated(case: &Value) -> Result<SignInFields, &'static str> {
    let text = |name: &str| case[name].as_str().map(str::to_owned);
    let required = |name: &'static str| text(name).ok_or(name);
    let time = |name: &'static str| {
        let parsed = text(name).map(|text| text.parse::<MessageTime>());
        parsed.transpose().map_err(|_| name)
    };
    if text("version").as_deref() != Some("1") {
        return Err("version");
    }
    let resources = case["resources"].as_array();
    Ok(SignInFields {
        scheme: text("scheme"),
        domain: required("domain")?,
        address: required("address")?.parse().map_err(|_| "address")?,
        statement: text("statement"),
        uri: required("uri")?,
        chain: ChainId::evm(case["chainId"].as_u64().ok_or("chainId")?),
        nonce: required("nonce")?,
        issued_at: time("issuedAt")?.ok_or("issuedAt")?,
        expires_at: time("expirationTime")?,
        not_before: time("notBefore")?,
        request_id: text("requestId"),
        resources: resources.map(|all| all.iter().map(|one| one.as_str().unwrap().to_owned()).collect()),
    })
}

#[test]
fn messages_of_the_vectors_have_their_fields() {
    let Some(cases) = cases("parsing_positive", 10) else {
        return;
    };
    for (name, case) in &cases {
        let text = case["message"].as_str().unwrap();
        let message: SignInMessage = text.parse().unwrap_or_else(|why| panic!("{name}: {why}"));
        let fields = stated(&case["fields"]).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(message.fields(), &fields, "{name}");
        assert_eq!(SignInMessage::try_from(fields).unwrap().as_str(), text, "{name}");
    }
}

#[test]
fn texts_of_the_vectors_that_are_no_messages_are_refused_at_their_part() {
    let Some(cases) = cases("parsing_negative", 15) else {
        return;
    };
    for (name, part) in [
        ("missing domain", MessagePart::Domain),
        ("missing uri", MessagePart::Uri),
        ("missing chainId", MessagePart::Chain),
        ("missing issuedAt", MessagePart::IssuedAt),
        ("out of order version", MessagePart::Version),
        ("out of order nonce", MessagePart::Nonce),
        ("out of order expirationTime", MessagePart::End),
        ("out of order requestId", MessagePart::Resources),
        ("domain not RFC4501 authority", MessagePart::Domain),
        ("statement has line break", MessagePart::Statement),
        ("version not 1", MessagePart::Version),
        ("nonce with less then 8 chars", MessagePart::Nonce),
        ("non-ISO 8601 expirationTime", MessagePart::ExpiresAt),
        ("resources not separated by line break", MessagePart::Resources),
        ("second resource is not-RFC3986", MessagePart::Resources),
    ] {
        let text = cases[name].as_str().unwrap();
        let refused = text.parse::<SignInMessage>().map_err(|why| why.0);
        assert_eq!(refused, Err(part), "{name}");
    }
}

#[test]
fn fields_of_the_vectors_that_are_no_message_are_refused() {
    let Some(cases) = cases("parsing_negative_objects", 9) else {
        return;
    };
    for (name, field) in [
        ("missing domain", "domain"),
        ("missing uri", "uri"),
        ("missing chainId", "chainId"),
        ("missing issuedAt", "issuedAt"),
        ("address not EIP-55", "address"),
        ("version not 1", "version"),
        ("nonce with less then 8 chars", "nonce"),
        ("non-ISO 8601 expirationTime", "expirationTime"),
        ("first resource not-RFC 3986", "list of resources"),
    ] {
        let made = stated(&cases[name]).map_err(str::to_owned);
        let made = made.and_then(|fields| SignInMessage::try_from(fields).map_err(|why| why.0.to_string()));
        assert_eq!(made.map_err(|why| why.contains(field)), Err(true), "{name}");
    }
}

/// How a case of the vectors is judged: by the expectation of this server, and by the signature.
fn judged(case: &Value) -> (Result<(), SignInMismatch>, SignatureCheck) {
    let message = SignInMessage::try_from(stated(case).unwrap()).unwrap();
    let fields = message.fields();
    let now: Option<Timestamp> = case["time"].as_str().map(|time| time.parse().unwrap());
    let expectation = SignInExpectation {
        origin: "https://login.xyz",
        chains: &[ChainId::evm(1)],
        nonce: &fields.nonce,
        statement: fields.statement.as_deref().unwrap(),
        now: now.unwrap_or(fields.issued_at.at()),
    };
    // One of the signatures has half a byte too much.
    let digits = case["signature"].as_str().unwrap()[2..].get(..130).unwrap();
    let signature = hex::decode(digits).unwrap();
    let check = check_key(&fields.address, message.as_str(), &signature);
    (expectation.check(fields), check)
}

#[test]
fn signed_messages_of_the_vectors_are_valid() {
    let Some(cases) = cases("verification_positive", 2) else {
        return;
    };
    assert_eq!(judged(&cases["example message"]), (Ok(()), SignatureCheck::SignedByKey));
    // Two years before its time of issue, which this server does not accept.
    let early = (Err(SignInMismatch::IssuedAt), SignatureCheck::SignedByKey);
    assert_eq!(judged(&cases["expired message"]), early);
}

#[test]
fn signed_messages_of_the_vectors_are_refused() {
    let Some(cases) = cases("verification_negative", 5) else {
        return;
    };
    assert_eq!(stated(&cases["invalid notBefore"]), Err("notBefore"));
    let other_key = SignatureCheck::Invalid(InvalidSignature::OtherKey);
    assert_eq!(judged(&cases["malformed signature"]), (Ok(()), other_key));
    for (name, mismatch) in [
        ("expired message", SignInMismatch::Expired),
        ("custom time", SignInMismatch::IssuedAt),
        ("not yet valid", SignInMismatch::NoExpiry),
    ] {
        assert_eq!(judged(&cases[name]).0, Err(mismatch), "{name}");
    }
    let mut later = cases["not yet valid"].clone();
    later["expirationTime"] = "2100-02-07T14:31:43.952Z".into();
    assert_eq!(judged(&later).0, Err(SignInMismatch::NotYetValid));
}

#[test]
fn a_parity_byte_of_zero_or_one_is_accepted() {
    let text = "www.tally.xyz wants you to sign in with your Ethereum account:\n\
                0xc95EB884FE852e241D409234bfC7045CB9E31BD7\n\nSign in with Ethereum to Tally\n\nURI: https://tally.xyz\n\
                Version: 1\nChain ID: 1\nNonce: 15050747\nIssued At: 2022-06-30T14:08:51.382Z";
    let message: SignInMessage = text.parse().unwrap();
    let signature = "8c46b6eb8505939892d8e9b075f89f8277321b17b993151f37810cdda38cce6f\
                     4a85909d2b53e6a14629c74c0ac38bf4becde78ee5b2529812bf6cceaf7b2a2501";
    let check = check_key(&message.fields().address, text, &hex::decode(signature).unwrap());
    assert_eq!(check, SignatureCheck::SignedByKey);
}

#[test]
fn messages_of_the_standard_are_read() {
    let Some(read) = vectors::read("ethereum-ercs/erc-4361-examples.json") else {
        return;
    };
    let cases = read.as_array().unwrap();
    assert_eq!(cases.len(), 3);
    for case in cases {
        let text = case["message"].as_str().unwrap();
        let message: SignInMessage = text.parse().unwrap();
        let fields = message.fields();
        assert_eq!(fields.to_string(), text);
        assert_eq!(fields.scheme.as_deref(), case["fields"]["scheme"].as_str());
        assert_eq!(fields.domain, case["fields"]["domain"]);
        assert_eq!(fields.issued_at.as_str(), case["fields"]["issued_at"]);
    }
}
