//! Upper and lower case.

/// Returns whether a text has both upper-case and lower-case letters.
pub fn is_mixed(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_lowercase()) && text.bytes().any(|b| b.is_ascii_uppercase())
}
