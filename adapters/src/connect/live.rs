//! Creates the live chains and sources of a configuration, over one client.

use std::sync::Arc;

use ports::{AllowanceReader, ChainReader, DisclosureStore, NameResolver, ProtocolProfile, SignatureVerifier};

use super::{
    error::ConnectError,
    machine::Machine,
    sources::{Configured, RemoteSources},
};
use crate::{
    chain::{
        self,
        rows::{ChainEndpoint, ChainSpec, RowError},
    },
    config::{Config, PrivacyMode},
    http_client::{HttpClient, HttpClientSettings, Recorder},
    protocol::{self, ProtocolSpec},
    wallet_proof::WalletSignatures,
};

/// The remote ports, and their outgoing client, if any.
pub(super) struct Remote {
    pub(super) readers: Vec<Arc<dyn ChainReader>>,
    pub(super) allowances: Vec<Arc<dyn AllowanceReader>>,
    pub(super) protocols: Vec<ProtocolProfile>,
    pub(super) names: Arc<dyn NameResolver>,
    pub(super) signatures: Arc<dyn SignatureVerifier>,
    pub(super) sources: RemoteSources,
    pub(super) client: Option<Arc<HttpClient>>,
}

/// Returns the rows that ship and those that the configuration adds, with the configured endpoints. With strict
/// privacy only the operator's own endpoints remain.
pub(super) fn rows_of(config: &Config, rows: &[ChainSpec]) -> Vec<ChainSpec> {
    let row = |row: &ChainSpec| {
        let chain = config
            .chains
            .get(row.chain.id.as_str())
            .or_else(|| config.chains.get(&row.chain.code));
        let mut configured = row.clone();
        if let Some(max_head_age) = chain.and_then(|chain| chain.max_head_age) {
            configured.chain.max_head_age = max_head_age;
        }
        if let Some(endpoints) = chain.and_then(|chain| chain.endpoints.as_ref()) {
            configured.endpoints.clone_from(endpoints);
        }
        let is_allowed = |endpoint: &ChainEndpoint| endpoint.own || config.privacy == PrivacyMode::Normal;
        configured.endpoints.retain(is_allowed);
        configured
    };
    rows.iter().chain(&config.added_chains).map(row).collect()
}

/// Returns the protocols that ship, unless the configuration leaves them out, and those that it adds.
pub(super) fn protocols_of(config: &Config) -> Result<Vec<ProtocolSpec>, RowError> {
    let shipped = config.shipped_protocols.then(protocol::protocols).transpose()?;
    let added = config.added_protocols.iter().cloned();
    Ok(shipped.into_iter().flatten().chain(added).collect())
}

/// Returns the descriptions of protocols.
pub(super) fn profiles_of(protocols: &[ProtocolSpec]) -> Vec<ProtocolProfile> {
    protocols.iter().map(|spec| spec.profile.clone()).collect()
}

/// Creates all live sources over one client, which only connects to their hosts.
pub(super) fn live(
    config: &Config,
    rows: &[ChainSpec],
    machine: &Machine,
    disclosures: Arc<dyn DisclosureStore>,
) -> Result<Remote, ConnectError> {
    recorded(config, rows, machine, disclosures, None)
}

/// Does the same with an optional recorder of all exchanges.
pub(super) fn recorded(
    config: &Config,
    rows: &[ChainSpec],
    machine: &Machine,
    disclosures: Arc<dyn DisclosureStore>,
    recorder: Option<Arc<dyn Recorder>>,
) -> Result<Remote, ConnectError> {
    let settings = HttpClientSettings {
        own_only: config.privacy == PrivacyMode::Strict,
        ..config.outgoing
    };
    let (clock, entropy) = (machine.clock.clone(), machine.entropy.clone());
    let configured = Configured::of(config, rows)?;
    let client = HttpClient::new(configured.hosts(rows), settings, disclosures, clock, entropy)?;
    let client = Arc::new(match recorder {
        Some(recorder) => client.recording(recorder),
        None => client,
    });
    let mut sources = configured.build(&client, &machine.clock, rows)?;
    let protocols = protocols_of(config)?;
    let profiles = profiles_of(&protocols);
    let chains = chain::all(rows, &client, protocol::readers(protocols));
    sources.histories.extend(chains.histories);
    sources.transaction_receipts.extend(chains.transaction_receipts);
    Ok(Remote {
        readers: chains.readers,
        allowances: chains.allowances,
        protocols: profiles,
        names: chains.names,
        signatures: Arc::new(WalletSignatures::new(chains.wallets)),
        sources,
        client: Some(client),
    })
}
