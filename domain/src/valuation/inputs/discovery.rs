//! Determines whether every token was looked for. On EVM chains, a token is found only if a token list or an explorer
//! names it. Until these have answered, a reading is incomplete; if none covers a chain, coverage says so.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, AccountState, AddedToken, Chain, ChainId, Job, Ports, SourceId, SourceState, StorageError, Timestamp,
    account::Activity, chain::ALL_TOKENS, failure::Failure, job::JobState, wallet::WalletProblem,
};

use crate::{
    job::{FIND_TOKENS, READ_LISTS, SCAN_KEY},
    valuation::inputs::{
        filed,
        missed::{KeyScan, Missed, NotLookedFor, UNLISTED_TOKENS},
        unread::UnreadWallet,
        viewpoint::Viewpoint,
    },
};

/// If an explorer fails, its last answer about an account is still used for this long.
const GOOD_FOR: std::time::Duration = std::time::Duration::from_hours(72);

/// What is still being looked for, and what is not looked for.
#[derive(Default)]
pub struct Discovery {
    /// Accounts that wait for a token list or an explorer.
    pub partial: BTreeSet<AccountId>,
    /// What is missing although every account was read.
    pub missed: Missed,
}

/// Whether the tokens of an account or chain have been named.
enum NamingStatus {
    /// They have.
    Done,
    /// A list or explorer has not answered yet.
    Outstanding,
    /// No list or explorer names them; with the failure, if one failed.
    Missing(Option<Failure>),
}

/// Determines what was looked for in these accounts, as visible from the viewpoint.
pub async fn of(ports: &Ports, from: &Viewpoint, states: &[AccountState]) -> Result<Discovery, StorageError> {
    let mut found = Discovery {
        missed: unread_and_scanned(ports, from).await?,
        ..Discovery::default()
    };
    found.missed.unread.extend(filed::unread(from, &ports.chains, states));
    let active = searched(ports, from, states);
    if active.is_empty() {
        return Ok(found);
    }
    let namers = NamingSources::load(ports, from, &active).await?;
    for chain in ports.chains.all() {
        let Some(accounts) = active.get(&chain.id) else {
            continue;
        };
        if let NamingStatus::Missing(failure) = namers.look(&chain.id, accounts, &mut found.partial) {
            // Only the user sees the error of a source, visitors do not.
            let failure = failure.filter(|_| from.words_of.is_some());
            found.missed.not_looked_for.push(not_looked_for(chain, failure));
        }
    }
    Ok(found)
}

/// Returns the wallets that are not read, and the extended public keys that are still being scanned.
pub async fn unread_and_scanned(ports: &Ports, from: &Viewpoint) -> Result<Missed, StorageError> {
    let mut missed = Missed {
        unread: from.unread.clone(),
        ..Missed::default()
    };
    keys(ports, from, &mut missed).await?;
    Ok(missed)
}

fn not_looked_for(chain: &Chain, failure: Option<Failure>) -> NotLookedFor {
    let text = format!("Unlisted tokens are not detected on {}.", chain.name);
    let (code, text) = match failure {
        Some(failure) => (failure.code.to_string(), format!("{text} {}", failure.text)),
        None => (UNLISTED_TOKENS.to_owned(), text),
    };
    NotLookedFor {
        chain: chain.id.clone(),
        chain_name: chain.name.clone(),
        protocol: None,
        code,
        text,
    }
}

/// Returns the active accounts and when they were read, on chains where tokens must be named to be found.
fn searched<'a>(
    ports: &Ports,
    from: &Viewpoint,
    states: &'a [AccountState],
) -> BTreeMap<ChainId, Vec<(&'a AccountId, Timestamp)>> {
    let finds_all = |chain: &ChainId| {
        let reader = ports.readers.iter().find(|reader| reader.chains().contains(chain));
        reader.is_none_or(|reader| reader.profile().capabilities.iter().any(|able| able == ALL_TOKENS))
    };
    let mut by_chain: BTreeMap<ChainId, Vec<_>> = BTreeMap::new();
    for state in states.iter().filter(|state| state.activity == Activity::Active) {
        let chain = &state.id.chain;
        let read_at = state.read_at.filter(|at| from.sees(*at));
        if let (Some(read_at), true) = (read_at, chain.evm_number().is_some()) {
            by_chain.entry(chain.clone()).or_default().push((&state.id, read_at));
        }
    }
    by_chain.retain(|chain, _| !finds_all(chain));
    by_chain
}

