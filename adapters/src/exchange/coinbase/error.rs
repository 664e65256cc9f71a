//! Coinbase's refusals, whose free text is never passed on.
//!
//! - `/v2/…`: `{"errors": [{"id": "authentication_error", "message": "…"}]}`.
//! - `/api/v3/brokerage/…`: `{"error": "PERMISSION_DENIED", "message": "…", …}` with names of gRPC.
//! - Status 401 with the plain text `Unauthorized`, whatever is wrong with the token: the key, its signature, the time, or the address of
//!   this server.

use ports::{KeyProblem, RemoteError, json::Json};

use crate::{exchange::account::key_error, http_client::RequestContext};

/// What a token that is not accepted can mean.
const KEY_OR_SECRET_OR_ADDRESS: &str = "the key or its private key is wrong, it was deleted, it is bound to other addresses than that \
                                        of this server, or the clocks differ";

/// Returns whether a body is a refusal with a name.
pub(super) fn is_refusal(body: &Json) -> bool {
    name(body).is_some()
}

fn name(body: &Json) -> Option<&str> {
    let of_list = body.get("errors").and_then(|errors| errors.at(0)?.get("id")?.as_str());
    of_list.or_else(|| body.get("error")?.as_str())
}

/// Returns an answer, or the error that it states.
pub(super) fn result(answer: Json, context: &RequestContext) -> Result<Json, RemoteError> {
    match name(&answer) {
        None => Ok(answer),
        Some(name) => Err(remote_error(&name.to_ascii_lowercase(), context)),
    }
}

fn remote_error(name: &str, context: &RequestContext) -> RemoteError {
    match name {
        "authentication_error"
        | "invalid_token"
        | "revoked_token"
        | "expired_token"
        | "unauthorized"
        | "unauthenticated" => not_accepted(context),
        "invalid_scope" | "permission_denied" => key_error(&context.who, KeyProblem::NoPermission, ""),
        "rate_limit_exceeded" | "resource_exhausted" => context.rate_limited(None),
        "internal_server_error" | "internal" | "unavailable" => {
            context.unavailable("it reports that it is unavailable", None)
        }
        "not_found" => context.refused(NOT_FOUND),
        _ => context.refused("it does not support this request"),
    }
}

fn not_accepted(context: &RequestContext) -> RemoteError {
    key_error(&context.who, KeyProblem::BadKey, KEY_OR_SECRET_OR_ADDRESS)
}

const NOT_FOUND: &str = "it does not have what is requested";

/// Returns whether Coinbase states that there is no such thing in this account.
pub(super) fn is_absent(error: &RemoteError) -> bool {
    matches!(error, RemoteError::Refused { why, .. } if why == NOT_FOUND)
}

/// Returns the error of the outgoing client, as the problem of the key for status 401 without a name.
pub(super) fn of_status(error: RemoteError, context: &RequestContext) -> RemoteError {
    match error {
        RemoteError::Refused { why, .. } if why.ends_with("(status 401)") => not_accepted(context),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exchange::account::account_context, http_client::ANSWER};

    fn context() -> RequestContext {
        let account = "coinbase.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        account_context(("coinbase", "Coinbase"), "balances", &account)
    }

    fn json(text: &str) -> Json {
        ports::json::read(text.as_bytes(), ANSWER).unwrap()
    }

    #[test]
    fn names_have_distinct_errors_without_coinbase_s_words() {
        for (name, code) in [
            ("authentication_error", "bad_key"),
            ("invalid_token", "bad_key"),
            ("revoked_token", "bad_key"),
            ("expired_token", "bad_key"),
            ("UNAUTHENTICATED", "bad_key"),
            ("invalid_scope", "no_permission"),
            ("PERMISSION_DENIED", "no_permission"),
            ("rate_limit_exceeded", "rate_limited"),
            ("RESOURCE_EXHAUSTED", "rate_limited"),
            ("internal_server_error", "unavailable"),
            ("UNAVAILABLE", "unavailable"),
            ("NOT_FOUND", "refused"),
            ("two_factor_required", "refused"),
            ("for Ms Smith", "refused"),
        ] {
            for body in [
                format!(r#"{{"errors": [{{"id": "{name}", "message": "for Ms Smith"}}]}}"#),
                format!(r#"{{"error": "{name}", "message": "for Ms Smith", "error_details": "for Ms Smith"}}"#),
            ] {
                assert!(is_refusal(&json(&body)));
                let error = result(json(&body), &context()).unwrap_err();
                assert_eq!(error.code(), code, "{name}");
                assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
                assert_eq!(is_absent(&error), name == "NOT_FOUND");
            }
        }
    }

    #[test]
    fn what_names_no_error_is_an_answer() {
        for text in [r#"{"data": []}"#, r#"{"errors": []}"#, r#"{"error": null}"#, "[]", "1"] {
            assert!(!is_refusal(&json(text)), "{text}");
            assert!(result(json(text), &context()).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_token_that_is_not_accepted_names_all_of_its_causes() {
        let of = |why: &str| of_status(context().refused(why), &context());
        let error = of("it needs an API key or blocks this server (status 401)");
        assert_eq!(error.code(), "bad_key");
        for cause in ["private key", "addresses", "clocks"] {
            assert!(error.to_string().contains(cause), "{error}");
        }
        assert_eq!(
            of("it needs an API key or blocks this server (status 403)").code(),
            "refused"
        );
    }
}
