//! Runs one requirement.

use std::{any::Any, panic::AssertUnwindSafe};

use futures::FutureExt as _;

use super::{Harness, TestStorage};
use crate::report::Report;

/// Declares the requirements of a module: its name, and of each requirement the sentence and the function that asserts it.
macro_rules! requirements {
    ($module:literal: $($sentence:literal => $assertions:ident),+ $(,)?) => {
        /// The names of these requirements, as reports state them.
        pub const REQUIREMENTS: &[&str] = &[$(concat!($module, ": ", $sentence)),+];

        /// Checks stores and reports every requirement of this module.
        pub async fn check(harness: &dyn $crate::store::Harness) -> $crate::Report {
            let mut report = $crate::Report::of(&harness.name());
            check_into(harness, &mut report).await;
            report
        }

        pub(super) async fn check_into(harness: &dyn $crate::store::Harness, report: &mut $crate::Report) {
            $( $crate::store::requirement::check(
                harness, report, concat!($module, ": ", $sentence), $assertions,
            ).await; )+
        }
    };
}
pub(super) use requirements;

/// Runs the assertions of a requirement on stores of its own.
pub(super) async fn check<F: Future<Output = ()>>(
    harness: &dyn Harness,
    report: &mut Report,
    requirement: &'static str,
    assertions: impl FnOnce(TestStorage) -> F,
) {
    if let Some(why) = harness.left_out(requirement) {
        report.leave_out(requirement, why);
        return;
    }
    let asserted = async { assertions(harness.open().await).await };
    let patience = harness.patience();
    let ended = tokio::time::timeout(patience, AssertUnwindSafe(asserted).catch_unwind()).await;
    report.note(
        requirement,
        match ended {
            Ok(Ok(())) => Ok(()),
            Ok(Err(panic)) => Err(message(panic.as_ref())),
            Err(_) => Err(format!(
                "this took longer than {patience:?}; a unit of work that was dropped must let the next one begin"
            )),
        },
    );
}

/// What an assertion that failed says; where it stands is on standard error.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("the store panicked").to_owned()
}
