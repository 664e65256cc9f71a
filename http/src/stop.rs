//! The wish that the program stops.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// Turns true when the system or a person asks the program to stop.
pub fn asked_to_stop() -> Result<watch::Receiver<bool>, std::io::Error> {
    let (asked, stop) = watch::channel(false);
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        asked.send_replace(true);
        asked.closed().await;
    });
    Ok(stop)
}

/// Returns when it was asked for.
pub async fn until(mut stop: watch::Receiver<bool>) {
    if stop.wait_for(|stop| *stop).await.is_err() {
        tracing::debug!("nobody can ask to stop any more");
    }
}
