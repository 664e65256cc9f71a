//! Normalizes a text before keys and words are searched in it.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Returns whether a character is invisible. Copied texts often contain such characters.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

/// Removes invisible characters and replaces full-width letters by ordinary ones.
pub fn for_keys(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        Cow::Borrowed(text)
    } else {
        let visible = text.chars().filter(|c| !is_invisible(*c));
        Cow::Owned(visible.nfkc().collect())
    }
}

/// Converts to lower case without accents, decomposed. Markup and escaped line breaks become spaces.
///
/// Invisible characters separate words in some texts and occur within words in others, so both readings of such a text are
/// returned.
pub fn for_words(text: &str) -> Vec<String> {
    let text = without_markup(text);
    if text.is_ascii() {
        vec![text.to_ascii_lowercase()]
    } else if text.contains(is_invisible) {
        vec![
            fold(&text.replace(is_invisible, "")),
            fold(&text.replace(is_invisible, " ")),
        ]
    } else {
        vec![fold(&text)]
    }
}

/// Converts to lower case without accents, decomposed.
pub fn fold(text: &str) -> String {
    let lower = text.nfkd().flat_map(char::to_lowercase);
    lower.filter(|c| !is_combining_mark(*c)).collect()
}

/// Replaces tags, entities and escaped line breaks by spaces.
fn without_markup(text: &str) -> Cow<'_, str> {
    /// The maximum length of a tag; a longer text between `<` and `>` is not one.
    const LONGEST: usize = 40;
    if !text.contains(['<', '&', '\\']) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&', '\\']) {
        kept.push_str(&rest[..at]);
        let found = &rest[at..];
        let near = |end: char| {
            let ends = found.bytes().take(LONGEST).position(|byte| char::from(byte) == end);
            ends.map(|at| at + 1)
        };
        let length = match found.as_bytes() {
            [b'\\', b'n' | b'r' | b't', ..] => Some(2),
            [b'<', b'a'..=b'z' | b'A'..=b'Z' | b'/', ..] => near('>'),
            [b'&', b'a'..=b'z' | b'A'..=b'Z' | b'#', ..] => near(';').filter(|length| *length <= 10),
            _ => None,
        };
        kept.push(' ');
        rest = &found[length.unwrap_or(1)..];
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}
