//! Bounds the memory of jobs that load all entries of an account.

use futures::lock::{Mutex, MutexGuard};

static TURN: Mutex<()> = Mutex::new(());

/// Waits until no other job of this process has all entries of an account in memory. Held while a job has them, so that jobs of many
/// long histories take as much memory as one.
pub(crate) async fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().await
}
