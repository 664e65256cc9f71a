use std::net::IpAddr;

use super::*;

fn limits_with(name: &str, text: &str) -> Result<Limits, LimitsError> {
    Limits::new(&BTreeMap::from([(name.to_owned(), text.to_owned())]))
}

fn client(last: u8) -> Client {
    Client::from(IpAddr::from([127, 0, 0, last]))
}

#[test]
fn a_limit_counts_each_client_separately() {
    let limits = limits_with("detect-chain", "2/h").unwrap();
    for _ in 0..2 {
        assert_eq!(limits.spend("detect-chain", client(1), 1), Ok(()));
    }
    let Err(Problem::RateLimited { retry_after }) = limits.spend("detect-chain", client(1), 1) else {
        panic!("a loopback client was not limited")
    };
    assert!(retry_after > Duration::from_secs(1700) && retry_after <= Duration::from_secs(1800));
    assert_eq!(limits.spend("detect-chain", client(2), 1), Ok(()));
    assert_eq!(limits.spend("look-up-names", client(1), 1), Ok(()));
}

#[test]
fn cheap_and_shared_calls_are_counted_in_memory() {
    let in_memory = DEFAULTS
        .map(|(name, _)| name)
        .into_iter()
        .filter(|name| !PERSISTENT.contains(name));
    assert_eq!(
        in_memory.collect::<Vec<_>>(),
        ["detect-chain", "look-up-names", "ask-live"]
    );
}

#[test]
fn several_calls_can_be_counted_together() {
    let limits = limits_with("look-up-names", "100/h").unwrap();
    let spend = |last, count| limits.spend("look-up-names", client(last), count).is_ok();
    assert!(spend(1, 60) && spend(1, 40) && spend(1, 0));
    assert!(!spend(1, 1));
    assert!(spend(2, 5000), "a count above the burst uses up all of it");
    assert!(!spend(2, 1));
}

#[test]
fn networks_of_one_site_share_a_larger_limit() {
    let limits = limits_with("detect-chain", "2/h").unwrap();
    let network = |number: u16| Client::from(IpAddr::from([0x2001, 0xdb8, 0, number, 0, 0, 0, 1]));
    let passed = |number| limits.spend("detect-chain", network(number), 1).is_ok();
    let count = (0..20).filter(|number| passed(*number)).count();
    assert_eq!(count, 8, "four times the limit of one network");
    assert!(passed(0x100), "another site");
}

#[test]
fn unknown_limits_and_invalid_rates_are_rejected() {
    assert_eq!(
        limits_with("make-user", "1/s").err().unwrap().to_string(),
        "there is no rate limit \"make-user\"; there are create-user, link-miss, detect-chain, look-up-names, ask-live, upload, export, add-token, send-code, verify-code, find-email, wallet-sign-in, feedback, attachment, api-key"
    );
    assert!(matches!(
        limits_with("create-user", "1001/h"),
        Err(LimitsError::TooMany { .. })
    ));
    for text in ["0/h", "30", "x/h", "30/year", "-1/s"] {
        assert!(
            matches!(limits_with("create-user", text), Err(LimitsError::Unreadable { .. })),
            "{text}"
        );
    }
}
