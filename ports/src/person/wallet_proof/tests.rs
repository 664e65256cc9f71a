use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::{chain::ChainId, time::clock::Timestamp};

const ADDRESS: &str = "0x9D85ca56217D2bb651b00f15e694EB7E713637D4";
const MESSAGE: &str = "\
login.xyz wants you to sign in with your Ethereum account:
0x9D85ca56217D2bb651b00f15e694EB7E713637D4

Sign-In With Ethereum Example Statement

URI: https://login.xyz
Version: 1
Chain ID: 1
Nonce: bTyXgcQxn2htgkjJn
Issued At: 2022-01-27T17:09:38.578Z
Expiration Time: 2100-01-07T14:31:43.952Z";

fn fields() -> SignInFields {
    SignInFields {
        scheme: None,
        domain: "login.xyz".to_owned(),
        address: ADDRESS.parse().unwrap(),
        statement: Some("Sign-In With Ethereum Example Statement".to_owned()),
        uri: "https://login.xyz".to_owned(),
        chain: ChainId::evm(1),
        nonce: "bTyXgcQxn2htgkjJn".to_owned(),
        issued_at: "2022-01-27T17:09:38.578Z".parse().unwrap(),
        expires_at: Some("2100-01-07T14:31:43.952Z".parse().unwrap()),
        not_before: None,
        request_id: None,
        resources: None,
    }
}

/// Returns the part that is wrong in the example after replacing `from` by `to`.
fn wrong_part(from: &str, to: &str) -> Option<MessagePart> {
    assert!(MESSAGE.contains(from), "{from}");
    let parsed = MESSAGE.replacen(from, to, 1).parse::<SignInMessage>();
    parsed.err().map(|ParseSignInMessageError(part)| part)
}

#[test]
fn a_message_and_its_fields_are_the_same() {
    let message: SignInMessage = MESSAGE.parse().unwrap();
    assert_eq!(message.fields(), &fields());
    assert_eq!(SignInMessage::try_from(fields()).unwrap().as_str(), MESSAGE);
}

#[test]
fn every_optional_field_is_read_and_written() {
    let all = SignInFields {
        scheme: Some("https".to_owned()),
        domain: "user@[2001:db8::1]:8443".to_owned(),
        not_before: Some("2022-01-27T17:00:00+00:00".parse().unwrap()),
        request_id: Some("a:b@c%20d".to_owned()),
        resources: Some(vec!["ipfs://Qme7".to_owned(), "https://a.test/?b=c#d".to_owned()]),
        ..fields()
    };
    let none = SignInFields {
        statement: None,
        expires_at: None,
        ..fields()
    };
    let empty = SignInFields {
        statement: Some(String::new()),
        request_id: Some(String::new()),
        resources: Some(vec![]),
        ..fields()
    };
    for fields in [all, none, empty] {
        let message = SignInMessage::try_from(fields.clone()).unwrap();
        let parsed: SignInMessage = message.as_str().parse().unwrap();
        assert_eq!((parsed.fields(), parsed.as_str()), (&fields, message.as_str()));
    }
}

