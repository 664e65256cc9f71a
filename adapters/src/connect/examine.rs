//! Examining sources: one cheap question to each place that a configuration asks, about something public.
//!
//! Nothing about anybody is told: nodes are asked for their newest block, prices for that of a coin, publishers for a
//! list, and names for a name that belongs to the name service itself. So nothing of it is written to the ledger.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures::{
    StreamExt as _,
    future::{BoxFuture, FutureExt as _},
    stream,
};
use ports::{
    AccountId, Address, AssetId, Chain, ChainId, ChainReader, CurrencySource, Examination, NameResolver, PriceSource,
    Profile, RemoteError, TokenFinder, TokenListSource, currency::DayRates, day::Day, name::ResolveError,
    quote::Answer,
};
use tokio::time::{Instant, timeout};

use super::{
    ConnectError, Machine,
    live::{self, Remote},
    probe::Notes,
};
use crate::{
    chain::{
        self,
        rows::{Row, Status, rows},
    },
    config::{Config, Privacy},
    http_client::{HttpClient, host_key},
};

/// Sources whose answers a run over the real thing has confirmed to be of the shape that is read here. The test world runs
/// nodes of EVM chains and the name service's own contracts; all others are read as their documentation says.
const CONFIRMED: [&str; 2] = ["evm", "ens"];
/// Questions that are under way at once.
const AT_ONCE: usize = 8;
/// How long each has.
const PATIENCE: Duration = Duration::from_secs(20);
/// A name that is nobody's: the name service's own.
const NAME: &str = "ens.eth";
/// Days back from now for which rates are asked: a weekend lies in it.
const DAYS: i64 = 7;

/// What came of an examination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// Each place that was asked.
    pub examinations: Vec<Examination>,
    /// How many places were left alone because privacy is strict and they are not the operator's own.
    pub left_alone: usize,
    /// Every word that names a source, for whoever asks for one alone.
    pub names: Vec<String>,
}

/// Asks every source of the configuration, or those that a word names: a source's id, or a chain's code or id.
pub async fn examine(config: &Config, only: Option<&str>) -> Result<Examined, ConnectError> {
    let everybody = Config {
        privacy: Privacy::Normal,
        ..config.clone()
    };
    let (subjects, all) = (subjects(config)?, subjects(&everybody)?);
    let mut names: Vec<String> = all.iter().flat_map(Subject::names).collect();
    names.sort();
    names.dedup();
    let chain = rows()?
        .iter()
        .map(|row| &row.chain)
        .find(|chain| only.is_some_and(|only| chain.has_name(only)));
    let only = chain.map(|chain| chain.code.as_str()).or(only);
    let wanted = |subject: &Subject| only.is_none_or(|only| subject.names().iter().any(|name| name == only));
    let left_alone = all.iter().filter(|one| wanted(one)).count() - subjects.iter().filter(|one| wanted(one)).count();
    let asked = subjects.into_iter().filter(wanted).map(Subject::ask);
    Ok(Examined {
        examinations: stream::iter(asked).buffered(AT_ONCE).collect().await,
        left_alone,
        names,
    })
}

/// A place that can be asked, and the question.
pub(super) struct Subject {
    profile: Profile,
    name: String,
    chain: Option<(ChainId, String)>,
    host: String,
    question: BoxFuture<'static, Result<(), RemoteError>>,
}

impl Subject {
    /// A source that is asked at its own hosts.
    pub(super) fn of(profile: Profile, question: BoxFuture<'static, Result<(), RemoteError>>) -> Self {
        Self {
            name: profile.name.clone(),
            host: profile.hosts.join(", "),
            profile,
            chain: None,
            question,
        }
    }

    /// The same about one chain.
    pub(super) fn on(self, chain: &Chain) -> Self {
        Self {
            name: format!("{} on {}", self.name, chain.name),
            chain: Some((chain.id.clone(), chain.code.clone())),
            ..self
        }
    }

    /// Identifies it: its source, and the chain and host where there is one.
    pub(super) fn place(&self) -> String {
        match &self.chain {
            Some((chain, _)) => format!("{chain} {}", self.host),
            None => self.profile.id.to_string(),
        }
    }

    /// The words that name it.
    pub(super) fn names(&self) -> Vec<String> {
        let id = self.profile.id.as_str();
        let slug = id.strip_prefix("list:").unwrap_or(id).split(':').next().unwrap_or(id);
        match &self.chain {
            Some((chain, code)) => vec![slug.to_owned(), chain.to_string(), code.clone()],
            None => vec![slug.to_owned()],
        }
    }

    async fn ask(self) -> Examination {
        self.ask_within(PATIENCE).await
    }

