//! Answers of several places in tests.

use ports::json::Json;
use serde_json::Value;

use super::test_answers::read_json;

/// Returns the answer of a place: the changed one, or the one of an account without anything.
pub(crate) fn answer_of(changed: &[(&str, Value)], place: &str, nothing: &Value) -> Json {
    let own = changed.iter().find(|(changed, _)| *changed == place);
    read_json(own.map_or(nothing, |(_, value)| value))
}
