//! A gate behind which the answers of mock upstreams wait, so that a test acts while a request is unanswered.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::watch;

/// A gate for one or more mock upstreams. Open at first; clones are the same gate.
#[derive(Clone)]
pub struct Gate(Arc<GateState>);

struct GateState {
    arrived: AtomicUsize,
    /// How many requests are answered.
    answered: watch::Sender<usize>,
}

impl Default for Gate {
    fn default() -> Self {
        Self(Arc::new(GateState {
            arrived: AtomicUsize::new(0),
            answered: watch::Sender::new(usize::MAX),
        }))
    }
}

impl Gate {
    /// Answers this many further requests. Later ones wait until the gate is opened.
    pub fn close_after(&self, more: usize) {
        self.0
            .answered
            .send_replace(self.0.arrived.load(Ordering::SeqCst) + more);
    }

    /// Answers every request that waits, and all later ones.
    pub fn open(&self) {
        self.0.answered.send_replace(usize::MAX);
    }

    /// Waits until a request that arrives now is answered.
    pub async fn pass(&self) {
        let number = self.0.arrived.fetch_add(1, Ordering::SeqCst) + 1;
        let mut answered = self.0.answered.subscribe();
        // The gate exists as long as its upstream, so waiting does not fail.
        let _ = answered.wait_for(|answered| *answered >= number).await;
    }
}
