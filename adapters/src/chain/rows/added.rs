//! A chain that does not ship, from a configuration.

use toml::{Table, Value};

use super::{Endpoint, Row, RowError, Text, row, rows, wrong};

/// What a row says unless it says otherwise: the palette's colour for the rest, a block every two seconds, the tag that
/// nodes know and Ethereum's number of confirmations. The block time only serves to compare endpoints.
const USUAL: &str = r##"
family = "evm"
status = "live"
color = "#75888f"
block_time_ms = 2000
endpoints = []
finality = { tag = "finalized", confirmations = 64 }
sources = {}
"##;
/// How old the newest block of a chain may be, in seconds, where the row says neither that nor a block time. The chain's
/// rhythm is unknown then, and many private chains make blocks only for transactions; a node that has been cut off for
/// longer than a day is still noticed.
const UNKNOWN_RHYTHM: i64 = 24 * 60 * 60;
/// The coin type that wallets of EVM chains derive keys by.
const ETHER: i64 = 60;

/// The row of a chain of this code. `table` is a row of `data/chains.toml` without its endpoints; what it leaves out is
/// the usual. It may not name a chain that ships.
pub fn added(code: &str, table: Table, endpoints: Vec<Endpoint>) -> Result<Row, RowError> {
    let mut whole: Table = toml::from_str(USUAL).map_err(|why| wrong(code, "any", why.message()))?;
    if !table.contains_key("block_time_ms") {
        whole.insert("max_head_age_seconds".to_owned(), Value::Integer(UNKNOWN_RHYTHM));
    }
    whole.extend(table);
    whole.insert("code".to_owned(), Value::String(code.to_owned()));
    if let Some(Value::Table(native)) = whole.get_mut("native") {
        native.entry("slip44").or_insert(Value::Integer(ETHER));
    }
    let text: Text = Value::Table(whole)
        .try_into()
        .map_err(|why: toml::de::Error| wrong(code, "any", why.message()))?;
    let row = Row {
        endpoints,
        ..row(text)?
    };
    let names = [row.chain.id.as_str(), &row.chain.code];
    let ships = |known: &Row| names.iter().any(|name| known.chain.has_name(name));
    if rows()?.iter().any(ships) {
        return Err(wrong(
            code,
            "id",
            "is built in already; to use other endpoints, set only endpoints",
        ));
    }
    Ok(row)
}
