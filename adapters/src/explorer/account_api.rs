//! Etherscan's `module=account` API, which other explorers adopted: lists of what happened at an address.

use std::time::Duration;

use ports::{AccountId, RemoteError, json::Json};
use url::Url;

use super::{
    account_answer::{self, AnswerError},
    client::{ExplorerClient, ExplorerInstance, Target},
    listing::Listing,
};
use crate::http_client::{OutgoingRequest, TOO_LARGE};

/// The number of rows per page of the newest rows: the maximum of the smallest plan.
const ROWS: usize = 1000;
const DAY: Duration = Duration::from_hours(24);
/// The number of attempts at a page.
const ATTEMPTS: u32 = 2;

/// A service with this API.
pub struct AccountApi {
    /// The instances, the key and the requests.
    pub client: ExplorerClient,
    /// Returns the URL of the API for a chain, with the parameters that only this service needs.
    pub(super) url: fn(&ExplorerClient, &ExplorerInstance) -> Url,
}

/// A page of the rows of a range of blocks, oldest first.
pub struct PageOfBlocks<'a> {
    /// The name of the list.
    pub action: &'a str,
    /// The purpose of the request in the privacy ledger.
    pub purpose: &'static str,
    /// The first and the last block, inclusive.
    pub blocks: (u64, u64),
    /// The number of the page, from 1.
    pub page: usize,
    /// The number of rows per page. It is always sent, because servers choose a small one where it is missing.
    pub rows: usize,
}

/// Why a page of a range of blocks could not be read.
#[derive(Debug)]
pub enum PageError {
    /// The range has too many rows for one query or one answer; a smaller one may succeed.
    TooWide(RemoteError),
    /// The page is beyond the number of rows that can be reached by pages.
    BeyondWindow(RemoteError),
    /// The request failed.
    Failed(RemoteError),
}

impl From<PageError> for RemoteError {
    fn from(error: PageError) -> Self {
        match error {
            PageError::TooWide(error) | PageError::BeyondWindow(error) | PageError::Failed(error) => error,
        }
    }
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
        let mut all = Vec::new();
        for page in 1..=listing.max_pages {
            let mut url = self.url_of(account, action, &target);
            url.query_pairs_mut()
                .append_pair("page", &page.to_string())
                .append_pair("offset", &ROWS.to_string())
                .append_pair("sort", "desc");
            let request = self.client.get(url).with_attempts(ATTEMPTS);
            let answer = self.client.json(&request, &target).await?;
            let rows = account_answer::rows(answer)
                .map_err(|why| self.error(why, (&request, &target), listing.without_rows))?;
            all.extend(listing.page(&rows, &target.context)?);
            if rows.len() < ROWS {
                break;
            }
        }
        Ok(all)
    }

    /// Returns the rows of a page of a range of blocks, as the service sent them.
    pub async fn page(&self, account: &AccountId, page: &PageOfBlocks<'_>) -> Result<Vec<Json>, PageError> {
        let target = self.client.target(account, page.purpose).map_err(PageError::Failed)?;
        let mut url = self.url_of(account, page.action, &target);
        url.query_pairs_mut()
            .append_pair("startblock", &page.blocks.0.to_string())
            .append_pair("endblock", &page.blocks.1.to_string())
            .append_pair("page", &page.page.to_string())
            .append_pair("offset", &page.rows.to_string())
            .append_pair("sort", "asc");
        let request = self.client.get(url).with_attempts(ATTEMPTS).with_long_wait();
        let answer = match self.client.json(&request, &target).await {
            Ok(answer) => answer,
            Err(error @ RemoteError::Malformed { .. }) if is_too_large(&error) => {
                return Err(PageError::TooWide(error));
            }
            Err(error) => return Err(PageError::Failed(error)),
        };
        account_answer::rows(answer).map_err(|why| {
            let error = self.error(why, (&request, &target), "an account list without a status or a result");
            match why {
                AnswerError::TooWide => PageError::TooWide(error),
                AnswerError::BeyondWindow => PageError::BeyondWindow(error),
                _ => PageError::Failed(error),
            }
        })
    }

    fn url_of(&self, account: &AccountId, action: &str, target: &Target<'_>) -> Url {
        let mut url = (self.url)(&self.client, target.instance);
        url.query_pairs_mut()
            .append_pair("module", "account")
            .append_pair("action", action)
            .append_pair("address", account.address.as_str());
        url
    }

    fn error(
        &self,
        why: AnswerError,
        (request, target): (&OutgoingRequest, &Target<'_>),
        without_rows: &str,
    ) -> RemoteError {
        let context = &target.context;
        match why {
            AnswerError::RateLimited => self.client.rate_limited(request, context),
            AnswerError::UsedUpToday => {
                let now = self.client.now();
                context.rate_limited(Some(now.floor(DAY).plus(DAY).since(now)))
            }
            AnswerError::Temporary(why) => context.unavailable(why, None),
            AnswerError::Permanent(why) => context.refused(why),
            AnswerError::UnsupportedChain(what) => self.client.mark_unsupported(target, what),
            AnswerError::TooWide => context.unavailable("it did not finish in time", None),
            AnswerError::BeyondWindow => context.refused("the page is beyond the rows that it serves"),
            AnswerError::Unfinished => context.unavailable("it has not indexed this account fully yet", None),
            AnswerError::Shape => context.malformed(without_rows),
        }
    }
}

fn is_too_large(error: &RemoteError) -> bool {
    matches!(error, RemoteError::Malformed { what, .. } if what == TOO_LARGE)
}
