//! Problems from the parser's errors. Their messages name fields and JSON types, never Rust types.

use std::collections::BTreeMap;

use crate::problem::Problem;

/// Returns the problem of a parser error. It names the field: the first segment of `path` or, if the request itself is invalid,
/// the name in back-ticks in the parser's `message`.
///
/// The input is not echoed: it may be long, and it may be a secret in the wrong place.
pub(super) fn problem(path: &str, message: &str) -> Problem {
    let quoted = sanitize(message.split('`').nth(1).unwrap_or("body"));
    let quoted = quoted.as_str();
    let field = path
        .split(['.', '['])
        .next()
        .filter(|name| !name.is_empty())
        .map(sanitize);
    let field = field.as_deref();
    if message.starts_with("missing field") {
        let text = field.map_or("This field is required.".to_owned(), |_| {
            format!("Each entry needs {quoted}.")
        });
        return Problem::field(field.unwrap_or(quoted), text);
    }
    if message.starts_with("unknown field") {
        let text = format!("Unknown field {quoted}. {}", known_fields(message));
        return Problem::field(field.unwrap_or(quoted), text);
    }
    let field = field.unwrap_or("body");
    let text = match message.rsplit_once(", expected ") {
        Some((_, expected)) => format!("Enter {}.", plain(expected)),
        None => message.to_owned(),
    };
    Problem::InvalidInput {
        message: format!("Please check {field}"),
        fields: BTreeMap::from([(field.to_owned(), text)]),
    }
}

/// Returns what the parser expects in terms of JSON.
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

/// Returns a name from a request, shortened and without control characters.
pub(super) fn sanitize(name: &str) -> String {
    ports::asset::clean(name, 64)
}

fn known_fields(message: &str) -> String {
    let names: Vec<_> = message.split('`').skip(3).step_by(2).collect();
    if names.is_empty() {
        "This call has no fields.".to_owned()
    } else {
        format!("Use one of: {}.", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str, message: &str) -> (String, String) {
        let Problem::InvalidInput { fields, .. } = problem(path, message) else {
            panic!("the problem names no field")
        };
        fields.into_iter().next().unwrap()
    }

    /// The path, the parser's message, the field of the problem and its text.
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
    fn parser_errors_become_plain_messages() {
        for [path, message, field, expected] in CASES {
            assert_eq!(
                text(path, message),
                ((*field).to_owned(), (*expected).to_owned()),
                "{message}"
            );
        }
    }
}
