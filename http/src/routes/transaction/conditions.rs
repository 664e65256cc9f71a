//! Parses the conditions and the order of a search.

use domain::ledger::{EntryConditions, EntryQuery, EntrySort, RowKind, parse_entry_reference};
use ports::entry::EntryMethod;
use ports::{EntryId, Timestamp};

use super::{
    SearchTransactionRequest, TransactionCondition, TransactionConditionKey, TransactionOrder, TransactionSortKey,
};
use crate::App;
use crate::problem::Problem;
use crate::wire::currency;

/// The maximum length of a searched text, in characters.
const LONGEST_SEARCH: usize = 200;

/// Parses a request.
pub fn query(app: &App, request: SearchTransactionRequest) -> Result<EntryQuery, Problem> {
    let currency = currency(request.currency_code.as_deref())?;
    let mut conditions = EntryConditions::default();
    for condition in &request.conditions {
        add(app, &mut conditions, condition)?;
    }
    let (sort, ascending) = order(&request.sorts)?;
    Ok(EntryQuery {
        after: request.after.as_deref().map(after).transpose()?,
        start: request.start.rows(),
        limit: request.limit.rows(),
        conditions,
        sort,
        ascending,
        currency,
    })
}

/// Parses the reference of the row before a page.
fn after(text: &str) -> Result<EntryId, Problem> {
    parse_entry_reference(text).ok_or_else(|| {
        Problem::field(
            "after",
            "Use the reference of an entry that search-transaction returned.",
        )
    })
}

fn add(app: &App, to: &mut EntryConditions, condition: &TransactionCondition) -> Result<(), Problem> {
    let value = condition.value.trim();
    // The specification's clients send an empty value or "all" to remove a condition.
    if value.is_empty() || (value == "all" && condition.key != TransactionConditionKey::Search) {
        return Ok(());
    }
    let invalid = |text: &str| Problem::field("conditions", format!("\"{value}\" is not {text}."));
    match condition.key {
        TransactionConditionKey::Search if value.chars().count() > LONGEST_SEARCH => {
            return Err(Problem::field("conditions", "Search for at most 200 characters."));
        }
        TransactionConditionKey::Search => value.clone_into(&mut to.search),
        TransactionConditionKey::Year => to
            .years
            .push(value.parse().map_err(|_| invalid("a year such as 2026"))?),
        TransactionConditionKey::Asset => to.assets.push(value.to_owned()),
        TransactionConditionKey::Method => {
            let found = EntryMethod::ALL
                .into_iter()
                .find(|method| method.number().to_string() == value);
            to.methods
                .push(found.ok_or_else(|| invalid("a method: 10, 20, 30 or 40"))?);
        }
        TransactionConditionKey::Wallet => to.wallets.push(value.parse().map_err(|_| invalid("an address"))?),
        TransactionConditionKey::Chain => to.chains.push(app.chain(value)?),
        TransactionConditionKey::Kind => {
            let found = RowKind::of_code(value);
            to.kinds.push(found.ok_or_else(|| invalid("a kind such as swap"))?);
        }
        TransactionConditionKey::From => to.from = Some(time(value).ok_or_else(|| invalid("a time"))?),
        TransactionConditionKey::To => to.to = Some(time(value).ok_or_else(|| invalid("a time"))?),
        TransactionConditionKey::Dust => match value {
            "true" => to.hides_dust = true,
            "false" => to.hides_dust = false,
            _ => return Err(invalid("true or false")),
        },
    }
    Ok(())
}

/// Parses seconds since 1970, or RFC 3339.
fn time(text: &str) -> Option<Timestamp> {
    let seconds = text.parse().ok().map(Timestamp::from_seconds);
    seconds.or_else(|| text.parse().ok())
}

fn order(sorts: &[TransactionOrder]) -> Result<(EntrySort, bool), Problem> {
    let first = match sorts {
        [] => return Ok((EntrySort::Time, false)),
        [one] => one,
        _ => return Err(Problem::field("sorts", "Sort by one key.")),
    };
    let sort = match first.key {
        TransactionSortKey::Time => EntrySort::Time,
        TransactionSortKey::From => EntrySort::From,
        TransactionSortKey::To => EntrySort::To,
        TransactionSortKey::Asset => EntrySort::Asset,
        TransactionSortKey::UsdValue => EntrySort::Value,
        TransactionSortKey::Method => EntrySort::Method,
    };
    Ok((sort, first.value))
}
