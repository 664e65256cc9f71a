//! What a reader reports on its way.

use std::sync::{Mutex, PoisonError};

use ports::chain::Progress;

use crate::report::Verdict;

/// Every report, in its order.
#[derive(Default)]
pub(super) struct Steps(Mutex<Vec<(u32, u32)>>);

impl Progress for Steps {
    fn report(&self, done: u32, total: u32) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((done, total));
    }
}

pub(super) fn steps(told: &Steps) -> Verdict {
    let told = told.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let forward = told.windows(2).all(|pair| pair[0].0 <= pair[1].0);
    let bounded = told.iter().all(|(done, total)| done <= total);
    let ended = told.last().is_none_or(|(done, total)| done == total);
    if forward && bounded && ended {
        return Ok(());
    }
    Err(format!(
        "it reported {told:?}; done never shrinks, never exceeds total, and is total at the end"
    ))
}
