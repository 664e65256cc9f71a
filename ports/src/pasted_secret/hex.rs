//! Private keys in hex digits: whole, truncated, or in groups.

use super::kind::{PastedSecret, Place};
use crate::address::is_internet_computer_account;

/// The number of digits of a key.
const KEY: usize = 64;
/// The number of digits from which the rest of a key can be guessed.
const CUT: usize = 52;
/// The number of digits of a Siacoin address. No key has the same number.
const SIACOIN: usize = 76;
/// The maximum length of a group of a key in groups. It is below 40, because a text may contain several EVM addresses in a row.
const LONGEST_GROUP: usize = 33;

pub fn find(text: &str, place: Place) -> Option<PastedSecret> {
    let runs = runs(text);
    let is_whole_text =
        runs.len() == 1 && is_separator(runs[0].before.trim_end_matches(['0', 'x', 'X'])) && ends_with_digits(text);
    let is_hash = |run: &Run| run.digits.len() >= CUT && place.is_hash(run.before, is_whole_text);
    let runs: Vec<Run> = runs.into_iter().filter(|run| !is_hash(run)).collect();
    runs.iter()
        .find_map(|run| of_run(run.digits))
        .or_else(|| (is_grouped(&runs) || is_whole(text, &runs)).then_some(PastedSecret::PrivateKey))
}

/// A sequence of hex digits.
struct Run<'a> {
    digits: &'a str,
    /// The text before it.
    before: &'a str,
    /// Whether only separators and `0x` are between these digits and the previous ones.
    follows: bool,
}

fn runs(text: &str) -> Vec<Run<'_>> {
    let is_digit = |c: char| c.is_ascii_hexdigit();
    let mut runs = Vec::new();
    let (mut rest, mut between) = (text, true);
    while let Some(begin) = rest.find(is_digit) {
        between &= is_separator(&rest[..begin]);
        let found = &rest[begin..];
        let end = found.find(|c| !is_digit(c)).unwrap_or(found.len());
        let is_prefix = &found[..end] == "0" && found[end..].starts_with(['x', 'X']);
        if is_prefix {
            rest = &found[end + 1..];
        } else {
            runs.push(Run {
                digits: &found[..end],
                before: &text[..text.len() - found.len()],
                follows: between,
            });
            (rest, between) = (&found[end..], true);
        }
    }
    runs
}

fn is_separator(text: &str) -> bool {
    text.chars().count() <= 6 && text.chars().all(|c| !c.is_alphanumeric())
}

fn of_run(digits: &str) -> Option<PastedSecret> {
    match digits.len() {
        _ if !has_letter(digits) => None,
        KEY if is_internet_computer_account(digits) => None,
        KEY => Some(PastedSecret::HexKey),
        SIACOIN => None,
        CUT.. => Some(PastedSecret::PrivateKey),
        _ => None,
    }
}

/// Distinguishes keys from decimal numbers: nearly every key contains a letter.
fn has_letter(digits: &str) -> bool {
    digits.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Returns whether consecutive groups of equal length form a key; the last group may be shorter.
fn is_grouped(runs: &[Run]) -> bool {
    let (mut length, mut total, mut letters, mut is_over) = (0, 0, false, true);
    runs.iter().any(|run| {
        let own = run.digits.len();
        let goes_on = run.follows && !is_over && own <= length;
        if goes_on {
            total += own;
            letters |= has_letter(run.digits);
            is_over = own < length;
        } else {
            (length, total, letters) = (own, own, has_letter(run.digits));
            is_over = !(2..=LONGEST_GROUP).contains(&own);
        }
        letters && total > own && total >= CUT
    })
}

/// Returns whether the text consists of a label, the digits of a key, and separators.
fn is_whole(text: &str, runs: &[Run]) -> bool {
    let label = runs.iter().rposition(|run| !run.follows).unwrap_or_default();
    let digits = &runs[label.min(runs.len())..];
    let total: usize = digits.iter().map(|run| run.digits.len()).sum();
    ends_with_digits(text)
        && digits.len() > 1
        && (total == KEY || total == 2 * KEY)
        && digits.iter().any(|run| has_letter(run.digits))
}

fn ends_with_digits(text: &str) -> bool {
    text.rfind(|c: char| c.is_alphanumeric())
        .is_some_and(|at| text.as_bytes()[at].is_ascii_hexdigit())
}
