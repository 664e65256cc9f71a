//! The configuration: `SPYHOP_*` variables and, where `SPYHOP_CONFIG` names one, a TOML file. Nothing is required.
//!
//! Variables configure the process; the file configures chains, price sources, token lists and limits:
//!
//! ```toml
//! price_order = ["coingecko", "defillama"]    # sources that are left out are not used
//! rate_order = ["ecb"]                       # exchange rates; likewise
//! lists = ["uniswap", { name = "coingecko", base_url = "http://mirror.lan/lists/", own = true }]    # likewise
//! explorers = ["routescan", "blockscout"]    # they name the tokens of an address; likewise
//!
//! [chains.ethereum]                           # by code or id; replaces the built-in endpoints
//! endpoints = [{ url = "http://127.0.0.1:8545", own = true }, "https://eth.example.org"]
//!
//! [chains.anvil]                              # an additional chain: a whole row, see docs/adding.md
//! id = "eip155:31337"
//! name = "Anvil"
//! symbol = "ETH"
//! native = { name = "Ether", symbol = "ETH", decimals = 18 }
//! endpoints = [{ url = "http://127.0.0.1:8546", own = true }]
//!
//! [providers.coingecko]
//! key = "CG-..."
//! base_url = "https://pro-api.coingecko.com/api/v3/"
//! per_minute = 250
//!
//! [links]                                     # in the footer of every page; links that are left out are not shown
//! blog = "https://blog.example.org"
//! chat = "https://chat.example.org/invite"
//! microblog = "https://social.example.org/@spyhop"
//!
//! [limits]                                    # of this server's own calls
//! create-user = "30/h"
//! wallets = 1000                              # per user
//! derived-addresses = 10000                   # of all extended public keys of a user
//! ```
//!
//! `own = true` marks an endpoint as the operator's own: it may have a private address and use plain HTTP, and with
//! `SPYHOP_PRIVACY=strict` only such endpoints are used.

mod chain;
mod environment;
mod error;
mod file;
mod nearest;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
};

use ports::{AssetId, PersonLimits, Secret};

pub use error::ConfigError;
pub use file::{ChainConfig, EXPLORERS, ListConfig, PROVIDERS, ProviderConfig, RATE_PROVIDERS};

use crate::chain::rows::{ChainEndpoint, ChainSpec};
use crate::http_client::HttpClientSettings;
use crate::storage::DatabaseLocation;
use crate::token_list;

/// Which sources are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sources {
    /// Live ones, or demo data where the data folder is empty and no source can be reached.
    #[default]
    Auto,
    /// Live ones.
    Live,
    /// Demo data.
    Demo,
}

/// Whether plans limit what users may add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plans {
    /// With demo data only.
    #[default]
    Auto,
    /// Yes.
    On,
    /// No.
    Off,
}

/// To whom addresses may be disclosed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrivacyMode {
    /// To the sources listed on the Privacy page.
    #[default]
    Normal,
    /// Only to endpoints marked as the operator's own.
    Strict,
}

/// Where data are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// In this folder.
    Folder(PathBuf),
    /// In memory, until the process ends.
    Memory,
}

/// The configuration. Secrets in it have no `Debug`.
#[derive(Clone)]
pub struct Config {
    /// The address to listen on for HTTP.
    pub listen: SocketAddr,
    /// Where data are stored.
    pub data: Data,
    /// A Postgres server in place of a SQLite file, by its URL.
    pub database_url: Option<Arc<Secret<String>>>,
    /// Which sources are used.
    pub sources: Sources,
    /// The public URL of the page, where it differs from the address to listen on.
    pub origin: Option<String>,
    /// Origins of other pages that may call the API.
    pub allowed_origins: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is trusted, as addresses or prefixes.
    pub trusted_proxies: Vec<String>,
    /// Whether plans limit what users may add.
    pub plans: Plans,
    /// How many days after the end of their last session anonymous users are erased, where plans are on.
    pub anonymous_days: u16,
    /// To whom addresses may be disclosed.
    pub privacy: PrivacyMode,
    /// Settings of built-in chains, by code or id.
    pub chains: BTreeMap<String, ChainConfig>,
    /// Additional chains.
    pub added_chains: Vec<ChainSpec>,
    /// Settings of price sources and explorers, by id.
    pub providers: BTreeMap<String, ProviderConfig>,
    /// Price sources in order of preference; others are not used.
    pub price_order: Vec<String>,
    /// Sources of exchange rates; others are not used.
    pub rate_order: Vec<String>,
    /// Publishers of token lists; others are not used.
    pub lists: Vec<ListConfig>,
    /// Tokens known to be scams, which are hidden for that reason.
    pub bad_tokens: Vec<AssetId>,
    /// Timeouts and limits of the HTTP client. They have no variables, because the defaults suit public providers.
    pub outgoing: HttpClientSettings,
    /// Links in the footer of every page, by name: `blog`, `chat` and `microblog`; others are not shown.
    pub links: BTreeMap<String, url::Url>,
    /// Explorers that name the tokens of accounts, in order of preference; others are not used.
    pub explorers: Vec<String>,
    /// Rate limits of this server's own calls, such as `create-user` = `30/h`, over the defaults.
    pub limits: BTreeMap<String, String>,
    /// Limits per user.
    pub person_limits: PersonLimits,
}

