//! The TOML file. It is traversed by hand, so that the error for a mistyped key names the nearest known one.

use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
    time::Duration,
};

use ports::{AssetId, PersonLimits, Secret};
use toml::{Table, Value};
use url::Url;

use super::{Config, ConfigError, chain, nearest::nearest};
use crate::{chain::rows::ChainEndpoint, currency, price, token_finder, token_list::CODES};

/// The price sources, in their default order.
pub static PROVIDERS: LazyLock<Vec<&str>> = LazyLock::new(|| price::SOURCES.iter().map(|plug| plug.slug).collect());

/// The keys of the file.
const KEYS: &[&str] = &[
    "chains",
    "providers",
    "price_order",
    "rate_order",
    "lists",
    "explorers",
    "bad_tokens",
    "links",
    "limits",
];

/// The sources of exchange rates, in their default order.
pub static RATE_PROVIDERS: LazyLock<Vec<&str>> =
    LazyLock::new(|| currency::SOURCES.iter().map(|plug| plug.slug).collect());

/// The possible links in the footer of every page.
const LINKS: [&str; 3] = ["blog", "chat", "microblog"];

/// The explorers, in their default order.
pub static EXPLORERS: LazyLock<Vec<&str>> =
    LazyLock::new(|| token_finder::FINDERS.iter().map(|plug| plug.slug).collect());

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

pub(super) fn read(config: &mut Config, file: &str, text: &str) -> Result<(), ConfigError> {
    let table = parsed(file, text)?;
    let root = Section {
        file,
        path: String::new(),
        table: &table,
    };
    root.only(KEYS)?;
    if let Some(chains) = root.section("chains")? {
        chain::read(config, &chains)?;
    }
    if let Some(providers) = root.section("providers")? {
        config.providers = read_providers(&providers)?;
    }
    read_orders(config, &root)?;
    if let Some(lists) = root.list("lists")? {
        let lists = lists.iter().enumerate().map(|(at, value)| list(&root, at, value));
        config.lists = lists.collect::<Result<_, _>>()?;
    }
    if let Some(bad) = root.texts("bad_tokens")? {
        config.bad_tokens = bad_tokens(&root, &bad)?;
    }
    if let Some(links) = root.section("links")? {
        config.links = read_links(&links)?;
    }
    if let Some(limits) = root.section("limits")? {
        config.person_limits = person_limits(&limits)?;
        let rates = limits
            .table
            .keys()
            .filter(|name| !PERSON_LIMITS.contains(&name.as_str()));
        let text = |name: &String| Ok((name.clone(), limits.text(name)?.unwrap_or_default()));
        config.limits = rates.map(text).collect::<Result<_, _>>()?;
    }
    Ok(())
}

/// The numeric keys of `limits`: the limits per user.
const PERSON_LIMITS: [&str; 2] = ["wallets", "derived-addresses"];

fn person_limits(limits: &Section<'_>) -> Result<PersonLimits, ConfigError> {
    let [wallets, derived_addresses] = PERSON_LIMITS.map(|name| limits.count(name));
    let size = |count: Option<u32>, default: usize| {
        count.map_or(default, |count| usize::try_from(count).unwrap_or(usize::MAX))
    };
    let default = PersonLimits::default();
    Ok(PersonLimits {
        wallets: size(wallets?, default.wallets),
        derived_addresses: size(derived_addresses?, default.derived_addresses),
    })
}

/// Parses tokens by their CAIP-19 ids.
fn bad_tokens(root: &Section<'_>, texts: &[String]) -> Result<Vec<AssetId>, ConfigError> {
    let token = |(at, text): (usize, &String)| {
        text.parse()
            .map_err(|why: ports::asset::ParseAssetIdError| root.wrong(&format!("bad_tokens[{at}]"), why.to_string()))
    };
    texts.iter().enumerate().map(token).collect()
}

fn parsed(file: &str, text: &str) -> Result<Table, ConfigError> {
    toml::from_str(text).map_err(|why| ConfigError::Syntax {
        file: file.to_owned(),
        line: why
            .span()
            .map_or(1, |span| text[..span.start].matches('\n').count() + 1),
        why: why.message().replace('\n', " "),
    })
}