/// The lists and explorers that name tokens, and their state.
struct NamingSources<'a> {
    ports: &'a Ports,
    now: Timestamp,
    sources: BTreeMap<SourceId, SourceState>,
    /// Lists that were requested and have not answered.
    waiting: BTreeSet<String>,
    /// The jobs that query explorers, by account. `None` for a public address: earlier queries about it would reveal
    /// that a user watches it.
    finds: Option<BTreeMap<String, Job>>,
    /// When the user last added a token, for each chain.
    added: BTreeMap<ChainId, Timestamp>,
}

impl<'a> NamingSources<'a> {
    async fn load(
        ports: &'a Ports,
        from: &Viewpoint,
        active: &BTreeMap<ChainId, Vec<(&AccountId, Timestamp)>>,
    ) -> Result<Self, StorageError> {
        let sources = ports.stores.sources.all().await?.into_iter();
        let sources: BTreeMap<_, _> = sources.map(|state| (state.id.clone(), state)).collect();
        let silent = ports.lists.iter().map(|list| list.profile().id);
        let silent = silent.filter(|id| sources.get(id).is_none_or(|state| state.ok_at.is_none()));
        let silent: Vec<String> = silent.map(|id| id.to_string()).collect();
        let lists = ports
            .stores
            .jobs
            .of_subjects(&[READ_LISTS.name.to_owned()], &silent)
            .await?;
        let waiting = lists.into_iter().filter(is_under_way).map(|job| job.subject);
        let finds = match from.since {
            Some(_) => None,
            None => Some(finds(ports, active).await?),
        };
        let added = match from.words_of {
            Some(user) => added_on(&ports.stores.added_tokens.of_user(user).await?),
            None => BTreeMap::new(),
        };
        Ok(Self {
            added,
            ports,
            now: ports.clock.now(),
            waiting: waiting.collect(),
            sources,
            finds,
        })
    }

    /// Adds the accounts of a chain that wait to `partial`, and returns the state of the others.
    fn look(
        &self,
        chain: &ChainId,
        accounts: &[(&AccountId, Timestamp)],
        partial: &mut BTreeSet<AccountId>,
    ) -> NamingStatus {
        let (lists, brought) = self.lists(chain);
        let mut all = NamingStatus::Done;
        for (account, read_at) in accounts {
            let named = self.explored(account).unwrap_or(match &lists {
                NamingStatus::Missing(failure) => NamingStatus::Missing(failure.clone()),
                _ => NamingStatus::Done,
            });
            let waits_for_list = matches!(lists, NamingStatus::Outstanding);
            let news = brought.max(self.added.get(chain).copied());
            let read_without = news.is_some_and(|news| *read_at < news);
            match named {
                NamingStatus::Outstanding => _ = partial.insert((*account).clone()),
                _ if waits_for_list || read_without => _ = partial.insert((*account).clone()),
                NamingStatus::Missing(failure) if matches!(all, NamingStatus::Done) => {
                    all = NamingStatus::Missing(failure);
                }
                NamingStatus::Missing(_) | NamingStatus::Done => {}
            }
        }
        all
    }

    /// Returns the state of the lists of a chain, and when one of them last added tokens there.
    fn lists(&self, chain: &ChainId) -> (NamingStatus, Option<Timestamp>) {
        let names = |of: Option<Vec<ChainId>>| of.is_none_or(|chains| chains.contains(chain));
        let lists = self.ports.lists.iter().filter(|list| names(list.chains()));
        let ids: Vec<SourceId> = lists.map(|list| list.profile().id).collect();
        let brought = ids.iter().filter_map(|id| self.sources.get(&id.at(chain))?.ok_at).max();
        if ids.iter().any(|id| self.waiting.contains(id.as_str())) {
            return (NamingStatus::Outstanding, brought);
        }
        if brought.is_some() {
            return (NamingStatus::Done, brought);
        }
        let silent = ids
            .iter()
            .filter_map(|id| self.sources.get(id))
            .filter(|state| state.ok_at.is_none());
        let failure = silent.into_iter().find_map(|state| state.failure.clone());
        (NamingStatus::Missing(failure), None)
    }

