//! The settings and their defaults.

use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::{Arc, LazyLock},
    time::Duration,
};

use ports::{AssetId, MatchSettings, PersonLimits, Secret};
use url::{Host, Url};

use super::mail::MailConfig;
use crate::{
    chain::rows::{ChainEndpoint, ChainSpec},
    currency, exchange, explorer, file_sanitizer,
    http_client::HttpClientSettings,
    price,
    protocol::ProtocolSpec,
    seal::MasterKeySource,
    storage::{DatabaseLocation, DatabaseTimeouts},
    token_list,
};

/// The price sources, in their default order.
pub static PROVIDERS: LazyLock<Vec<&str>> = LazyLock::new(|| price::SOURCES.iter().map(|spec| spec.slug).collect());

/// The sources of past prices, in their default order.
pub static PAST_PROVIDERS: LazyLock<Vec<&str>> =
    LazyLock::new(|| price::PAST_SOURCES.iter().map(|spec| spec.slug).collect());

/// The sources of exchange rates, in their default order.
pub static RATE_PROVIDERS: LazyLock<Vec<&str>> =
    LazyLock::new(|| currency::SOURCES.iter().map(|spec| spec.slug).collect());

/// The exchanges whose accounts are read.
pub static EXCHANGES: LazyLock<Vec<&str>> = LazyLock::new(|| exchange::ACCOUNTS.iter().map(|spec| spec.name).collect());

/// The explorers, in their default order.
pub static EXPLORERS: LazyLock<Vec<&str>> =
    LazyLock::new(|| explorer::EXPLORERS.iter().map(|spec| spec.slug).collect());

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
    /// How long calls wait for the database.
    pub database_timeouts: DatabaseTimeouts,
    /// How long the body of a request may take to arrive, and a response may wait for a client that does not read it. The head of
    /// a request has a third of it.
    pub request_timeout: Duration,
    /// How long an uploaded image may wait for others, be decoded and be encoded again.
    pub image_timeout: Duration,
    /// The master keys for what is encrypted in the database, where they are not in the file `spyhop.key` of the data folder: 64
    /// hexadecimal digits each, separated by commas, the newest first.
    pub master_key: Option<Arc<Secret<String>>>,
    /// The password with which programs on this machine open sessions for tests; without one they cannot.
    pub temp_login: Option<Arc<Secret<String>>>,
    /// A file with the seconds by which the clock is ahead of the machine's, with which tests let time pass; none outside of tests.
    pub clock_file: Option<PathBuf>,
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
    /// Whether the operator gives discounts, which Welcome then offers by email where plans are on.
    pub discounts: bool,
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
    /// Sources of past prices in order of preference; others are not used.
    pub past_price_order: Vec<String>,
    /// Sources of exchange rates; others are not used.
    pub rate_order: Vec<String>,
    /// Publishers of token lists; others are not used.
    pub lists: Vec<ListConfig>,
    /// A file of labels of addresses, in place of those that ship.
    pub labels: Option<PathBuf>,
    /// Tokens known to be scams, which are hidden for that reason.
    pub bad_tokens: Vec<AssetId>,
    /// Timeouts and limits of the HTTP client. They have no variables, because the defaults suit public providers.
    pub outgoing: HttpClientSettings,
    /// Links in the footer of every page, by name: `blog`, `chat` and `microblog`; others are not shown.
    pub links: BTreeMap<String, Url>,
    /// Explorers that name the tokens of accounts, in order of preference; others are not used.
    pub explorers: Vec<String>,
    /// Whether positions in the protocols that ship are read.
    pub shipped_protocols: bool,
    /// Additional protocols.
    pub added_protocols: Vec<ProtocolSpec>,
    /// Rate limits of this server's own calls, such as `create-user` = `30/h`, over the defaults.
    pub limits: BTreeMap<String, String>,
    /// Limits per user.
    pub person_limits: PersonLimits,
    /// How far the two sides of a transfer between own accounts may differ.
    pub transfer_match: MatchSettings,
    /// How mails are sent.
    pub mail: MailConfig,
}

/// The settings of a built-in chain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainConfig {
    /// Endpoints in order of preference, in place of the built-in ones.
    pub endpoints: Option<Vec<ChainEndpoint>>,
    /// The maximum age of a node's newest block, in place of the built-in value.
    pub max_head_age: Option<Duration>,
}

