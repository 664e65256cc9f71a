//! The pages of OKX's lists, the newest rows first. `after` is the id or the time of a row; what is older is returned.

use ports::{RemoteError, Timestamp, json::Json};

use crate::exchange::account::{
    CursorPage, ListMoments, ReadListedRow, SignedHistory, inconsistent_list, time_of_millis, whole,
};

/// The most rows of a page.
const MOST: usize = 100;
const LIMIT: &str = "100";

/// One of OKX's lists.
pub(super) struct OkxList {
    pub(super) path: &'static str,
    pub(super) by: PlaceBy,
    pub(super) rest: &'static [(&'static str, &'static str)],
    pub(super) row: ReadListedRow,
}

/// What a place in a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceBy {
    /// The id of a row. The moments are parameters of their own.
    IdWithin,
    /// The id of a row. The list has no moments.
    Id,
    /// The time of a row. Rows of the same millisecond are requested again.
    Time,
}

/// Reads the page of a list at a place.
pub(super) async fn read(
    history: &SignedHistory<'_>,
    list: &OkxList,
    (first, last): ListMoments,
    cursor: Option<&str>,
) -> Result<CursorPage, RemoteError> {
    let after_last = last.millis().saturating_add(1).to_string();
    let before_first = first.millis().saturating_sub(1).max(1).to_string();
    let mut parameters = vec![("limit", LIMIT)];
    parameters.extend(list.rest);
    if list.by == PlaceBy::IdWithin {
        parameters.extend([("begin", before_first.as_str()), ("end", after_last.as_str())]);
    }
    let begin = Some(after_last.as_str()).filter(|_| list.by == PlaceBy::Time);
    parameters.extend(cursor.or(begin).map(|place| ("after", place)));
    let answer = history.request(list.path, &parameters).await?;
    let (rows, returned) = history.rows(&answer, list.row)?;
    let stated = answer.as_array().unwrap_or_default();
    let is_last = returned < MOST || is_before(stated, first);
    let next = if is_last {
        None
    } else {
        Some(next(stated, list.by, cursor))
    };
    let next = next.transpose().map_err(|()| inconsistent_list(history.who()))?;
    Ok(CursorPage {
        rows,
        returned,
        is_full: false,
        next,
    })
}

/// Returns whether any row is before a moment, so that all further ones are.
fn is_before(rows: &[Json], first: Timestamp) -> bool {
    rows.iter()
        .filter_map(|row| time_of_millis(&row["ts"]))
        .any(|time| time < first)
}

/// Returns the place after these rows: the smallest id or time. A list that does not go back in time never counts as read.
fn next(rows: &[Json], by: PlaceBy, before: Option<&str>) -> Result<String, ()> {
    let field = if by == PlaceBy::Time { "ts" } else { "billId" };
    let numbers: Option<Vec<u64>> = rows.iter().map(|row| whole(&row[field])).collect();
    let oldest = numbers.and_then(|numbers| numbers.into_iter().min()).ok_or(())?;
    let place = if by == PlaceBy::Time { oldest + 1 } else { oldest };
    match before.map(str::parse::<u64>) {
        Some(Ok(before)) if place >= before => Err(()),
        Some(Err(_)) => Err(()),
        _ => Ok(place.to_string()),
    }
}
