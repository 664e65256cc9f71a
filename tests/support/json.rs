//! JSON as nobody in good faith writes it.

/// Lists in a text in lists in a text: each text stands under a name that `serde_json` opens, and its escapes grow by a
/// few characters only from text to text. Sixty of them are 50 kB, and seven thousand levels.
pub fn lists_in_texts(texts: usize) -> String {
    let wrapped = |inside: String| format!("{}{inside}{}", "[".repeat(120), "]".repeat(120));
    (0..texts).fold("[]".to_owned(), |inside, _| {
        let quoted = wrapped(inside).replace('\\', "\\u005c").replace('"', "\\u0022");
        format!("{{\"$serde_json::private::RawValue\":\"{quoted}\"}}")
    })
}
