//! Watches addresses for a program without users: reads, values and explains them.

use std::time::Duration;

use ports::{Currency, StorageError};

use crate::{
    account::accounts_of,
    caller::Caller,
    sync::JobOutcome,
    tracker::Tracker,
    user::{AuthenticateError, CONFIRMATION, ListWallets, UserError},
    valuation::{BalanceQuery, Explanation, FigureId, PortfolioReport, ValuationError, unread_wallets},
};

/// How long a job is held. Nothing renews the lease while the job runs in the calling task.
const LEASE: Duration = Duration::from_mins(5);

/// Why addresses could not be watched, read or valued.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WatchError {
    /// No text was given.
    #[error("Enter an address or a name, such as vitalik.eth.")]
    Empty,
    /// None of the texts is an address or name that can be read; the reasons as a text to show.
    #[error("{0}")]
    Unread(String),
    /// The list was rejected for another reason.
    #[error(transparent)]
    Refused(UserError),
    /// The valuation failed.
    #[error(transparent)]
    Valuation(#[from] ValuationError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<UserError> for WatchError {
    fn from(error: UserError) -> Self {
        match error {
            UserError::Rows(rows) => Self::Unread(rows.into_values().collect::<Vec<_>>().join(" ")),
            UserError::Storage(error) => Self::Storage(error),
            error => Self::Refused(error),
        }
    }
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

    /// Reads every account that was not read within the last 30 seconds, and requests the prices that are due.
    ///
    /// The failure of a source is not an error: the coverage of the valuation lists it, and a later refresh retries it
    /// once its back-off has ended. An account that another worker is reading is left to that worker.
    pub async fn refresh(&self) -> Result<(), WatchError> {
        let worker = format!("watch-{}", self.caller.user);
        // A refresh that was cancelled may have left jobs leased.
        self.tracker.work().release(&worker).await?;
        self.tracker.sync().refresh(&self.caller, |_| true).await?;
        if self.currency != Currency::usd() {
            self.tracker.work().rates_now(&worker, LEASE).await?;
        }
        while self.perform_due(&worker).await? {}
        Ok(self.tracker.work().quote_now().await?)
    }

    /// Runs the due jobs of these addresses. Returns whether there may be more.
    async fn perform_due(&self, worker: &str) -> Result<bool, StorageError> {
        let subjects = self.subjects().await?;
        let work = self.tracker.work();
        let leases = work.claim_subjects(worker, &subjects, LEASE).await?;
        let runs = leases.iter().map(|lease| work.perform(lease));
        let performed = futures::future::try_join_all(runs).await?;
        Ok(performed.iter().any(|one| *one != JobOutcome::LeaseLost))
    }

    /// Returns the subjects of the jobs of these addresses: the accounts, and the wallets with extended public keys.
    async fn subjects(&self) -> Result<Vec<String>, StorageError> {
        let ports = self.tracker.ports();
        let wallets = ports.stores.wallets.of_user(self.caller.user).await?;
        let keys = wallets.iter().filter(|wallet| wallet.extended.is_some());
        let keys: Vec<String> = keys.map(|wallet| wallet.id.to_string()).collect();
        let accounts = accounts_of(ports, &wallets);
        Ok(accounts.iter().map(ToString::to_string).chain(keys).collect())
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
