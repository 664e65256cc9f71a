//! Kraken's answers to requests with a key: `{"error": [], "result": …}`, also refusals with status 200. Free text is never passed on.

use std::time::Duration;

use ports::{KeyProblem, RemoteError, Timestamp, json::Json};

use crate::{exchange::account::key_error, http_client::RequestContext};

/// How long a key is not used after Kraken locked it out.
const LOCKED_FOR: Duration = Duration::from_mins(15);
/// The longest pause that is accepted from Kraken.
const LONGEST_PAUSE: Duration = Duration::from_hours(1);
/// Why a nonce can be refused although it rises here.
const OTHER_PROGRAM: &str = "another program uses this key too, or this server's clock was set back";

/// Returns the result of an answer, or the error that it states.
pub(super) fn result(mut answer: Json, context: &RequestContext, now: Timestamp) -> Result<Json, RemoteError> {
    let errors = answer["error"].as_array();
    let errors = errors.and_then(|errors| errors.iter().map(Json::as_str).collect::<Option<Vec<&str>>>());
    let errors = errors.ok_or_else(|| context.malformed("no list of errors"))?;
    // Texts that do not start with an E are warnings.
    if let Some(error) = errors.iter().find(|error| error.starts_with('E')) {
        return Err(remote_error(error, context, now));
    }
    let result = answer.remove("result").filter(|result| !result.is_null());
    result.ok_or_else(|| context.malformed("no result"))
}

fn remote_error(error: &str, context: &RequestContext, now: Timestamp) -> RemoteError {
    let key = |problem, why| key_error(&context.who, problem, why);
    let (class, rest) = error.split_once(':').unwrap_or((error, ""));
    let (what, detail) = rest.split_once(':').unwrap_or((rest, ""));
    match (class, what.trim()) {
        ("EAPI", "Invalid key") => key(KeyProblem::BadKey, ""),
        ("EAPI", "Invalid signature") => key(KeyProblem::BadSignature, ""),
        ("EAPI", "Invalid nonce") => key(KeyProblem::ClockSkew, OTHER_PROGRAM),
        ("EGeneral", "Permission denied") => key(KeyProblem::NoPermission, ""),
        ("EGeneral", "Temporary lockout") => context.rate_limited(Some(LOCKED_FOR)),
        ("EService", "Throttled") => context.rate_limited(until(detail, now)),
        ("EAPI" | "EGeneral" | "EAuth", "Rate limit exceeded" | "Too many requests") => context.rate_limited(None),
        ("EService", _) | ("EGeneral", "Internal error") => {
            context.unavailable("it reports that it is unavailable", None)
        }
        _ => context.refused("it does not support this request"),
    }
}

/// Returns how long it is until a Unix time in seconds.
fn until(seconds: &str, now: Timestamp) -> Option<Duration> {
    let until = Timestamp::from_seconds(seconds.trim().parse().ok()?);
    Some(until.since(now).min(LONGEST_PAUSE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exchange::account::account_context, http_client::ANSWER};

    fn read(text: &str) -> Result<Json, RemoteError> {
        let account = "kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        let context = account_context(("kraken", "Kraken"), "account balances", &account);
        let answer = ports::json::read(text.as_bytes(), ANSWER).unwrap();
        result(answer, &context, Timestamp::from_seconds(1_700_000_000))
    }

    #[test]
    fn errors_have_distinct_codes_and_none_of_kraken_s_words() {
        for (text, code) in [
            ("EAPI:Invalid key", "bad_key"),
            ("EAPI:Invalid signature", "bad_signature"),
            ("EAPI:Invalid nonce", "clock_skew"),
            ("EGeneral:Permission denied", "no_permission"),
            ("EGeneral:Temporary lockout", "rate_limited"),
            ("EAPI:Rate limit exceeded", "rate_limited"),
            ("EGeneral:Too many requests", "rate_limited"),
            ("EService:Throttled: 1700000060", "rate_limited"),
            ("EService:Unavailable", "unavailable"),
            ("EService:Busy", "unavailable"),
            ("EGeneral:Internal error", "unavailable"),
            ("EAPI:Something for Ms Smith", "refused"),
            ("E", "refused"),
        ] {
            let error = read(&format!(r#"{{"error": ["WNothing", "{text}"], "result": {{}}}}"#)).unwrap_err();
            assert_eq!(error.code(), code, "{text}");
            assert!(!format!("{error:?}").contains("Smith"), "{error:?}");
        }
    }

    #[test]
    fn a_pause_is_the_stated_one_but_no_absurd_one() {
        let pause = |text: &str| read(&format!(r#"{{"error": ["{text}"]}}"#)).unwrap_err().retry_after();
        assert_eq!(pause("EService:Throttled: 1700000060"), Some(Duration::from_secs(60)));
        assert_eq!(pause("EService:Throttled: 9999999999"), Some(LONGEST_PAUSE));
        assert_eq!(pause("EService:Throttled: 1"), Some(Duration::ZERO));
        assert_eq!(pause("EService:Throttled: soon"), None);
        assert_eq!(pause("EGeneral:Temporary lockout"), Some(LOCKED_FOR));
    }

    #[test]
    fn an_answer_without_its_parts_is_malformed() {
        for text in [
            "{}",
            r#"{"error": []}"#,
            r#"{"error": [], "result": null}"#,
            r#"{"error": [1], "result": {}}"#,
            "[]",
            "1",
        ] {
            assert_eq!(read(text).unwrap_err().code(), "malformed", "{text}");
        }
        assert!(
            read(r#"{"error": ["WSomething"], "result": {"a": 1}}"#).is_ok(),
            "a warning is no error"
        );
    }
}
