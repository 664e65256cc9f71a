//! Gemini's refusals: `{"result": "error", "reason": "InvalidSignature", "message": "…"}`. Their free text is never passed on.
//!
//! Statuses 429 and 503 are those of the outgoing client, whatever they state.

use ports::{KeyProblem, RemoteError, json::Json};

use crate::{exchange::account::key_error, http_client::RequestContext};

/// Why a number can be refused although it rises here.
const OTHER_PROGRAM: &str = "another program uses this key too, or this server's clock differs by more than 30 seconds";
/// The refusals of a request that Gemini does not understand, by its documentation. Any other is about the account.
const WRONG_REQUEST: [&str; 9] = [
    "EndpointMismatch",
    "EndpointNotFound",
    "InvalidJson",
    "InvalidSymbol",
    "MissingNonce",
    "MissingPayloadHeader",
    "MissingPayloadKey",
    "MissingSignatureHeader",
    "NoSSL",
];
const NOT_OFFERED: &str = "it does not offer this to the account";

/// Returns whether a body is a refusal with a reason.
pub(super) fn is_refusal(body: &Json) -> bool {
    reason(body).is_some()
}

fn reason(body: &Json) -> Option<&str> {
    let is_error = body.get("result")?.as_str() == Some("error");
    body.get("reason")?.as_str().filter(|_| is_error)
}

/// Returns an answer, or the error that it states.
pub(super) fn result(answer: Json, context: &RequestContext) -> Result<Json, RemoteError> {
    match reason(&answer) {
        None => Ok(answer),
        Some(reason) => Err(remote_error(reason, context)),
    }
}

fn remote_error(reason: &str, context: &RequestContext) -> RemoteError {
    let key = |problem, why| key_error(&context.who, problem, why);
    match reason {
        "InvalidApiKey" | "MissingApikeyHeader" => key(KeyProblem::BadKey, ""),
        "InvalidSignature" => key(KeyProblem::BadSignature, ""),
        "InvalidNonce" | "InvalidTimestampInPayload" => key(KeyProblem::ClockSkew, OTHER_PROGRAM),
        "MissingRole" => key(KeyProblem::NoPermission, ""),
        "ApiKeyIpFilteringFailure" | "RemoteAddressForbidden" => key(KeyProblem::IpDenied, ""),
        "RateLimit" | "RateLimitExceeded" => context.rate_limited(None),
        "Maintenance" | "System" => context.unavailable("it reports that it is unavailable", None),
        reason if WRONG_REQUEST.contains(&reason) => context.refused("it does not support this request"),
        _ => context.refused(NOT_OFFERED),
    }
}

/// Returns whether Gemini states that the account does not have what is requested.
pub(super) fn is_not_offered(error: &RemoteError) -> bool {
    matches!(error, RemoteError::Refused { why, .. } if why == NOT_OFFERED)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::exchange::account::{account_context, test_answers::read_json};

    fn context() -> RequestContext {
        let account = "gemini.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        account_context(("gemini", "Gemini"), "balances", &account)
    }

    #[test]
    fn reasons_have_distinct_errors_without_gemini_s_words() {
        for (reason, code) in [
            ("InvalidApiKey", "bad_key"),
            ("InvalidSignature", "bad_signature"),
            ("InvalidNonce", "clock_skew"),
            ("InvalidTimestampInPayload", "clock_skew"),
            ("MissingRole", "no_permission"),
            ("ApiKeyIpFilteringFailure", "ip_denied"),
            ("RemoteAddressForbidden", "ip_denied"),
            ("RateLimit", "rate_limited"),
            ("Maintenance", "unavailable"),
            ("System", "unavailable"),
            ("EndpointMismatch", "refused"),
            ("AccountClosed", "refused"),
            ("ForMsSmith", "refused"),
        ] {
            let body = read_json(&json!({ "result": "error", "reason": reason, "message": "for Ms Smith" }));
            assert!(is_refusal(&body));
            let error = result(body, &context()).unwrap_err();
            assert_eq!(error.code(), code, "{reason}");
            assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
        }
    }

    #[test]
    fn what_an_account_does_not_have_is_no_wrong_request() {
        let error = |reason: &str| remote_error(reason, &context());
        assert!(is_not_offered(&error("AccountNotOfTypeRequired")));
        for reason in WRONG_REQUEST {
            assert!(!is_not_offered(&error(reason)), "{reason}");
        }
        for reason in ["MissingRole", "InvalidNonce", "RateLimit", "System"] {
            assert!(!is_not_offered(&error(reason)), "{reason}");
        }
    }

    #[test]
    fn what_states_no_error_is_an_answer() {
        for answer in [
            json!([]),
            json!({ "isAuditor": true }),
            json!({ "result": "ok", "reason": "x" }),
            json!({ "result": "error" }),
        ] {
            assert!(!is_refusal(&read_json(&answer)), "{answer}");
            assert!(result(read_json(&answer), &context()).is_ok(), "{answer}");
        }
    }
}
