//! Creates the live sources of a configuration.

use std::sync::Arc;

use ports::{ChainReader, CurrencySource, DisclosureStore, NameResolver, PriceSource, TokenFinder, TokenListSource};

use super::{ConnectError, Machine};
use crate::{
    chain::{
        self,
        rows::{Endpoint, Row, RowError},
    },
    config::{Config, Privacy, ProviderConfig},
    currency, explorer,
    http_client::{AllowedHost, HttpClient, Recorder, Settings},
    price,
    source::{ConfiguredSources, EndpointSettings, Names, SourceSpec},
    token_finder, token_list,
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
pub(super) fn rows_of(config: &Config, rows: &[Row]) -> Vec<Row> {
    let row = |row: &Row| {
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
        let is_allowed = |endpoint: &Endpoint| endpoint.own || config.privacy == Privacy::Normal;
        configured.endpoints.retain(is_allowed);
        configured
    };
    rows.iter().chain(&config.added_chains).map(row).collect()
}

/// Creates all live sources over one client, which only connects to their hosts.
pub(super) fn live(
    config: &Config,
    rows: &[Row],
    machine: &Machine,
    disclosures: Arc<dyn DisclosureStore>,
) -> Result<Remote, ConnectError> {
    recorded(config, rows, machine, disclosures, None)
}

/// Does the same with an optional recorder of all exchanges.
pub(super) fn recorded(
    config: &Config,
    rows: &[Row],
    machine: &Machine,
    disclosures: Arc<dyn DisclosureStore>,
    recorder: Option<Arc<dyn Recorder>>,
) -> Result<Remote, ConnectError> {
    let settings = Settings {
        own_only: config.privacy == Privacy::Strict,
        ..config.outgoing
    };
    let (clock, entropy) = (machine.clock.clone(), machine.entropy.clone());
    let sources = Sources::of(config, rows)?;
    let client = HttpClient::new(sources.hosts(rows), settings, disclosures, clock, entropy)?;
    let client = Arc::new(match recorder {
        Some(recorder) => client.recording(recorder),
        None => client,
    });
    let explorers = explorer::all(&client, rows, sources.explorers);
    let names = Arc::new(Names::of(rows)?);
    let chains = chain::all(rows, &client);
    Ok(Remote {
        readers: chains.readers,
        names: chains.names,
        prices: price::all(&client, &machine.clock, &names, sources.prices),
        lists: token_list::all(&client, rows, sources.lists),
        finders: token_finder::all(&explorers),
        currencies: currency::all(&client, &machine.clock, sources.currencies),
        client: Some(client),
    })
}

/// The configured sources of every kind, with their endpoints.
pub(super) struct Sources {
    pub(super) prices: price::ConfiguredSources,
    pub(super) currencies: currency::ConfiguredSources,
    pub(super) lists: token_list::ConfiguredSources,
    pub(super) explorers: explorer::ConfiguredSources,
}

impl Sources {
    /// Returns the sources of a configuration for these chains, in the configured order.
    pub(super) fn of(config: &Config, rows: &[Row]) -> Result<Self, RowError> {
        let lists = config.lists.iter().map(|list| {
            let settings = EndpointSettings {
                base: list.base_url.clone(),
                own: list.own,
                ..EndpointSettings::default()
            };
            (list.name.as_str(), settings)
        });
        let scope = Scope {
            is_strict: config.privacy == Privacy::Strict,
            rows,
        };
        Ok(Self {
            prices: scope.configured(provided(config, &config.price_order), &price::SOURCES)?,
            currencies: scope.configured(provided(config, &config.rate_order), &currency::SOURCES)?,
            lists: scope.configured(lists, &token_list::SOURCES)?,
            explorers: scope.configured(provided(config, &config.explorers), &explorer::EXPLORERS)?,
        })
    }

    /// Returns the allowed hosts, each with its rate limit. The last of two entries for one host counts, so that a
    /// mirror of lists does not slow down a node on the same host.
    pub(super) fn hosts(&self, rows: &[Row]) -> Vec<AllowedHost> {
        let nodes = rows.iter().flat_map(|row| &row.endpoints);
        let mut hosts: Vec<AllowedHost> = self.lists.iter().flat_map(|(_, at)| at.hosts()).collect();
        hosts.extend(self.currencies.iter().flat_map(|(_, at)| at.hosts()));
        hosts.extend(nodes.filter_map(Endpoint::allowed));
        hosts.extend(self.explorers.iter().flat_map(|(_, at)| at.hosts()));
        hosts.extend(self.prices.iter().flat_map(|(_, at)| at.hosts()));
        hosts
    }
}

/// Returns these sources with their settings under `providers`.
fn provided<'a>(config: &'a Config, names: &'a [String]) -> impl Iterator<Item = (&'a str, EndpointSettings)> {
    names.iter().map(|name| {
        let ProviderConfig {
            key,
            base_url,
            own,
            per_minute,
        } = config.providers.get(name).cloned().unwrap_or_default();
        let settings = EndpointSettings {
            base: base_url,
            own,
            key,
            per_minute,
        };
        (name.as_str(), settings)
    })
}

/// What limits the sources that are used.
struct Scope<'a> {
    /// Whether only the operator's own endpoints are used.
    is_strict: bool,
    /// The chains.
    rows: &'a [Row],
}

impl Scope<'_> {
    /// Returns the sources with these names and their endpoints.
    fn configured<'a, P, S: ?Sized>(
        &self,
        named: impl Iterator<Item = (&'a str, EndpointSettings)>,
        specs: &[&'static SourceSpec<P, S>],
    ) -> Result<ConfiguredSources<P, S>, RowError> {
        let mut sources = Vec::new();
        for (name, settings) in named.filter(|(_, settings)| settings.own || !self.is_strict) {
            let Some(spec) = specs.iter().copied().find(|spec| spec.slug == name) else {
                continue;
            };
            sources.extend(spec.endpoint(settings, self.rows)?.map(|endpoint| (spec, endpoint)));
        }
        Ok(sources)
    }
}
