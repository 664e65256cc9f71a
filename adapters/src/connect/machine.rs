//! The machine that the program runs on.

use std::sync::Arc;

use ports::{Clock, Entropy, Ids};

use crate::{clock::SystemClock, entropy::SystemEntropy, ids::TimedIds};

/// The clock, ids and randomness of the machine.
pub(super) struct Machine {
    pub(super) clock: Arc<dyn Clock>,
    pub(super) ids: Arc<dyn Ids>,
    pub(super) entropy: Arc<dyn Entropy>,
}

impl Machine {
    pub(super) fn new() -> Self {
        Self {
            clock: Arc::new(SystemClock),
            ids: Arc::new(TimedIds),
            entropy: Arc::new(SystemEntropy),
        }
    }
}
