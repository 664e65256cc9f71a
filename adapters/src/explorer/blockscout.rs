//! Blockscout's second API: `GET {instance}/api/v2/addresses/{address}/{list}`, fifty rows a page; and the lists of
//! [`AccountApi`] at `{instance}/api`.
//!
//! With a key the same paths are below `https://api.blockscout.com/{chain}`. The shape follows Blockscout's
//! description of its second API and the release notes of version 12; no live run has confirmed it here. For an
//! address that it never saw it returns 404, which is an error here too: only accounts that a node found active are
//! requested.

use std::{collections::BTreeMap, sync::Arc};

use ports::{
    AccountId, ChainId, RemoteError,
    json::{self, Json},
    source::NodeProblem,
};
use url::Url;

use super::{
    account_api::AccountApi,
    client::{ExplorerClient, ExplorerInstance, Target},
    instances,
    listing::Listing,
    service::{ExplorerUses, LIMIT, Service, SourceSpec},
};
use crate::http_client::{ANSWER, RequestContext};

pub(super) static SERVICE: Service = Service {
    slug: "blockscout",
    name: "Blockscout",
    website: "https://www.blockscout.com",
    base: "https://api.blockscout.com/",
    appends_chain: true,
    needs_key: true,
    sends_bearer: true,
};

pub(super) static SPEC: SourceSpec = SourceSpec {
    slug: SERVICE.slug,
    takes_key: true,
    base: SERVICE.base,
    fallbacks: &[],
    per_minute: 30,
    keyed_per_minute: Some(150),
    limit: LIMIT,
    chain_bases: Some(|settings, rows| instances::bases(&SERVICE, settings, rows)),
    build: |ports, endpoint| {
        let client = ExplorerClient::new(&SERVICE, ports, endpoint);
        // With a key it is a documented service with a quota, without one an instance that may refuse at any time.
        let history_rank = if client.key().is_some() { 1 } else { 3 };
        vec![ExplorerUses::of(
            Arc::new(Blockscout(AccountApi { client, url })),
            history_rank,
        )]
    },
};

/// The client of Blockscout.
pub struct Blockscout(pub AccountApi);

/// A list of an address: the end of its path, and its parameters.
pub struct AddressList<'a> {
    /// The last part of the path.
    pub name: &'a str,
    /// The parameters.
    pub query: &'a [(&'a str, &'a str)],
}

type PageCursor = BTreeMap<String, Json>;

impl Blockscout {
    /// Returns the rows of a list of an account.
    pub async fn list<T>(
        &self,
        account: &AccountId,
        list: &AddressList<'_>,
        listing: &Listing<T>,
    ) -> Result<Vec<T>, RemoteError> {
        let target = self.0.client.target(account, listing.purpose)?;
        let (mut all, mut cursor) = (Vec::new(), PageCursor::new());
        for _ in 0..listing.max_pages {
            let url = page_url(target.instance.base.clone(), account, list, &cursor);
            let answer = self.request(url, &target).await?;
            let items = answer["items"].as_array();
            let missing = || target.context.malformed(listing.without_rows);
            all.extend(listing.page(items.ok_or_else(missing)?, &target.context)?);
            match next(&answer, &target.context)? {
                Some(next) if next != cursor => cursor = next,
                Some(_) | None => break,
            }
        }
        Ok(all)
    }

    /// Returns the rows of one page of a list of an account, and where the list continues. `cursor` is what the page before returned.
    pub async fn page(
        &self,
        account: &AccountId,
        list: &AddressList<'_>,
        cursor: Option<&str>,
        purpose: &'static str,
    ) -> Result<(Vec<Json>, Option<String>), RemoteError> {
        let target = self.0.client.target(account, purpose)?;
        let malformed = |what: &str| target.context.malformed(what);
        let cursor = cursor.map_or_else(|| Some(PageCursor::new()), parsed);
        let cursor = cursor.ok_or_else(|| malformed("a continuation that is no cursor"))?;
        let url = page_url(target.instance.base.clone(), account, list, &cursor);
        let mut answer = self.request(url, &target).await?;
        let next = next(&answer, &target.context)?;
        if next.as_ref() == Some(&cursor) {
            return Err(malformed("a page whose next page is the same one"));
        }
        let Some(Json::Array(rows)) = answer.remove("items") else {
            return Err(malformed("a list without items"));
        };
        Ok((rows, next.map(|next| Json::Object(next).to_string())))
    }

    async fn request(&self, url: Url, target: &Target<'_>) -> Result<Json, RemoteError> {
        let request = self.0.client.get(url).with_attempts(2);
        self.0.client.json(&request, target).await
    }

    /// Returns the height of the newest block that an instance has indexed.
    ///
    /// An instance that has not indexed all blocks, or the internal transfers of all blocks, is
    /// [`RemoteError::NotCurrent`]: its lists have holes that nothing marks.
    pub async fn indexed(&self, chain: &ChainId) -> Result<u64, RemoteError> {
        let target = self.0.client.chain_target(chain, "latest block")?;
        let status = self.main_page("indexing-status", &target).await?;
        check_indexed(&status, &target.context)?;
        let blocks = self.main_page("blocks", &target).await?;
        let height = blocks.at(0).map(|block| &block["height"]).and_then(whole_number);
        height.ok_or_else(|| target.context.malformed("newest blocks without a height"))
    }

