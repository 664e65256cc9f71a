//! The time limit for calls.

use std::{future::Future, time::Duration};

use crate::report::describe_violation;

/// The default time limit for one call.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Returns the output of a call, or the violation if it takes longer than `patience`.
pub(super) async fn within<F: Future>(patience: Duration, asking: F) -> Result<F::Output, String> {
    let answer = tokio::time::timeout(patience, asking).await;
    answer.map_err(|_| {
        describe_violation(
            format_args!("an error within {patience:?}, the time that patience() allows for one call"),
            "no result; the kit stopped waiting",
            "set a timeout on the whole request, its body included, so that all attempts together fit into that time",
        )
    })
}