/// Reads which sources are used, and their order.
fn read_orders(config: &mut Config, root: &Section<'_>) -> Result<(), ConfigError> {
    if let Some(order) = order(root, "price_order", &PROVIDERS)? {
        config.price_order = order;
    }
    if let Some(order) = order(root, "rate_order", &RATE_PROVIDERS)? {
        config.rate_order = order;
    }
    if let Some(order) = order(root, "explorers", &EXPLORERS)? {
        config.explorers = order;
    }
    Ok(())
}

/// Reads a list of known names.
fn order(root: &Section<'_>, key: &str, known: &[&str]) -> Result<Option<Vec<String>>, ConfigError> {
    let order = root.texts(key)?;
    let unknown = order.iter().flatten().find(|name| !known.contains(&name.as_str()));
    match unknown {
        Some(name) => Err(root.unknown(&format!("{key} {name:?}"), name, known)),
        None => Ok(order),
    }
}

/// Reads a publisher's name, or a table with `name`, `base_url` and `own`.
fn list(root: &Section<'_>, at: usize, value: &Value) -> Result<ListConfig, ConfigError> {
    let key = format!("lists[{at}]");
    let known = |key: &str, name: &str| {
        let found = CODES.contains(&name).then(|| ListConfig::public(name));
        found.ok_or_else(|| root.unknown(&format!("{key} {name:?}"), name, &CODES))
    };
    match value {
        Value::String(name) => known(&key, name),
        Value::Table(table) => {
            let section = Section {
                file: root.file,
                path: key.clone(),
                table,
            };
            section.only(&["name", "base_url", "own"])?;
            let (base_url, own) = section.base_url()?;
            let public = known(&key, &section.text("name")?.unwrap_or_default())?;
            Ok(ListConfig {
                base_url,
                own,
                ..public
            })
        }
        _ => Err(root.wrong(&key, "is neither a name nor { name = \"...\", base_url = \"...\" }")),
    }
}

/// Reads the links in the footer. They must be HTTPS URLs without a password, because users follow them.
fn read_links(links: &Section<'_>) -> Result<BTreeMap<String, Url>, ConfigError> {
    links.only(&LINKS)?;
    let mut read = BTreeMap::new();
    for name in links.table.keys() {
        let text = links.text(name)?.unwrap_or_default();
        let url = text.parse::<Url>().ok();
        let url = url.filter(|url| url.scheme() == "https" && url.has_host() && url.username().is_empty());
        let wrong = || links.wrong(name, "is not the address of a page such as https://blog.example.org");
        read.insert(
            name.clone(),
            url.filter(|url| url.password().is_none()).ok_or_else(wrong)?,
        );
    }
    Ok(read)
}

fn read_providers(providers: &Section<'_>) -> Result<BTreeMap<String, ProviderConfig>, ConfigError> {
    providers.only(&[&PROVIDERS[..], &RATE_PROVIDERS, &EXPLORERS].concat())?;
    let mut read = BTreeMap::new();
    for name in providers.table.keys() {
        let Some(provider) = providers.section(name)? else {
            continue;
        };
        provider.only(&["key", "base_url", "own", "per_minute"])?;
        let (base_url, own) = provider.base_url()?;
        if provider.table.contains_key("key") && !takes_key(name) {
            let why = "is not used by this source. Remove it";
            return Err(provider.wrong("key", why));
        }
        let config = ProviderConfig {
            key: provider.text("key")?.map(|key| Arc::new(Secret::new(key))),
            base_url,
            own,
            per_minute: provider.count("per_minute")?,
        };
        read.insert(name.clone(), config);
    }
    Ok(read)
}

/// Returns whether a source accepts an API key: every explorer does, and some price sources.
fn takes_key(name: &str) -> bool {
    let priced = price::SOURCES.iter().find(|plug| plug.slug == name);
    priced.map_or_else(|| EXPLORERS.contains(&name), |plug| plug.takes_key)
}

/// A table of the file, with its path for error messages, which never repeat a value because it may be a key.
pub(super) struct Section<'a> {
    pub(super) file: &'a str,
    pub(super) path: String,
    pub(super) table: &'a Table,
}

