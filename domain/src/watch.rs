//! Watches addresses for a program without users: reads, values and explains them.

mod entries;
mod error;
mod histories;
mod past_prices;
mod status;

use std::time::Duration;

use ports::{AccountId, Currency, StorageError};

pub use self::{entries::EntryPages, error::WatchError, status::RefreshStatus};
use crate::{
    account::PersonAccounts,
    caller::Caller,
    job::{READ_HISTORY, READ_RECEIPTS},
    ledger::{EntryConditions, EntryQuery, EntrySort},
    sync::JobOutcome,
    trace::Explanation,
    tracker::Tracker,
    user::{AuthenticateError, CONFIRMATION, ListWallets, UserError},
    valuation::{BalanceQuery, FigureId, PortfolioReport, ValuationError, unread_wallets},
};

/// How long a job is held. Nothing renews the lease while the job runs in the calling task.
const LEASE: Duration = Duration::from_mins(5);
/// The rows of a page of entries.
const ENTRIES: usize = 200;

/// What a refresh reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadScope {
    /// Balances and current prices.
    Balances,
    /// Histories and past prices too.
    All,
}

/// The jobs that a refresh ran.
#[derive(Clone, Copy, Default)]
struct PerformedJobs {
    any: bool,
    histories: bool,
}

/// What the jobs of watched addresses are about.
struct WatchedSubjects {
    accounts: Vec<AccountId>,
    /// The accounts, and the wallets with extended public keys.
    names: Vec<String>,
}

/// A new session is invalid only if its user was erased by another process.
fn not_kept(error: AuthenticateError) -> WatchError {
    match error {
        AuthenticateError::Storage(error) => WatchError::Storage(error),
        AuthenticateError::Invalid => WatchError::Valuation(ValuationError::NotFound),
    }
}

/// A handle on watched addresses: reads and values them, and explains each figure of the result.
///
/// It is backed by an anonymous user. It runs its own jobs and no others, in the calling task, so it needs no worker
/// and does not disturb a server that uses the same database. [`Watch::end`] erases everything that was stored for it.
/// A handle that is dropped without a call of `end` is erased by the next [`Tracker::watch`] of the same tracker; with
/// storage in memory nothing outlives the tracker.
///
/// ```
/// # use spyhop::Tracker;
/// # use spyhop_adapters::config::{Config, Data, Sources};
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let config = Config { sources: Sources::Demo, ..Config::at(Data::Memory) };
/// # let tracker = Tracker::new(spyhop_adapters::connect(&config).await?);
/// let watch = tracker.watch(["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await?;
/// watch.refresh().await?;
/// let report = watch.value().await?;
/// let explanation = watch.explain(&report.total_figure()).await?;
/// assert_eq!(explanation.exact, report.total);
/// watch.end().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Watch {
    tracker: Tracker,
    caller: Caller,
    currency: Currency,
    is_ended: bool,
}

impl Tracker {
    /// Watches addresses, names and extended public keys. Nothing is read before [`Watch::refresh`].
    ///
    /// Fails if none of the texts can be read. If only some can, the coverage of the valuation lists the others.
    pub async fn watch<T: Into<String>>(&self, texts: impl IntoIterator<Item = T>) -> Result<Watch, WatchError> {
        let list = ListWallets {
            texts: texts.into_iter().map(Into::into).collect(),
            ..ListWallets::default()
        };
        self.erase_dropped().await?;
        let created = self.users().create(&list).await?;
        let caller = self.users().authenticate(created.token.reveal()).await;
        let watch = Watch {
            tracker: self.clone(),
            caller: caller.map_err(not_kept)?,
            currency: Currency::usd(),
            is_ended: false,
        };
        let wallets = created.view.wallets;
        if wallets.is_empty() {
            watch.end().await?;
            return Err(WatchError::Empty);
        }
        let unread = unread_wallets(self.ports(), &wallets);
        if unread.len() == wallets.len() {
            watch.end().await?;
            let reasons: Vec<String> = unread.into_iter().map(|one| one.problem.text).collect();
            return Err(WatchError::Unread(reasons.join(" ")));
        }
        Ok(watch)
    }

