//! Etherscan's `module=account` API, which other explorers adopted: lists of what happened at an address.
//!
//! Errors are returned with HTTP 200: `{"status":"0","message":"NOTOK","result":"<text>"}`. An empty result is status
//! 0 as well, with one of the messages in [`EMPTY_MESSAGES`] and an empty list; any other status 0 is an error.

use ports::{AccountId, RemoteError};
use serde_json::Value;
use url::Url;

use super::{ExplorerClient, ExplorerInstance, client::Target, listing::Listing};
use crate::http_client::OutgoingRequest;

/// The number of rows per page: the maximum of the smallest plan.
const ROWS: usize = 1000;
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

/// A service with this API.
pub struct AccountApi {
    /// The instances, the key and the requests.
    pub client: ExplorerClient,
    /// Returns the URL of the API for a chain, with the parameters that only this service needs.
    pub(super) url: fn(&ExplorerClient, &ExplorerInstance) -> Url,
}

impl AccountApi {
    /// Returns the rows of an action about an account, newest first.
    pub async fn list<T>(
        &self,
        account: &AccountId,
        action: &str,
        listing: &Listing<T>,
    ) -> Result<Vec<T>, RemoteError> {
        let target = self.client.target(account, listing.purpose)?;
        let url = (self.url)(&self.client, target.instance);
        let mut all = Vec::new();
        for page in 1..=listing.max_pages {
            let request = OutgoingRequest::get(page_url(url.clone(), account, action, page)).with_attempts(2);
            let answer = self.client.json(&request, &target).await?;
            let rows = rows(&answer, &self.client, &target, listing.without_rows)?;
            all.extend(listing.page(rows, &target.context)?);
            if rows.len() < ROWS {
                break;
            }
        }
        Ok(all)
    }
}

fn page_url(mut url: Url, account: &AccountId, action: &str, page: usize) -> Url {
    url.query_pairs_mut()
        .append_pair("module", "account")
        .append_pair("action", action)
        .append_pair("address", account.address.as_str())
        .append_pair("page", &page.to_string())
        .append_pair("offset", &ROWS.to_string())
        .append_pair("sort", "desc");
    url
}

fn rows<'a>(
    answer: &'a Value,
    client: &ExplorerClient,
    target: &Target<'_>,
    without_rows: &str,
) -> Result<&'a [Value], RemoteError> {
    let (message, context) = (
        answer["message"].as_str().unwrap_or_default().to_lowercase(),
        &target.context,
    );
    match (answer["status"].as_str(), &answer["result"]) {
        (Some("1"), Value::Array(rows)) => Ok(rows),
        (Some("0"), Value::Array(rows)) if rows.is_empty() && EMPTY_MESSAGES.contains(&message.as_str()) => Ok(rows),
        (Some("0"), result) => {
            let text = result.as_str().unwrap_or_default();
            Err(remote_error((&message, text), client, target))
        }
        (Some("2"), _) => Err(context.unavailable("it has not indexed this account fully yet", None)),
        _ => Err(context.malformed(without_rows)),
    }
}

/// Maps an error. Its text is only used for classification and is never passed on.
fn remote_error((message, result): (&str, &str), client: &ExplorerClient, target: &Target<'_>) -> RemoteError {
    let (text, context) = (format!("{message} {}", result.to_lowercase()), &target.context);
    let known = ERROR_MESSAGES.iter().find(|(words, _)| text.contains(words));
    match known.map(|(_, kind)| *kind) {
        Some(ErrorKind::RateLimited) => context.rate_limited(None),
        Some(ErrorKind::Temporary(why)) => context.unavailable(why, None),
        Some(ErrorKind::Permanent(why)) => context.refused(why),
        Some(ErrorKind::UnsupportedChain(what)) => client.mark_unsupported(target, what),
        None => context.refused("it gave an unknown reason"),
    }
}
