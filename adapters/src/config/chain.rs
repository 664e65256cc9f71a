//! Chains in the file: the endpoints of a built-in chain, or a whole row for an additional one.

use std::{collections::BTreeMap, time::Duration};

use toml::Value;

use super::{
    Config, ConfigError,
    file::{ChainConfig, Section},
};
use crate::chain::rows::{ChainEndpoint, ChainSpec, RowError, Shape, added, rows};

/// How old the newest block of a node may be.
const MAX_HEAD_AGE: &str = "max_head_age_seconds";
/// The keys of a row, as in `data/chains.toml`; the table's name is the chain's code.
const ROW: &[&str] = &[
    "id",
    "name",
    "symbol",
    "native",
    "endpoints",
    "parent",
    "color",
    "block_time_ms",
    MAX_HEAD_AGE,
    "multicall",
    "logs",
    "finality",
    "explorer",
    "sources",
    "large",
];
/// The tables in a row, and their keys.
const PARTS: [(&str, &[&str]); 6] = [
    (
        "native",
        &[
            "name",
            "symbol",
            "decimals",
            "slip44",
            "coingecko",
            "wrapped",
            "mirrors",
        ],
    ),
    ("multicall", &["address", "from_block"]),
    ("logs", &["span", "refused_by"]),
    ("finality", &["tag", "confirmations"]),
    ("explorer", &["name", "address", "block", "transaction"]),
    ("sources", &["defillama", "coingecko"]),
];

/// Reads the chains. A table with an `id` adds a chain; one without configures a built-in chain.
pub(super) fn read(config: &mut Config, chains: &Section<'_>) -> Result<(), ConfigError> {
    let mut read = BTreeMap::new();
    for name in chains.table.keys() {
        let Some(chain) = chains.section(name)? else {
            continue;
        };
        if chain.table.contains_key("id") {
            let row = row(name, &chain)?;
            config.added_chains.push(row);
        } else {
            let (code, chain) = known(chains, name, &chain)?;
            read.insert(code, chain);
        }
    }
    config.chains = read;
    Ok(())
}

/// Reads the settings of a built-in chain, named by its code or its id.
fn known(chains: &Section<'_>, name: &str, chain: &Section<'_>) -> Result<(String, ChainConfig), ConfigError> {
    let rows = rows().unwrap_or_default();
    let Some(row) = rows.iter().find(|row| row.chain.has_name(name)) else {
        let codes: Vec<&str> = rows.iter().map(|row| row.chain.code.as_str()).collect();
        return Err(chains.unknown(&chains.key(name), name, &codes));
    };
    chain.only(&["endpoints", MAX_HEAD_AGE])?;
    let max_head_age = chain.count(MAX_HEAD_AGE)?.map(|age| Duration::from_secs(age.into()));
    let endpoints = if max_head_age.is_some() && !chain.table.contains_key("endpoints") {
        None
    } else {
        Some(endpoints(chain)?)
    };
    let is_alias = row.chain.aliases.iter().any(|alias| alias.as_str() == name);
    let name = if is_alias { &row.chain.code } else { name };
    let config = ChainConfig {
        endpoints,
        max_head_age,
    };
    Ok((name.to_owned(), config))
}

/// Reads the row of an additional chain. Missing values are filled in by [`added`].
fn row(code: &str, chain: &Section<'_>) -> Result<ChainSpec, ConfigError> {
    chain.only(ROW)?;
    chain.count(MAX_HEAD_AGE)?;
    for (name, known) in PARTS {
        if let Some(part) = chain.section(name)? {
            part.only(known)?;
        }
    }
    let endpoints = endpoints(chain)?;
    let mut table = chain.table.clone();
    table.remove("endpoints");
    added(code, table, endpoints).map_err(|RowError { column, why, .. }| match column {
        "any" => chain.refused(why),
        column => chain.wrong(column, why),
    })
}

fn endpoints(chain: &Section<'_>) -> Result<Vec<ChainEndpoint>, ConfigError> {
    let endpoints = chain.list("endpoints")?.unwrap_or_default();
    let endpoints = endpoints
        .iter()
        .enumerate()
        .map(|(at, value)| endpoint(chain, at, value));
    let endpoints = endpoints.collect::<Result<Vec<_>, _>>()?;
    if endpoints.is_empty() {
        return Err(chain.wrong("endpoints", "has no endpoint; write endpoints = [\"https://...\"]"));
    }
    Ok(endpoints)
}

/// Reads an endpoint: a URL, or a table with `url`, `own` and `shape`.
fn endpoint(chain: &Section<'_>, at: usize, value: &Value) -> Result<ChainEndpoint, ConfigError> {
    let key = format!("endpoints[{at}]");
    match value {
        Value::String(text) => Ok(ChainEndpoint::new(chain.web_url(&key, text, false)?, false)),
        Value::Table(table) => {
            let section = Section {
                file: chain.file,
                path: chain.key(&key),
                table,
            };
            section.only(&["url", "own", "shape"])?;
            let own = section.flag("own")?.unwrap_or(false);
            let text = section.text("url")?.unwrap_or_default();
            let url = section.web_url("url", &text, own)?;
            let shape = shape(&section)?;
            Ok(ChainEndpoint {
                shape,
                ..ChainEndpoint::new(url, own)
            })
        }
        _ => Err(chain.wrong(&key, "is neither a URL nor { url = \"...\", own = true }")),
    }
}

/// Reads the API of an endpoint; by default the usual one of the chain's family.
fn shape(endpoint: &Section<'_>) -> Result<Shape, ConfigError> {
    let Some(word) = endpoint.text("shape")? else {
        return Ok(Shape::Usual);
    };
    let named = Shape::NAMED.iter().find(|(name, _)| *name == word);
    named.map(|(_, shape)| *shape).ok_or_else(|| {
        let names: Vec<&str> = Shape::NAMED.iter().map(|(name, _)| *name).collect();
        endpoint.unknown(&endpoint.key("shape"), &word, &names)
    })
}