    async fn main_page(&self, name: &str, target: &Target<'_>) -> Result<Json, RemoteError> {
        let mut url = target.instance.base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["api", "v2", "main-page", name]);
        }
        self.request(url, target).await
    }
}

/// The URL of the API that Blockscout shares with Etherscan.
fn url(_: &ExplorerClient, instance: &ExplorerInstance) -> Url {
    let mut url = instance.base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().push("api");
    }
    url
}

/// Reads `{finished_indexing, finished_indexing_blocks, indexed_blocks_ratio, …}`; a service that does not say whether
/// it finished is not trusted.
fn check_indexed(status: &Json, context: &RequestContext) -> Result<(), RemoteError> {
    let finished = (
        status["finished_indexing_blocks"].as_bool(),
        status["finished_indexing"].as_bool(),
    );
    let syncing = |why: &str, ratio: &str| {
        let why = match share(&status[ratio]) {
            Some(share) => format!("{why} ({share} done)"),
            None => why.to_owned(),
        };
        Err(context.not_current(NodeProblem::Syncing, &why))
    };
    match finished {
        (Some(true), Some(true)) if share(&status["indexed_internal_transactions_ratio"]).is_none() => Ok(()),
        (Some(false), _) => syncing("it has not indexed all blocks yet", "indexed_blocks_ratio"),
        (Some(true), Some(_)) => syncing(
            "it has not indexed the internal transfers of all blocks yet",
            "indexed_internal_transactions_ratio",
        ),
        _ => Err(context.malformed("an indexing status without finished_indexing")),
    }
}

/// Returns a ratio such as `0.98`, a number or text, in percent.
fn share(ratio: &Json) -> Option<String> {
    let text = ratio.as_str().map(str::to_owned);
    let text = text.or_else(|| ratio.as_number().map(ToString::to_string))?;
    let digits = text
        .strip_prefix("0.")
        .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))?;
    let percent: u8 = format!("{digits:0<2}").get(..2)?.parse().ok()?;
    Some(format!("{percent}%"))
}

fn whole_number(value: &Json) -> Option<u64> {
    let text = value.as_str().map(str::to_owned);
    text.or_else(|| value.as_number().map(ToString::to_string))?
        .parse()
        .ok()
}

/// Builds the URL of a page. Every key of the cursor is returned unchanged.
fn page_url(mut url: Url, account: &AccountId, list: &AddressList<'_>, cursor: &PageCursor) -> Url {
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty()
            .extend(["api", "v2", "addresses", account.address.as_str(), list.name]);
    }
    let text = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    url.query_pairs_mut()
        .extend_pairs(list.query)
        .extend_pairs(cursor.iter().map(|(key, value)| (key, text(value))));
    url
}

/// Parses a cursor that was written as text.
fn parsed(text: &str) -> Option<PageCursor> {
    match json::read(text.as_bytes(), ANSWER) {
        Ok(Json::Object(cursor)) => Some(cursor),
        _ => None,
    }
}

fn next(answer: &Json, context: &RequestContext) -> Result<Option<PageCursor>, RemoteError> {
    match &answer["next_page_params"] {
        Json::Null => Ok(None),
        Json::Object(cursor) => Ok(Some(cursor.clone())),
        _ => Err(context.malformed("next_page_params that are no cursor")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_json::parsed as value;

    #[test]
    fn a_cursor_is_sent_back_digit_by_digit() {
        let cursor = r#"{"fiat_value":1.10,"id":123456789012345678901234567890,"items":50,"name":"a b","value":null}"#;
        let kept = next(&value(format!("{{\"next_page_params\":{cursor}}}")), &context()).unwrap();
        let kept = Json::Object(kept.unwrap()).to_string();
        assert_eq!(kept, cursor);
        let account: AccountId = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045".parse().unwrap();
        let list = AddressList {
            name: "withdrawals",
            query: &[],
        };
        let url = page_url(
            "https://a.test/".parse().unwrap(),
            &account,
            &list,
            &parsed(&kept).unwrap(),
        );
        let query = "fiat_value=1.10&id=123456789012345678901234567890&items=50&name=a+b&value=null";
        assert_eq!(url.query(), Some(query));
        for text in ["", "[]", "7", "{\"a\":1,\"a\":2}", "{"] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn ratios_and_heights_are_numbers_or_texts() {
        assert_eq!(share(&value("0.98")).as_deref(), Some("98%"));
        assert_eq!(share(&value("\"0.9\"")).as_deref(), Some("90%"));
        for done in ["1", "1.00", "\"1.00\"", "null", "9e-1"] {
            assert_eq!(share(&value(done)), None, "{done}");
        }
        for height in ["17034870", "\"17034870\""] {
            assert_eq!(whole_number(&value(height)), Some(17_034_870));
        }
        for wrong in ["1.5", "1e3", "-1", "18446744073709551616", "true"] {
            assert_eq!(whole_number(&value(wrong)), None, "{wrong}");
        }
    }

    fn context() -> RequestContext {
        RequestContext {
            who: "Blockscout".to_owned(),
            source: SERVICE.slug.parse().unwrap(),
            purpose: "test",
            disclosed: ports::disclosure::DisclosedField::Nothing,
            chain: None,
        }
    }
}