/// Changes of the example, each with the part that is then wrong.
const MALFORMED: [(&str, &str, MessagePart); 46] = [
    ("login.xyz", "", MessagePart::Domain),
    ("login.xyz", "https://", MessagePart::Domain),
    ("login.xyz", "login.xyz/path", MessagePart::Domain),
    ("login.xyz", "https://login.xyz?x", MessagePart::Domain),
    ("login.xyz", "#fragment", MessagePart::Domain),
    ("login.xyz", "login.xyz ", MessagePart::Domain),
    ("login.xyz", "log\u{456}n.xyz", MessagePart::Domain),
    ("login.xyz", "1s://login.xyz", MessagePart::Scheme),
    ("login.xyz", "://login.xyz", MessagePart::Scheme),
    (" wants you", " Wants you", MessagePart::Domain),
    ("account:\n", "account:\r\n", MessagePart::Domain),
    ("0x9D", "0x9d", MessagePart::Address),
    ("0x9D", "0X9D", MessagePart::Address),
    ("37D4\n", "37D4 \n", MessagePart::Address),
    ("37D4\n\n", "37D4\n", MessagePart::Statement),
    ("Example", "Ex\nample", MessagePart::Statement),
    ("Example", "Ex\u{e4}mple", MessagePart::Statement),
    ("Example", "100%", MessagePart::Statement),
    ("Statement\n\n", "Statement\n", MessagePart::Statement),
    ("URI: https://login.xyz", "URI: login.xyz", MessagePart::Uri),
    ("URI: https://login.xyz", "URI: https://login.xyz ", MessagePart::Uri),
    ("URI: https://login.xyz\n", "", MessagePart::Uri),
    ("Version: 1", "Version: 2", MessagePart::Version),
    ("Version: 1", "Version: 1 ", MessagePart::Version),
    ("Chain ID: 1", "Chain ID: 01", MessagePart::Chain),
    ("Chain ID: 1", "Chain ID: +1", MessagePart::Chain),
    ("Chain ID: 1", "Chain ID: 0x1", MessagePart::Chain),
    ("Chain ID: 1", "Chain ID: ", MessagePart::Chain),
    ("Chain ID: 1", "Chain ID: 18446744073709551616", MessagePart::Chain),
    ("bTyXgcQxn2htgkjJn", "bTyXgcQ", MessagePart::Nonce),
    ("bTyXgcQxn2htgkjJn", "bTyXgcQx-", MessagePart::Nonce),
    ("bTyXgcQxn2htgkjJn", "bTyXgcQ\u{661}", MessagePart::Nonce),
    ("17:09:38.578Z", "17:09", MessagePart::IssuedAt),
    ("2100-01-07", "2100-02-30", MessagePart::ExpiresAt),
    (
        "\nExpiration Time",
        "\nNot Before: 2022-02-31T00:00:00Z\nExpiration Time",
        MessagePart::NotBefore,
    ),
    (
        "\nExpiration Time",
        "\nNot Before: 2022-02-01T00:00:00Z\nExpiration Time",
        MessagePart::End,
    ),
    (".952Z", ".952Z\n", MessagePart::End),
    (".952Z", ".952Z\nRequest ID: a/b", MessagePart::RequestId),
    (".952Z", ".952Z\nRequest ID: a#b", MessagePart::RequestId),
    (".952Z", ".952Z\nRequest ID: 100%", MessagePart::RequestId),
    (".952Z", ".952Z\nRequest ID: a\nRequest ID: a", MessagePart::End),
    (".952Z", ".952Z\nResources:\n", MessagePart::Resources),
    (".952Z", ".952Z\nResources:\n-a:b", MessagePart::Resources),
    (".952Z", ".952Z\nResources:\n- a", MessagePart::Resources),
    (".952Z", ".952Z\nResources:\n- a:b - a:c", MessagePart::Resources),
    (
        ".952Z",
        ".952Z\nResources:\n- a:b\nRequest ID: a",
        MessagePart::Resources,
    ),
];

#[test]
fn a_text_by_another_grammar_is_rejected_at_its_part() {
    for (from, to, part) in MALFORMED {
        assert_eq!(wrong_part(from, to), Some(part), "{from:?} as {to:?}");
    }
    assert!("".parse::<SignInMessage>().is_err());
}

#[test]
fn fields_that_would_be_read_as_others_make_no_message() {
    let two_lines = "a\n\nURI: https://evil.test\nVersion: 1".to_owned();
    for wrong in [
        SignInFields {
            statement: Some(two_lines.clone()),
            ..fields()
        },
        SignInFields {
            domain: "https://login.xyz".to_owned(),
            ..fields()
        },
        SignInFields {
            uri: "https://login.xyz\nVersion: 1".to_owned(),
            ..fields()
        },
        SignInFields {
            nonce: "short".to_owned(),
            ..fields()
        },
        SignInFields {
            request_id: Some("a\nResources:".to_owned()),
            ..fields()
        },
        SignInFields {
            chain: "bip122:000000000019d6689c085ae165831e93".parse().unwrap(),
            ..fields()
        },
        SignInFields {
            resources: Some(vec!["a:b\n- a:c".to_owned()]),
            ..fields()
        },
        SignInFields {
            statement: Some("x".repeat(MAX_SIGN_IN_BYTES)),
            ..fields()
        },
    ] {
        assert!(SignInMessage::try_from(wrong.clone()).is_err(), "{wrong:?}");
    }
}

#[test]
fn times_of_the_server_are_written_into_a_message() {
    let now = Timestamp::from_millis(1_775_908_800_123);
    let message = SignInMessage::try_from(SignInFields {
        issued_at: now.into(),
        expires_at: Some(now.plus(Duration::from_mins(5)).into()),
        ..fields()
    })
    .unwrap();
    assert_eq!(message.fields().issued_at.at(), now);
}

proptest! {
    #[test]
    fn whatever_is_parsed_prints_the_same_text(at in 0..MESSAGE.len(), cut in 0_usize..4, inserted in "[ -~\n]{0,12}") {
        let mut text = MESSAGE.to_owned();
        text.replace_range(at..(at + cut).min(MESSAGE.len()), &inserted);
        if let Ok(message) = text.parse::<SignInMessage>() {
            prop_assert_eq!(message.fields().to_string(), text);
        }
    }
}
