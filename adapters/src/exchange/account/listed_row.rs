//! Rows of the lists of exchanges, and how they become facts.

use std::cmp::Reverse;

use jiff::{civil::DateTime, tz::TimeZone};
use ports::{
    AccountId, AssetId, Fact, Timestamp, TransactionId,
    fact::{ExchangeAmount, ExchangeRow, FactBlock, FactBody},
    json::Json,
};

use super::{codes::Codes, exchange_source::source_id, quantity::Quantity, signed_api::text_or_number};

/// A row of a list, with its event and its time.
pub(crate) struct ListedRow {
    /// The id of the event of which it is a part; rows with the same one belong together.
    pub(crate) event: TransactionId,
    pub(crate) time: Timestamp,
    pub(crate) row: ExchangeRow,
}

impl ListedRow {
    pub(crate) fn into_fact(self, account: &AccountId) -> Fact {
        Fact {
            account: account.clone(),
            transaction: self.event,
            block: FactBlock {
                number: self.time.millis().unsigned_abs(),
                hash: None,
                time: self.time,
                position: None,
            },
            source: source_id(),
            body: FactBody::ExchangeRow(self.row),
        }
    }
}

/// Reads a row of a list; `None` for one that changed nothing.
pub(crate) type ReadListedRow = fn(&Json, &Codes<'_>) -> Result<Option<ListedRow>, &'static str>;

/// A change of an asset, and whether it is a fee.
pub(crate) type Change<'a> = (&'a AssetId, Quantity, bool);

/// Returns the amounts of a row; those of zero are left out.
pub(crate) fn amounts(changes: &[Change<'_>]) -> Result<Vec<ExchangeAmount>, &'static str> {
    let changes = changes.iter().filter(|(_, quantity, _)| !quantity.is_zero());
    let amount = |(asset, quantity, is_fee): &Change<'_>| {
        Some(ExchangeAmount {
            asset: (*asset).clone(),
            amount: quantity.at_exchange()?,
            is_fee: *is_fee,
        })
    };
    let amounts: Option<Vec<ExchangeAmount>> = changes.map(amount).collect();
    amounts.ok_or("an amount with more digits than can be stored")
}

/// Returns the id of an event that is made of these parts. Letters that ids do not have are written as their bytes.
pub(crate) fn event_id(parts: &[&str]) -> Result<TransactionId, &'static str> {
    let letter = |byte: u8| match byte {
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("_{byte:02x}"),
    };
    let parts = parts.iter().map(|part| part.bytes().map(letter).collect::<String>());
    let id = parts.collect::<Vec<_>>().join("-");
    id.parse().map_err(|_| "an id that is too long")
}

/// Reads a whole number that is a JSON number, or a text with one.
pub(crate) fn whole(value: &Json) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Reads a time in milliseconds since 1970.
pub(crate) fn time_of_millis(value: &Json) -> Option<Timestamp> {
    let millis = whole(value).filter(|millis| *millis > 0)?;
    i64::try_from(millis).ok().map(Timestamp::from_millis)
}

/// Reads a date and a time in UTC, such as `2021-04-15 12:09:16`, or in a stated zone, such as `2021-04-15T12:09:16Z`.
pub(crate) fn time_of_text(value: &Json) -> Option<Timestamp> {
    let text = value.as_str()?;
    let time = match text.parse() {
        Ok(time) => time,
        Err(_) => text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok()?.timestamp(),
    };
    Some(Timestamp::from_millis(time.as_millisecond()))
}

/// Returns whether a list, of which these rows are the newest, has no further ones since a moment: they are in order, and the last one is
/// older.
pub(crate) fn reaches_back(rows: &[ListedRow], first: Timestamp) -> bool {
    let is_sorted = rows.is_sorted_by_key(|row| Reverse(row.time));
    is_sorted && rows.last().is_some_and(|row| row.time < first)
}

/// Returns a text that is not empty, or a number as it was written.
pub(crate) fn text_of(value: &Json) -> Option<String> {
    text_or_number(value).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http_client::ANSWER;

    fn json(text: &str) -> Json {
        ports::json::read(text.as_bytes(), ANSWER).unwrap()
    }

    #[test]
    fn times_are_read_in_both_notations() {
        assert_eq!(time_of_millis(&json("1618488556000")).unwrap().seconds(), 1_618_488_556);
        assert_eq!(
            time_of_millis(&json("\"1618488556000\"")).unwrap().seconds(),
            1_618_488_556
        );
        assert_eq!(
            time_of_text(&json("\"2021-04-15 12:09:16\"")).unwrap().seconds(),
            1_618_488_556
        );
        for text in ["\"2021-04-15T12:09:16Z\"", "\"2021-04-15T14:09:16.000+02:00\""] {
            assert_eq!(time_of_text(&json(text)).unwrap().seconds(), 1_618_488_556, "{text}");
        }
        for wrong in ["\"\"", "null", "\"yesterday\"", "-1", "0", "1.5", "[]"] {
            assert_eq!(
                (time_of_millis(&json(wrong)), time_of_text(&json(wrong))),
                (None, None),
                "{wrong}"
            );
        }
    }

    #[test]
    fn ids_of_events_are_plain() {
        assert_eq!(
            event_id(&["trade", "BTCUSDT", "7"]).unwrap().to_string(),
            "trade-BTCUSDT-7"
        );
        assert_eq!(event_id(&["币"]).unwrap().to_string(), "_e5_b8_81");
        assert!(event_id(&[&"x".repeat(101)]).is_err());
    }
}
