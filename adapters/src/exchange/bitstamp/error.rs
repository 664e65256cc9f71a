//! Bitstamp's refusals: `{"status": "error", "reason": "…", "code": "API0003"}`, in other answers with `response_code`. Older answers have the
//! reason only. Their free text is never passed on.

use ports::{KeyProblem, RemoteError, json::Json};

use crate::{exchange::account::key_error, http_client::RequestContext};

/// Why a time or a number can be refused although both are new here.
const CLOCK: &str = "this server's clock differs by more than two minutes";

/// Returns whether a body is a refusal.
pub(super) fn is_refusal(body: &Json) -> bool {
    code(body).is_some()
}

/// Returns the code of a refusal, or its reason where it has no code.
fn code(body: &Json) -> Option<&str> {
    let is_error = body.get("status").and_then(Json::as_str) == Some("error");
    let code = body.get("response_code").and_then(Json::as_str);
    let own = body.get("code").or_else(|| body.get("reason")).and_then(Json::as_str);
    code.or_else(|| is_error.then(|| own.unwrap_or_default()))
}

/// Returns an answer, or the error that it states.
pub(super) fn result(answer: Json, context: &RequestContext) -> Result<Json, RemoteError> {
    match code(&answer) {
        None => Ok(answer),
        Some(code) => Err(remote_error(code, context)),
    }
}

fn remote_error(code: &str, context: &RequestContext) -> RemoteError {
    let key = |problem, why| key_error(&context.who, problem, why);
    match code {
        "API0001" | "API0008" | "API0011" | "API key not found" | "Wrong API key format" => key(KeyProblem::BadKey, ""),
        "API0002" | "IP address not allowed" => key(KeyProblem::IpDenied, ""),
        "API0003" | "No permission found" => key(KeyProblem::NoPermission, ""),
        "API0004" | "API0017" | "Invalid nonce" => key(KeyProblem::ClockSkew, CLOCK),
        "API0005" | "Invalid signature" => key(KeyProblem::BadSignature, ""),
        "API0006" | "Your account is frozen" => context.refused("it reports that the account is frozen"),
        "400.002" => context.rate_limited(None),
        "API5005" | "API5011" | "500.001" | "500.002" | "500.003" => {
            context.unavailable("it reports that it is unavailable", None)
        }
        _ => context.refused("it does not support this request"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::exchange::account::{account_context, test_answers::read_json};

    fn context() -> RequestContext {
        let account = "bitstamp.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        account_context(("bitstamp", "Bitstamp"), "balances", &account)
    }

    #[test]
    fn codes_have_distinct_errors_without_bitstamp_s_words() {
        for (stated, code) in [
            ("API0001", "bad_key"),
            ("API0008", "bad_key"),
            ("API0011", "bad_key"),
            ("API0002", "ip_denied"),
            ("API0003", "no_permission"),
            ("API0004", "clock_skew"),
            ("API0017", "clock_skew"),
            ("API0005", "bad_signature"),
            ("API0006", "refused"),
            ("400.002", "rate_limited"),
            ("500.001", "unavailable"),
            ("API5011", "unavailable"),
            ("400.001", "refused"),
            ("API9999", "refused"),
        ] {
            for body in [
                json!({ "status": "error", "reason": "for Ms Smith", "code": stated }),
                json!({ "response_code": stated, "response_explanation": "for Ms Smith" }),
            ] {
                assert!(is_refusal(&read_json(&body)));
                let error = result(read_json(&body), &context()).unwrap_err();
                assert_eq!(error.code(), code, "{stated}");
                assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
            }
        }
    }

    #[test]
    fn reasons_without_a_code_are_known() {
        for (reason, code) in [
            (json!("API key not found"), "bad_key"),
            (json!("IP address not allowed"), "ip_denied"),
            (json!("No permission found"), "no_permission"),
            (json!("Invalid nonce"), "clock_skew"),
            (json!("Invalid signature"), "bad_signature"),
            (json!("for Ms Smith"), "refused"),
            (json!({ "__all__": ["for Ms Smith"] }), "refused"),
        ] {
            let body = read_json(&json!({ "status": "error", "reason": reason }));
            let error = result(body, &context()).unwrap_err();
            assert_eq!(error.code(), code, "{reason}");
            assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
        }
    }

    #[test]
    fn what_states_no_error_is_an_answer() {
        for answer in [
            json!([]),
            json!({ "status": "ok" }),
            json!({ "code": "API0001" }),
            json!(1),
        ] {
            assert!(!is_refusal(&read_json(&answer)), "{answer}");
            assert!(result(read_json(&answer), &context()).is_ok(), "{answer}");
        }
    }
}
