//! Probes the rows that ship: one request to every endpoint, market, list and explorer, within their rate limits.
//!
//! It sends the requests of the doctor to every row instead of one of each kind, so that a run lists the rows to fix.
//! No address of a person is disclosed: nodes are asked for their newest block, markets for their price, publishers
//! for their lists, and explorers for the tokens of a public contract.

use std::{collections::BTreeSet, path::Path, sync::Arc, time::Duration};

use futures::{FutureExt as _, StreamExt as _, stream};
use ports::{
    AccountId, AssetId, PriceSource, RemoteError, TokenFinder,
    day::Day,
    quote::{AssetQuote, QuoteAnswer},
    source_check::RowCheck,
};

use super::{
    error::ConnectError,
    examine::{self, CheckSubject},
    live::{self, Remote},
    machine::Machine,
    probe::BufferedDisclosures,
    recording::Recording,
    sources::Configured,
};
use crate::{
    chain::rows::{ChainSpec, rows},
    config::{Config, ProviderConfig},
    http_client::{HttpClient, HttpClientSettings, Recorder, host_key},
    protocol::ProtocolSpec,
    source,
};

/// How long a request may wait for its rate limit: for a public service with many rows that takes minutes.
const RATE_LIMIT_WAIT: Duration = Duration::from_mins(3);
/// The timeout of a request, including the wait.
const TIMEOUT: Duration = Duration::from_mins(4);
/// The number of concurrent requests.
const CONCURRENT: usize = 8;

/// Probes every row of the data that ships, with the keys of the configuration. Responses are written to the folder
/// `record`, if given; hosts of the operator are probed but not recorded.
pub async fn probe(config: &Config, only: Option<&str>, record: Option<&Path>) -> Result<Vec<RowCheck>, ConnectError> {
    let patient = Config {
        outgoing: HttpClientSettings {
            patience: RATE_LIMIT_WAIT,
            ..config.outgoing
        },
        ..config.clone()
    };
    let recording = match record {
        Some(folder) => Some(Arc::new(Recording::new(folder, recorded_hosts(config)?)?)),
        None => None,
    };
    let subjects = subjects(&patient, recording.clone())?;
    let named = |subject: &CheckSubject| only.is_none_or(|only| subject.names().iter().any(|name| name == only));
    let selected = subjects.into_iter().filter(|(_, subject)| named(subject));
    let probes = selected.map(|(row, subject)| async move {
        let check = subject.run_within(TIMEOUT).await;
        RowCheck { row, check }
    });
    let probed = stream::iter(probes).buffered(CONCURRENT).collect().await;
    match recording.and_then(|recording| recording.failure()) {
        Some(why) => Err(ConnectError::Record(why)),
        None => Ok(probed),
    }
}

/// Returns every row with its request.
fn subjects(config: &Config, recording: Option<Arc<Recording>>) -> Result<Vec<(String, CheckSubject)>, ConnectError> {
    let (machine, rows) = (Machine::new(), live::rows_of(config, rows()?));
    let today = Day::of(machine.clock.now());
    let recorder = recording.map(|recording| -> Arc<dyn Recorder> { recording });
    let Remote {
        names, client, sources, ..
    } = live::recorded(
        config,
        &rows,
        &machine,
        Arc::new(BufferedDisclosures::default()),
        recorder,
    )?;
    let coins: Vec<AssetId> = rows.iter().map(|row| row.native.id.clone()).collect();
    let mut all = Vec::new();
    let nodes = client.iter().flat_map(|client| examine::nodes(&rows, client));
    all.extend(nodes.map(|subject| (format!("chains.toml {}", subject.place()), subject)));
    let protocols = live::protocols_of(config)?;
    all.extend(
        client
            .iter()
            .flat_map(|client| subjects_of_protocols(&protocols, &rows, client)),
    );
    all.extend(examine::names_of(&rows, names).map(|subject| ("chains.toml ens".to_owned(), subject)));
    let markets = source::listed_markets()?;
    for source in sources.prices {
        all.extend(subjects_of_source(&source, &markets, &coins));
    }
    all.extend(sources.currencies.into_iter().map(|source| {
        let subject = examine::rates(source, today);
        (subject.place(), subject)
    }));
    all.extend(sources.lists.into_iter().map(|source| {
        let subject = examine::list(source);
        (subject.place(), subject)
    }));
    for finder in sources.finders {
        all.extend(subjects_of_finder(&finder, &rows));
    }
    Ok(all)
}