    async fn erase_dropped(&self) -> Result<(), WatchError> {
        loop {
            // The lock is not held while the user is erased.
            let Some(caller) = self.dropped_callers().pop() else {
                return Ok(());
            };
            self.erase(&caller).await?;
        }
    }

    /// Erases a user, ignoring that another process may have erased them already.
    async fn erase(&self, caller: &Caller) -> Result<(), WatchError> {
        match self.users().delete(caller, CONFIRMATION).await {
            Ok(()) | Err(UserError::NotFound) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Watch {
    /// Sets the currency of reports, instead of dollars. [`Watch::refresh`] then also reads its exchange rate.
    #[must_use]
    pub fn in_currency(mut self, currency: Currency) -> Self {
        self.currency = currency;
        self
    }

    /// Reads balances, current prices, histories and past prices, and waits for them: of every account that was not read within the
    /// last 30 seconds, and whatever else is due. Returns how far each of them is.
    ///
    /// The failure of a source is not an error: the coverage of the valuation lists it, and a later refresh retries it
    /// once its back-off has ended. What a rate limit delays, and what another worker is reading, waits: [`Self::settle`] waits for
    /// it too.
    pub async fn refresh(&self) -> Result<RefreshStatus, WatchError> {
        self.read(ReadScope::All).await
    }

    /// Reads balances and current prices as [`Self::refresh`] does, and waits for these alone. Histories and past prices are left to
    /// a later refresh.
    pub async fn refresh_balances(&self) -> Result<RefreshStatus, WatchError> {
        self.read(ReadScope::Balances).await
    }

    /// Refreshes and waits until nothing waits any more, neither for a rate limit nor for another worker. Reads that failed are not
    /// waited for. `sleep` waits for a time, such as `tokio::time::sleep`; a timeout around the call ends it early.
    pub async fn settle<F: Future<Output = ()>>(
        &self,
        sleep: impl Fn(Duration) -> F,
    ) -> Result<RefreshStatus, WatchError> {
        let mut status = self.refresh().await?;
        while let Some(wait) = status.wait(self.tracker.ports().clock.now()) {
            sleep(wait).await;
            status = self.perform_all(ReadScope::All, false).await?;
        }
        Ok(status)
    }

    /// Returns how far the reads of these addresses are. Nothing is read.
    pub async fn status(&self) -> Result<RefreshStatus, WatchError> {
        let (ports, subjects) = (self.tracker.ports(), self.subjects().await?);
        let series = past_prices::series(ports, &subjects.accounts).await?;
        Ok(RefreshStatus::load(ports, &subjects.names, &series).await?)
    }

    async fn read(&self, scope: ReadScope) -> Result<RefreshStatus, WatchError> {
        let worker = self.worker();
        // A refresh that was cancelled may have left jobs leased.
        self.tracker.work().release(&worker).await?;
        self.tracker.sync().refresh(&self.caller, |_| true).await?;
        if self.currency != Currency::usd() {
            self.tracker.work().rates_now(&worker, LEASE).await?;
        }
        if scope == ReadScope::All {
            histories::request(self.tracker.ports(), &self.subjects().await?.accounts).await?;
        }
        self.perform_all(scope, true).await
    }

    fn worker(&self) -> String {
        format!("watch-{}", self.caller.user)
    }

    /// Runs the due jobs of these addresses until none is left, requests current prices if they are wanted or a job ran, and runs the
    /// jobs of past prices, which depend on the histories and on what has a price.
    async fn perform_all(&self, scope: ReadScope, are_prices_wanted: bool) -> Result<RefreshStatus, WatchError> {
        let (ports, work) = (self.tracker.ports(), self.tracker.work());
        let (mut have_histories_changed, mut are_prices_wanted) = (false, are_prices_wanted);
        loop {
            let performed = self.perform_due(&self.subjects().await?.names, scope).await?;
            have_histories_changed |= performed.histories;
            if !performed.any {
                break;
            }
            are_prices_wanted = true;
        }
        if are_prices_wanted {
            work.quote_now().await?;
        }
        let subjects = self.subjects().await?;
        let series = past_prices::series(ports, &subjects.accounts).await?;
        if scope == ReadScope::All {
            past_prices::request(ports, &series, have_histories_changed).await?;
            while self.perform_due(&series, scope).await?.any {}
        }
        work.release(&self.worker()).await?;
        // The entries may have been valued before these prices were known.
        self.tracker.drop_book(self.caller.user);
        Ok(RefreshStatus::load(ports, &subjects.names, &series).await?)
    }

    /// Runs the due jobs of these subjects. Those beyond the scope stay leased, so that they are not claimed again, until the leases
    /// of the refresh are released.
    async fn perform_due(&self, subjects: &[String], scope: ReadScope) -> Result<PerformedJobs, StorageError> {
        let work = self.tracker.work();
        let leases = work.claim_subjects(&self.worker(), subjects, LEASE).await?;
        let is_of_history = |kind: &str| [READ_HISTORY.name, READ_RECEIPTS.name].contains(&kind);
        let wanted = leases
            .iter()
            .filter(|lease| scope == ReadScope::All || !is_of_history(&lease.job.kind));
        let runs = wanted.map(async |lease| {
            let outcome = work.perform(lease).await?;
            Ok::<_, StorageError>((outcome, is_of_history(&lease.job.kind)))
        });
        let performed = futures::future::try_join_all(runs).await?;
        let mut held = performed
            .iter()
            .filter(|(outcome, _)| *outcome != JobOutcome::LeaseLost);
        Ok(PerformedJobs {
            any: held.clone().next().is_some(),
            histories: held.any(|(_, is_of_history)| *is_of_history),
        })
    }

    async fn subjects(&self) -> Result<WatchedSubjects, StorageError> {
        let ports = self.tracker.ports();
        let person = PersonAccounts::load(ports, self.caller.user).await?;
        let keys = person.wallets.iter().filter(|wallet| wallet.extended.is_some());
        let keys = keys.map(|wallet| wallet.id.to_string());
        let accounts = person.all(ports);
        Ok(WatchedSubjects {
            names: accounts.iter().map(ToString::to_string).chain(keys).collect(),
            accounts,
        })
    }

    /// Returns the entries of these addresses that meet the conditions, the newest first, in pages that lose and repeat none while
    /// histories are read.
    #[must_use]
    pub fn entries(&self, conditions: EntryConditions) -> EntryPages {
        let query = EntryQuery {
            after: None,
            start: 0,
            limit: ENTRIES,
            conditions,
            sort: EntrySort::Time,
            ascending: false,
            currency: self.currency.clone(),
        };
        self.entries_of(query)
    }

    /// Returns the entries that a search finds, from its `start` on, in pages of its `limit` that lose and repeat none.
    #[must_use]
    pub fn entries_of(&self, query: EntryQuery) -> EntryPages {
        EntryPages::new(self.tracker.ledgers(), self.caller, query)
    }

    /// Returns the value of what was last read. No request is sent.
    pub async fn value(&self) -> Result<PortfolioReport, WatchError> {
        let query = BalanceQuery {
            currency: self.currency.clone(),
            ..BalanceQuery::default()
        };
        Ok(self.tracker.valuations().balance(&self.caller, &query).await?)
    }

    /// Explains a figure of a report of this handle, down to the balances, prices and rates that it is computed from.
    pub async fn explain(&self, figure: &FigureId) -> Result<Explanation, WatchError> {
        Ok(self.tracker.valuations().explain(&self.caller, figure).await?)
    }

    /// Returns the user behind the handle, to call the other use cases of the tracker.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Erases everything that was stored for these addresses, except what other users watch too.
    pub async fn end(mut self) -> Result<(), WatchError> {
        self.tracker.erase(&self.caller).await?;
        self.is_ended = true;
        Ok(())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if !self.is_ended {
            self.tracker.dropped_callers().push(self.caller);
        }
    }
}