impl Section<'_> {
    pub(super) fn key(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.path)
        }
    }

    pub(super) fn wrong(&self, name: &str, why: impl Into<String>) -> ConfigError {
        ConfigError::Value {
            file: self.file.to_owned(),
            key: self.key(name),
            why: why.into(),
        }
    }

    /// Returns an error for the table as a whole.
    pub(super) fn refused(&self, why: String) -> ConfigError {
        ConfigError::Value {
            file: self.file.to_owned(),
            key: self.path.clone(),
            why,
        }
    }

    pub(super) fn unknown(&self, key: &str, name: &str, known: &[&str]) -> ConfigError {
        ConfigError::UnknownKey {
            file: self.file.to_owned(),
            key: key.to_owned(),
            nearest: nearest(name, known.iter().copied()).map(str::to_owned),
            known: known.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    /// Rejects unknown keys.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), ConfigError> {
        let unknown = self.table.keys().find(|name| !known.contains(&name.as_str()));
        unknown.map_or(Ok(()), |name| Err(self.unknown(&self.key(name), name, known)))
    }

    pub(super) fn section(&self, name: &str) -> Result<Option<Section<'_>>, ConfigError> {
        let of = |table| Section {
            file: self.file,
            path: self.key(name),
            table,
        };
        let found = self.table.get(name).map(|value| value.as_table().map(of));
        found.map_or(Ok(None), |table| {
            table
                .map(Some)
                .ok_or_else(|| self.wrong(name, format!("is not a table; write [{}]", self.key(name))))
        })
    }

    fn get<'a, T>(
        &'a self,
        name: &str,
        read: impl Fn(&'a Value) -> Option<T>,
        form: &str,
    ) -> Result<Option<T>, ConfigError> {
        let found = self
            .table
            .get(name)
            .map(|value| read(value).ok_or_else(|| self.wrong(name, format!("is not {form}"))));
        found.transpose()
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<String>, ConfigError> {
        self.get(name, |value| value.as_str().map(str::to_owned), "a text in quotes")
    }

    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, ConfigError> {
        self.get(name, Value::as_bool, "true or false")
    }

    pub(super) fn count(&self, name: &str) -> Result<Option<u32>, ConfigError> {
        let positive = |value: &Value| {
            value
                .as_integer()
                .and_then(|n| u32::try_from(n).ok())
                .filter(|n| *n > 0)
        };
        self.get(name, positive, "a whole number above zero")
    }

    pub(super) fn list(&self, name: &str) -> Result<Option<&[Value]>, ConfigError> {
        self.get(name, |value| value.as_array().map(Vec::as_slice), "a list in brackets")
    }

    fn texts(&self, name: &str) -> Result<Option<Vec<String>>, ConfigError> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let all = |value: &Value| value.as_array()?.iter().map(text).collect();
        self.get(name, all, "a list of texts in brackets")
    }

    /// Reads a `base_url`, and whether it is the operator's own. The default one is not.
    fn base_url(&self) -> Result<(Option<Url>, bool), ConfigError> {
        let own = self.flag("own")?.unwrap_or(false);
        let Some(text) = self.text("base_url")? else {
            let why = "is set without base_url. Set base_url, or remove it";
            return if own {
                Err(self.wrong("own", why))
            } else {
                Ok((None, false))
            };
        };
        Ok((Some(self.web_url("base_url", &text, own)?), own))
    }

    /// Parses a URL: HTTPS, or also HTTP where it is the operator's own.
    pub(super) fn web_url(&self, name: &str, text: &str, own: bool) -> Result<Url, ConfigError> {
        let url = text
            .parse::<Url>()
            .ok()
            .filter(|url| url.has_host() && ["http", "https"].contains(&url.scheme()));
        let url = url.ok_or_else(|| self.wrong(name, "is not a URL such as https://eth.example.org"))?;
        if url.scheme() == "https" || own {
            Ok(url)
        } else {
            Err(self.wrong(
                name,
                "is not HTTPS; if it is your own node, write { url = \"http://...\", own = true }",
            ))
        }
    }
}
