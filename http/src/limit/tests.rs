use super::*;

fn limits_with(name: &str, text: &str) -> Result<Limits, LimitsError> {
    Limits::new(&BTreeMap::from([(name.to_owned(), text.to_owned())]))
}

#[test]
fn only_what_comes_with_every_key_press_is_counted_in_memory() {
    let limits = Limits::new(&BTreeMap::new()).unwrap();
    let in_memory = |name: &&str| matches!(limits.limit(name).unwrap().counter, LimitCounter::Memory(_));
    let names = DEFAULTS.map(|(name, _)| name).into_iter().filter(in_memory);
    assert_eq!(names.collect::<Vec<_>>(), ["detect-chain"]);
}

#[test]
fn a_site_is_allowed_four_times_the_rate_of_one_network() {
    let of_one = rate("detect-chain", "2/h").unwrap();
    assert_eq!(of_site(of_one), rate("detect-chain", "8/h").unwrap());
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
