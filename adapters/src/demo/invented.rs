//! What the sources of the demo world share.

use std::time::Duration;

/// What the sources of the demo world learn.
pub(super) const LEARNS: &str = "Nothing. These figures are invented and no request is sent.";

/// Waits as long as a remote answer would take.
pub(super) async fn pause(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}