impl Config {
    /// Reads the environment of this process and the file named there. Nothing else reads the environment.
    pub fn load() -> Result<Self, ConfigError> {
        let environment = environment::of_process();
        let file = environment.get("SPYHOP_CONFIG").filter(|path| !path.is_empty());
        let text = file.map(|path| {
            std::fs::read_to_string(path).map_err(|why| ConfigError::Unreadable {
                file: path.clone(),
                why: why.to_string(),
            })
        });
        Self::parse(&environment, text.transpose()?.as_deref())
    }

    /// Parses these variables and the text of the file. A pure function.
    pub fn parse(environment: &BTreeMap<String, String>, file: Option<&str>) -> Result<Self, ConfigError> {
        let mut config = environment::read(environment)?;
        if let Some(text) = file {
            let name = environment
                .get("SPYHOP_CONFIG")
                .map_or("the configuration", String::as_str);
            file::read(&mut config, name, text)?;
        }
        Ok(config)
    }

    /// Returns a configuration with storage in memory and without a listener, for programs that embed the tracker. It uses
    /// live sources.
    #[must_use]
    pub fn in_memory() -> Self {
        Self {
            sources: Sources::Live,
            ..Self::at(Data::Memory)
        }
    }

    /// Returns the defaults with this data location.
    #[must_use]
    pub fn at(data: Data) -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 4747)),
            data,
            database_url: None,
            sources: Sources::default(),
            origin: None,
            allowed_origins: vec![],
            trusted_proxies: vec![],
            plans: Plans::default(),
            anonymous_days: 90,
            privacy: PrivacyMode::default(),
            chains: BTreeMap::new(),
            added_chains: Vec::new(),
            providers: BTreeMap::new(),
            price_order: PROVIDERS.iter().copied().map(str::to_owned).collect(),
            rate_order: RATE_PROVIDERS.iter().copied().map(str::to_owned).collect(),
            lists: token_list::CODES.map(ListConfig::public).to_vec(),
            bad_tokens: Vec::new(),
            outgoing: HttpClientSettings::default(),
            links: BTreeMap::new(),
            explorers: EXPLORERS.iter().copied().map(str::to_owned).collect(),
            limits: BTreeMap::new(),
            person_limits: PersonLimits::default(),
        }
    }

    /// Replaces the endpoints of a chain by an own node. `chain` is a code or an id.
    #[must_use]
    pub fn with_node(mut self, chain: &str, url: url::Url) -> Self {
        let config = self.chains.entry(chain.to_owned()).or_default();
        config.endpoints = Some(vec![ChainEndpoint::new(url, true)]);
        self
    }

    /// Returns the folder of the database file, its log and its backups; `None` in memory.
    #[must_use]
    pub fn folder(&self) -> Option<&PathBuf> {
        match &self.data {
            Data::Folder(folder) => Some(folder),
            Data::Memory => None,
        }
    }

    /// Returns the location of the database for live or demo data.
    #[must_use]
    pub fn place(&self, world: ports::WorldKind) -> DatabaseLocation {
        match (&self.database_url, &self.data) {
            (Some(url), _) => DatabaseLocation::Postgres(url.clone()),
            (None, Data::Folder(folder)) => DatabaseLocation::File(folder.join(crate::storage::file_name(world))),
            (None, Data::Memory) => DatabaseLocation::Memory,
        }
    }
}
