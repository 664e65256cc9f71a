//! How much of the history a report covers, without anything private.

use ports::Timestamp;

use crate::ledger::coverage::HistoryCoverage;

/// How much of the history a report covers. It names no account, so that the owner and visitors get the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportCoverage {
    /// Whether the history of everything that it covers is complete.
    pub complete: bool,
    /// Since when the history of every account is known.
    pub known_since: Option<Timestamp>,
    /// The number of accounts with activity, and of those of which it is not known whether they have some.
    pub accounts: usize,
    /// How many of them are neither waiting nor being read.
    pub settled: usize,
    /// What is missing, each with a stable code, a sentence and the number of accounts.
    pub gaps: Vec<(String, String, usize)>,
}

impl From<&HistoryCoverage> for ReportCoverage {
    fn from(coverage: &HistoryCoverage) -> Self {
        let gaps = coverage.gaps.iter();
        Self {
            complete: coverage.is_complete(),
            known_since: coverage.known_since,
            accounts: coverage.accounts.len(),
            settled: coverage.settled(),
            gaps: gaps
                .map(|gap| (gap.code.to_owned(), gap.text.clone(), gap.accounts.len()))
                .collect(),
        }
    }
}

/// The code of positions in protocols, which no history records.
const POSITIONS: &str = "positions";

impl ReportCoverage {
    /// Adds that this many accounts have positions in protocols, which values over time leave out.
    #[must_use]
    pub(in crate::ledger) fn without_positions(mut self, accounts: usize) -> Self {
        if accounts > 0 {
            let text =
                "Positions in protocols are in the net worth, but not in these values: their history is not known.";
            self.complete = false;
            self.gaps.push((POSITIONS.to_owned(), text.to_owned(), accounts));
        }
        self
    }
}