/// The settings of a price source or explorer.
#[derive(Clone, Default)]
pub struct ProviderConfig {
    /// The operator's API key.
    pub key: Option<Arc<Secret<String>>>,
    /// The base URL, in place of the default one.
    pub base_url: Option<Url>,
    /// Whether that base URL is the operator's own.
    pub own: bool,
    /// The maximum number of requests per minute.
    pub per_minute: Option<u32>,
    /// The operator's client of an exchange, with which people grant access on its page.
    pub oauth: Option<OAuthConfig>,
}

/// A client of an exchange.
#[derive(Clone)]
pub struct OAuthConfig {
    /// Its id.
    pub client_id: String,
    /// Its secret; `None` of public clients.
    pub client_secret: Option<Arc<Secret<String>>>,
}

/// A publisher of token lists to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListConfig {
    /// Which publisher.
    pub name: String,
    /// The base URL, in place of the default one.
    pub base_url: Option<Url>,
    /// Whether that base URL is the operator's own.
    pub own: bool,
}

impl ListConfig {
    /// Returns a publisher with its default base URL.
    #[must_use]
    pub fn public(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            base_url: None,
            own: false,
        }
    }
}

impl Config {
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
            database_timeouts: DatabaseTimeouts::default(),
            request_timeout: Duration::from_secs(30),
            image_timeout: file_sanitizer::TIMEOUT,
            master_key: None,
            temp_login: None,
            clock_file: None,
            sources: Sources::default(),
            origin: None,
            allowed_origins: vec![],
            trusted_proxies: vec![],
            plans: Plans::default(),
            discounts: false,
            anonymous_days: 90,
            privacy: PrivacyMode::default(),
            chains: BTreeMap::new(),
            added_chains: Vec::new(),
            providers: BTreeMap::new(),
            price_order: PROVIDERS.iter().copied().map(str::to_owned).collect(),
            past_price_order: PAST_PROVIDERS.iter().copied().map(str::to_owned).collect(),
            rate_order: RATE_PROVIDERS.iter().copied().map(str::to_owned).collect(),
            lists: token_list::CODES.map(ListConfig::public).to_vec(),
            labels: None,
            bad_tokens: Vec::new(),
            shipped_protocols: true,
            added_protocols: Vec::new(),
            outgoing: HttpClientSettings::default(),
            links: BTreeMap::new(),
            explorers: EXPLORERS.iter().copied().map(str::to_owned).collect(),
            limits: BTreeMap::new(),
            person_limits: PersonLimits::default(),
            transfer_match: MatchSettings::default(),
            mail: MailConfig::default(),
        }
    }

    /// Replaces the endpoints of a chain by an own node. `chain` is a code or an id.
    #[must_use]
    pub fn with_node(mut self, chain: &str, url: Url) -> Self {
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

    /// Returns where the master keys are: in the configuration, or in the data folder. Data in memory have a random one.
    #[must_use]
    pub fn master_keys(&self) -> MasterKeySource {
        match (&self.master_key, &self.data) {
            (Some(text), _) => MasterKeySource::Text(text.clone()),
            (None, Data::Folder(folder)) => MasterKeySource::File(folder.join("spyhop.key")),
            (None, Data::Memory) => MasterKeySource::random(),
        }
    }

    /// Returns the domain of the page's public URL; `None` where it is an IP address or a name of this machine.
    #[must_use]
    pub fn mail_domain(&self) -> Option<String> {
        match self.host()? {
            Host::Domain(domain) if domain.contains('.') => Some(domain),
            _ => None,
        }
    }

    /// Returns whether the page is only meant to be opened on this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match self.host() {
            Some(Host::Domain(domain)) => domain == "localhost" || domain.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        }
    }

    /// Returns the host of the page's URL: of the configured origin, or else the address to listen on. A server that listens
    /// on all addresses without an origin is opened at `localhost`.
    fn host(&self) -> Option<Host> {
        let Some(origin) = &self.origin else {
            return Some(match self.listen.ip() {
                ip if ip.is_unspecified() => Host::Domain("localhost".to_owned()),
                IpAddr::V4(address) => Host::Ipv4(address),
                IpAddr::V6(address) => Host::Ipv6(address),
            });
        };
        origin.parse::<Url>().ok()?.host().map(|host| host.to_owned())
    }
}
