//! The result of a run of the requirements.

use std::fmt;

/// Whether a requirement is met; if not, the text of [`violation`].
pub(crate) type Verdict = Result<(), String>;

/// The text of a requirement that is not met: what was expected, what was seen, and what to do.
pub(crate) fn violation(expected: impl fmt::Display, found: impl fmt::Display, fix: impl fmt::Display) -> String {
    format!("expected: {expected}\n    found: {found}\n    fix: {fix}")
}

/// A requirement that is not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The requirement, one of the constants of this crate.
    pub law: &'static str,
    /// Three lines: what was expected, what was seen, and how to mend it.
    pub advice: String,
}

/// Every requirement, and whether the adapter meets it.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Report {
    who: String,
    kept: Vec<&'static str>,
    broken: Vec<Broken>,
    left_out: Vec<(&'static str, &'static str)>,
}

impl Report {
    pub(crate) fn of(who: &str) -> Self {
        Self {
            who: who.to_owned(),
            ..Self::default()
        }
    }

    pub(crate) fn note(&mut self, law: &'static str, verdict: Verdict) {
        match verdict {
            Ok(()) => self.kept.push(law),
            Err(advice) => self.broken.push(Broken { law, advice }),
        }
    }

    /// Notes a requirement that does not apply to this adapter.
    pub(crate) fn leave_out(&mut self, law: &'static str, why: &'static str) {
        self.left_out.push((law, why));
    }

    /// The requirements that are met.
    #[must_use]
    pub fn kept(&self) -> &[&'static str] {
        &self.kept
    }

    /// The requirements that are not met.
    #[must_use]
    pub fn broken(&self) -> &[Broken] {
        &self.broken
    }

    /// The requirements that were not checked, each with the reason.
    #[must_use]
    pub fn left_out(&self) -> &[(&'static str, &'static str)] {
        &self.left_out
    }

    /// Ends a test.
    ///
    /// # Panics
    /// When a requirement is not met, with all of them and what to do.
    pub fn expect_whole(&self) {
        assert!(self.broken.is_empty(), "{self}");
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kept, broken) = (self.kept.len(), self.broken.len());
        writeln!(f, "{}: {kept} requirements met, {broken} not met", self.who)?;
        for Broken { law, advice } in &self.broken {
            writeln!(f, "- not met: {law}\n    {advice}")?;
        }
        for (law, why) in &self.left_out {
            writeln!(f, "- not checked: {law} ({why})")?;
        }
        Ok(())
    }
}
