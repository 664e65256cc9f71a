//! The report of a conformance run.

use std::fmt;

/// The result of checking a requirement; the error is the text of [`describe_violation`].
pub(crate) type CheckResult = Result<(), String>;

/// Returns the text of a violation: what was expected, what was found, and how to fix it.
pub(crate) fn describe_violation(
    expected: impl fmt::Display,
    found: impl fmt::Display,
    fix: impl fmt::Display,
) -> String {
    format!("expected: {expected}\n    found: {found}\n    fix: {fix}")
}

/// A requirement that the adapter does not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The requirement, one of the constants of this crate.
    pub requirement: &'static str,
    /// Three lines: what was expected, what was found, and how to fix it.
    pub advice: String,
}

/// The requirements that an adapter met, violated, or that were not checked.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Report {
    subject: String,
    met: Vec<&'static str>,
    violations: Vec<Violation>,
    skipped: Vec<(&'static str, &'static str)>,
}

impl Report {
    pub(crate) fn new(subject: &str) -> Self {
        Self {
            subject: subject.to_owned(),
            ..Self::default()
        }
    }

    pub(crate) fn record(&mut self, requirement: &'static str, result: CheckResult) {
        match result {
            Ok(()) => self.met.push(requirement),
            Err(advice) => self.violations.push(Violation { requirement, advice }),
        }
    }

    /// Records a requirement that does not apply to this adapter.
    pub(crate) fn skip(&mut self, requirement: &'static str, why: &'static str) {
        self.skipped.push((requirement, why));
    }

    /// The requirements that are met.
    #[must_use]
    pub fn met(&self) -> &[&'static str] {
        &self.met
    }

    /// The requirements that are not met.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// The requirements that were not checked, each with the reason.
    #[must_use]
    pub fn skipped(&self) -> &[(&'static str, &'static str)] {
        &self.skipped
    }

    /// Asserts that no requirement is violated.
    ///
    /// # Panics
    /// If a requirement is not met; the message is the report.
    pub fn assert_conforms(&self) {
        assert!(self.violations.is_empty(), "{self}");
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (met, violations) = (self.met.len(), self.violations.len());
        writeln!(f, "{}: {met} requirements met, {violations} not met", self.subject)?;
        for Violation { requirement, advice } in &self.violations {
            writeln!(f, "- not met: {requirement}\n    {advice}")?;
        }
        for (requirement, why) in &self.skipped {
            writeln!(f, "- not checked: {requirement} ({why})")?;
        }
        Ok(())
    }
}
