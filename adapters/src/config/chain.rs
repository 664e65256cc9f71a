//! Chains in the file: the endpoints of a built-in chain, or a whole row for an additional one.

use std::{collections::BTreeMap, num::NonZeroU32, time::Duration};

use serde::Deserialize;
use toml::{Table, Value};

use super::{
    document::Document,
    error::ConfigError,
    settings::{ChainConfig, Config},
};
use crate::chain::{
    bitcoin_api::{self, ServerApi},
    rows::{ChainEndpoint, ChainSpec, RowError, added, rows, with_defaults},
};

/// The keys of a row, as in `data/chains.toml`; the table's name is the chain's code.
const ROW: [&str; 15] = [
    "id",
    "name",
    "symbol",
    "native",
    "endpoints",
    "parent",
    "color",
    "block_time_ms",
    "max_head_age_seconds",
    "multicall",
    "logs",
    "finality",
    "explorer",
    "sources",
    "large",
];

/// The settings of a built-in chain.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct BuiltInChainToml {
    endpoints: Option<Vec<Value>>,
    max_head_age_seconds: Option<NonZeroU32>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct OperatorEndpointToml {
    url: String,
    own: bool,
    shape: Option<String>,
}

/// Reads the chains. A table with an `id` adds a chain; one without configures a built-in chain.
pub(super) fn read(
    config: &mut Config,
    document: Document<'_>,
    chains: BTreeMap<String, Table>,
) -> Result<(), ConfigError> {
    for (name, table) in chains {
        let path = format!("chains.{name}");
        if table.contains_key("id") {
            config.added_chains.push(read_added(document, &path, &name, table)?);
        } else {
            let (code, chain) = read_built_in(document, &path, name, table)?;
            config.chains.insert(code, chain);
        }
    }
    Ok(())
}

/// Reads the settings of a built-in chain, named by its code or its id.
fn read_built_in(
    document: Document<'_>,
    path: &str,
    name: String,
    table: Table,
) -> Result<(String, ChainConfig), ConfigError> {
    let rows = rows().unwrap_or_default();
    let Some(row) = rows.iter().find(|row| row.chain.has_name(&name)) else {
        let codes: Vec<&str> = rows.iter().map(|row| row.chain.code.as_str()).collect();
        return Err(document.unknown(path, &name, &codes));
    };
    let chain: BuiltInChainToml = document.read(path, Value::Table(table))?;
    let max_head_age = chain
        .max_head_age_seconds
        .map(|age| Duration::from_secs(age.get().into()));
    let endpoints = if max_head_age.is_some() && chain.endpoints.is_none() {
        None
    } else {
        Some(read_endpoints(document, path, chain.endpoints.unwrap_or_default())?)
    };
    let is_alias = row.chain.aliases.iter().any(|alias| alias.as_str() == name);
    let name = if is_alias { row.chain.code.clone() } else { name };
    let config = ChainConfig {
        endpoints,
        max_head_age,
    };
    Ok((name, config))
}

/// Reads the row of an additional chain. Missing values get their defaults.
fn read_added(document: Document<'_>, path: &str, code: &str, mut table: Table) -> Result<ChainSpec, ConfigError> {
    for name in table.keys() {
        document.check_name(&format!("{path}.{name}"), name, &ROW)?;
    }
    let endpoints = table.remove("endpoints").unwrap_or_else(|| Value::Array(vec![]));
    let endpoints = document.read(&format!("{path}.endpoints"), endpoints)?;
    let endpoints = read_endpoints(document, path, endpoints)?;
    let wrong = |RowError { column, why, .. }| match column {
        "any" => document.wrong(path, why),
        column => document.wrong(&format!("{path}.{column}"), why),
    };
    let table = with_defaults(code, table).map_err(wrong)?;
    added(document.read(path, Value::Table(table))?, endpoints).map_err(wrong)
}

fn read_endpoints(
    document: Document<'_>,
    path: &str,
    endpoints: Vec<Value>,
) -> Result<Vec<ChainEndpoint>, ConfigError> {
    let path = format!("{path}.endpoints");
    if endpoints.is_empty() {
        return Err(document.wrong(&path, "has no endpoint; write endpoints = [\"https://...\"]"));
    }
    let endpoints = endpoints.into_iter().enumerate();
    endpoints
        .map(|(at, value)| read_endpoint(document, &format!("{path}[{at}]"), value))
        .collect()
}

/// Reads an endpoint: a URL, or a table with `url`, `own` and `shape`.
fn read_endpoint(document: Document<'_>, path: &str, value: Value) -> Result<ChainEndpoint, ConfigError> {
    match value {
        Value::String(text) => Ok(ChainEndpoint::new(document.web_url(path, &text, false)?, false)),
        Value::Table(_) => {
            let OperatorEndpointToml { url, own, shape } = document.read(path, value)?;
            let url = document.web_url(&format!("{path}.url"), &url, own)?;
            let api = shape.map(|slug| read_api(document, path, &slug)).transpose()?;
            Ok(ChainEndpoint {
                api,
                ..ChainEndpoint::new(url, own)
            })
        }
        _ => Err(document.wrong(path, "is neither a URL nor { url = \"...\", own = true }")),
    }
}

/// Reads the API of an endpoint.
fn read_api(document: Document<'_>, path: &str, slug: &str) -> Result<&'static dyn ServerApi, ConfigError> {
    bitcoin_api::named(slug).ok_or_else(|| {
        let slugs = bitcoin_api::NAMED.map(ServerApi::slug);
        document.unknown(&format!("{path}.shape"), slug, &slugs)
    })
}
