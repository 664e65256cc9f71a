//! KuCoin's answers: `{"code": "200000", "data": …}`, and refusals with another code, with status 200 or an error status. Their free text is
//! never passed on.

use ports::{KeyProblem, RemoteError};

use crate::{
    exchange::account::{CodedAnswer, key_error},
    http_client::RequestContext,
};

/// The fields of KuCoin's answers.
pub(super) const ANSWERS: CodedAnswer = CodedAnswer {
    code: "code",
    ok: "200000",
    data: "data",
};

/// Returns the error of a refusal with a code.
pub(super) fn remote_error(code: &str, context: &RequestContext) -> RemoteError {
    let key = |problem, why| key_error(&context.who, problem, why);
    match code {
        "400001" | "400003" => key(KeyProblem::BadKey, ""),
        "400004" | "400005" => key(KeyProblem::BadSignature, ""),
        "400002" => key(KeyProblem::ClockSkew, ""),
        "400006" => key(KeyProblem::IpDenied, ""),
        "400007" => key(KeyProblem::NoPermission, ""),
        "411100" => key(KeyProblem::NoPermission, "the account is frozen"),
        "429000" => context.rate_limited(None),
        "500000" => context.unavailable("it reports that it is unavailable", None),
        _ => context.refused("it does not support this request"),
    }
}

#[cfg(test)]
mod tests {
    use ports::json::Json;

    use super::*;
    use crate::{exchange::account::account_context, http_client::ANSWER};

    fn read(text: &str) -> Result<Json, RemoteError> {
        let account = "kucoin.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        let context = account_context(("kucoin", "KuCoin"), "balances", &account);
        ANSWERS.data(
            ports::json::read(text.as_bytes(), ANSWER).unwrap(),
            &context,
            remote_error,
        )
    }

    #[test]
    fn codes_have_distinct_errors_without_kucoin_s_words() {
        for (number, code) in [
            ("400003", "bad_key"),
            ("400004", "bad_signature"),
            ("400005", "bad_signature"),
            ("400002", "clock_skew"),
            ("400006", "ip_denied"),
            ("400007", "no_permission"),
            ("411100", "no_permission"),
            ("429000", "rate_limited"),
            ("500000", "unavailable"),
            ("400100", "refused"),
            ("116104", "refused"),
            ("999999", "refused"),
        ] {
            let error = read(&format!(r#"{{"code": "{number}", "msg": "for Ms Smith"}}"#)).unwrap_err();
            assert_eq!(error.code(), code, "{number}");
            assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
        }
    }

    #[test]
    fn an_answer_without_its_parts_is_malformed() {
        for text in [
            "{}",
            "[]",
            "1",
            r#"{"code": "200000"}"#,
            r#"{"code": "200000", "data": null}"#,
            r#"{"data": []}"#,
        ] {
            assert_eq!(read(text).unwrap_err().code(), "malformed", "{text}");
        }
        assert!(read(r#"{"code": "200000", "data": []}"#).is_ok());
    }
}
