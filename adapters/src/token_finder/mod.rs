//! Token discovery: explorers that list the tokens of an account. Adding one is a file here and a line in [`FINDERS`];
//! a chain of an explorer is a row of `data/explorers.csv`.
//!
//! An explorer learns the address. It is queried for active accounts only, once a day; the next explorer only where
//! the previous one failed. Endpoints and shapes follow the explorers' own documentation; no live run has confirmed
//! them yet.

mod account_api;
pub mod blockscout;
mod client;
pub mod etherscan;
mod instances;
pub mod routescan;

use std::{collections::BTreeSet, sync::Arc};

use ports::{
    AccountId, Address, AssetId, ChainId, NamedToken, Profile, RemoteError, SourceId, TokenFinder,
    disclosure::DisclosedField,
    secret::Secret,
    source::{CredentialField, SourceKind},
};
use url::Url;

use crate::{
    chain::rows::{ChainSpec, RowError},
    http_client::{AllowedHost, HostRate, HttpClient, RequestContext, host_key},
};

pub use self::{blockscout::Blockscout, etherscan::Etherscan, routescan::Routescan};

/// The maximum burst of requests.
const BURST: u32 = 2;

/// The definition of one explorer.
pub struct ExplorerSpec {
    /// The id, which is also the name in the configuration.
    pub slug: &'static str,
    name: &'static str,
    website: &'static str,
    /// The base URL for chains whose row has none of its own.
    base: &'static str,
    /// Whether the chain number is appended to a base URL that serves all chains.
    appends_chain: bool,
    /// Whether `base` requires a key.
    needs_key: bool,
    /// The maximum number of requests a minute, with and without a key.
    per_minute: u32,
    keyless_per_minute: u32,
    build: fn(ExplorerClient) -> Arc<dyn TokenFinder>,
}

/// All explorers, in their default order: first the one that works without a key, then the one where a key is
/// optional, and last the one that requires a key.
pub static FINDERS: [&ExplorerSpec; 3] = [&routescan::SPEC, &blockscout::SPEC, &etherscan::SPEC];

/// The configuration of an explorer.
#[derive(Clone, Default)]
pub struct ExplorerConfig {
    /// A base URL for every chain, instead of the default ones.
    pub base: Option<Url>,
    /// Whether the base URL is the operator's own.
    pub own: bool,
    /// The operator's key.
    pub key: Option<Arc<Secret<String>>>,
    /// The maximum number of requests a minute, instead of the default.
    pub per_minute: Option<u32>,
}

/// The state and the requests that all explorers share.
pub struct ExplorerClient {
    http: Arc<HttpClient>,
    spec: &'static ExplorerSpec,
    instances: Vec<ExplorerInstance>,
    key: Option<Arc<Secret<String>>>,
    per_minute: u32,
    unsupported: client::UnsupportedChains,
}

/// The instance of an explorer for one chain.
struct ExplorerInstance {
    chain: ChainId,
    base: Url,
    /// Contracts that report the native balance again.
    mirrors: Vec<Address>,
}

/// A configured explorer with its instances.
pub struct ConfiguredExplorer {
    spec: &'static ExplorerSpec,
    endpoint: ExplorerConfig,
    instances: Vec<ExplorerInstance>,
}

impl ConfiguredExplorer {
    /// Configures an explorer for these chains. Returns `None` where a required key is missing, or it serves none of
    /// them.
    pub fn of(
        spec: &'static ExplorerSpec,
        endpoint: ExplorerConfig,
        rows: &[ChainSpec],
    ) -> Result<Option<Self>, RowError> {
        let instances = instances::of(spec, &endpoint, rows)?;
        Ok((!instances.is_empty()).then_some(Self {
            spec,
            endpoint,
            instances,
        }))
    }

