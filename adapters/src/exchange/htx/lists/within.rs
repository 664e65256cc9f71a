//! Lists of HTX that are requested between two moments.

use ports::RemoteError;

use crate::exchange::account::{ListMoments, ReadListedRow, SignedHistory, WindowRows};

/// The most rows of an answer.
pub(super) const MOST: usize = 500;
pub(super) const SIZE: &str = "500";

/// Requests what a list has between two moments; `None` where the answer is as long as one can be.
pub(super) async fn within(
    history: &SignedHistory<'_>,
    (path, size, read): (&str, &str, ReadListedRow),
    (times, (first, last)): ([&str; 2], ListMoments),
    rest: &[(&str, &str)],
) -> Result<WindowRows, RemoteError> {
    let (first, last) = (first.millis().to_string(), last.millis().to_string());
    let own = [(times[0], first.as_str()), (times[1], last.as_str()), (size, SIZE)];
    let answer = history.request(path, &[&own, rest].concat()).await?;
    let (rows, returned) = history.rows(&answer, read)?;
    Ok((returned < MOST).then_some(rows))
}
