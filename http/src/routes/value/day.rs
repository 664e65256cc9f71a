//! The days that requests name.

use ports::Day;

use crate::problem::Problem;

/// Returns the day that a field names.
pub fn day(field: &'static str, text: &str) -> Result<Day, Problem> {
    let day: Result<Day, _> = text.trim().parse();
    let day = day.map_err(|error| Problem::field(field, format!("\"{text}\" {error}.")))?;
    // Before that year there is no chain.
    if (2009..=9998).contains(&day.year()) {
        Ok(day)
    } else {
        Err(Problem::field(field, "Name a day from 2009 on."))
    }
}
