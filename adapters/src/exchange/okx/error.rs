//! OKX's answers: `{"code": "0", "msg": "", "data": […]}`, and refusals with another code, with status 200 or an error status. Their free
//! text is never passed on.

use ports::{KeyProblem, RemoteError};

use crate::{
    exchange::account::{CodedAnswer, key_error},
    http_client::RequestContext,
};

/// The fields of OKX's answers.
pub(super) const ANSWERS: CodedAnswer = CodedAnswer {
    code: "code",
    ok: "0",
    data: "data",
};
/// What may be the reason where OKX does not accept this server's address: the text of its refusals names both.
const ADDRESS_OR_END: &str = "it is bound to other addresses than that of this server, or it has ended";

/// Returns the error of a refusal with a code.
pub(super) fn remote_error(code: &str, context: &RequestContext) -> RemoteError {
    let key = |problem, why| key_error(&context.who, problem, why);
    match code {
        "50111" | "50103" | "50100" => key(KeyProblem::BadKey, ""),
        "50104" | "50105" | "50106" | "50113" | "50114" => key(KeyProblem::BadSignature, ""),
        "50102" | "50107" | "50112" => key(KeyProblem::ClockSkew, ""),
        "50110" | "50035" => key(KeyProblem::IpDenied, ADDRESS_OR_END),
        "50030" | "50120" => key(KeyProblem::NoPermission, ""),
        "50101" | "50119" => key(KeyProblem::WrongSite, ""),
        "51155" | "51734" => key(KeyProblem::RegionBlocked, ""),
        "50011" | "50061" => context.rate_limited(None),
        "50001" | "50004" | "50013" | "50026" => context.unavailable("it reports that it is unavailable", None),
        _ => context.refused("it does not support this request"),
    }
}

#[cfg(test)]
mod tests {
    use ports::json::Json;

    use super::*;
    use crate::{exchange::account::account_context, http_client::ANSWER};

    fn read(text: &str) -> Result<Json, RemoteError> {
        let account = "okx.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        let context = account_context(("okx", "OKX"), "balances", &account);
        ANSWERS.data(
            ports::json::read(text.as_bytes(), ANSWER).unwrap(),
            &context,
            remote_error,
        )
    }

    #[test]
    fn codes_have_distinct_errors_without_okx_s_words() {
        for (number, code) in [
            ("50111", "bad_key"),
            ("50100", "bad_key"),
            ("50105", "bad_signature"),
            ("50113", "bad_signature"),
            ("50102", "clock_skew"),
            ("50112", "clock_skew"),
            ("50110", "ip_denied"),
            ("50035", "ip_denied"),
            ("50030", "no_permission"),
            ("50120", "no_permission"),
            ("50101", "wrong_site"),
            ("50119", "wrong_site"),
            ("51155", "region_blocked"),
            ("50011", "rate_limited"),
            ("50001", "unavailable"),
            ("50013", "unavailable"),
            ("51001", "refused"),
            ("99999", "refused"),
        ] {
            let error = read(&format!(r#"{{"code": "{number}", "msg": "for Ms Smith", "data": []}}"#)).unwrap_err();
            assert_eq!(error.code(), code, "{number}");
            assert!(!format!("{error} {error:?}").contains("Smith"), "{error:?}");
            assert_eq!(read(&format!(r#"{{"code": {number}}}"#)).unwrap_err().code(), code);
        }
    }

    #[test]
    fn an_answer_without_its_parts_is_malformed() {
        for text in ["{}", "[]", "1", r#"{"code": "0"}"#, r#"{"data": []}"#] {
            assert_eq!(read(text).unwrap_err().code(), "malformed", "{text}");
        }
        assert!(read(r#"{"code": "0", "data": [], "msg": ""}"#).is_ok());
    }
}
