//! Etherscan's `module=account` API, which other explorers adopted: lists tokens by the transfers of an address.
//!
//! Errors are returned with HTTP 200: `{"status":"0","message":"NOTOK","result":"<text>"}`. An empty result is status
//! 0 as well, with one of the messages in [`NOTHING`] and an empty list; any other status 0 is an error. The API does
//! not return numbers of holders.

use ports::{AccountId, NamedToken, RemoteError};
use serde_json::Value;
use url::Url;

use super::{Finder, Place};
use crate::http_client::{Errand, Request};

/// The number of transfers per page: the maximum of the smallest plan.
const ROWS: usize = 1000;
/// The maximum number of pages, newest transfers first.
const PAGES: usize = 5;
/// The messages of an empty result.
const NOTHING: [&str; 3] = ["no transactions found", "no records found", "no token transfers found"];

/// Parts of error messages, in lower case, and what they mean.
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
    /// The rate limit is exceeded.
    Busy,
    /// A later request may succeed.
    Later(&'static str),
    /// This request will never succeed.
    Never(&'static str),
    /// Requests about this chain will not succeed. This is remembered, and does not mean that the key is wrong.
    Chain(&'static str),
}

/// Returns the tokens of the newest transfers of an account. `query` contains the parameters that only this service
/// needs.
pub(super) async fn tokens(
    finder: &Finder,
    url: &Url,
    (place, errand): (&Place, &Errand),
    account: &AccountId,
    query: &[(&str, &str)],
) -> Result<Vec<NamedToken>, RemoteError> {
    let mut contracts: Vec<String> = Vec::new();
    for page in 1..=PAGES {
        let request = Request::get(page_url(url.clone(), account, page, query)).with_attempts(2);
        let answer = finder.json(&request, (place, errand)).await?;
        let rows = rows(&answer, finder, (place, errand))?;
        let named: Vec<&str> = rows.iter().filter_map(|row| row["contractAddress"].as_str()).collect();
        // Rows without a contract are skipped; a page with nothing but such rows has an unknown shape.
        if named.is_empty() && !rows.is_empty() {
            return Err(errand.malformed("transfers without contractAddress"));
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
    (place, errand): (&Place, &Errand),
) -> Result<&'a [Value], RemoteError> {
    let message = answer["message"].as_str().unwrap_or_default().to_lowercase();
    match (answer["status"].as_str(), &answer["result"]) {
        (Some("1"), Value::Array(rows)) => Ok(rows),
        (Some("0"), Value::Array(rows)) if rows.is_empty() && NOTHING.contains(&message.as_str()) => Ok(rows),
        (Some("0"), result) => {
            let text = result.as_str().unwrap_or_default();
            Err(refused((&message, text), finder, (place, errand)))
        }
        (Some("2"), _) => Err(errand.unavailable("it has not indexed this account fully yet", None)),
        _ => Err(errand.malformed("transfers without a status or a result")),
    }
}

/// Maps an error. Its text is only used for classification and is never passed on.
fn refused((message, result): (&str, &str), finder: &Finder, (place, errand): (&Place, &Errand)) -> RemoteError {
    let text = format!("{message} {}", result.to_lowercase());
    let known = SAID.iter().find(|(words, _)| text.contains(words));
    match known.map(|(_, refusal)| *refusal) {
        Some(Refusal::Busy) => errand.rate_limited(None),
        Some(Refusal::Later(why)) => errand.unavailable(why, None),
        Some(Refusal::Never(why)) => errand.refused(why),
        Some(Refusal::Chain(what)) => finder.close((place, errand), what),
        None => errand.refused("it gave an unknown reason"),
    }
}
