//! The `module=account` calls that Etherscan has and others took over: tokens by the transfers of an address.
//!
//! The answer is 200 also when it is a refusal: `{"status":"0","message":"NOTOK","result":"<text>"}`. Nothing found is
//! status 0 as well, with words of its own and an empty list; every other status 0 is a failure. How many addresses hold a
//! token it does not say.

use ports::{AccountId, NamedToken, RemoteError};
use serde_json::Value;
use url::Url;

use super::{Finder, Place};
use crate::http_client::{Request, RequestContext};

/// Transfers of one page: what the smallest plan gives at once.
const ROWS: usize = 1000;
/// Pages that are read at most, the newest transfers first.
const PAGES: usize = 5;
/// How nothing is said.
const NOTHING: [&str; 3] = ["no transactions found", "no records found", "no token transfers found"];

/// What a refusal says, in small letters, and what it comes to.
const SAID: [(&str, Refusal); 11] = [
    ("rate limit", Refusal::Busy),
    ("max calls per sec", Refusal::Busy),
    ("too many invalid api key", Refusal::Busy),
    (
        "temporarily unavailable",
        Refusal::Later("its free plan is unavailable right now"),
    ),
    ("query timeout", Refusal::Later("it did not finish in time")),
    (
        "free api access is not supported",
        Refusal::Chain("this chain without a paid plan"),
    ),
    ("chain not supported", Refusal::Chain("this chain")),
    ("unsupported chainid", Refusal::Chain("this chain")),
    ("invalid api key", Refusal::Never("it does not accept the key")),
    ("deprecated", Refusal::Never("it no longer answers this call")),
    ("invalid address", Refusal::Never("it does not accept the address")),
];

#[derive(Clone, Copy)]
enum Refusal {
    /// It wants fewer questions.
    Busy,
    /// It may answer later.
    Later(&'static str),
    /// It will not answer.
    Never(&'static str),
    /// It will not answer about this chain: that is remembered, and says nothing against a key.
    Chain(&'static str),
}

/// The tokens that the newest transfers of an account name. `query` is what the service wants beside.
pub(super) async fn tokens(
    finder: &Finder,
    url: &Url,
    (place, context): (&Place, &RequestContext),
    account: &AccountId,
    query: &[(&str, &str)],
) -> Result<Vec<NamedToken>, RemoteError> {
    let mut contracts: Vec<String> = Vec::new();
    for page in 1..=PAGES {
        let request = Request::get(page_url(url.clone(), account, page, query)).with_attempts(2);
        let answer = finder.json(&request, (place, context)).await?;
        let rows = rows(&answer, finder, (place, context))?;
        let named: Vec<&str> = rows.iter().filter_map(|row| row["contractAddress"].as_str()).collect();
        // One row without a contract costs no other; nothing but such rows is another shape.
        if named.is_empty() && !rows.is_empty() {
            return Err(context.malformed("transfers without contractAddress"));
        }
        contracts.extend(named.into_iter().map(str::to_owned));
        if rows.len() < ROWS {
            break;
        }
    }
    Ok(place.tokens(contracts.iter().map(|contract| (contract.as_str(), None))))
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
    finder: &Finder,
    (place, context): (&Place, &RequestContext),
) -> Result<&'a [Value], RemoteError> {
    let message = answer["message"].as_str().unwrap_or_default().to_lowercase();
    match (answer["status"].as_str(), &answer["result"]) {
        (Some("1"), Value::Array(rows)) => Ok(rows),
        (Some("0"), Value::Array(rows)) if rows.is_empty() && NOTHING.contains(&message.as_str()) => Ok(rows),
        (Some("0"), result) => {
            let text = result.as_str().unwrap_or_default();
            Err(refused((&message, text), finder, (place, context)))
        }
        (Some("2"), _) => Err(context.unavailable("it has not indexed this account fully yet", None)),
        _ => Err(context.malformed("transfers without a status or a result")),
    }
}

/// Its own words stay inside: they only serve to tell the kinds.
fn refused(
    (message, result): (&str, &str),
    finder: &Finder,
    (place, context): (&Place, &RequestContext),
) -> RemoteError {
    let text = format!("{message} {}", result.to_lowercase());
    let known = SAID.iter().find(|(words, _)| text.contains(words));
    match known.map(|(_, refusal)| *refusal) {
        Some(Refusal::Busy) => context.rate_limited(None),
        Some(Refusal::Later(why)) => context.unavailable(why, None),
        Some(Refusal::Never(why)) => context.refused(why),
        Some(Refusal::Chain(what)) => finder.close((place, context), what),
        None => context.refused("it gave an unknown reason"),
    }
}
