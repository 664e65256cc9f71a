//! Requirements for reported progress.

use std::sync::{Mutex, PoisonError};

use ports::chain::Progress;

use crate::report::{CheckResult, describe_violation};

/// Records every report of progress, in order.
#[derive(Default)]
pub(super) struct RecordedProgress(Mutex<Vec<(u32, u32)>>);

impl Progress for RecordedProgress {
    fn report(&self, done: u32, total: u32) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((done, total));
    }
}

pub(super) fn check_progress(reported: &RecordedProgress) -> CheckResult {
    let reported = reported.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let is_forward = reported.windows(2).all(|pair| pair[0].0 <= pair[1].0);
    let is_bounded = reported.iter().all(|(done, total)| done <= total);
    let is_complete = reported.last().is_none_or(|(done, total)| done == total);
    if is_forward && is_bounded && is_complete {
        return Ok(());
    }
    Err(describe_violation(
        "reports of progress that never go back, never exceed their total, and end at it",
        format_args!("{reported:?} (done, total)"),
        "count finished tokens, and report the total at the end",
    ))
}
