//! Malicious JSON.

/// Returns nested lists in a string in nested lists in a string, and so on. Each string is the value of a key that `serde_json`
/// unwraps, and its escapes grow by only a few characters per level. Sixty strings are 50 kB and seven thousand levels.
pub fn lists_in_texts(texts: usize) -> String {
    let wrapped = |inside: String| format!("{}{inside}{}", "[".repeat(120), "]".repeat(120));
    (0..texts).fold("[]".to_owned(), |inside, _| {
        let quoted = wrapped(inside).replace('\\', "\\u005c").replace('"', "\\u0022");
        format!("{{\"$serde_json::private::RawValue\":\"{quoted}\"}}")
    })
}
