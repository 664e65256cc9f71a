//! The answers of Etherscan's `module=account` API.
//!
//! Errors are returned with HTTP 200: `{"status":"0","message":"NOTOK","result":"<text>"}`. An empty result is status
//! 0 as well, with an empty list and a message that begins with `No ` and ends with ` found`; any other status 0 is an
//! error. Blockscout returns status 2 with the rows so far while it has not indexed all internal transfers.

use ports::json::Json;

/// Why an answer has no rows that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerError {
    /// The rate limit is exceeded.
    RateLimited,
    /// The number of requests of this day is used up; it counts again from midnight UTC.
    UsedUpToday,
    /// A later request may succeed.
    Temporary(&'static str),
    /// This request will never succeed.
    Permanent(&'static str),
    /// Requests about this chain will not succeed. This is remembered, and does not mean that the key is wrong.
    UnsupportedChain(&'static str),
    /// The range of blocks has too many rows for one query.
    TooWide,
    /// The page is beyond the number of rows that can be reached by pages.
    BeyondWindow,
    /// The service has not indexed the blocks fully.
    Unfinished,
    /// It has another shape.
    Shape,
}

/// Parts of error messages, in lower case, and what they mean. The first one that occurs counts.
const ERROR_MESSAGES: [(&str, AnswerError); 15] = [
    ("query timeout", AnswerError::TooWide),
    ("result window is too large", AnswerError::BeyondWindow),
    ("max daily", AnswerError::UsedUpToday),
    ("rate limit", AnswerError::RateLimited),
    ("max calls per sec", AnswerError::RateLimited),
    (
        "temporarily unavailable",
        AnswerError::Temporary("its free plan is unavailable right now"),
    ),
    (
        "free api access is not supported",
        AnswerError::UnsupportedChain("this chain without a paid plan"),
    ),
    ("chain not supported", AnswerError::UnsupportedChain("this chain")),
    ("network not supported", AnswerError::UnsupportedChain("this chain")),
    ("unsupported chainid", AnswerError::UnsupportedChain("this chain")),
    ("invalid api key", AnswerError::Permanent("it does not accept the key")),
    ("deprecated", AnswerError::Permanent("it no longer answers this call")),
    (
        "invalid address",
        AnswerError::Permanent("it does not accept the address"),
    ),
    ("invalid action", AnswerError::Permanent("it does not have this list")),
    ("unknown action", AnswerError::Permanent("it does not have this list")),
];

/// Returns the rows of an answer.
pub(super) fn rows(answer: Json) -> Result<Vec<Json>, AnswerError> {
    let Json::Object(mut answer) = answer else {
        return Err(AnswerError::Shape);
    };
    let status = match &answer.get("status") {
        Some(Json::String(status)) => status.clone(),
        Some(Json::Number(status)) => status.to_string(),
        _ => return Err(AnswerError::Shape),
    };
    let message = answer.get("message").and_then(Json::as_str).unwrap_or_default();
    let message = message.to_lowercase();
    match (status.as_str(), answer.remove("result").unwrap_or_default()) {
        ("1", Json::Array(rows)) => Ok(rows),
        ("0", Json::Array(rows)) if rows.is_empty() && is_empty_message(&message) => Ok(rows),
        ("0", result) => Err(error(&message, result.as_str().unwrap_or_default())),
        ("2", _) => Err(AnswerError::Unfinished),
        _ => Err(AnswerError::Shape),
    }
}

fn is_empty_message(message: &str) -> bool {
    message.starts_with("no ") && message.ends_with(" found")
}

/// Classifies an error. Its text is never passed on.
fn error(message: &str, result: &str) -> AnswerError {
    let text = format!("{message} {}", result.to_lowercase());
    let known = ERROR_MESSAGES.iter().find(|(words, _)| text.contains(words));
    known.map_or(AnswerError::Permanent("it gave an unknown reason"), |(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_json::{json, parsed};

    const ERRORS: [(&str, AnswerError); 11] = [
        (
            r#"{ "status": "0", "message": "NOTOK", "result": [] }"#,
            AnswerError::Permanent("it gave an unknown reason"),
        ),
        (
            r#"{ "status": "0", "message": "No transactions found", "result": [{}] }"#,
            AnswerError::Permanent("it gave an unknown reason"),
        ),
        (
            r#"{ "status": "0", "message": "NOTOK", "result": "Max daily rate limit reached" }"#,
            AnswerError::UsedUpToday,
        ),
        (
            r#"{ "status": "0", "message": "NOTOK", "result": "Max calls per sec rate limit reached (3/sec)" }"#,
            AnswerError::RateLimited,
        ),
        (
            r#"{ "status": "0", "message": "Query Timeout occured. Please select a smaller result dataset", "result": null }"#,
            AnswerError::TooWide,
        ),
        (
            r#"{ "status": "0", "message": "NOTOK", "result": "Query Timeout occured" }"#,
            AnswerError::TooWide,
        ),
        (
            r#"{ "status": "0", "message": "Result window is too large, PageNo x Offset size must be less than or equal to 10000", "result": null }"#,
            AnswerError::BeyondWindow,
        ),
        (
            r#"{ "status": "2", "message": "Some internal transactions within this block range have not yet been processed", "result": [{}] }"#,
            AnswerError::Unfinished,
        ),
        (r#"{ "status": 1, "message": "OK", "result": {} }"#, AnswerError::Shape),
        (r#"{ "error": "Not found", "source": "internal" }"#, AnswerError::Shape),
        ("[]", AnswerError::Shape),
    ];

    #[test]
    fn an_empty_list_differs_from_an_error() {
        for message in [
            "No transactions found",
            "No internal transactions found",
            "No token transfers found",
            "No records found",
        ] {
            let answer = json!({ "status": "0", "message": message, "result": [] });
            assert_eq!(rows(answer), Ok(vec![]), "{message}");
        }
        for (answer, error) in ERRORS {
            assert_eq!(rows(parsed(answer)), Err(error), "{answer}");
        }
    }
}