    /// Returns whether an explorer has answered about an account; `None` if none covers its chain.
    fn explored(&self, account: &AccountId) -> Option<NamingStatus> {
        let finds = self.finds.as_ref()?;
        let finders = self
            .ports
            .finders
            .iter()
            .filter(|finder| finder.chains().contains(&account.chain));
        let ids: Vec<SourceId> = finders.map(|finder| finder.profile().id).collect();
        if ids.is_empty() {
            return None;
        }
        // The job is enqueued by the next reading of the account.
        let Some(job) = finds.get(&account.to_string()) else {
            return Some(NamingStatus::Outstanding);
        };
        if job.finished_at.is_some_and(|at| self.now.within(GOOD_FOR, at)) {
            return Some(NamingStatus::Done);
        }
        let failed = || ids.iter().find_map(|id| self.sources.get(id)?.failure.clone());
        Some(match job.state {
            JobState::Done => NamingStatus::Done,
            JobState::Running if job.last_error.is_none() => NamingStatus::Outstanding,
            JobState::Ready if job.last_error.is_none() && job.run_at <= self.now => NamingStatus::Outstanding,
            JobState::Ready | JobState::Running | JobState::Dead => {
                NamingStatus::Missing(job.last_error.clone().or_else(failed))
            }
        })
    }
}

fn is_under_way(job: &Job) -> bool {
    matches!(job.state, JobState::Ready | JobState::Running) && job.last_error.is_none()
}

async fn finds(
    ports: &Ports,
    active: &BTreeMap<ChainId, Vec<(&AccountId, Timestamp)>>,
) -> Result<BTreeMap<String, Job>, StorageError> {
    let covered: BTreeSet<ChainId> = ports.finders.iter().flat_map(|finder| finder.chains()).collect();
    let accounts = active.iter().filter(|(chain, _)| covered.contains(chain));
    let subjects = accounts.flat_map(|(_, accounts)| accounts.iter().map(|(account, _)| account.to_string()));
    let subjects: Vec<String> = subjects.collect();
    let jobs = ports
        .stores
        .jobs
        .of_subjects(&[FIND_TOKENS.name.to_owned()], &subjects)
        .await?;
    Ok(jobs.into_iter().map(|job| (job.subject.clone(), job)).collect())
}

/// Adds extended public keys that are still being scanned or whose scan failed.
async fn keys(ports: &Ports, from: &Viewpoint, missed: &mut Missed) -> Result<(), StorageError> {
    if from.keys.is_empty() {
        return Ok(());
    }
    let wallets: Vec<String> = from.keys.keys().map(ToString::to_string).collect();
    for job in ports
        .stores
        .jobs
        .of_subjects(&[SCAN_KEY.name.to_owned()], &wallets)
        .await?
    {
        let key = job.subject.parse().ok().and_then(|id| from.keys.get_key_value(&id));
        let Some((wallet, key)) = key else { continue };
        if is_under_way(&job) {
            missed
                .scanning
                .extend(key.chain.clone().map(|chain| KeyScan { wallet: *wallet, chain }));
        } else if let Some(failure) = job.last_error {
            missed.unread.push(UnreadWallet {
                wallet: *wallet,
                address: key.address.clone(),
                label: key.label.clone(),
                problem: WalletProblem {
                    code: failure.code.into(),
                    text: failure.text,
                },
            });
        }
    }
    Ok(())
}

/// Returns when the user last added a token, for each chain.
fn added_on(tokens: &[AddedToken]) -> BTreeMap<ChainId, Timestamp> {
    let mut latest = BTreeMap::new();
    for token in tokens {
        let at = latest.entry(token.asset.chain()).or_insert(token.added_at);
        *at = token.added_at.max(*at);
    }
    latest
}
