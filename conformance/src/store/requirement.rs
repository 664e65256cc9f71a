//! Runs one requirement.

use std::{any::Any, panic::AssertUnwindSafe};

use futures::FutureExt as _;

use super::{Harness, TestStorage};
use crate::report::Report;

/// Declares the requirements of a module: the module's name, and a sentence and an assertion function for each requirement.
macro_rules! requirements {
    ($module:literal: $($sentence:literal => $assertions:ident),+ $(,)?) => {
        /// The names of these requirements, as they appear in reports.
        pub const REQUIREMENTS: &[&str] = &[$(concat!($module, ": ", $sentence)),+];

        /// Checks stores and reports every requirement of this module.
        pub async fn check(harness: &dyn $crate::store::Harness) -> $crate::Report {
            let mut report = $crate::Report::new(&harness.name());
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

/// Runs the assertions of a requirement on newly opened stores.
pub(super) async fn check<F: Future<Output = ()>>(
    harness: &dyn Harness,
    report: &mut Report,
    requirement: &'static str,
    assertions: impl FnOnce(TestStorage) -> F,
) {
    if let Some(why) = harness.skip_reason(requirement) {
        report.skip(requirement, why);
        return;
    }
    let asserted = async { assertions(harness.open().await).await };
    let patience = harness.patience();
    let ended = tokio::time::timeout(patience, AssertUnwindSafe(asserted).catch_unwind()).await;
    report.record(
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

/// Returns the message of a failed assertion; its location is printed to standard error.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("the store panicked").to_owned()
}
