//! A person's key as a request uses it.

use std::future::Future;

use ports::{ExchangeKey, KeyProblem, RemoteError};
use tokio::time::sleep;

use super::key_error::{REPEAT_AFTER, key_error, may_repeat};
use crate::http_client::RequestContext;

/// The key of a request, and what the request is for.
pub(crate) type KeyUse<'a> = (&'a ExchangeKey, &'a RequestContext);

/// Returns the field that identifies a key, for a header; an error where it cannot be sent in one.
pub(crate) fn api_key((key, context): KeyUse<'_>) -> Result<&str, RemoteError> {
    let fits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_graphic());
    let api_key = key.get(ExchangeKey::API_KEY).filter(fits);
    api_key.ok_or_else(|| key_error(&context.who, KeyProblem::BadKey, ""))
}

/// Returns the token that is sent in place of a key; `None` where the key is none of tokens.
pub(crate) fn access_token((key, context): KeyUse<'_>) -> Result<Option<&str>, RemoteError> {
    let Some(_) = key.tokens_expire_at() else {
        return Ok(None);
    };
    let token = key.access_token();
    let token = token.ok_or_else(|| key_error(&context.who, KeyProblem::Reconnect, ""))?;
    Ok(Some(token))
}

/// Sends a request, and a second one with a new signature where that may help.
pub(crate) async fn with_second_attempt<T, F>(attempt: impl Fn() -> F) -> Result<T, RemoteError>
where
    F: Future<Output = Result<T, RemoteError>>,
{
    match attempt().await {
        Err(error) if may_repeat(&error) => {
            sleep(REPEAT_AFTER).await;
            attempt().await
        }
        first => first,
    }
}
