use super::*;

fn limits_with(name: &str, text: &str) -> Result<Limits, LimitsError> {
    Limits::new(&BTreeMap::from([(name.to_owned(), text.to_owned())]))
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
