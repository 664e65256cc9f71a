//! Explorers that name the tokens of an account. Adding one is a file here and a line in [`FINDERS`]; a chain that one
//! knows is a row of `data/explorers.csv`.
//!
//! An explorer is told the address. It is asked about accounts that are active, once a day, and in turn: the next one only
//! where the one before failed. Endpoints and shapes are those that the explorers' own pages name; no live run has
//! confirmed them yet.

mod account_api;
mod ask;
pub mod blockscout;
pub mod etherscan;
mod places;
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
    chain::rows::{Row, RowError},
    http_client::{AllowedHost, HttpClient, Rate, RequestContext, host_key},
};

pub use self::{blockscout::Blockscout, etherscan::Etherscan, routescan::Routescan};

/// Questions that may go out at once after a silence.
const BURST: u32 = 2;

/// What connects one explorer.
pub struct Plug {
    /// Its id, which is also its name in the configuration.
    pub slug: &'static str,
    name: &'static str,
    website: &'static str,
    /// Where it is asked about chains whose row names no place of their own.
    base: &'static str,
    /// Whether the chain's number stands at the end of a place that is for all chains.
    numbered: bool,
    /// Whether `base` is only for those who have a key.
    needs_key: bool,
    /// Questions a minute at most with a key, and without one.
    per_minute: u32,
    keyless_per_minute: u32,
    make: fn(Finder) -> Arc<dyn TokenFinder>,
}

/// Every explorer, in the order of their use unless the configuration says otherwise: first the one that serves
/// those without a key, then the one that may, and last the one that wants one.
pub static FINDERS: [&Plug; 3] = [&routescan::PLUG, &blockscout::PLUG, &etherscan::PLUG];

/// How an explorer is asked, as the configuration says it.
#[derive(Clone, Default)]
pub struct Endpoint {
    /// In place of its usual places, for every chain.
    pub base: Option<Url>,
    /// Whether that is the operator's own.
    pub own: bool,
    /// The operator's key.
    pub key: Option<Arc<Secret<String>>>,
    /// Questions a minute at most, in place of the usual pace.
    pub per_minute: Option<u32>,
}

/// One explorer with everything that it needs: what the explorers have in common.
pub struct Finder {
    client: Arc<HttpClient>,
    plug: &'static Plug,
    places: Vec<Place>,
    key: Option<Arc<Secret<String>>>,
    per_minute: u32,
    closed: ask::ClosedChains,
}

/// Where an explorer is asked about one chain.
struct Place {
    chain: ChainId,
    base: Url,
    /// Contracts that report the native balance once more.
    mirrors: Vec<Address>,
}

/// An explorer and the hosts that it may be asked at.
pub struct Asked {
    plug: &'static Plug,
    endpoint: Endpoint,
    places: Vec<Place>,
}

impl Asked {
    /// The explorer over these chains; `None` where it lacks a key that it needs, or knows none of them.
    pub fn of(plug: &'static Plug, endpoint: Endpoint, rows: &[Row]) -> Result<Option<Self>, RowError> {
        let places = places::of(plug, &endpoint, rows)?;
        Ok((!places.is_empty()).then_some(Self { plug, endpoint, places }))
    }

    /// The hosts for the outgoing client's list, at the explorer's pace.
    pub fn hosts(&self) -> impl Iterator<Item = AllowedHost> {
        let rate = Rate {
            per_minute: self.per_minute(),
            burst: BURST,
        };
        let own = self.endpoint.own;
        self.places
            .iter()
            .filter_map(move |place| Some(AllowedHost::of(&place.base, own)?.at(rate)))
    }

    fn per_minute(&self) -> u32 {
        let usual = match &self.endpoint.key {
            Some(_) => self.plug.per_minute,
            None => self.plug.keyless_per_minute,
        };
        self.endpoint.per_minute.unwrap_or(usual)
    }
}

/// Every explorer that is asked. Their hosts must be on the client's list.
#[must_use]
pub fn all(client: &Arc<HttpClient>, asked: Vec<Asked>) -> Vec<Arc<dyn TokenFinder>> {
    let finder = |asked: Asked| {
        let per_minute = asked.per_minute();
        let finder = Finder {
            client: client.clone(),
            plug: asked.plug,
            places: asked.places,
            key: asked.endpoint.key,
            per_minute,
            closed: ask::ClosedChains::default(),
        };
        (asked.plug.make)(finder)
    };
    asked.into_iter().map(finder).collect()
}

impl Finder {
    fn profile(&self) -> Profile {
        let hosts: BTreeSet<String> = self.places.iter().filter_map(|place| host_key(&place.base)).collect();
        Profile {
            id: SourceId::fixed(self.plug.slug),
            name: self.plug.name.to_owned(),
            kind: SourceKind::Explorer,
            website: self.plug.website.to_owned(),
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
                label: format!("{} API key", self.plug.name),
                secret: true,
                help: format!("Your account page at {}", self.plug.website),
            }],
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        self.places.iter().map(|place| place.chain.clone()).collect()
    }

    /// The place that is asked about an account, and the errand.
    fn place(&self, account: &AccountId) -> Result<(&Place, RequestContext), RemoteError> {
        let known = self.places.iter().find(|place| place.chain == account.chain);
        let place = known.ok_or_else(|| RemoteError::Unsupported {
            who: self.plug.name.to_owned(),
            what: format!("{} is not a network it covers", account.chain),
        })?;
        let context = RequestContext {
            who: self.plug.name.to_owned(),
            source: SourceId::fixed(self.plug.slug),
            purpose: "tokens",
            disclosed: DisclosedField::Address(account.address.clone()),
            chain: Some(account.chain.clone()),
        };
        Ok((place, context))
    }
}

impl Place {
    /// The tokens of these contracts with how many hold them, each once, in their order. What is no address, and mirrors,
    /// are left out.
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
