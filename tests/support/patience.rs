//! Deadlines of tests in which the work is the machine's, longer on a slow one.

use std::{env, sync::LazyLock, time::Duration};

/// The check runner measures the machine once and sets it: a decimal number, at least 1.
const VARIABLE: &str = "SPYHOP_TEST_PATIENCE";

/// In thousandths: enough for a developer's machine that also does other work.
const DEFAULT_FACTOR: u32 = 2_000;

/// A limit of the product that no working call reaches, however slow the machine is. Tests of a limit set their own.
pub const GENEROUS: Duration = Duration::from_mins(10);

/// The settings of the program with these limits.
pub(crate) const GENEROUS_SETTINGS: [&str; 3] = [
    "SPYHOP_DATABASE_SECONDS=600",
    "SPYHOP_REQUEST_SECONDS=600",
    "SPYHOP_IMAGE_SECONDS=600",
];

static FACTOR: LazyLock<u32> = LazyLock::new(|| {
    let value = env::var_os(VARIABLE).map(|value| value.to_string_lossy().into_owned());
    factor(value.as_deref()).unwrap_or_else(|why| panic!("{why}"))
});

/// Returns how long a test waits for something that takes up to `seconds` seconds on an idle machine.
#[must_use]
pub fn patience(seconds: u64) -> Duration {
    Duration::from_millis(seconds) * *FACTOR
}

/// Returns the factor in thousandths.
fn factor(value: Option<&str>) -> Result<u32, String> {
    let Some(value) = value else {
        return Ok(DEFAULT_FACTOR);
    };
    let factor = thousandths(value).filter(|factor| *factor >= 1_000);
    factor.ok_or_else(|| format!("{VARIABLE} is {value:?}: expected a decimal number, at least 1"))
}

/// Returns a decimal number in thousandths, without further digits.
fn thousandths(value: &str) -> Option<u32> {
    let (whole, part) = value.split_once('.').unwrap_or((value, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if !is_number(whole) || !is_number(part) {
        return None;
    }
    let part: u32 = format!("{part:0<3}")[..3].parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(1_000)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_is_a_decimal_number_of_at_least_one() {
        assert_eq!(factor(None), Ok(DEFAULT_FACTOR));
        assert_eq!(factor(Some("1")), Ok(1_000));
        assert_eq!(factor(Some("3.5")), Ok(3_500));
        assert_eq!(factor(Some("19.98765")), Ok(19_987));
        for wrong in ["", ".", "1.", "0.5", "-2", "NaN", "inf", "two", "1,5", "5000000"] {
            assert!(factor(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
