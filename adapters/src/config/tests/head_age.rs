use std::time::Duration;

use super::{ROW, file};

#[test]
fn the_age_of_a_head_is_the_rows_the_rhythms_or_a_day() {
    let age = |text: &str| file(text).unwrap().added_chains[0].chain.max_head_age;
    assert_eq!(age(ROW), Duration::from_hours(24), "the rhythm is not known");
    let with = |line: &str| ROW.replace("symbol = \"WB\"", &format!("symbol = \"WB\"\n{line}"));
    assert_eq!(age(&with("block_time_ms = 12000")), Duration::from_mins(5));
    assert_eq!(age(&with("block_time_ms = 600000")), Duration::from_mins(200));
    let both = with("block_time_ms = 12000\nmax_head_age_seconds = 7200");
    assert_eq!(age(&both), Duration::from_hours(2));
    let config = file("[chains.base]\nmax_head_age_seconds = 600").unwrap();
    let base = &config.chains["base"];
    assert_eq!(
        (base.max_head_age, &base.endpoints),
        (Some(Duration::from_mins(10)), &None)
    );
}
