//! The two tiers of the tests: each run holds every assertion once, and a soak repeats them with more cases.

use std::env;

/// Set by `make soak`.
const VARIABLE: &str = "SPYHOP_TEST_SOAK";

/// Returns how many cases a test tries: `few` in each run, which hold every assertion, and `many` in a soak.
#[must_use]
pub fn cases(few: usize, many: usize) -> usize {
    if env::var_os(VARIABLE).is_some() { many } else { few }
}
