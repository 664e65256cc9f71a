//! Binance's refusals: `{"code": -2015, "msg": "…"}` with an error status. Their free text is never passed on.
//!
//! Where Binance states the status only, the outgoing client makes the error: 429 and 418 (a block of this server's address) are rate
//! limits, 403 without a code is its firewall, 503 is maintenance.

use ports::{KeyProblem, RemoteError, json::Json};

use crate::{exchange::account::key_error, http_client::RequestContext};

/// The statuses by which Binance reports that it blocks this server's address for a while.
pub(super) const BLOCKED: &[u16] = &[418];
/// The code of a market that does not exist, or no longer.
const NO_MARKET: i64 = -1121;
/// The codes of accounts for margin that the person never opened: Cross Margin, and Isolated Margin.
const NO_MARGIN: [i64; 2] = [-3003, -11001];
/// What a refusal with one of them is called.
const NO_PLACE: &str = "the account has no such place";
/// What one code of Binance can mean.
const KEY_OR_ADDRESS_OR_RIGHT: &str =
    "it is wrong, it is bound to other addresses than that of this server, or it is not allowed to read";

/// Returns whether a body is a refusal with a code. The codes of refusals are negative.
pub(super) fn is_refusal(body: &Json) -> bool {
    code(body).is_some()
}

fn code(body: &Json) -> Option<i64> {
    body.get("code")?.as_i64().filter(|code| *code < 0)
}

/// Returns an answer, or the error that it states.
pub(super) fn result(answer: Json, context: &RequestContext) -> Result<Json, RemoteError> {
    match code(&answer) {
        None => Ok(answer),
        Some(code) => Err(remote_error(code, context)),
    }
}

fn remote_error(code: i64, context: &RequestContext) -> RemoteError {
    let key = |problem, why| key_error(&context.who, problem, why);
    match code {
        -2014 => key(KeyProblem::BadKey, ""),
        -2015 => key(KeyProblem::BadKey, KEY_OR_ADDRESS_OR_RIGHT),
        -1022 => key(KeyProblem::BadSignature, ""),
        -1021 => key(KeyProblem::ClockSkew, ""),
        -1002 => key(KeyProblem::NoPermission, ""),
        -1003 => context.rate_limited(None),
        NO_MARKET => RemoteError::Unsupported {
            who: context.who.clone(),
            what: "it has no such market".to_owned(),
        },
        code if NO_MARGIN.contains(&code) => RemoteError::Unsupported {
            who: context.who.clone(),
            what: NO_PLACE.to_owned(),
        },
        -1000 | -1001 | -1008 | -1016 => context.unavailable("it reports that it is unavailable", None),
        _ => context.refused("it does not support this request"),
    }
}

/// Returns whether an error states that the account has no place of this kind, and nothing there.
pub(super) fn is_absent(error: &RemoteError) -> bool {
    matches!(error, RemoteError::Unsupported { what, .. } if what == NO_PLACE)
}

/// Returns the error of the outgoing client, as the problem of the key where Binance does not serve the country of this server.
pub(super) fn of_status(error: RemoteError, context: &RequestContext) -> RemoteError {
    match error {
        RemoteError::Refused { why, .. } if why == "status 451" => {
            key_error(&context.who, KeyProblem::RegionBlocked, "")
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exchange::account::account_context, http_client::ANSWER};

    fn context() -> RequestContext {
        let account = "binance.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        account_context(("binance", "Binance"), "balances", &account)
    }

    fn json(text: &str) -> Json {
        ports::json::read(text.as_bytes(), ANSWER).unwrap()
    }

    #[test]
    fn codes_have_distinct_errors_without_binance_s_words() {
        for (number, code) in [
            (-2014, "bad_key"),
            (-2015, "bad_key"),
            (-1022, "bad_signature"),
            (-1021, "clock_skew"),
            (-1002, "no_permission"),
            (-1003, "rate_limited"),
            (-1008, "unavailable"),
            (-1016, "unavailable"),
            (-1121, "unsupported"),
            (-1127, "refused"),
            (-3003, "unsupported"),
            (-11001, "unsupported"),
            (-3004, "refused"),
            (-9999, "refused"),
        ] {
            let body = json(&format!(r#"{{"code": {number}, "msg": "for Ms Smith"}}"#));
            assert!(is_refusal(&body));
            let error = result(body, &context()).unwrap_err();
            assert_eq!(error.code(), code, "{number}");
            assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
        }
    }

    #[test]
    fn accounts_that_were_never_opened_are_told_from_markets_that_do_not_exist() {
        let of = |code: i64| is_absent(&remote_error(code, &context()));
        assert_eq!(
            [-3003, -11001, -1121, -2015, -1003, -9999].map(of),
            [true, true, false, false, false, false]
        );
    }

    #[test]
    fn one_code_names_all_three_of_its_causes() {
        let error = result(json(r#"{"code": -2015, "msg": ""}"#), &context()).unwrap_err();
        for cause in ["wrong", "addresses", "read"] {
            assert!(error.to_string().contains(cause), "{error}");
        }
    }

    #[test]
    fn what_has_no_negative_code_is_an_answer() {
        for text in [
            r#"{"code": 0}"#,
            r#"{"code": "-2015"}"#,
            r#"{"balances": []}"#,
            "[]",
            "1",
        ] {
            assert!(!is_refusal(&json(text)), "{text}");
            assert!(result(json(text), &context()).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_country_that_is_not_served_is_a_problem_of_its_own() {
        let of = |why: &str| of_status(context().refused(why), &context()).code();
        assert_eq!((of("status 451"), of("status 404")), ("region_blocked", "refused"));
    }
}
