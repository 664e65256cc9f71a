//! What an author of an adapter provides to the kit: the reader, and the answers of its servers.

use std::{sync::Arc, time::Duration};

use ports::{AccountId, AssetId, ChainId, ChainReader, RawAmount};

use super::state::ChainState;
use crate::{
    faults,
    mock_server::{Request, Response},
};

/// Creates your reader, and answers in the place of its servers.
pub trait Harness: Send + Sync + 'static {
    /// Returns a reader that sends requests to this base URL only. Use short timeouts: the kit waits for each of them.
    fn reader(&self, base: &str) -> Arc<dyn ChainReader>;

    /// Returns the chain that a request is about, for readers of several chains.
    fn chain(&self, request: &Request) -> ChainId {
        let _ = request;
        self.samples().accounts[0].chain.clone()
    }

    /// Returns a server's answer to a request, given the state of its chain.
    fn answer(&self, request: &Request, chain: &ChainState) -> Response;

    /// Returns the hash of a block in the format of the chain, different for each number.
    fn hash(&self, number: u64) -> String;

    /// Returns the accounts and assets that the kit requests.
    fn samples(&self) -> Samples;

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a reader that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The accounts and assets that the kit requests, and the capabilities of the service.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Two accounts on a chain that the reader supports.
    pub accounts: [AccountId; 2],
    /// The chain's coin.
    pub native: AssetId,
    /// At least two tokens, or none if the chain has no tokens.
    pub tokens: Vec<AssetId>,
    /// The first account on another chain that the reader supports; `None` if it supports one, or if its chains have different
    /// addresses.
    pub elsewhere: Option<OtherChain>,
    /// Whether a token's contract can return an unusable answer while the server works.
    pub tokens_may_break: bool,
    /// Whether the service reports that it is syncing ([`ChainState::syncing`]).
    pub reports_syncing: bool,
    /// Whether a server of the chain can have blocks and no account data ([`ChainState::without_state`]).
    pub may_lack_state: bool,
    /// The largest amount that the service can represent, for the coin and for a token.
    pub largest: RawAmount,
    /// Whether an account can hold one token in several places that the service lists separately
    /// ([`ChainState::in_two_places`]).
    pub has_places: bool,
    /// Whether the service states the decimals of tokens ([`ChainState::decimals`]).
    pub states_decimals: bool,
    /// Whether a token can exist whose decimals the service does not state.
    pub may_lack_decimals: bool,
    /// A chain that the reader does not support.
    pub foreign: ChainId,
}

/// An account on another chain.
#[derive(Clone, Debug)]
pub struct OtherChain {
    /// The account, with the address of the first one.
    pub account: AccountId,
    /// The chain's coin.
    pub native: AssetId,
    /// As many tokens as on the first chain, with the same contracts.
    pub tokens: Vec<AssetId>,
}
