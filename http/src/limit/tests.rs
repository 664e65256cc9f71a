use super::*;

static CREATE: CallLimit = CallLimit::new("create-user", "users", per_hour::<30>()).with_local(per_hour::<300>());
static DETECT: CallLimit = CallLimit::new("detect-chain", "calls", per_minute::<600>()).in_memory();

fn limits_with(name: &str, text: &str) -> Result<Limits, LimitsError> {
    let changes = BTreeMap::from([(name.to_owned(), text.to_owned())]);
    Limits::new(&[&CREATE, &DETECT, &CREATE], &changes)
}

#[test]
fn a_changed_rate_applies_to_programs_on_this_machine_too() {
    let limits = limits_with("create-user", "60/h").unwrap();
    let (create, detect) = (limits.entry(&CREATE).unwrap(), limits.entry(&DETECT).unwrap());
    assert_eq!((create.rate, create.local), (per_hour::<60>(), None));
    assert_eq!((detect.rate, detect.local), (DETECT.rate, None));
    let limits = limits_with("detect-chain", "2000/s").unwrap();
    let create = limits.entry(&CREATE).unwrap();
    assert_eq!((create.rate, create.local), (CREATE.rate, CREATE.local));
}

#[test]
fn a_limit_is_described_with_its_rates() {
    assert_eq!(
        CREATE.description(),
        "`create-user`: 30 users an hour; 300 from the server's own machine"
    );
    assert_eq!(DETECT.description(), "`detect-chain`: 600 calls a minute");
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
        "there is no rate limit \"make-user\"; there are create-user, detect-chain"
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
