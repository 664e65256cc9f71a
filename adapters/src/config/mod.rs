//! The configuration: `SPYHOP_*` variables and, where `SPYHOP_CONFIG` names one, a TOML file. Nothing is required.
//!
//! Variables say how this process runs; the file says where chains, sources of prices and token
//! lists are asked and how often:
//!
//! ```toml
//! price_order = ["coingecko", "defillama"]    # one that is left out is not asked
//! rate_order = ["ecb"]                       # of currencies; likewise
//! lists = ["uniswap", { name = "coingecko", base_url = "http://mirror.lan/lists/", own = true }]    # likewise
//! explorers = ["routescan", "blockscout"]    # that name tokens of an address; likewise
//!
//! [chains.ethereum]                           # by code or id; asked in place of the endpoints that ship
//! endpoints = [{ url = "http://127.0.0.1:8545", own = true }, "https://eth.example.org"]
//!
//! [chains.anvil]                              # a chain that does not ship: a whole row, see docs/adding.md
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
//! [links]                                     # in the foot of every page; what is left out is not shown
//! blog = "https://blog.example.org"
//! chat = "https://chat.example.org/invite"
//! microblog = "https://social.example.org/@spyhop"
//!
//! [limits]                                    # of this server's own calls
//! create-user = "30/h"
//! wallets = 1000                              # of one person
//! derived-addresses = 10000                   # of all extended public keys of one person
//! ```
//!
//! `own = true` marks an endpoint as the operator's: it may have a private address and speak plain HTTP, and it is the
//! only kind that is asked with `SPYHOP_PRIVACY=strict`.

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

use crate::chain::rows::{Endpoint, Row};
use crate::http_client::Settings;
use crate::storage::DatabaseLocation;
use crate::token_list;

/// Which sources are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sources {
    /// Live ones; the demo world if an empty data folder reaches none of them.
    #[default]
    Auto,
    /// Live ones.
    Live,
    /// The demo world.
    Demo,
}

/// Whether plans limit what people may add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plans {
    /// In the demo world only.
    #[default]
    Auto,
    /// Yes.
    On,
    /// No.
    Off,
}

/// Who may be told an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Privacy {
    /// The sources, as the Privacy page lists them.
    #[default]
    Normal,
    /// Only endpoints that are marked as the operator's own.
    Strict,
}

/// Where data are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// In this folder.
    Folder(PathBuf),
    /// In memory, gone with the process.
    Memory,
}

/// How the program runs. Secrets in it have no `Debug`.
#[derive(Clone)]
pub struct Config {
    /// Where HTTP is listened for.
    pub listen: SocketAddr,
    /// Where data are kept.
    pub data: Data,
    /// A Postgres server in place of a SQLite file, by its URL.
    pub database_url: Option<Arc<Secret<String>>>,
    /// Which sources are used.
    pub sources: Sources,
    /// Where people open the page, when that is not the address that is listened at.
    pub origin: Option<String>,
    /// Origins of other pages that may call the API.
    pub allowed_origins: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is believed, as addresses or prefixes.
    pub trusted_proxies: Vec<String>,
    /// Whether plans limit what people may add.
    pub plans: Plans,
    /// How many days after the end of their session anonymous people are erased, where plans are on.
    pub anonymous_days: u16,
    /// Who may be told an address.
    pub privacy: Privacy,
    /// Where chains are asked, by code or id: in place of what ships.
    pub chains: BTreeMap<String, ChainConfig>,
    /// Chains that do not ship.
    pub added_chains: Vec<Row>,
    /// How sources of prices are asked, by their ids.
    pub providers: BTreeMap<String, ProviderConfig>,
    /// Sources of prices in the order in which they are preferred; those that are left out are not asked.
    pub price_order: Vec<String>,
    /// Sources of rates of currencies that are asked; those that are left out are not.
    pub rate_order: Vec<String>,
    /// Publishers of token lists that are asked; those that are left out are not.
    pub lists: Vec<ListConfig>,
    /// Tokens whose contracts are known to be bad: they are hidden, with that as the reason.
    pub bad_tokens: Vec<AssetId>,
    /// How patient the outgoing client is. No variable sets it: the defaults suit public providers.
    pub outgoing: Settings,
    /// Links in the foot of every page, by name: `blog`, `chat` and `microblog`; what is not set is not shown.
    pub links: BTreeMap<String, url::Url>,
    /// Explorers that name tokens of accounts, in order; those that are left out are not asked.
    pub explorers: Vec<String>,
    /// Rate limits of this server's own calls, such as `create-user` = `30/h`, over the defaults.
    pub limits: BTreeMap<String, String>,
    /// The most that one person may keep.
    pub person_limits: PersonLimits,
}

impl Config {
    /// Reads the environment of this process and the file that it names. The one place that does.
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

    /// The configuration that these variables and the text of this file make. A pure function.
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

    /// Everything in memory and no door opened, for a program that embeds the tracker. Live sources are asked.
    #[must_use]
    pub fn in_memory() -> Self {
        Self {
            sources: Sources::Live,
            ..Self::at(Data::Memory)
        }
    }

    /// The defaults over a place for data.
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
            privacy: Privacy::default(),
            chains: BTreeMap::new(),
            added_chains: Vec::new(),
            providers: BTreeMap::new(),
            price_order: PROVIDERS.iter().copied().map(str::to_owned).collect(),
            rate_order: RATE_PROVIDERS.iter().copied().map(str::to_owned).collect(),
            lists: token_list::CODES.map(ListConfig::public).to_vec(),
            bad_tokens: Vec::new(),
            outgoing: Settings::default(),
            links: BTreeMap::new(),
            explorers: EXPLORERS.iter().copied().map(str::to_owned).collect(),
            limits: BTreeMap::new(),
            person_limits: PersonLimits::default(),
        }
    }

    /// Puts a node of one's own in the place of a chain's endpoints. `chain` is a code or an id.
    #[must_use]
    pub fn with_node(mut self, chain: &str, url: url::Url) -> Self {
        let config = self.chains.entry(chain.to_owned()).or_default();
        config.endpoints = Some(vec![Endpoint::new(url, true)]);
        self
    }

    /// The folder of a world's database file, its log and its backups.
    #[must_use]
    pub fn folder(&self) -> Option<&PathBuf> {
        match &self.data {
            Data::Folder(folder) => Some(folder),
            Data::Memory => None,
        }
    }

    /// Where a world's database is.
    #[must_use]
    pub fn place(&self, world: ports::WorldKind) -> DatabaseLocation {
        match (&self.database_url, &self.data) {
            (Some(url), _) => DatabaseLocation::Postgres(url.clone()),
            (None, Data::Folder(folder)) => DatabaseLocation::File(folder.join(crate::storage::file_name(world))),
            (None, Data::Memory) => DatabaseLocation::Memory,
        }
    }
}
