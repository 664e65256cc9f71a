//! The progress that the readers under test report.

use ports::chain::Progress;

/// Asserts that a reader never reports more than the total.
pub struct CheckedProgress;

impl Progress for CheckedProgress {
    fn report(&self, done: u32, total: u32) {
        assert!(done <= total);
    }
}
