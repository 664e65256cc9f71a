//! Creates the live sources of a configuration.

use std::sync::Arc;

use ports::{ChainReader, CurrencySource, DisclosureStore, NameResolver, PriceSource, TokenFinder, TokenListSource};

use super::{ConnectError, Machine};
use crate::{
    chain::{
        self,
        rows::{ChainEndpoint, ChainSpec},
    },
    config::{Config, ListConfig, PrivacyMode, ProviderConfig},
    currency,
    http_client::{AllowedHost, HttpClient, HttpClientSettings, Recorder},
    price,
    source::{self, ConfiguredSources, SourceSpec},
    token_finder::{self, ConfiguredExplorer, FINDERS},
    token_list,
};

/// The remote ports, and their outgoing client, if any.
pub(super) struct Remote {
    pub(super) readers: Vec<Arc<dyn ChainReader>>,
    pub(super) names: Arc<dyn NameResolver>,
    pub(super) prices: Vec<Arc<dyn PriceSource>>,
    pub(super) lists: Vec<Arc<dyn TokenListSource>>,
    pub(super) finders: Vec<Arc<dyn TokenFinder>>,
    pub(super) currencies: Vec<Arc<dyn CurrencySource>>,
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
    let client = HttpClient::new(hosts(config, rows)?, settings, disclosures, clock, entropy)?;
    let client = Arc::new(match recorder {
        Some(recorder) => client.recording(recorder),
        None => client,
    });
    let (endpoints, lists, rates) = (price_endpoints(config), list_endpoints(config), rate_endpoints(config));
    let finders = explorers(config, rows)?;
    let names = Arc::new(price::Names::of(rows)?);
    let chains = chain::all(rows, &client);
    Ok(Remote {
        readers: chains.readers,
        names: chains.names,
        prices: price::all(&client, &machine.clock, &names, endpoints),
        lists: token_list::all(&client, rows, &lists),
        finders: token_finder::all(&client, finders),
        currencies: currency::all(&client, &machine.clock, rates),
        client: Some(client),
    })
}

/// Returns the allowed hosts, each with its rate limit.
pub(super) fn hosts(config: &Config, rows: &[ChainSpec]) -> Result<Vec<AllowedHost>, ConnectError> {
    let nodes = rows.iter().flat_map(|row| &row.endpoints);
    // The last of two entries for one host counts, so that a mirror of lists does not slow down a node on the same
    // host.
    let lists = list_endpoints(config);
    let mut hosts: Vec<AllowedHost> = lists.iter().flat_map(token_list::PublisherEndpoint::allowed).collect();
    hosts.extend(rate_endpoints(config).iter().filter_map(|(_, at)| at.allowed()));
    hosts.extend(nodes.filter_map(ChainEndpoint::allowed));
    hosts.extend(explorers(config, rows)?.iter().flat_map(ConfiguredExplorer::hosts));
    hosts.extend(price_endpoints(config).iter().filter_map(|(_, at)| at.allowed()));
    Ok(hosts)
}

/// Returns the configured price sources with their endpoints, in the configured order.
fn price_endpoints(config: &Config) -> price::ConfiguredSources {
    configured(config, &config.price_order, &price::SOURCES)
}

/// Returns the configured currency sources with their endpoints, in the configured order.
pub(super) fn rate_endpoints(config: &Config) -> currency::ConfiguredSources {
    configured(config, &config.rate_order, &currency::SOURCES)
}

/// Returns the sources with these names and their endpoints; with strict privacy only the operator's own.
fn configured<P, S: ?Sized>(
    config: &Config,
    names: &[String],
    specs: &[&'static SourceSpec<P, S>],
) -> ConfiguredSources<P, S> {
    let spec = |name: &String| specs.iter().copied().find(|spec| spec.slug == name.as_str());
    let listed = names.iter().filter_map(spec);
    listed
        .filter_map(|spec| Some((spec, endpoint(config, spec)?)))
        .collect()
}

/// Returns the public endpoint with the configuration applied; with strict privacy only the operator's own.
fn endpoint<P, S: ?Sized>(config: &Config, spec: &SourceSpec<P, S>) -> Option<source::Endpoint> {
    let provider = config.providers.get(spec.slug);
    let key = provider.and_then(|provider| provider.key.clone());
    let mut endpoint = key.map_or_else(|| spec.public(), |key| spec.with_key(key))?;
    if let Some(ProviderConfig {
        base_url,
        own,
        per_minute,
        ..
    }) = provider
    {
        endpoint.own = *own;
        endpoint.base = base_url.clone().unwrap_or(endpoint.base);
        endpoint.per_minute = per_minute.unwrap_or(endpoint.per_minute);
    }
    (endpoint.own || config.privacy == PrivacyMode::Normal).then_some(endpoint)
}

/// Returns the configured explorers, in the configured order; with strict privacy only the operator's own.
fn explorers(config: &Config, rows: &[ChainSpec]) -> Result<Vec<ConfiguredExplorer>, ConnectError> {
    let spec = |name: &String| FINDERS.into_iter().find(|spec| spec.slug == name.as_str());
    let mut explorers = Vec::new();
    for spec in config.explorers.iter().filter_map(spec) {
        let provider = config.providers.get(spec.slug).cloned().unwrap_or_default();
        let endpoint = token_finder::ExplorerConfig {
            own: provider.own,
            base: provider.base_url,
            key: provider.key,
            per_minute: provider.per_minute,
        };
        if endpoint.own || config.privacy == PrivacyMode::Normal {
            explorers.extend(ConfiguredExplorer::of(spec, endpoint, rows)?);
        }
    }
    Ok(explorers)
}

/// Returns the endpoints of the configured token lists; with strict privacy only the operator's own.
pub(super) fn list_endpoints(config: &Config) -> Vec<token_list::PublisherEndpoint> {
    let endpoint = |list: &ListConfig| {
        let mirror = list.base_url.clone().map(|base| (base, list.own));
        token_list::PublisherEndpoint::of(&list.name, mirror)
    };
    let is_allowed =
        |endpoint: &token_list::PublisherEndpoint| endpoint.is_own() || config.privacy == PrivacyMode::Normal;
    config.lists.iter().filter_map(endpoint).filter(is_allowed).collect()
}
