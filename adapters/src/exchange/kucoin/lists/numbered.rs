//! Lists of KuCoin with numbered pages.

use ports::RemoteError;

use crate::exchange::account::{ListMoments, ReadListedRow, SignedHistory, WindowRows, whole};

/// The most rows of a numbered page.
const MOST: &str = "500";

/// Reads what a list with numbered pages has between two moments; `None` where it counts more rows than the first page has, because those
/// of later pages move when a row is added.
pub(super) async fn numbered(
    history: &SignedHistory<'_>,
    (path, read): (&str, ReadListedRow),
    (first, last): ListMoments,
) -> Result<WindowRows, RemoteError> {
    let (first, last) = (first.millis().to_string(), last.millis().saturating_add(1).to_string());
    let parameters = [
        ("startAt", first.as_str()),
        ("endAt", last.as_str()),
        ("currentPage", "1"),
        ("pageSize", MOST),
    ];
    let answer = history.request(path, &parameters).await?;
    let total = whole(&answer["totalNum"]);
    let total = total.ok_or_else(|| history.malformed("a list without the number of its rows"))?;
    let (rows, returned) = history.rows(&answer["items"], read)?;
    Ok((returned as u64 == total).then_some(rows))
}
