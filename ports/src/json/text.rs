//! The text of a JSON value.

use std::fmt::{self, Formatter};

use super::value::Json;

/// Writes the value in one line, and with `{:#}` in one line for each value.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write(self, f, 0)
    }
}

fn write(value: &Json, f: &mut Formatter<'_>, level: usize) -> fmt::Result {
    match value {
        Json::Null => f.write_str("null"),
        Json::Bool(value) => write!(f, "{value}"),
        Json::Number(number) => f.write_str(number.as_str()),
        Json::String(text) => write_text(text, f),
        Json::Array(items) => write_list(f, ('[', ']'), level, items, |item, f| write(item, f, level + 1)),
        Json::Object(fields) => write_list(f, ('{', '}'), level, fields, |(name, value), f| {
            write_text(name, f)?;
            f.write_str(if f.alternate() { ": " } else { ":" })?;
            write(value, f, level + 1)
        }),
    }
}

fn write_text(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str(&serde_json::to_string(text).map_err(|_| fmt::Error)?)
}

/// Writes what is between brackets.
fn write_list<T>(
    f: &mut Formatter<'_>,
    (open, close): (char, char),
    level: usize,
    items: impl IntoIterator<Item = T>,
    mut write_item: impl FnMut(T, &mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    write!(f, "{open}")?;
    let mut is_empty = true;
    for item in items {
        if !is_empty {
            f.write_str(",")?;
        }
        is_empty = false;
        write_line_break(f, level + 1)?;
        write_item(item, f)?;
    }
    if !is_empty {
        write_line_break(f, level)?;
    }
    write!(f, "{close}")
}

fn write_line_break(f: &mut Formatter<'_>, level: usize) -> fmt::Result {
    if f.alternate() {
        write!(f, "\n{}", "  ".repeat(level))?;
    }
    Ok(())
}
