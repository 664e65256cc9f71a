//! Answers and positions in tests of the readers of balances.

use ports::{Position, json::Json};
use serde_json::Value;

use super::{codes::Codes, codes::ExchangeCodes};
use crate::http_client::ANSWER;

/// Reads an answer as the outgoing client does.
pub(crate) fn answer(value: &Value) -> Json {
    ports::json::read(value.to_string().as_bytes(), ANSWER).unwrap()
}

/// Returns the answer of a place: the changed one, or the one of an account without anything.
pub(crate) fn answer_of(changed: &[(&str, Value)], place: &str, nothing: &Value) -> Json {
    let own = changed.iter().find(|(changed, _)| *changed == place);
    answer(own.map_or(nothing, |(_, value)| value))
}

/// Returns positions as `asset amount kind place`, sorted. Of an asset only the last part is shown.
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
