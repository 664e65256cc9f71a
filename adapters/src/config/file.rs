//! The settings of the TOML file, as `serde` reads them. Names that depend on the built-in data, and values that depend on
//! others, are checked afterwards.

use std::{collections::BTreeMap, num::NonZeroU32, path::PathBuf, sync::Arc};

use ports::{AssetId, Secret};
use serde::Deserialize;
use toml::{Table, Value};
use url::Url;

use super::{
    chain,
    document::Document,
    error::ConfigError,
    protocol,
    settings::{
        Config, EXCHANGES, EXPLORERS, ListConfig, OAuthConfig, PAST_PROVIDERS, PROVIDERS, ProviderConfig,
        RATE_PROVIDERS,
    },
    transfer_match::{self, TransferMatchToml},
};
use crate::{exchange, price, token_list::CODES};

/// The possible links in the footer of every page.
const LINKS: [&str; 3] = ["blog", "chat", "microblog"];

/// The file.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct FileToml {
    chains: BTreeMap<String, Table>,
    providers: BTreeMap<String, ProviderToml>,
    price_order: Option<TextList>,
    past_price_order: Option<TextList>,
    rate_order: Option<TextList>,
    lists: Option<Vec<Value>>,
    explorers: Option<TextList>,
    labels: Option<String>,
    shipped_protocols: Option<bool>,
    protocols: Vec<Value>,
    bad_tokens: Option<TextList>,
    links: BTreeMap<String, String>,
    limits: BTreeMap<String, Value>,
    transfer_match: TransferMatchToml,
}

