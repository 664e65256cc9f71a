//! CoinGecko's errors inside successful responses. Their shape depends on the layer that produced them.

use ports::{json::Json, source::RemoteError};

use crate::http_client::RequestContext;

/// Returns the code of an error, `Some(0)` where it has none, or `None` when the response is no error. The shapes are
/// `{"status": {"error_code": 429, …}}`, `{"error": {"status": {"error_code": …}}}`, `{"error_code": …, "status":
/// {…}}` and `{"error": "text"}`. There is a coin with the id `status`, but its row has neither a code nor a message.
pub(super) fn code_of(reply: &Json) -> Option<i64> {
    let error = reply.get("error");
    let status = reply.get("status").or_else(|| error?.get("status"));
    let code = |value: &Json| value.get("error_code").and_then(Json::as_i64);
    match (status, error) {
        (Some(status), _) if status.get("error_message").is_some() || code(status).is_some() => {
            let outer = || reply.get("error_code").and_then(Json::as_i64);
            Some(code(status).or_else(outer).unwrap_or(0))
        }
        (_, Some(Json::String(_))) => Some(0),
        _ => None,
    }
}

/// Maps an error code. Free text is never passed on.
pub(super) fn error(code: i64, context: &RequestContext) -> RemoteError {
    match code {
        429 => context.rate_limited(None),
        408 | 500..=599 => context.unavailable(&format!("error {code}"), None),
        401 | 403 | 10002 => context.refused("it needs an API key"),
        10005 => context.refused("the key's plan does not include this"),
        10010 => context.refused("a Pro key belongs to pro-api.coingecko.com: set it as the base URL"),
        10011 => context.refused("a Demo key belongs to api.coingecko.com: set it as the base URL"),
        10012 => context.refused("the request exceeds what it returns at once"),
        0 => context.malformed("an error without a code"),
        _ => context.refused(&format!("error {code}")),
    }
}

#[cfg(test)]
mod tests {
    use super::code_of as code;
    use crate::test_json::json;

    #[test]
    fn every_shape_of_an_error_is_recognized() {
        let status = serde_json::json!({"error_code": 429, "error_message": "too many"});
        assert_eq!(code(&json!({ "status": status })), Some(429));
        assert_eq!(code(&json!({ "error": { "status": status } })), Some(429));
        assert_eq!(
            code(&json!({"error_code": 10012, "status": {"error_message": "one at most"}})),
            Some(10012)
        );
        assert_eq!(code(&json!({"error": "coin not found"})), Some(0));
        assert_eq!(code(&json!({"ethereum": {"usd": 1}})), None);
        assert_eq!(code(&json!({"status": {"usd": 1}, "error": {"usd": 2}})), None, "coins");
        assert_eq!(code(&json!({})), None);
    }
}
