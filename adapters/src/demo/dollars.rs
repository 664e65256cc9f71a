//! Amounts of dollars in the demo world, in whole parts of a dollar.

/// The number of parts of one dollar.
pub(super) const DOLLAR: u128 = 1_000_000_000_000;

/// Converts plain decimal dollars to [`DOLLAR`] parts.
pub(super) fn parts(text: &str) -> Option<u128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let padded = format!("{fraction:0<12}");
    Some(whole.parse::<u128>().ok()? * DOLLAR + padded.get(..12)?.parse::<u128>().ok()?)
}
