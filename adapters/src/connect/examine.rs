//! The doctor: sends one cheap request about something public to each configured endpoint.
//!
//! No user data is disclosed: nodes are asked for their newest block, price sources for the price of a native asset,
//! publishers for a list, and the name service for a name of its own. So nothing is written to the privacy ledger.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures::{
    StreamExt as _,
    future::{BoxFuture, FutureExt as _},
    stream,
};
use ports::{
    AccountId, Address, AssetId, Chain, ChainId, ChainReader, CurrencySource, NameResolver, PriceSource, Profile,
    ProtocolProfile, RemoteError, SourceCheck, TokenFinder, TokenListSource, chain::Progress, currency::DayRates,
    day::Day, name::ResolveError, quote::QuoteAnswer,
};
use tokio::time::{Instant, timeout};

use super::{
    error::ConnectError,
    live::{self, Remote},
    machine::Machine,
    probe::BufferedDisclosures,
};
use crate::{
    chain::{
        self,
        rows::{ChainSpec, Status, rows},
    },
    config::{Config, PrivacyMode},
    http_client::{HttpClient, host_key},
    protocol::{self, ProtocolSpec},
};

/// Sources whose response shapes have been confirmed by a run against the real software. The test setup runs EVM nodes
/// and the name service's own contracts; all others follow their documentation.
const CONFIRMED: [&str; 2] = ["evm", "ens"];
/// The number of concurrent requests.
const CONCURRENT: usize = 8;
/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(20);
/// A name that belongs to the name service itself.
const NAME: &str = "ens.eth";
/// The number of past days for which rates are requested, which include a weekend.
const DAYS: i64 = 7;

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceCheckReport {
    /// The result of each endpoint.
    pub checks: Vec<SourceCheck>,
    /// The number of endpoints that were skipped, because privacy is strict and they are not the operator's own.
    pub left_alone: usize,
    /// All names that select a source.
    pub names: Vec<String>,
}

/// Examines every source of the configuration, or those with a name: a source's id, or a chain's code or id.
pub async fn examine(config: &Config, only: Option<&str>) -> Result<SourceCheckReport, ConnectError> {
    let normal_privacy = Config {
        privacy: PrivacyMode::Normal,
        ..config.clone()
    };
    let (subjects, all) = (subjects(config)?, subjects(&normal_privacy)?);
    let mut names: Vec<String> = all.iter().flat_map(CheckSubject::names).collect();
    names.sort();
    names.dedup();
    let chain = rows()?
        .iter()
        .map(|row| &row.chain)
        .find(|chain| only.is_some_and(|only| chain.has_name(only)));
    let only = chain.map(|chain| chain.code.as_str()).or(only);
    let is_selected = |subject: &CheckSubject| only.is_none_or(|only| subject.names().iter().any(|name| name == only));
    let left_alone =
        all.iter().filter(|one| is_selected(one)).count() - subjects.iter().filter(|one| is_selected(one)).count();
    let selected = subjects.into_iter().filter(is_selected).map(CheckSubject::run);
    Ok(SourceCheckReport {
        checks: stream::iter(selected).buffered(CONCURRENT).collect().await,
        left_alone,
        names,
    })
}

/// An endpoint to examine, and its request.
pub(super) struct CheckSubject {
    profile: Profile,
    name: String,
    chain: Option<(ChainId, String)>,
    host: String,
    request: BoxFuture<'static, Result<(), RemoteError>>,
}

impl CheckSubject {
    /// Creates the subject of a source at its own hosts.
    pub(super) fn of(profile: Profile, request: BoxFuture<'static, Result<(), RemoteError>>) -> Self {
        Self {
            name: profile.name.clone(),
            host: profile.hosts.join(", "),
            profile,
            chain: None,
            request,
        }
    }

    /// Restricts the subject to one chain.
    pub(super) fn on(self, chain: &Chain) -> Self {
        Self {
            name: format!("{} on {}", self.name, chain.name),
            chain: Some((chain.id.clone(), chain.code.clone())),
            ..self
        }
    }

    /// Identifies the endpoint: its source, or its chain and host.
    pub(super) fn place(&self) -> String {
        match &self.chain {
            Some((chain, _)) => format!("{chain} {}", self.host),
            None => self.profile.id.to_string(),
        }
    }

