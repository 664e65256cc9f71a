use std::time::Duration;

use ports::transfer_match::MatchSettings;

use super::*;

fn limits(config: &Config) -> (String, Duration) {
    let MatchSettings { tolerance, window } = &config.transfer_match;
    (tolerance.to_string(), *window)
}

#[test]
fn the_limits_of_transfers_are_set_by_the_file_or_the_environment() {
    assert_eq!(limits(&file("").unwrap()), ("0.01".to_owned(), Duration::from_hours(4)));
    let variables = [("SPYHOP_TRANSFER_PERCENT", "2.5"), ("SPYHOP_TRANSFER_HOURS", "12")];
    let expected = ("0.025".to_owned(), Duration::from_hours(12));
    assert_eq!(limits(&parse(&variables).unwrap()), expected);
    for text in [
        "[transfer_match]\npercent = 2.5\nhours = 12",
        "[transfer_match]\npercent = \"2.5\"\nhours = \"12\"",
    ] {
        assert_eq!(limits(&file(text).unwrap()), expected, "{text}");
    }
    let only_hours = file("[transfer_match]\nhours = 0").unwrap();
    assert_eq!(limits(&only_hours), ("0.01".to_owned(), Duration::ZERO));
}

#[test]
fn the_environment_takes_precedence_over_the_file() {
    let environment = [("SPYHOP_TRANSFER_PERCENT".to_owned(), "0".to_owned())];
    let environment = std::iter::once(("SPYHOP_DATA".to_owned(), "/srv/spyhop".to_owned())).chain(environment);
    let text = "[transfer_match]\npercent = 5\nhours = 48";
    let config = Config::parse(&environment.collect(), Some(text)).unwrap();
    assert_eq!(limits(&config), ("0".to_owned(), Duration::from_hours(48)));
}

#[test]
fn limits_of_transfers_outside_of_their_range_are_refused_with_a_sentence() {
    for text in ["10.1", "-1", "one", "1%", "NaN", "1e9"] {
        let error = parse(&[("SPYHOP_TRANSFER_PERCENT", text)]).err().unwrap();
        let expected =
            format!("SPYHOP_TRANSFER_PERCENT is {text:?}, which is not a percentage from 0 to 10 such as 1.5");
        assert!(error.contains(&expected), "{error}");
    }
    for text in ["49", "-1", "1.5", "4h"] {
        let error = parse(&[("SPYHOP_TRANSFER_HOURS", text)]).err().unwrap();
        let expected = format!("SPYHOP_TRANSFER_HOURS is {text:?}, which is not a whole number of hours from 0 to 48");
        assert!(error.contains(&expected), "{error}");
    }
    for (text, message) in [
        (
            "[transfer_match]\npercent = 11",
            "transfer_match.percent is not a percentage from 0 to 10",
        ),
        (
            "[transfer_match]\nhours = 1.5",
            "transfer_match.hours is not a whole number of hours",
        ),
        ("[transfer_match]\nminutes = 5", "minutes"),
    ] {
        let error = file(text).err().unwrap();
        assert!(error.contains(message), "{error}");
    }
}
