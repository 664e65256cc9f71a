//! The parser's errors as plain messages: they name fields and forms, never Rust types.

use std::collections::BTreeMap;

use crate::problem::Problem;

/// A refusal that names the field of the request: the first step of the path to what is wrong, or, where the request
/// itself is wrong, the name that the parser's words put in back-ticks.
///
/// What was sent is not repeated: it may be long, and it may be a secret in the wrong place.
pub(super) fn refusal(path: &str, words: &str) -> Problem {
    let quoted = shown(words.split('`').nth(1).unwrap_or("body"));
    let quoted = quoted.as_str();
    let field = path.split(['.', '[']).next().filter(|name| !name.is_empty()).map(shown);
    let field = field.as_deref();
    if words.starts_with("missing field") {
        let inside = field.map_or("This field is required.".to_owned(), |_| {
            format!("Each entry needs {quoted}.")
        });
        return Problem::field(field.unwrap_or(quoted), inside);
    }
    if words.starts_with("unknown field") {
        let text = format!("Unknown field {quoted}. {}", known(words));
        return Problem::field(field.unwrap_or(quoted), text);
    }
    let field = field.unwrap_or("body");
    let text = match words.rsplit_once(", expected ") {
        Some((_, expected)) => format!("Enter {}.", plain(expected)),
        None => words.to_owned(),
    };
    Problem::InvalidInput {
        message: format!("Please check {field}"),
        fields: BTreeMap::from([(field.to_owned(), text)]),
    }
}

/// What the parser expects, in words that a client developer knows.
fn plain(expected: &str) -> String {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "a string" | "a borrowed string" => "text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" | "unit" => "an object".to_owned(),
        _ if expected.starts_with("struct ") => "an object".to_owned(),
        _ if expected.starts_with("enum ") || expected.starts_with("string or map") => "one of its names".to_owned(),
        names => names.replace('`', ""),
    }
}

/// A name that somebody sent, fit to be shown.
pub(super) fn shown(name: &str) -> String {
    ports::asset::clean(name, 64)
}

fn known(words: &str) -> String {
    let names: Vec<_> = words.split('`').skip(3).step_by(2).collect();
    if names.is_empty() {
        "This call has no fields.".to_owned()
    } else {
        format!("Use one of: {}.", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str, words: &str) -> (String, String) {
        let Problem::InvalidInput { fields, .. } = refusal(path, words) else {
            panic!("a refusal of a field")
        };
        fields.into_iter().next().unwrap()
    }

    /// The path to what is wrong, the parser's words, the field that is named, and what is said about it.
    const CASES: &[[&str; 4]] = &[
        ["", "missing field `names`", "names", "This field is required."],
        ["rows[1]", "missing field `key`", "rows", "Each entry needs key."],
        [
            "",
            "unknown field `x`, there are no fields",
            "x",
            "Unknown field x. This call has no fields.",
        ],
        [
            "",
            "unknown field `x`, expected `a` or `b`",
            "x",
            "Unknown field x. Use one of: a, b.",
        ],
        [
            "n",
            "invalid type: string \"3\", expected u32",
            "n",
            "Enter a whole number of 0 or more.",
        ],
        ["n", "invalid type: map, expected i64", "n", "Enter a whole number."],
        [
            "names",
            "invalid type: string, expected a sequence",
            "names",
            "Enter a list.",
        ],
        [
            "at.b",
            "invalid type: string, expected struct Sort",
            "at",
            "Enter an object.",
        ],
        [
            "kind",
            "unknown variant `s`, expected one of `a`, `b`",
            "kind",
            "Enter one of a, b.",
        ],
        [
            "limit",
            "Use a whole number from 1 to 200.",
            "limit",
            "Use a whole number from 1 to 200.",
        ],
    ];

    #[test]
    fn the_words_of_the_parser_become_plain() {
        for [path, words, field, said] in CASES {
            assert_eq!(text(path, words), ((*field).to_owned(), (*said).to_owned()), "{words}");
        }
    }
}