    /// Returns the names that select it.
    pub(super) fn names(&self) -> Vec<String> {
        let id = self.profile.id.as_str();
        let slug = id.strip_prefix("list:").unwrap_or(id).split(':').next().unwrap_or(id);
        match &self.chain {
            Some((chain, code)) => vec![slug.to_owned(), chain.to_string(), code.clone()],
            None => vec![slug.to_owned()],
        }
    }

    async fn run(self) -> SourceCheck {
        self.run_within(TIMEOUT).await
    }

    pub(super) async fn run_within(self, timeout_after: Duration) -> SourceCheck {
        let started = Instant::now();
        let answer = timeout(timeout_after, self.request).await;
        let timed_out = || RemoteError::Unavailable {
            who: self.name.clone(),
            why: format!("it did not answer within {} seconds", timeout_after.as_secs()),
            retry_after: None,
        };
        SourceCheck {
            answer: answer.unwrap_or_else(|_| Err(timed_out())),
            took: started.elapsed(),
            confirmed: CONFIRMED.contains(&self.profile.id.as_str()),
            source: self.profile.id,
            name: self.name,
            kind: self.profile.kind,
            chain: self.chain.map(|(chain, _)| chain),
            host: self.host,
        }
    }
}

/// Returns all endpoints of a configuration, in display order.
fn subjects(config: &Config) -> Result<Vec<CheckSubject>, ConnectError> {
    let (machine, rows) = (Machine::new(), live::rows_of(config, rows()?));
    let today = Day::of(machine.clock.now());
    let Remote {
        names, client, sources, ..
    } = live::live(config, &rows, &machine, Arc::new(BufferedDisclosures::default()))?;
    let coins: Vec<AssetId> = rows.iter().map(|row| row.native.id.clone()).collect();
    let mut all: Vec<CheckSubject> = client.iter().flat_map(|client| nodes(&rows, client)).collect();
    all.extend(names_of(&rows, names));
    all.extend(sources.prices.into_iter().filter_map(|source| price(source, &coins)));
    all.extend(sources.currencies.into_iter().map(|source| rates(source, today)));
    all.extend(one_of_each_host(sources.lists).into_iter().map(list));
    all.extend(sources.finders.into_iter().filter_map(|finder| explorer(finder, &rows)));
    Ok(all)
}

/// Returns each endpoint of each chain as its own subject.
pub(super) fn nodes(rows: &[ChainSpec], client: &Arc<HttpClient>) -> Vec<CheckSubject> {
    let live = rows.iter().filter(|row| row.status != Status::Dead);
    let each = live.flat_map(|row| {
        let alone = |endpoint: &_| ChainSpec {
            endpoints: vec![Clone::clone(endpoint)],
            ..row.clone()
        };
        row.endpoints.iter().map(alone).collect::<Vec<_>>()
    });
    each.filter_map(|row| node(&row, client)).collect()
}

fn node(row: &ChainSpec, client: &Arc<HttpClient>) -> Option<CheckSubject> {
    let Chain { id, code, name, .. } = &row.chain;
    let readers = chain::all(std::slice::from_ref(row), client, Vec::new()).readers;
    let reader: Arc<dyn ChainReader> = readers.into_iter().find(|reader| reader.chains().contains(id))?;
    let (profile, chain_id) = (reader.profile(), id.clone());
    let request = async move { reader.head(&chain_id).await.map(drop) }.boxed();
    Some(CheckSubject {
        profile,
        name: format!("{name} node"),
        chain: Some((id.clone(), code.clone())),
        host: host_key(&row.endpoints.first()?.url)?,
        request,
    })
}

/// Examines a protocol on its chain with Multicall3, which is nobody's account: its contracts must answer as they must.
pub(super) fn protocol(rows: &[ChainSpec], client: &Arc<HttpClient>, spec: ProtocolSpec) -> Option<CheckSubject> {
    let ProtocolProfile { place, chain, .. } = spec.profile.clone();
    let row = rows
        .iter()
        .find(|row| row.chain.id == chain && row.status != Status::Dead)?;
    let address = row.multicall.as_ref()?.address.clone();
    let account = AccountId { chain, address };
    let readers = chain::all(std::slice::from_ref(row), client, protocol::readers(vec![spec])).readers;
    let reader = readers
        .into_iter()
        .find(|reader| reader.chains().contains(&account.chain))?;
    let profile = reader.profile();
    let request = async move {
        let reading = reader.balances(&account, &[], &NoProgress).await?.protocols;
        let unread = reading.unread.into_iter().next();
        unread.map_or(Ok(()), |unread| Err(malformed(unread.place.to_string(), &unread.why)))
    };
    let subject = CheckSubject::of(profile, request.boxed()).on(&row.chain);
    Some(CheckSubject {
        name: format!("{place} on {}", row.chain.name),
        ..subject
    })
}

