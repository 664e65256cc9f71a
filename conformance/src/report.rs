//! What a run of the laws came to.

use std::fmt;

/// Whether a law held; if not, advice.
pub(crate) type Verdict = Result<(), String>;

/// A law that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The law, one of the constants of this crate.
    pub law: &'static str,
    /// What was seen, and what to do about it.
    pub advice: String,
}

/// Every law, and whether the adapter keeps it.
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

    /// A law that says nothing about this adapter.
    pub(crate) fn leave_out(&mut self, law: &'static str, why: &'static str) {
        self.left_out.push((law, why));
    }

    /// The laws that held.
    #[must_use]
    pub fn kept(&self) -> &[&'static str] {
        &self.kept
    }

    /// The laws that did not.
    #[must_use]
    pub fn broken(&self) -> &[Broken] {
        &self.broken
    }

    /// The laws that could not be tried, with the reason.
    #[must_use]
    pub fn left_out(&self) -> &[(&'static str, &'static str)] {
        &self.left_out
    }

    /// Ends a test.
    ///
    /// # Panics
    /// When a law is broken, with all of them and what to do.
    pub fn expect_whole(&self) {
        assert!(self.broken.is_empty(), "{self}");
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kept, broken) = (self.kept.len(), self.broken.len());
        writeln!(f, "{}: {kept} laws are kept, {broken} are not", self.who)?;
        for Broken { law, advice } in &self.broken {
            writeln!(f, "- {law}\n    {advice}")?;
        }
        for (law, why) in &self.left_out {
            writeln!(f, "- not tried: {law} ({why})")?;
        }
        Ok(())
    }
}