    pub(super) async fn ask_within(self, patience: Duration) -> Examination {
        let started = Instant::now();
        let answer = timeout(patience, self.question).await;
        let late = || RemoteError::Unavailable {
            who: self.name.clone(),
            why: format!("it did not answer within {} seconds", patience.as_secs()),
            retry_after: None,
        };
        Examination {
            answer: answer.unwrap_or_else(|_| Err(late())),
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

/// Everything that a configuration asks, in the order in which it is shown.
fn subjects(config: &Config) -> Result<Vec<Subject>, ConnectError> {
    let (machine, rows) = (Machine::new(), live::rows_of(config, rows()?));
    let today = Day::of(machine.clock.now());
    let Remote {
        names,
        prices,
        lists,
        finders,
        currencies,
        client,
        ..
    } = live::live(config, &rows, &machine, Arc::new(Notes::default()))?;
    let coins: Vec<AssetId> = rows.iter().map(|row| row.chain.native.clone()).collect();
    let mut all: Vec<Subject> = client.iter().flat_map(|client| nodes(&rows, client)).collect();
    all.extend(names_of(&rows, names));
    all.extend(prices.into_iter().filter_map(|source| price(source, &coins)));
    all.extend(currencies.into_iter().map(|source| rates(source, today)));
    all.extend(one_of_each_host(lists).into_iter().map(list));
    all.extend(finders.into_iter().filter_map(|finder| explorer(finder, &rows)));
    Ok(all)
}

/// Each endpoint of each chain by itself.
pub(super) fn nodes(rows: &[Row], client: &Arc<HttpClient>) -> Vec<Subject> {
    let asked = rows.iter().filter(|row| row.status != Status::Dead);
    let each = asked.flat_map(|row| {
        let alone = |endpoint: &_| Row {
            endpoints: vec![Clone::clone(endpoint)],
            ..row.clone()
        };
        row.endpoints.iter().map(alone).collect::<Vec<_>>()
    });
    each.filter_map(|row| node(&row, client)).collect()
}

fn node(row: &Row, client: &Arc<HttpClient>) -> Option<Subject> {
    let Chain { id, code, name, .. } = &row.chain;
    let readers = chain::all(std::slice::from_ref(row), client).readers;
    let reader: Arc<dyn ChainReader> = readers.into_iter().find(|reader| reader.chains().contains(id))?;
    let (profile, asked) = (reader.profile(), id.clone());
    let question = async move { reader.head(&asked).await.map(drop) }.boxed();
    Some(Subject {
        profile,
        name: format!("{name} node"),
        chain: Some((id.clone(), code.clone())),
        host: host_key(&row.endpoints.first()?.url)?,
        question,
    })
}

/// The name service, where a chain that has it can be asked.
pub(super) fn names_of(rows: &[Row], resolver: Arc<dyn NameResolver>) -> Option<Subject> {
    let can = rows.iter().any(|row| row.ens.is_some() && !row.endpoints.is_empty());
    let profile = resolver.profile();
    let who = profile.name.clone();
    let question = async move {
        let Ok(name) = NAME.parse() else { return Ok(()) };
        match resolver.resolve(&name).await {
            Ok(_) => Ok(()),
            Err(ResolveError::Remote(error)) => Err(error),
            Err(other) => Err(malformed(who, &format!("no address of {NAME}: {other}"))),
        }
    };
    can.then(|| Subject::of(profile, question.boxed()))
}

/// A source of prices, asked about the first coin that it knows.
pub(super) fn price(source: Arc<dyn PriceSource>, coins: &[AssetId]) -> Option<Subject> {
    let coin = coins.iter().find(|coin| source.covers(coin))?.clone();
    let profile = source.profile();
    let who = profile.name.clone();
    let question = async move {
        let quoted = source.quotes(std::slice::from_ref(&coin), None).await?;
        let has_price = quoted.iter().any(|one| matches!(one.answer, Answer::Price { .. }));
        has_price
            .then_some(())
            .ok_or_else(|| malformed(who, &format!("no price of {coin}")))
    };
    Some(Subject::of(profile, question.boxed()))
}

pub(super) fn rates(source: Arc<dyn CurrencySource>, today: Day) -> Subject {
    let profile = source.profile();
    let who = profile.name.clone();
    let question = async move {
        let days = source.rates(Some(today.plus(-DAYS))).await?;
        let has_rates = days.iter().any(|DayRates { rates, .. }| !rates.is_empty());
        has_rates.then_some(()).ok_or_else(|| malformed(who, "no rates"))
    };
    Subject::of(profile, question.boxed())
}

pub(super) fn list(list: Arc<dyn TokenListSource>) -> Subject {
    let profile = list.profile();
    let who = profile.name.clone();
    let question = async move {
        let tokens = list.tokens().await?.tokens;
        let any = !tokens.is_empty();
        any.then_some(())
            .ok_or_else(|| malformed(who, "no token of a known network"))
    };
    Subject::of(profile, question.boxed())
}

/// An explorer, asked about a contract that is nobody's account: Multicall3 on the first chain that it knows.
fn explorer(finder: Arc<dyn TokenFinder>, rows: &[Row]) -> Option<Subject> {
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
    let question = async move { finder.tokens(&account).await.map(drop) };
    Some(Subject::of(profile, question.boxed()))
}

/// A publisher with a list for each chain is asked for one of them: they come from one host in one shape.
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
