//! Deadlines of tests in which the work is the machine's, longer on a slow one.

use std::{env, sync::LazyLock, time::Duration};

/// The check runner measures the machine once and sets it: a decimal number, at least 1.
const VARIABLE: &str = "SPYHOP_TEST_PATIENCE";

/// Enough for a developer's machine that also does other work.
const DEFAULT_FACTOR: f64 = 2.0;

static FACTOR: LazyLock<f64> = LazyLock::new(|| {
    let value = env::var_os(VARIABLE).map(|value| value.to_string_lossy().into_owned());
    factor(value.as_deref()).unwrap_or_else(|why| panic!("{why}"))
});

/// Returns how long a test waits for something that takes up to `seconds` seconds on an idle machine.
#[must_use]
pub fn patience(seconds: u64) -> Duration {
    Duration::from_secs(seconds).mul_f64(*FACTOR)
}

fn factor(value: Option<&str>) -> Result<f64, String> {
    let Some(value) = value else {
        return Ok(DEFAULT_FACTOR);
    };
    let number = value
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite() && *number >= 1.0);
    number.ok_or_else(|| format!("{VARIABLE} is {value:?}: expected a decimal number, at least 1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_is_a_decimal_number_of_at_least_one() {
        assert_eq!(factor(None), Ok(DEFAULT_FACTOR));
        assert_eq!(factor(Some("1")), Ok(1.0));
        assert_eq!(factor(Some("3.5")), Ok(3.5));
        for wrong in ["", "0.5", "-2", "NaN", "inf", "two"] {
            assert!(factor(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