/// The progress of a reading that nobody waits for.
struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _done: u32, _total: u32) {}
}

/// Examines the name service, where a chain with it has an endpoint.
pub(super) fn names_of(rows: &[ChainSpec], resolver: Arc<dyn NameResolver>) -> Option<CheckSubject> {
    let can = rows.iter().any(|row| row.ens.is_some() && !row.endpoints.is_empty());
    let profile = resolver.profile();
    let who = profile.name.clone();
    let request = async move {
        let Ok(name) = NAME.parse() else { return Ok(()) };
        match resolver.resolve(&name).await {
            Ok(_) => Ok(()),
            Err(ResolveError::Remote(error)) => Err(error),
            Err(other) => Err(malformed(who, &format!("no address of {NAME}: {other}"))),
        }
    };
    can.then(|| CheckSubject::of(profile, request.boxed()))
}

/// Examines a price source with the first native asset that it covers.
pub(super) fn price(source: Arc<dyn PriceSource>, coins: &[AssetId]) -> Option<CheckSubject> {
    let coin = coins.iter().find(|coin| source.covers(coin))?.clone();
    let profile = source.profile();
    let who = profile.name.clone();
    let request = async move {
        let quoted = source.quotes(std::slice::from_ref(&coin), None).await?;
        let has_price = quoted.iter().any(|one| matches!(one.answer, QuoteAnswer::Price { .. }));
        has_price
            .then_some(())
            .ok_or_else(|| malformed(who, &format!("no price of {coin}")))
    };
    Some(CheckSubject::of(profile, request.boxed()))
}

pub(super) fn rates(source: Arc<dyn CurrencySource>, today: Day) -> CheckSubject {
    let profile = source.profile();
    let who = profile.name.clone();
    let request = async move {
        let days = source.rates(Some(today.plus(-DAYS))).await?;
        let has_rates = days.iter().any(|DayRates { rates, .. }| !rates.is_empty());
        has_rates.then_some(()).ok_or_else(|| malformed(who, "no rates"))
    };
    CheckSubject::of(profile, request.boxed())
}

pub(super) fn list(list: Arc<dyn TokenListSource>) -> CheckSubject {
    let profile = list.profile();
    let who = profile.name.clone();
    let request = async move {
        let tokens = list.tokens().await?.tokens;
        let any = !tokens.is_empty();
        any.then_some(())
            .ok_or_else(|| malformed(who, "no token of a known network"))
    };
    CheckSubject::of(profile, request.boxed())
}

/// Examines an explorer with Multicall3, which is nobody's account, on the first chain that it serves.
fn explorer(finder: Arc<dyn TokenFinder>, rows: &[ChainSpec]) -> Option<CheckSubject> {
    let chains = finder.chains();
    let row = rows
        .iter()
        .find(|row| row.multicall.is_some() && chains.contains(&row.chain.id))?;
    let address: Address = row.multicall.as_ref()?.address.clone();
    let account = AccountId {
        chain: row.chain.id.clone(),
        address,
    };
    let profile = finder.profile();
    let request = async move { finder.tokens(&account).await.map(drop) };
    Some(CheckSubject::of(profile, request.boxed()))
}

/// Keeps one list of each publisher: lists for different chains come from one host in one shape.
fn one_of_each_host(lists: Vec<Arc<dyn TokenListSource>>) -> Vec<Arc<dyn TokenListSource>> {
    let publisher = |list: &Arc<dyn TokenListSource>| {
        let profile = list.profile();
        let code = profile.id.as_str().split(':').nth(1).unwrap_or_default().to_owned();
        (code, profile.hosts)
    };
    let last: BTreeMap<_, _> = lists.into_iter().map(|list| (publisher(&list), list)).collect();
    last.into_values().collect()
}

fn malformed(who: String, what: &str) -> RemoteError {
    RemoteError::Malformed {
        who,
        what: what.to_owned(),
    }
}