    /// Returns the hosts with the rate limit of the explorer.
    pub fn hosts(&self) -> impl Iterator<Item = AllowedHost> {
        let rate = HostRate {
            per_minute: self.per_minute(),
            burst: BURST,
        };
        let own = self.endpoint.own;
        self.instances
            .iter()
            .filter_map(move |instance| Some(AllowedHost::of(&instance.base, own)?.at(rate)))
    }

    fn per_minute(&self) -> u32 {
        let usual = match &self.endpoint.key {
            Some(_) => self.spec.per_minute,
            None => self.spec.keyless_per_minute,
        };
        self.endpoint.per_minute.unwrap_or(usual)
    }
}

/// Creates the configured explorers. Their hosts must be on the client's list.
#[must_use]
pub fn all(client: &Arc<HttpClient>, explorers: Vec<ConfiguredExplorer>) -> Vec<Arc<dyn TokenFinder>> {
    let build = |explorer: ConfiguredExplorer| {
        let per_minute = explorer.per_minute();
        let explorer_client = ExplorerClient {
            http: client.clone(),
            spec: explorer.spec,
            instances: explorer.instances,
            key: explorer.endpoint.key,
            per_minute,
            unsupported: client::UnsupportedChains::default(),
        };
        (explorer.spec.build)(explorer_client)
    };
    explorers.into_iter().map(build).collect()
}

impl ExplorerClient {
    fn profile(&self) -> Profile {
        let hosts: BTreeSet<String> = self
            .instances
            .iter()
            .filter_map(|instance| host_key(&instance.base))
            .collect();
        Profile {
            id: SourceId::fixed(self.spec.slug),
            name: self.spec.name.to_owned(),
            kind: SourceKind::Explorer,
            website: self.spec.website.to_owned(),
            learns:
                "Addresses with holdings, each once a day, with the time and this server. It may guess that addresses \
                     requested by one server belong together. It never sees who you are, and balances are never \
                     requested from it."
                    .to_owned(),
            capabilities: vec!["token discovery".to_owned()],
            rate_limit: format!("at most {} requests a minute", self.per_minute),
            hosts: hosts.into_iter().collect(),
            credentials: vec![CredentialField {
                key: "key".to_owned(),
                label: format!("{} API key", self.spec.name),
                secret: true,
                help: format!("Your account page at {}", self.spec.website),
            }],
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        self.instances.iter().map(|instance| instance.chain.clone()).collect()
    }

    /// Returns the instance for an account, and the context of the request.
    fn instance(&self, account: &AccountId) -> Result<(&ExplorerInstance, RequestContext), RemoteError> {
        let known = self.instances.iter().find(|instance| instance.chain == account.chain);
        let instance = known.ok_or_else(|| RemoteError::Unsupported {
            who: self.spec.name.to_owned(),
            what: format!("{} is not a network it covers", account.chain),
        })?;
        let context = RequestContext {
            who: self.spec.name.to_owned(),
            source: SourceId::fixed(self.spec.slug),
            purpose: "tokens",
            disclosed: DisclosedField::Address(account.address.clone()),
            chain: Some(account.chain.clone()),
        };
        Ok((instance, context))
    }
}

impl ExplorerInstance {
    /// Returns the tokens with these contracts and their numbers of holders, without duplicates. Invalid addresses and
    /// mirrors of the native asset are skipped.
    fn tokens<'a>(&self, contracts: impl Iterator<Item = (&'a str, Option<u32>)>) -> Vec<NamedToken> {
        let addresses = contracts.filter_map(|(text, holders)| Some((text.parse::<Address>().ok()?, holders)));
        let mut seen = BTreeSet::new();
        let fit = addresses.filter(|(contract, _)| contract.evm_bytes().is_some() && !self.mirrors.contains(contract));
        fit.filter(|(contract, _)| seen.insert(contract.clone()))
            .map(|(contract, holders)| NamedToken {
                id: AssetId::erc20(&self.chain, &contract),
                holders,
            })
            .collect()
    }
}
