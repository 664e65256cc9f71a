//! Chains that the configuration adds.

use toml::{Table, Value};

use super::{ChainEndpoint, ChainSpec, ChainToml, row, row_check::wrong, rows};
use crate::table::RowError;

/// Defaults of a row: the neutral color of the palette, a block every two seconds, the usual finality tag and
/// Ethereum's number of confirmations. The block time is only used to compare endpoints.
const DEFAULTS: &str = r##"
family = "evm"
status = "live"
color = "#75888f"
block_time_ms = 2000
endpoints = []
finality = { tag = "finalized", confirmations = 64 }
sources = {}
"##;
/// The maximum age of the newest block in seconds, where the row states neither that nor a block time. Many private
/// chains create blocks only for transactions; a node that has been cut off for more than a day is still detected.
const MAX_HEAD_AGE_OF_UNKNOWN: i64 = 24 * 60 * 60;
/// The SLIP-44 coin type by which wallets of EVM chains derive keys.
const ETHER: i64 = 60;

/// Fills in the defaults of a row. `table` is a row of `data/chains.toml` without its endpoints.
pub fn with_defaults(code: &str, table: Table) -> Result<Table, RowError> {
    let mut whole: Table = toml::from_str(DEFAULTS).map_err(|why| wrong(code, "any", why.message()))?;
    if !table.contains_key("block_time_ms") {
        whole.insert(
            "max_head_age_seconds".to_owned(),
            Value::Integer(MAX_HEAD_AGE_OF_UNKNOWN),
        );
    }
    whole.extend(table);
    whole.insert("code".to_owned(), Value::String(code.to_owned()));
    if let Some(Value::Table(native)) = whole.get_mut("native") {
        native.entry("slip44").or_insert(Value::Integer(ETHER));
    }
    Ok(whole)
}

/// Builds the row of an additional chain, which must not name one that ships.
pub fn added(text: ChainToml, endpoints: Vec<ChainEndpoint>) -> Result<ChainSpec, RowError> {
    let row = ChainSpec {
        endpoints,
        ..row(text)?
    };
    let names = [row.chain.id.as_str(), &row.chain.code];
    let ships = |known: &ChainSpec| names.iter().any(|name| known.chain.has_name(name));
    if rows()?.iter().any(ships) {
        return Err(wrong(
            &row.chain.code,
            "id",
            "is built in already; to use other endpoints, set only endpoints",
        ));
    }
    Ok(row)
}
