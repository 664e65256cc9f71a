//! HTX's answers: `{"status": "ok", "data": …}` or `{"code": 200, "data": …}`, and refusals with another status or code, mostly with status 200.
//!
//! One code means a wrong key, a wrong signature and a wrong time, which the beginning of its text tells apart. The text is never passed on.

use ports::{KeyProblem, RemoteError, json::Json};

use crate::{
    exchange::account::{key_error, text_or_number},
    http_client::RequestContext,
};

const OK_STATUS: &str = "ok";
const OK_CODE: &str = "200";
/// What precedes the reason in the text of a signature that is not accepted.
const SIGNATURE_TEXT: &str = "Signature not valid:";
/// What a signature that is not accepted can mean, where the text does not say.
const KEY_OR_ADDRESS: &str = "it is wrong, it has ended, or it is bound to other addresses than that of this server";

/// Returns whether a body is a refusal.
pub(super) fn is_refusal(body: &Json) -> bool {
    code(body).is_some_and(|code| code != OK_CODE)
}

/// Returns the code of an answer, which is that of the newer form where it is no refusal.
fn code(body: &Json) -> Option<String> {
    let fields = body.as_object()?;
    match fields.get("status").map(Json::as_str) {
        Some(Some(OK_STATUS)) => Some(OK_CODE.to_owned()),
        Some(_) => {
            let code = text_or_number(&body["err-code"]);
            Some(code.filter(|code| code != OK_CODE).unwrap_or_default())
        }
        None => text_or_number(fields.get("code")?),
    }
}

/// Returns the data of an answer, or the error that it states.
pub(super) fn result(mut answer: Json, context: &RequestContext) -> Result<Json, RemoteError> {
    let code = code(&answer).ok_or_else(|| context.malformed("an answer without a status"))?;
    if code != OK_CODE {
        let text = answer["err-msg"].as_str().unwrap_or_default();
        return Err(remote_error(&code, text, context));
    }
    let data = answer.remove("data").filter(|data| !data.is_null());
    data.ok_or_else(|| context.malformed("an answer without data"))
}

fn remote_error(code: &str, text: &str, context: &RequestContext) -> RemoteError {
    let key = |problem, why| key_error(&context.who, problem, why);
    match code {
        "api-signature-not-valid" | "api-signature-check-failed" => {
            let (problem, why) = signature_problem(text);
            key(problem, why)
        }
        "1003" => key(KeyProblem::BadSignature, ""),
        "login-required" | "api-key-invalid" => key(KeyProblem::BadKey, ""),
        "403" | "1002" => key(KeyProblem::NoPermission, ""),
        "too-many-requests" | "429" | "4001" => context.rate_limited(None),
        "gateway-internal-error" | "system-maintenance" | "500" | "503" => {
            context.unavailable("it reports that it is unavailable", None)
        }
        _ => context.refused("it does not support this request"),
    }
}

/// Returns the problem of a key by the beginning of the reason.
fn signature_problem(text: &str) -> (KeyProblem, &'static str) {
    let reason = text.strip_prefix(SIGNATURE_TEXT).unwrap_or(text).trim_start();
    let causes = [
        ("Incorrect Access key", KeyProblem::BadKey),
        ("Invalid submission time", KeyProblem::ClockSkew),
        ("Verification failure", KeyProblem::BadSignature),
    ];
    let cause = causes.into_iter().find(|(beginning, _)| reason.starts_with(beginning));
    cause.map_or((KeyProblem::BadKey, KEY_OR_ADDRESS), |(_, problem)| (problem, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exchange::account::account_context, http_client::ANSWER};

    fn read(text: &str) -> Result<Json, RemoteError> {
        let account = "htx.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        let context = account_context(("htx", "HTX"), "balances", &account);
        result(ports::json::read(text.as_bytes(), ANSWER).unwrap(), &context)
    }

    #[test]
    fn codes_have_distinct_errors_without_htx_s_words() {
        for (number, code) in [
            ("api-key-invalid", "bad_key"),
            ("login-required", "bad_key"),
            ("too-many-requests", "rate_limited"),
            ("gateway-internal-error", "unavailable"),
            ("invalid-parameter", "refused"),
            ("base-symbol-error", "refused"),
            ("something-new", "refused"),
        ] {
            let text =
                format!(r#"{{"status": "error", "err-code": "{number}", "err-msg": "for Ms Smith", "data": null}}"#);
            let error = read(&text).unwrap_err();
            assert_eq!(error.code(), code, "{number}");
            assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
        }
        for (number, code) in [
            (1002, "no_permission"),
            (403, "no_permission"),
            (1003, "bad_signature"),
            (4001, "rate_limited"),
            (2002, "refused"),
            (500, "unavailable"),
        ] {
            let error = read(&format!(r#"{{"code": {number}, "message": "for Ms Smith"}}"#)).unwrap_err();
            assert_eq!(error.code(), code, "{number}");
            assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
        }
    }

    #[test]
    fn the_beginning_of_the_text_tells_the_causes_of_a_refused_signature_apart() {
        for (reason, code) in [
            ("Incorrect Access key [Access key错误]", "bad_key"),
            (
                "Invalid submission time or incorrect time format [无效的提交时间]",
                "clock_skew",
            ),
            ("Verification failure [校验失败]", "bad_signature"),
            ("Something new for Ms Smith", "bad_key"),
        ] {
            for beginning in ["Signature not valid: ", ""] {
                let text = format!(
                    r#"{{"status": "error", "err-code": "api-signature-not-valid", "err-msg": "{beginning}{reason}"}}"#
                );
                let error = read(&text).unwrap_err();
                assert_eq!(error.code(), code, "{reason}");
                assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
            }
        }
    }

    #[test]
    fn an_answer_without_its_parts_is_malformed() {
        for text in [
            "{}",
            "[]",
            "1",
            r#"{"status": "ok"}"#,
            r#"{"code": 200}"#,
            r#"{"code": 200, "data": null}"#,
            r#"{"data": []}"#,
        ] {
            assert_eq!(read(text).unwrap_err().code(), "malformed", "{text}");
        }
        for text in [r#"{"status": null, "data": []}"#, r#"{"status": "error", "data": []}"#] {
            assert_eq!(read(text).unwrap_err().code(), "refused", "{text}");
        }
        assert!(read(r#"{"status": "ok", "data": []}"#).is_ok() && read(r#"{"code": 200, "data": 1}"#).is_ok());
    }
}
