//! The entry point, with access to every use case.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ports::{Ports, UserId, World};

use crate::{
    api_key::ApiKeys,
    approval::Approvals,
    asset::Assets,
    attachment::Attachments,
    caller::Caller,
    chain::ChainDirectory,
    connection::Connections,
    counter::Counters,
    currency::Currencies,
    disclosure::Disclosures,
    exchange_file::ExchangeFiles,
    exchange_market::ExchangeMarkets,
    export::Exports,
    feedback::Feedbacks,
    health::Health,
    insight::Insights,
    ledger::{BookCache, Ledgers, ReplayCache},
    mapped_code::MappedCodes,
    price::Prices,
    share::Shares,
    sign_in::SignIns,
    sync::{Jobs, Progresses},
    upload::Uploads,
    user::Users,
    valuation::Valuations,
    wallet::Wallets,
};

/// A portfolio tracker on top of a set of ports. Cheap to clone.
///
/// ```
/// use spyhop::Tracker;
/// use spyhop_adapters::config::{Config, Data, Sources};
///
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let config = Config { sources: Sources::Demo, ..Config::at(Data::Memory) };
/// let tracker = Tracker::new(spyhop_adapters::connect(&config).await?);
/// let found = tracker.net_worth("hello").await.unwrap_err();
/// assert!(found.to_string().contains("vitalik.eth"), "{found}");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Tracker {
    ports: Arc<Ports>,
    /// The anonymous users of handles that were dropped without being ended. The next call of `watch` erases them.
    dropped: Arc<Mutex<Vec<Caller>>>,
    /// The books of users that were loaded lately.
    books: Arc<BookCache>,
    /// What the entries of accounts add up to.
    replays: Arc<ReplayCache>,
}

impl fmt::Debug for Tracker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tracker")
            .field("world", &self.ports.world)
            .finish_non_exhaustive()
    }
}

impl Tracker {
    /// Returns a tracker that uses these ports.
    #[must_use]
    pub fn new(ports: Ports) -> Self {
        Self {
            ports: Arc::new(ports),
            dropped: Arc::default(),
            books: Arc::default(),
            replays: Arc::default(),
        }
    }

    pub(crate) fn dropped_callers(&self) -> MutexGuard<'_, Vec<Caller>> {
        // The list stays consistent if a thread panics while it holds the lock.
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops the loaded book of a user, so that the next search values it with the newest prices.
    pub(crate) fn drop_book(&self, user: UserId) {
        self.books.drop_user(user);
    }

    /// Returns the ports that it uses.
    #[must_use]
    pub fn ports(&self) -> &Ports {
        &self.ports
    }

    /// Returns whether the data is live or from the demo world.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.ports.world
    }

    /// Returns the use cases on users and their sessions.
    #[must_use]
    pub fn users(&self) -> Users {
        Users::new(self.ports.clone())
    }

    /// Returns the use cases on signing in.
    #[must_use]
    pub fn sign_ins(&self) -> SignIns {
        SignIns::new(self.ports.clone(), self.books.clone())
    }

    /// Returns the use cases on API keys.
    #[must_use]
    pub fn api_keys(&self) -> ApiKeys {
        ApiKeys::new(self.ports.clone())
    }

    /// Returns the use cases on feedback.
    #[must_use]
    pub fn feedback(&self) -> Feedbacks {
        Feedbacks::new(self.ports.clone())
    }

    /// Returns the use cases on attachments.
    #[must_use]
    pub fn attachments(&self) -> Attachments {
        Attachments::new(self.ports.clone())
    }

    /// Returns the use cases on rate limit counters.
    #[must_use]
    pub fn counters(&self) -> Counters {
        Counters::new(self.ports.clone())
    }

    /// Returns the use cases on approvals.
    #[must_use]
    pub fn approvals(&self) -> Approvals {
        Approvals::new(self.ports.clone(), self.valuations(), self.ledgers())
    }

    /// Returns the use cases on insights.
    #[must_use]
    pub fn insights(&self) -> Insights {
        Insights::new(
            self.ports.clone(),
            self.valuations(),
            self.ledgers(),
            (self.shares(), self.approvals()),
        )
    }

    /// Returns the use cases on users' wallets.
    #[must_use]
    pub fn wallets(&self) -> Wallets {
        Wallets::new(self.ports.clone())
    }

    /// Returns the use cases on users' accounts at exchanges.
    #[must_use]
    pub fn connections(&self) -> Connections {
        Connections::new(self.ports.clone())
    }

    /// Returns the use cases on the files of users' accounts at exchanges.
    #[must_use]
    pub fn exchange_files(&self) -> ExchangeFiles {
        ExchangeFiles::new(self.ports.clone())
    }

    /// Returns the use cases on what codes of assets at exchanges mean.
    #[must_use]
    pub fn mapped_codes(&self) -> MappedCodes {
        MappedCodes::new(self.ports.clone(), self.ledgers())
    }

    /// Returns the use cases on the markets of a user's accounts at exchanges.
    #[must_use]
    pub fn exchange_markets(&self) -> ExchangeMarkets {
        ExchangeMarkets::new(self.ports.clone())
    }

    /// Returns the use cases on uploaded files of wallets.
    #[must_use]
    pub fn uploads(&self) -> Uploads {
        Uploads::new(self.ports.clone())
    }

    /// Returns the use cases on chains, and on detecting what a text is.
    #[must_use]
    pub fn chains(&self) -> ChainDirectory {
        ChainDirectory::new(self.ports.clone())
    }

    /// Returns the use cases that value accounts and explain the figures.
    #[must_use]
    pub fn valuations(&self) -> Valuations {
        Valuations::new(self.ports.clone())
    }

    /// Returns the use cases on prices, including manual prices.
    #[must_use]
    pub fn prices(&self) -> Prices {
        Prices::new(self.ports.clone())
    }

    /// Returns the use cases on a user's choices about assets.
    #[must_use]
    pub fn assets(&self) -> Assets {
        Assets::new(self.ports.clone())
    }

    /// Returns the use cases on currencies and their rates.
    #[must_use]
    pub fn currencies(&self) -> Currencies {
        Currencies::new(self.ports.clone())
    }

    /// Returns the use cases on the progress of reading.
    #[must_use]
    pub fn sync(&self) -> Progresses {
        Progresses::new(self.ports.clone())
    }

    /// Returns the job queue, for workers.
    #[must_use]
    pub fn work(&self) -> Jobs {
        Jobs::new(self.ports.clone())
    }

    /// Returns the use cases on the log of external requests.
    #[must_use]
    pub fn disclosures(&self) -> Disclosures {
        Disclosures::new(self.ports.clone())
    }

    /// Returns the use cases on exports.
    #[must_use]
    pub fn exports(&self) -> Exports {
        Exports::new(self.ports.clone())
    }

    /// Returns the use cases on shares and on what visitors see.
    #[must_use]
    pub fn shares(&self) -> Shares {
        Shares::new(self.ports.clone(), self.ledgers())
    }

    /// Returns the use cases on the ledger.
    #[must_use]
    pub fn ledgers(&self) -> Ledgers {
        Ledgers::new(self.ports.clone(), self.books.clone(), self.replays.clone())
    }

    /// Returns the use cases on the state of sources and of a user's figures.
    #[must_use]
    pub fn health(&self) -> Health {
        Health::new(self.ports.clone())
    }
}
