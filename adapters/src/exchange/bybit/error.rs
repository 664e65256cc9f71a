//! Bybit's answers: `{"retCode": 0, "retMsg": "", "result": {…}, "time": 1676430843547}`, and refusals with another code, mostly with status
//! 200. Their free text is never passed on.

use ports::{KeyProblem, RemoteError};

use crate::{
    exchange::account::{CodedAnswer, key_error},
    http_client::RequestContext,
};

/// The fields of Bybit's answers.
pub(super) const ANSWERS: CodedAnswer = CodedAnswer {
    code: "retCode",
    ok: "0",
    data: "result",
};
/// What a refused key may be.
const KEY_OR_SITE: &str = "it is wrong, it has ended, or it belongs to a regional site of Bybit";
/// What status 403 can mean.
const COUNTRY_OR_PAUSE: &str = "or it blocks this server's address for ten minutes";

/// Returns the error of a refusal with a code.
pub(super) fn remote_error(code: &str, context: &RequestContext) -> RemoteError {
    let key = |problem, why| key_error(&context.who, problem, why);
    match code {
        "10003" | "33004" => key(KeyProblem::BadKey, KEY_OR_SITE),
        "10004" | "10007" => key(KeyProblem::BadSignature, ""),
        "10002" | "-1" => key(KeyProblem::ClockSkew, ""),
        "10005" => key(KeyProblem::NoPermission, ""),
        "10010" => key(KeyProblem::IpDenied, ""),
        "10009" | "10024" => key(KeyProblem::RegionBlocked, ""),
        "10006" | "10018" | "10429" => context.rate_limited(None),
        "10000" | "10016" => context.unavailable("it reports that it is unavailable", None),
        _ => context.refused("it does not support this request"),
    }
}

/// Returns the error of the outgoing client, as the problem of the key where Bybit does not serve the country of this server.
pub(super) fn of_status(error: RemoteError, context: &RequestContext) -> RemoteError {
    match error {
        RemoteError::Refused { why, .. } if why.contains("status 403") => {
            key_error(&context.who, KeyProblem::RegionBlocked, COUNTRY_OR_PAUSE)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use ports::json::Json;

    use super::*;
    use crate::{exchange::account::account_context, http_client::ANSWER};

    fn context() -> RequestContext {
        let account = "bybit.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        account_context(("bybit", "Bybit"), "balances", &account)
    }

    fn read(text: &str) -> Result<Json, RemoteError> {
        ANSWERS.data(
            ports::json::read(text.as_bytes(), ANSWER).unwrap(),
            &context(),
            remote_error,
        )
    }

    #[test]
    fn codes_have_distinct_errors_without_bybit_s_words() {
        for (number, code) in [
            (10003, "bad_key"),
            (33004, "bad_key"),
            (10004, "bad_signature"),
            (10002, "clock_skew"),
            (-1, "clock_skew"),
            (10005, "no_permission"),
            (10010, "ip_denied"),
            (10009, "region_blocked"),
            (10024, "region_blocked"),
            (10006, "rate_limited"),
            (10016, "unavailable"),
            (10028, "refused"),
            (10029, "refused"),
            (99999, "refused"),
        ] {
            let error = read(&format!(
                r#"{{"retCode": {number}, "retMsg": "for Ms Smith", "result": {{}}}}"#
            ))
            .unwrap_err();
            assert_eq!(error.code(), code, "{number}");
            assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
        }
        assert!(
            read(r#"{"retCode": 10003}"#)
                .unwrap_err()
                .to_string()
                .contains("regional site")
        );
    }

    #[test]
    fn an_answer_without_its_parts_is_malformed() {
        for text in ["{}", "[]", "1", r#"{"retCode": 0}"#, r#"{"result": {}}"#] {
            assert_eq!(read(text).unwrap_err().code(), "malformed", "{text}");
        }
        assert!(read(r#"{"retCode": 0, "retMsg": "OK", "result": {}}"#).is_ok());
    }

    #[test]
    fn a_country_that_is_not_served_is_a_problem_of_its_own() {
        let of = |why: &str| of_status(context().refused(why), &context()).code();
        let forbidden = "it needs an API key or blocks this server (status 403)";
        assert_eq!((of(forbidden), of("status 404")), ("region_blocked", "refused"));
    }
}
