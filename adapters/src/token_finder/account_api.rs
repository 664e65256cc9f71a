//! Etherscan's `module=account` API, which other explorers adopted: lists tokens by the transfers of an address.
//!
//! Errors are returned with HTTP 200: `{"status":"0","message":"NOTOK","result":"<text>"}`. An empty result is status
//! 0 as well, with one of the messages in [`EMPTY_MESSAGES`] and an empty list; any other status 0 is an error. The API does
//! not return numbers of holders.

use ports::{AccountId, NamedToken, RemoteError};
use serde_json::Value;
use url::Url;

use super::{ExplorerClient, ExplorerInstance};
use crate::http_client::{OutgoingRequest, RequestContext};

/// The number of transfers per page: the maximum of the smallest plan.
const ROWS: usize = 1000;
/// The maximum number of pages, newest transfers first.
const PAGES: usize = 5;
/// The messages of an empty result.
const EMPTY_MESSAGES: [&str; 3] = ["no transactions found", "no records found", "no token transfers found"];

/// Parts of error messages, in lower case, and what they mean.
const ERROR_MESSAGES: [(&str, ErrorKind); 11] = [
    ("rate limit", ErrorKind::RateLimited),
    ("max calls per sec", ErrorKind::RateLimited),
    ("too many invalid api key", ErrorKind::RateLimited),
    (
        "temporarily unavailable",
        ErrorKind::Temporary("its free plan is unavailable right now"),
    ),
    ("query timeout", ErrorKind::Temporary("it did not finish in time")),
    (
        "free api access is not supported",
        ErrorKind::UnsupportedChain("this chain without a paid plan"),
    ),
    ("chain not supported", ErrorKind::UnsupportedChain("this chain")),
    ("unsupported chainid", ErrorKind::UnsupportedChain("this chain")),
    ("invalid api key", ErrorKind::Permanent("it does not accept the key")),
    ("deprecated", ErrorKind::Permanent("it no longer answers this call")),
    (
        "invalid address",
        ErrorKind::Permanent("it does not accept the address"),
    ),
];

#[derive(Clone, Copy)]
enum ErrorKind {
    /// The rate limit is exceeded.
    RateLimited,
    /// A later request may succeed.
    Temporary(&'static str),
    /// This request will never succeed.
    Permanent(&'static str),
    /// Requests about this chain will not succeed. This is remembered, and does not mean that the key is wrong.
    UnsupportedChain(&'static str),
}

/// Returns the tokens of the newest transfers of an account. `query` contains the parameters that only this service
/// needs.
pub(super) async fn tokens(
    client: &ExplorerClient,
    url: &Url,
    (instance, context): (&ExplorerInstance, &RequestContext),
    account: &AccountId,
    query: &[(&str, &str)],
) -> Result<Vec<NamedToken>, RemoteError> {
    let mut contracts: Vec<String> = Vec::new();
    for page in 1..=PAGES {
        let request = OutgoingRequest::get(page_url(url.clone(), account, page, query)).with_attempts(2);
        let answer = client.json(&request, (instance, context)).await?;
        let rows = rows(&answer, client, (instance, context))?;
        let named: Vec<&str> = rows.iter().filter_map(|row| row["contractAddress"].as_str()).collect();
        // Rows without a contract are skipped; a page with nothing but such rows has an unknown shape.
        if named.is_empty() && !rows.is_empty() {
            return Err(context.malformed("transfers without contractAddress"));
        }
        contracts.extend(named.into_iter().map(str::to_owned));
        if rows.len() < ROWS {
            break;
        }
    }
    Ok(instance.tokens(contracts.iter().map(|contract| (contract.as_str(), None))))
}

fn page_url(mut url: Url, account: &AccountId, page: usize, query: &[(&str, &str)]) -> Url {
    url.query_pairs_mut()
        .extend_pairs(query)
        .append_pair("module", "account")
        .append_pair("action", "tokentx")
        .append_pair("address", account.address.as_str())
        .append_pair("page", &page.to_string())
        .append_pair("offset", &ROWS.to_string())
        .append_pair("sort", "desc");
    url
}

fn rows<'a>(
    answer: &'a Value,
    client: &ExplorerClient,
    (instance, context): (&ExplorerInstance, &RequestContext),
) -> Result<&'a [Value], RemoteError> {
    let message = answer["message"].as_str().unwrap_or_default().to_lowercase();
    match (answer["status"].as_str(), &answer["result"]) {
        (Some("1"), Value::Array(rows)) => Ok(rows),
        (Some("0"), Value::Array(rows)) if rows.is_empty() && EMPTY_MESSAGES.contains(&message.as_str()) => Ok(rows),
        (Some("0"), result) => {
            let text = result.as_str().unwrap_or_default();
            Err(remote_error((&message, text), client, (instance, context)))
        }
        (Some("2"), _) => Err(context.unavailable("it has not indexed this account fully yet", None)),
        _ => Err(context.malformed("transfers without a status or a result")),
    }
}

/// Maps an error. Its text is only used for classification and is never passed on.
fn remote_error(
    (message, result): (&str, &str),
    client: &ExplorerClient,
    (instance, context): (&ExplorerInstance, &RequestContext),
) -> RemoteError {
    let text = format!("{message} {}", result.to_lowercase());
    let known = ERROR_MESSAGES.iter().find(|(words, _)| text.contains(words));
    match known.map(|(_, kind)| *kind) {
        Some(ErrorKind::RateLimited) => context.rate_limited(None),
        Some(ErrorKind::Temporary(why)) => context.unavailable(why, None),
        Some(ErrorKind::Permanent(why)) => context.refused(why),
        Some(ErrorKind::UnsupportedChain(what)) => client.mark_unsupported((instance, context), what),
        None => context.refused("it gave an unknown reason"),
    }
}
