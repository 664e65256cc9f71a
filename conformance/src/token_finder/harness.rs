//! What an author of an adapter provides to the kit: the finder, and the answers of its service.

use std::{sync::Arc, time::Duration};

use ports::{AccountId, AssetId, ChainId, TokenFinder};

use crate::{
    faults,
    mock_server::{Request, Response},
};

/// Creates your finder, and answers in the place of its service.
pub trait Harness: Send + Sync + 'static {
    /// Returns a finder that sends requests to this base URL only, with short timeouts.
    fn finder(&self, base: &str) -> Arc<dyn TokenFinder>;

    /// Returns the service's answer to a request about an account, given the account's tokens. They are to be filtered by the
    /// chain of the request, but not by its account: the kit changes them before it requests another one.
    fn answer(&self, request: &Request, tokens: &AccountTokens) -> Response;

    /// Returns the answer to a request for a chain that the service refuses; `None` for requests about other chains.
    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response>;

    /// Returns the accounts that the kit requests.
    fn samples(&self) -> Samples;

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a finder that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The accounts that the kit requests, and the capabilities of the service.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Accounts on two chains that the finder covers.
    pub accounts: [AccountId; 2],
    /// Another account on the chain of the first one.
    pub stranger: AccountId,
    /// Two tokens on each of these chains.
    pub tokens: [[AssetId; 2]; 2],
    /// Whether the service divides long answers into pages ([`AccountTokens::pages`]).
    pub has_pages: bool,
    /// Whether the service states how many addresses hold a token ([`AccountTokens::holders`]).
    pub states_holders: bool,
}

/// How an answer is divided into pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// All tokens are in one answer.
    One,
    /// The first token of each account is on the first page, and the others are on the second.
    Two,
    /// Every page has the first token of the account and announces another page.
    Endless,
}

/// The data of the mocked service.
#[derive(Clone, Debug)]
pub struct AccountTokens {
    /// The tokens of the accounts on both chains; empty if the service knows no tokens of the accounts.
    pub tokens: Vec<AssetId>,
    /// How many addresses hold each token, as stated if [`Samples::states_holders`]; `None` if the service does not know.
    pub holders: Option<u32>,
    /// How the answer about an account is divided into pages; [`Pages::One`] unless [`Samples::has_pages`].
    pub pages: Pages,
    /// Whether each answer begins with an extra row that names no contract.
    pub has_bad_row: bool,
}
