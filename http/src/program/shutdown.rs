//! The signal that stops the program.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// Returns a channel that turns true on SIGTERM or SIGINT.
pub fn signal_channel() -> Result<watch::Receiver<bool>, std::io::Error> {
    let (sender, stop) = watch::channel(false);
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        sender.send_replace(true);
        sender.closed().await;
    });
    Ok(stop)
}

/// Waits until the channel turns true.
pub async fn requested(mut stop: watch::Receiver<bool>) {
    if stop.wait_for(|stop| *stop).await.is_err() {
        tracing::debug!("the signal handler has ended");
    }
}
