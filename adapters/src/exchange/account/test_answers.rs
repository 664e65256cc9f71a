//! Answers of exchanges in tests, and what is read of them.

use ports::{Position, json::Json};

use super::codes::{Codes, ExchangeCodes};
use crate::http_client::ANSWER;

/// Reads an answer as it would arrive.
pub(crate) fn read_json(answer: &serde_json::Value) -> Json {
    ports::json::read(answer.to_string().as_bytes(), ANSWER).unwrap()
}

/// Returns the positions that are read as `asset amount kind place`, sorted.
pub(crate) fn lines(
    name: &'static str,
    positions: impl Fn(&Codes<'_>) -> Result<Vec<Position>, &'static str>,
) -> Result<Vec<String>, &'static str> {
    let listed = ExchangeCodes::listed().unwrap();
    let codes = Codes {
        listed: &listed,
        exchange: format!("exchange:{name}").parse().unwrap(),
        name,
    };
    let line = |one: &Position| {
        let amount = one.raw.in_units(one.decimals.unwrap()).unwrap();
        let asset = one.asset.as_str().rsplit_once([':', '/']).unwrap().1;
        format!("{asset} {amount} {} {}", one.kind.name(), one.place)
    };
    let mut lines: Vec<String> = positions(&codes)?.iter().map(line).collect();
    lines.sort();
    Ok(lines)
}
