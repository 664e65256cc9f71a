//! What a reader reports while it reads.

use std::sync::{Mutex, PoisonError};

use ports::chain::Progress;

use crate::report::{Verdict, violation};

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

pub(super) fn steps(reported: &Steps) -> Verdict {
    let reported = reported.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let is_forward = reported.windows(2).all(|pair| pair[0].0 <= pair[1].0);
    let is_bounded = reported.iter().all(|(done, total)| done <= total);
    let is_complete = reported.last().is_none_or(|(done, total)| done == total);
    if is_forward && is_bounded && is_complete {
        return Ok(());
    }
    Err(violation(
        "reports of progress that never go back, never exceed their total, and end at it",
        format_args!("{reported:?} (done, total)"),
        "count finished tokens, and report the total at the end",
    ))
}