/// Probes each protocol on each chain.
fn subjects_of_protocols(
    protocols: &[ProtocolSpec],
    rows: &[ChainSpec],
    client: &Arc<HttpClient>,
) -> Vec<(String, CheckSubject)> {
    let subject = |spec: &ProtocolSpec| {
        let name = format!("protocols.csv {} {}", spec.profile.chain, spec.profile.place);
        Some((name, examine::protocol(rows, client, spec.clone())?))
    };
    protocols.iter().filter_map(subject).collect()
}

/// Probes each market of an exchange, and one coin of every other price source.
fn subjects_of_source(
    source: &Arc<dyn PriceSource>,
    markets: &[source::ListedMarket],
    coins: &[AssetId],
) -> Vec<(String, CheckSubject)> {
    let id = source.profile().id;
    let own: Vec<_> = markets.iter().filter(|market| market.venue == id.as_str()).collect();
    if own.is_empty() {
        let subject = examine::price(source.clone(), coins);
        return subject.into_iter().map(|subject| (subject.place(), subject)).collect();
    }
    let each = own.into_iter().map(|market| {
        let (source, asset) = (source.clone(), market.asset.clone());
        let profile = source.profile();
        let (who, name) = (profile.name.clone(), market.name.clone());
        let request = async move {
            let quoted = source.quotes(std::slice::from_ref(&asset), None).await?;
            priced(who, &name, &quoted)
        };
        let subject = CheckSubject::of(profile, request.boxed());
        (format!("markets.csv {} {}", market.venue, market.name), subject)
    });
    each.collect()
}

fn priced(who: String, market: &str, quoted: &[AssetQuote]) -> Result<(), RemoteError> {
    match quoted.first().map(|one| &one.answer) {
        Some(QuoteAnswer::Price { .. } | QuoteAnswer::WorthZero) => Ok(()),
        Some(QuoteAnswer::Unusable { what }) => Err(RemoteError::Malformed {
            who,
            what: what.clone(),
        }),
        Some(QuoteAnswer::NotListed) | None => Err(RemoteError::Unsupported {
            who,
            what: format!("it has no market {market}"),
        }),
    }
}

/// Probes an explorer on each of its chains with Multicall3, which is nobody's account.
fn subjects_of_finder(finder: &Arc<dyn TokenFinder>, rows: &[ChainSpec]) -> Vec<(String, CheckSubject)> {
    let chains = finder.chains();
    let known = rows.iter().filter(|row| chains.contains(&row.chain.id));
    let each = known.filter_map(|row| {
        let account = AccountId {
            chain: row.chain.id.clone(),
            address: row.multicall.as_ref()?.address.clone(),
        };
        let (profile, finder) = (finder.profile(), finder.clone());
        let request = async move { finder.tokens(&account).await.map(drop) };
        let name = format!("explorers.csv {} {}", row.chain.id, profile.id);
        Some((name, CheckSubject::of(profile, request.boxed()).on(&row.chain)))
    });
    each.collect()
}

/// Returns the hosts to record: those that ship, except those in the configuration, whose URLs may contain keys.
fn recorded_hosts(config: &Config) -> Result<BTreeSet<String>, ConnectError> {
    let chains = config
        .chains
        .values()
        .flat_map(|chain| chain.endpoints.iter().flatten());
    let added = config.added_chains.iter().flat_map(|row| &row.endpoints);
    let nodes = chains.chain(added).map(|endpoint| &endpoint.url);
    let providers = config
        .providers
        .values()
        .filter_map(|provider| provider.base_url.as_ref());
    let lists = config.lists.iter().filter_map(|list| list.base_url.as_ref());
    let own: BTreeSet<String> = nodes.chain(providers).chain(lists).filter_map(host_key).collect();
    let mut hosts = shipped_hosts()?;
    hosts.retain(|host| !own.contains(host));
    Ok(hosts)
}

/// Returns the hosts that ship, with and without keys. Other hosts are the operator's and are not recorded.
fn shipped_hosts() -> Result<BTreeSet<String>, ConnectError> {
    let plain = Config::in_memory();
    let key = || Some(Arc::new(ports::Secret::new(String::new())));
    let slugs = plain.price_order.iter().chain(&plain.explorers).cloned();
    let providers = slugs.map(|slug| {
        let provider = ProviderConfig {
            key: key(),
            ..ProviderConfig::default()
        };
        (slug, provider)
    });
    let keyed = Config {
        providers: providers.collect(),
        ..plain.clone()
    };
    let mut hosts = BTreeSet::new();
    for config in [plain, keyed] {
        let rows = live::rows_of(&config, rows()?);
        let sources = Configured::of(&config, &rows)?;
        hosts.extend(sources.hosts(&rows).into_iter().map(|host| host.key));
    }
    Ok(hosts)
}
