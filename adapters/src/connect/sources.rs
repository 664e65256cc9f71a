//! Every kind of source, apart from chains and names: what the configuration selects, which hosts may be reached, and
//! the ports that it becomes. A new kind of source is added to each part of this file.

use std::sync::Arc;

use ports::{
    Clock, CurrencySource, ExchangeReader, HistoryReader, PastPriceSource, Ports, PriceSource, TokenFinder,
    TokenListSource, TransactionReceiptReader,
};

use super::oauth::OAuthClients;
use crate::{
    chain::rows::{ChainEndpoint, ChainSpec, RowError},
    config::{Config, PrivacyMode, ProviderConfig},
    currency,
    exchange::{
        ACCOUNTS,
        account::{AccountParts, ExchangeCodes},
    },
    explorer, history,
    http_client::{AllowedHost, HttpClient},
    price,
    source::{ConfiguredSources, EndpointSettings, Names, SourceSpec, build_all},
    token_finder, token_list,
};

/// The configured sources of every kind, with their endpoints.
pub(super) struct Configured {
    pub(super) prices: price::ConfiguredSources,
    pub(super) past_prices: price::ConfiguredPastSources,
    pub(super) currencies: currency::ConfiguredSources,
    pub(super) lists: token_list::ConfiguredSources,
    pub(super) explorers: explorer::ConfiguredSources,
    pub(super) accounts: ConfiguredSources<AccountParts, dyn ExchangeReader>,
    pub(super) oauth: OAuthClients,
}

impl Configured {
    /// Returns the sources of a configuration for these chains, in the configured order.
    pub(super) fn of(config: &Config, rows: &[ChainSpec]) -> Result<Self, RowError> {
        let lists = config.lists.iter().map(|list| {
            let settings = EndpointSettings {
                base: list.base_url.clone(),
                own: list.own,
                ..EndpointSettings::default()
            };
            (list.name.as_str(), settings)
        });
        let scope = Scope {
            is_strict: config.privacy == PrivacyMode::Strict,
            rows,
        };
        let exchanges: Vec<String> = ACCOUNTS.iter().map(|spec| spec.name.to_owned()).collect();
        Ok(Self {
            oauth: OAuthClients::of(config),
            accounts: scope.configured(provided(config, &exchanges), &ACCOUNTS.map(|spec| &spec.source))?,
            prices: scope.configured(provided(config, &config.price_order), &price::SOURCES)?,
            past_prices: scope.configured(provided(config, &config.past_price_order), &price::PAST_SOURCES)?,
            currencies: scope.configured(provided(config, &config.rate_order), &currency::SOURCES)?,
            lists: scope.configured(lists, &token_list::SOURCES)?,
            explorers: scope.configured(provided(config, &config.explorers), &explorer::EXPLORERS)?,
        })
    }

    /// Returns the allowed hosts, each with its rate limit. The last of two entries for one host counts, so that a
    /// mirror of lists does not slow down a node on the same host.
    pub(super) fn hosts(&self, rows: &[ChainSpec]) -> Vec<AllowedHost> {
        let nodes = rows.iter().flat_map(|row| &row.endpoints);
        let mut hosts: Vec<AllowedHost> = self.lists.iter().flat_map(|(_, at)| at.hosts()).collect();
        hosts.extend(self.currencies.iter().flat_map(|(_, at)| at.hosts()));
        hosts.extend(nodes.filter_map(ChainEndpoint::allowed));
        hosts.extend(self.explorers.iter().flat_map(|(_, at)| at.hosts()));
        hosts.extend(self.oauth.hosts());
        hosts.extend(self.accounts.iter().flat_map(|(_, at)| at.hosts()));
        hosts.extend(self.past_prices.iter().flat_map(|(_, at)| at.hosts()));
        hosts.extend(self.prices.iter().flat_map(|(_, at)| at.hosts()));
        hosts
    }

    /// Creates the sources over a client that may reach their hosts.
    pub(super) fn build(
        self,
        client: &Arc<HttpClient>,
        clock: &Arc<dyn Clock>,
        rows: &[ChainSpec],
    ) -> Result<RemoteSources, RowError> {
        let names = Arc::new(Names::of(rows)?);
        let explorers = explorer::all(client, rows, self.explorers);
        let codes = Arc::new(ExchangeCodes::listed()?);
        Ok(RemoteSources {
            exchanges: self
                .oauth
                .added_to(build_all(self.accounts, &(client.clone(), codes)), client),
            prices: price::all(client, clock, &names, self.prices),
            past_prices: price::all_past(client, clock, &names, self.past_prices),
            currencies: currency::all(client, clock, self.currencies),
            lists: token_list::all(client, rows, self.lists),
            finders: token_finder::all(&explorers),
            histories: history::all(&explorers),
            transaction_receipts: Vec::new(),
        })
    }
}

/// The remote sources of a tracker, apart from chains and names.
#[derive(Default)]
pub(super) struct RemoteSources {
    pub(super) exchanges: Vec<Arc<dyn ExchangeReader>>,
    pub(super) prices: Vec<Arc<dyn PriceSource>>,
    pub(super) past_prices: Vec<Arc<dyn PastPriceSource>>,
    pub(super) currencies: Vec<Arc<dyn CurrencySource>>,
    pub(super) lists: Vec<Arc<dyn TokenListSource>>,
    pub(super) finders: Vec<Arc<dyn TokenFinder>>,
    pub(super) histories: Vec<Arc<dyn HistoryReader>>,
    pub(super) transaction_receipts: Vec<Arc<dyn TransactionReceiptReader>>,
}

impl RemoteSources {
    /// Returns ports with these sources.
    pub(super) fn added_to(self, ports: Ports) -> Ports {
        Ports {
            exchanges: self.exchanges,
            prices: self.prices,
            past_prices: self.past_prices,
            currencies: self.currencies,
            lists: self.lists,
            finders: self.finders,
            histories: self.histories,
            transaction_receipts: self.transaction_receipts,
            ..ports
        }
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
            oauth: _,
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
    rows: &'a [ChainSpec],
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
