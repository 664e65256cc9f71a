//! The facade: a table of contents.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ports::{Ports, World};

use crate::{
    asset::Assets,
    caller::Caller,
    chain::ChainDirectory,
    counter::Counters,
    currency::Currencies,
    health::Health,
    price::Prices,
    privacy::Privacy,
    share::Shares,
    sync::{Progresses, Work},
    upload::Uploads,
    user::Users,
    valuation::Valuations,
    wallet::Wallets,
};

/// A portfolio tracker over the ports that it is given. Cheap to clone.
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
    /// The anonymous users of handles that were dropped before they were ended; the next call of `watch` erases them.
    dropped: Arc<Mutex<Vec<Caller>>>,
}

impl fmt::Debug for Tracker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tracker")
            .field("world", &self.ports.world)
            .finish_non_exhaustive()
    }
}

impl Tracker {
    /// A tracker over these ports.
    #[must_use]
    pub fn new(ports: Ports) -> Self {
        Self {
            ports: Arc::new(ports),
            dropped: Arc::default(),
        }
    }

    pub(crate) fn dropped_callers(&self) -> MutexGuard<'_, Vec<Caller>> {
        // A panic while the list is held leaves a whole list behind.
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it is plugged into.
    #[must_use]
    pub fn ports(&self) -> &Ports {
        &self.ports
    }

    /// What kind of world it looks at.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.ports.world
    }

    /// People and their sessions.
    #[must_use]
    pub fn users(&self) -> Users {
        Users::new(self.ports.clone())
    }

    /// How often something that has to stay rare was tried.
    #[must_use]
    pub fn counters(&self) -> Counters {
        Counters::new(self.ports.clone())
    }

    /// People's own rows for addresses.
    #[must_use]
    pub fn wallets(&self) -> Wallets {
        Wallets::new(self.ports.clone())
    }

    /// Files of wallets: what they say, and adding it.
    #[must_use]
    pub fn uploads(&self) -> Uploads {
        Uploads::new(self.ports.clone())
    }

    /// Chains, and what an address is.
    #[must_use]
    pub fn chains(&self) -> ChainDirectory {
        ChainDirectory::new(self.ports.clone())
    }

    /// What accounts are worth, and why.
    #[must_use]
    pub fn valuations(&self) -> Valuations {
        Valuations::new(self.ports.clone())
    }

    /// Prices, also by hand.
    #[must_use]
    pub fn prices(&self) -> Prices {
        Prices::new(self.ports.clone())
    }

    /// Hiding and showing assets.
    #[must_use]
    pub fn assets(&self) -> Assets {
        Assets::new(self.ports.clone())
    }

    /// Currencies and their rates.
    #[must_use]
    pub fn currencies(&self) -> Currencies {
        Currencies::new(self.ports.clone())
    }

    /// How far reading is.
    #[must_use]
    pub fn sync(&self) -> Progresses {
        Progresses::new(self.ports.clone())
    }

    /// The jobs themselves, for whoever runs workers.
    #[must_use]
    pub fn work(&self) -> Work {
        Work::new(self.ports.clone())
    }

    /// Who was told what.
    #[must_use]
    pub fn privacy(&self) -> Privacy {
        Privacy::new(self.ports.clone())
    }

    /// Links to portfolios, and what visitors see.
    #[must_use]
    pub fn shares(&self) -> Shares {
        Shares::new(self.ports.clone())
    }

    /// How the sources are.
    #[must_use]
    pub fn health(&self) -> Health {
        Health::new(self.ports.clone())
    }
}
