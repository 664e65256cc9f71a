//! What the clients of all explorers share: their instances, and requests that respect what the service refused.

use std::{collections::BTreeSet, sync::Arc};

use ports::{
    AccountId, Address, ChainId, Profile, RemoteError, SourceId, Timestamp,
    disclosure::DisclosedField,
    json::Json,
    secret::Secret,
    source::{CredentialField, SourceKind},
};
use url::Url;

use super::{
    service::{ExplorerParts, Service},
    unsupported::UnsupportedChains,
};
use crate::{
    http_client::{HttpClient, OutgoingRequest, RequestContext, host_key},
    source::Endpoint,
};

/// The state and the requests that all explorers share.
pub struct ExplorerClient {
    http: Arc<HttpClient>,
    service: &'static Service,
    instances: Vec<ExplorerInstance>,
    key: Option<Arc<Secret<String>>>,
    rate_limit: String,
    unsupported: UnsupportedChains,
}

/// The instance of an explorer for one chain.
pub struct ExplorerInstance {
    /// The chain.
    pub chain: ChainId,
    /// The base URL for this chain.
    pub base: Url,
    /// Contracts that report the native balance again.
    pub mirrors: Vec<Address>,
}

/// Where a request about an account is sent, and its context.
pub(super) struct Target<'a> {
    pub(super) instance: &'a ExplorerInstance,
    pub(super) context: RequestContext,
}

impl ExplorerClient {
    /// Creates the client of a service at an endpoint.
    pub(super) fn new(service: &'static Service, (http, mirrors): ExplorerParts, endpoint: Endpoint) -> Self {
        let rate_limit = endpoint.rate_limit();
        let instances = endpoint.chain_bases.into_iter().map(|(chain, base)| ExplorerInstance {
            mirrors: mirrors.get(&chain).cloned().unwrap_or_default(),
            chain,
            base,
        });
        Self {
            http,
            service,
            instances: instances.collect(),
            key: endpoint.key,
            rate_limit,
            unsupported: UnsupportedChains::default(),
        }
    }

    /// Describes the explorer in one use: what it learns from it, and what it is used for.
    #[must_use]
    pub fn profile(&self, learns: &str, capability: &str) -> Profile {
        let bases = self.instances.iter().map(|instance| &instance.base);
        let hosts: BTreeSet<String> = bases.filter_map(host_key).collect();
        Profile {
            id: SourceId::fixed(self.service.slug),
            name: self.service.name.to_owned(),
            kind: SourceKind::Explorer,
            website: self.service.website.to_owned(),
            learns: learns.to_owned(),
            capabilities: vec![capability.to_owned()],
            rate_limit: self.rate_limit.clone(),
            hosts: hosts.into_iter().collect(),
            credentials: vec![CredentialField {
                key: "key".to_owned(),
                label: format!("{} API key", self.service.name),
                secret: true,
                help: format!("Your account page at {}", self.service.website),
            }],
        }
    }

    /// Returns the chains that it serves.
    #[must_use]
    pub fn chains(&self) -> Vec<ChainId> {
        self.instances.iter().map(|instance| instance.chain.clone()).collect()
    }

    /// Returns the instance for a chain.
    pub fn instance(&self, chain: &ChainId) -> Result<&ExplorerInstance, RemoteError> {
        let known = self.instances.iter().find(|instance| instance.chain == *chain);
        known.ok_or_else(|| RemoteError::Unsupported {
            who: self.service.name.to_owned(),
            what: format!("{chain} is not a network it covers"),
        })
    }

    /// Returns the id of the service.
    #[must_use]
    pub fn source(&self) -> SourceId {
        SourceId::fixed(self.service.slug)
    }

    pub(super) fn key(&self) -> Option<&str> {
        self.key.as_ref().map(|key| key.reveal().as_str())
    }

    pub(super) fn now(&self) -> Timestamp {
        self.http.now()
    }

    /// Returns the context of requests about an account, for errors about their answers.
    pub(crate) fn context(&self, account: &AccountId, purpose: &'static str) -> RequestContext {
        let disclosed = DisclosedField::Address(account.address.clone());
        self.context_of(&account.chain, purpose, disclosed)
    }

    fn context_of(&self, chain: &ChainId, purpose: &'static str, disclosed: DisclosedField) -> RequestContext {
        RequestContext {
            who: self.service.name.to_owned(),
            source: self.source(),
            purpose,
            disclosed,
            chain: Some(chain.clone()),
        }
    }

    /// Returns where requests about an account are sent.
    pub(super) fn target(&self, account: &AccountId, purpose: &'static str) -> Result<Target<'_>, RemoteError> {
        Ok(Target {
            instance: self.instance(&account.chain)?,
            context: self.context(account, purpose),
        })
    }

    /// Returns where requests about a chain are sent, which disclose nothing else.
    pub(super) fn chain_target(&self, chain: &ChainId, purpose: &'static str) -> Result<Target<'_>, RemoteError> {
        Ok(Target {
            instance: self.instance(chain)?,
            context: self.context_of(chain, purpose, DisclosedField::Nothing),
        })
    }

    /// Makes a request, with the key in its header where the service expects it there.
    pub(super) fn get(&self, url: Url) -> OutgoingRequest {
        let request = OutgoingRequest::get(url);
        match self.key() {
            Some(key) if self.service.sends_bearer => request.with_key("authorization", format!("Bearer {key}")),
            _ => request,
        }
    }

    /// Pauses the host after an answer whose text means too many requests. Returns the error.
    pub(super) fn rate_limited(&self, request: &OutgoingRequest, context: &RequestContext) -> RemoteError {
        let error = self.http.rate_limited_by_code(request, 429, context);
        error.unwrap_or_else(|| context.rate_limited(None))
    }

    /// Sends a request, unless the explorer refused to serve the chain within a day.
    pub(super) async fn json(&self, request: &OutgoingRequest, target: &Target<'_>) -> Result<Json, RemoteError> {
        let chain = &target.instance.chain;
        if let Some(error) = self.unsupported.error(chain, self.now()) {
            return Err(error);
        }
        match self.http.json(request, &target.context).await {
            Err(RemoteError::Refused { why, .. }) if status(&why).is_some() => {
                let error = self.key_error(status(&why), &target.context);
                self.unsupported.insert(chain, &error, self.now());
                Err(error)
            }
            answer => answer,
        }
    }

    /// Records that the explorer does not serve a chain. Returns the error.
    pub(super) fn mark_unsupported(&self, target: &Target<'_>, what: &str) -> RemoteError {
        let error = RemoteError::Unsupported {
            who: target.context.who.clone(),
            what: what.to_owned(),
        };
        self.unsupported.insert(&target.instance.chain, &error, self.now());
        error
    }

    /// Maps a status that asks for a key: without a key the explorer requires one, with a key it is wrong or its plan
    /// does not include this chain.
    fn key_error(&self, status: Option<u16>, context: &RequestContext) -> RemoteError {
        match (&self.key, status) {
            (None, _) => RemoteError::KeyRequired {
                who: context.who.clone(),
            },
            (Some(_), Some(401)) => context.refused("it does not accept the key"),
            (Some(_), _) => context.refused("the plan of the key does not include this chain"),
        }
    }
}

/// Returns the status of an error that asks for a key, also where it came with a challenge page.
fn status(why: &str) -> Option<u16> {
    [401, 402, 403]
        .into_iter()
        .find(|status| why.contains(&format!("status {status}")))
}