/// A list of texts. As an untagged enum it has one error, whichever part of it is wrong.
#[derive(Deserialize)]
#[serde(untagged, expecting = "is not a list of texts in brackets")]
enum TextList {
    List(Vec<String>),
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ProviderToml {
    key: Option<String>,
    base_url: Option<String>,
    own: bool,
    per_minute: Option<NonZeroU32>,
    oauth_client_id: Option<String>,
    oauth_client_secret: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ListToml {
    name: String,
    base_url: Option<String>,
    own: bool,
}

pub(super) fn read(config: &mut Config, file: &str, text: &str) -> Result<(), ConfigError> {
    let document = Document { file };
    let toml: FileToml = document.read("", Value::Table(document.parse(text)?))?;
    chain::read(config, document, toml.chains)?;
    config.providers = read_providers(document, toml.providers, config.origin.is_some())?;
    if let Some(names) = toml.price_order {
        config.price_order = read_order(document, "price_order", names, &PROVIDERS)?;
        // A source that was left out on purpose is not used for past prices either.
        config.past_price_order.retain(|name| config.price_order.contains(name));
    }
    if let Some(names) = toml.past_price_order {
        config.past_price_order = read_order(document, "past_price_order", names, &PAST_PROVIDERS)?;
    }
    if let Some(names) = toml.rate_order {
        config.rate_order = read_order(document, "rate_order", names, &RATE_PROVIDERS)?;
    }
    if let Some(names) = toml.explorers {
        config.explorers = read_order(document, "explorers", names, &EXPLORERS)?;
    }
    if let Some(lists) = toml.lists {
        let lists = lists.into_iter().enumerate();
        let lists = lists.map(|(at, list)| read_list(document, &format!("lists[{at}]"), list));
        config.lists = lists.collect::<Result<_, _>>()?;
    }
    config.shipped_protocols = toml.shipped_protocols.unwrap_or(true);
    config.added_protocols = protocol::read(document, toml.protocols)?;
    config.labels = toml.labels.map(PathBuf::from);
    if let Some(tokens) = toml.bad_tokens {
        config.bad_tokens = read_bad_tokens(document, tokens)?;
    }
    config.links = read_links(document, toml.links)?;
    transfer_match::read_file(config, document, toml.transfer_match)?;
    read_limits(config, document, toml.limits)
}

fn read_providers(
    document: Document<'_>,
    providers: BTreeMap<String, ProviderToml>,
    has_origin: bool,
) -> Result<BTreeMap<String, ProviderConfig>, ConfigError> {
    let mut known = [&PROVIDERS[..], &RATE_PROVIDERS, &EXPLORERS].concat();
    for name in PAST_PROVIDERS.iter().chain(EXCHANGES.iter()) {
        if !known.contains(name) {
            known.push(name);
        }
    }
    let mut read = BTreeMap::new();
    for (name, provider) in providers {
        let path = format!("providers.{name}");
        document.check_name(&path, &name, &known)?;
        if provider.key.is_some() && !takes_key(&name) {
            return Err(document.wrong(&format!("{path}.key"), "is not used by this source. Remove it"));
        }
        let client = (provider.oauth_client_id, provider.oauth_client_secret);
        let oauth = read_oauth(document, (&name, &path), client, has_origin)?;
        let config = ProviderConfig {
            key: provider.key.map(|key| Arc::new(Secret::new(key))),
            base_url: read_base_url(document, &path, provider.base_url, provider.own)?,
            own: provider.own,
            per_minute: provider.per_minute.map(NonZeroU32::get),
            oauth,
        };
        read.insert(name, config);
    }
    Ok(read)
}

/// Reads the operator's client of an exchange.
fn read_oauth(
    document: Document<'_>,
    (name, path): (&str, &str),
    (id, secret): (Option<String>, Option<String>),
    has_origin: bool,
) -> Result<Option<OAuthConfig>, ConfigError> {
    let wrong = |field: &str, why: &str| Err(document.wrong(&format!("{path}.{field}"), why));
    let Some(id) = id.filter(|id| !id.trim().is_empty()) else {
        return match secret {
            Some(_) => wrong("oauth_client_secret", "is set without oauth_client_id. Set both"),
            None => Ok(None),
        };
    };
    let spec = exchange::ACCOUNTS.iter().find(|spec| spec.name == name);
    let Some(oauth) = spec.and_then(|spec| spec.oauth) else {
        return wrong("oauth_client_id", "is not used by this source. Remove it");
    };
    if oauth.needs_secret && secret.is_none() {
        return wrong(
            "oauth_client_secret",
            "is missing. The clients of this exchange have one",
        );
    }
    if !has_origin {
        let why = "needs SPYHOP_ORIGIN, the public address to which the exchange sends people back";
        return wrong("oauth_client_id", why);
    }
    Ok(Some(OAuthConfig {
        client_id: id.trim().to_owned(),
        client_secret: secret.map(|secret| Arc::new(Secret::new(secret.trim().to_owned()))),
    }))
}

/// Returns whether a source accepts an API key: every explorer does, and some price sources.
fn takes_key(name: &str) -> bool {
    let priced = price::SOURCES.iter().find(|spec| spec.slug == name);
    priced.map_or_else(|| EXPLORERS.contains(&name), |spec| spec.takes_key)
}

/// Reads which sources are used, and their order.
fn read_order(document: Document<'_>, key: &str, names: TextList, known: &[&str]) -> Result<Vec<String>, ConfigError> {
    let TextList::List(names) = names;
    for name in &names {
        document.check_name(&format!("{key} {name:?}"), name, known)?;
    }
    Ok(names)
}

/// Reads a publisher's name, or a table with `name`, `base_url` and `own`.
fn read_list(document: Document<'_>, path: &str, value: Value) -> Result<ListConfig, ConfigError> {
    let list = match value {
        Value::String(name) => ListToml {
            name,
            ..ListToml::default()
        },
        Value::Table(_) => document.read(path, value)?,
        _ => return Err(document.wrong(path, "is neither a name nor { name = \"...\", base_url = \"...\" }")),
    };
    let base_url = read_base_url(document, path, list.base_url, list.own)?;
    document.check_name(&format!("{path} {:?}", list.name), &list.name, &CODES)?;
    Ok(ListConfig {
        name: list.name,
        base_url,
        own: list.own,
    })
}

/// Reads a `base_url`. Without one, the source has its default URL, which is not the operator's own.
fn read_base_url(
    document: Document<'_>,
    path: &str,
    text: Option<String>,
    own: bool,
) -> Result<Option<Url>, ConfigError> {
    if text.is_none() && own {
        let why = "is set without base_url. Set base_url, or remove it";
        return Err(document.wrong(&format!("{path}.own"), why));
    }
    let key = format!("{path}.base_url");
    text.map(|text| document.web_url(&key, &text, own)).transpose()
}

/// Parses tokens by their CAIP-19 ids.
fn read_bad_tokens(document: Document<'_>, TextList::List(texts): TextList) -> Result<Vec<AssetId>, ConfigError> {
    let token = |(at, text): (usize, &String)| {
        text.parse().map_err(|why: ports::asset::ParseAssetIdError| {
            document.wrong(&format!("bad_tokens[{at}]"), why.to_string())
        })
    };
    texts.iter().enumerate().map(token).collect()
}

/// Reads the links in the footer. They must be HTTPS URLs without a password, because users follow them.
fn read_links(document: Document<'_>, links: BTreeMap<String, String>) -> Result<BTreeMap<String, Url>, ConfigError> {
    let is_page =
        |url: &Url| url.scheme() == "https" && url.has_host() && url.username().is_empty() && url.password().is_none();
    let link = |(name, text): (String, String)| {
        let path = format!("links.{name}");
        document.check_name(&path, &name, &LINKS)?;
        let url = text.parse().ok().filter(is_page);
        let why = "is not the address of a page such as https://blog.example.org";
        url.map(|url| (name, url)).ok_or_else(|| document.wrong(&path, why))
    };
    links.into_iter().map(link).collect()
}

/// Reads the limits: numbers per user, and rates of calls as texts.
fn read_limits(
    config: &mut Config,
    document: Document<'_>,
    limits: BTreeMap<String, Value>,
) -> Result<(), ConfigError> {
    for (name, value) in limits {
        let path = format!("limits.{name}");
        let size = |count: NonZeroU32| usize::try_from(count.get()).unwrap_or(usize::MAX);
        match name.as_str() {
            "wallets" => config.person_limits.wallets = size(document.read(&path, value)?),
            "derived-addresses" => config.person_limits.derived_addresses = size(document.read(&path, value)?),
            _ => drop(config.limits.insert(name, document.read(&path, value)?)),
        }
    }
    Ok(())
}
