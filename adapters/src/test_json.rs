//! JSON values for unit tests, as the client parses them from a response.

use ports::json::Json;

use crate::http_client::ANSWER;

/// Returns the value of a text, or of a `serde_json` value.
pub(crate) fn parsed(text: impl ToString) -> Json {
    ports::json::read(text.to_string().as_bytes(), ANSWER).unwrap()
}

/// Returns the value that is written in the notation of `serde_json::json`.
macro_rules! json {
    ($($json:tt)+) => { $crate::test_json::parsed(serde_json::json!($($json)+)) };
}
pub(crate) use json;
