//! The report of `spyhop probe`: every row of the built-in data, with the result of its request.

use ports::{RemoteError, source_check::RowCheck};
use serde_json::{Value, json};

/// The result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RowOutcome {
    Changed,
    Refused,
    Unreachable,
    OtherShape,
    Limited,
    WantsKey,
    Works,
}

/// The results of all rows.
pub struct ProbeReport(pub Vec<RowCheck>);

impl ProbeReport {
    /// Returns how many rows need attention.
    #[must_use]
    pub fn failures(&self) -> usize {
        let is_fine = |one: &&RowCheck| {
            matches!(
                outcome(one).0,
                RowOutcome::Works | RowOutcome::WantsKey | RowOutcome::Limited
            )
        };
        self.0.len() - self.0.iter().filter(is_fine).count()
    }

    /// Returns how many rows there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.len()
    }

    /// Returns the report as text: a line for each row, those that need attention first, and a line with the number of each outcome.
    #[must_use]
    pub fn text(&self) -> String {
        let mut rows: Vec<(RowOutcome, String, &RowCheck)> =
            self.0.iter().map(|one| (outcome(one), one)).map(flat).collect();
        rows.sort_by_key(|(outcome, _, one)| (*outcome, one.row.clone()));
        let width = rows
            .iter()
            .map(|(.., one)| one.row.chars().count())
            .max()
            .unwrap_or_default();
        let host = |one: &RowCheck| one.check.host.clone();
        let hosts = rows
            .iter()
            .map(|(.., one)| host(one).chars().count())
            .max()
            .unwrap_or_default()
            .min(44);
        let line = |(outcome, why, one): &(RowOutcome, String, &RowCheck)| {
            format!(
                "{:<12} {:<width$}  {:<hosts$}  {why}",
                word(*outcome),
                one.row,
                host(one)
            )
        };
        let mut lines: Vec<String> = rows.iter().map(line).collect();
        lines.push(self.counts());
        lines.join("\n")
    }

    fn counts(&self) -> String {
        let mut counts = Vec::new();
        for kind in ALL {
            let count = self.0.iter().filter(|one| outcome(one).0 == kind).count();
            if count > 0 {
                counts.push(format!("{count} {}", word(kind)));
            }
        }
        format!("{} rows: {}", self.total(), counts.join(", "))
    }

    /// Returns the report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let row = |one: &RowCheck| {
            let (outcome, why) = outcome(one);
            json!({
                "row": one.row,
                "source": one.check.source,
                "chain": one.check.chain,
                "host": one.check.host,
                "outcome": code(outcome),
                "why": why,
                "milliseconds": u64::try_from(one.check.took.as_millis()).unwrap_or(u64::MAX),
            })
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "requested": self.total(),
            "to_mend": self.failures(),
            "rows": self.0.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

const ALL: [RowOutcome; 7] = [
    RowOutcome::Changed,
    RowOutcome::Refused,
    RowOutcome::Unreachable,
    RowOutcome::OtherShape,
    RowOutcome::Limited,
    RowOutcome::WantsKey,
    RowOutcome::Works,
];

fn flat(((outcome, why), one): ((RowOutcome, String), &RowCheck)) -> (RowOutcome, String, &RowCheck) {
    (outcome, why, one)
}

/// Returns the code of an outcome in JSON. It stays the same when the word for people changes.
fn code(outcome: RowOutcome) -> String {
    match outcome {
        RowOutcome::WantsKey => "wants_a_key".to_owned(),
        _ => word(outcome).replace(' ', "_"),
    }
}

fn word(outcome: RowOutcome) -> &'static str {
    match outcome {
        RowOutcome::Changed => "changed",
        RowOutcome::Refused => "refused",
        RowOutcome::Unreachable => "unreachable",
        RowOutcome::OtherShape => "other shape",
        RowOutcome::Limited => "rate limited",
        RowOutcome::WantsKey => "needs a key",
        RowOutcome::Works => "works",
    }
}

/// Returns the outcome of a row and its reason. A row counts as changed if its endpoint or market is gone, has moved or belongs to
/// another chain.
fn outcome(one: &RowCheck) -> (RowOutcome, String) {
    let error = match &one.check.answer {
        Ok(()) => return (RowOutcome::Works, format!("{} ms", one.check.took.as_millis())),
        Err(error) => error,
    };
    match error {
        RemoteError::Unsupported { what, .. } => (RowOutcome::Changed, what.clone()),
        RemoteError::Refused { why, .. } if has_changed(why) => (RowOutcome::Changed, why.clone()),
        RemoteError::Refused { why, .. } => (RowOutcome::Refused, why.clone()),
        RemoteError::NotCurrent { problem, why, .. } => (RowOutcome::Refused, format!("it {problem}: {why}")),
        RemoteError::Unavailable { why, .. } => (RowOutcome::Unreachable, why.clone()),
        RemoteError::Malformed { what, .. } => (RowOutcome::OtherShape, what.clone()),
        RemoteError::KeyRequired { .. } => (RowOutcome::WantsKey, "it needs an API key".to_owned()),
        RemoteError::Key { problem, .. } => (RowOutcome::WantsKey, format!("it {problem}")),
        RemoteError::RateLimited { .. } | RemoteError::Throttled { .. } => (
            RowOutcome::Limited,
            "too many requests from this machine; probe again later".to_owned(),
        ),
    }
}

fn has_changed(why: &str) -> bool {
    [
        "it answers for chain",
        "it serves another",
        "it redirects to another address",
        "status 404",
        "status 410",
    ]
    .iter()
    .any(|beginning| why.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ports::{SourceCheck, SourceId, source::SourceKind};

    use super::*;

    fn probed(row: &str, answer: Result<(), RemoteError>) -> RowCheck {
        RowCheck {
            row: row.to_owned(),
            check: SourceCheck {
                source: SourceId::fixed("kraken"),
                name: "Kraken".to_owned(),
                kind: SourceKind::Price,
                chain: None,
                host: "api.kraken.test".to_owned(),
                took: Duration::from_millis(12),
                answer,
                confirmed: false,
            },
        }
    }

    fn refused(why: &str) -> Result<(), RemoteError> {
        Err(RemoteError::Refused {
            who: "Kraken".to_owned(),
            why: why.to_owned(),
        })
    }

    fn report() -> ProbeReport {
        let who = || "Kraken".to_owned();
        ProbeReport(vec![
            probed("a", Ok(())),
            probed("b", refused("status 400")),
            probed("c", refused("it answers for chain 10 and not for eip155:1")),
            probed(
                "d",
                Err(RemoteError::Unsupported {
                    who: who(),
                    what: "it has no market X".to_owned(),
                }),
            ),
            probed("e", Err(RemoteError::KeyRequired { who: who() })),
            probed(
                "f",
                Err(RemoteError::RateLimited {
                    who: who(),
                    retry_after: None,
                }),
            ),
        ])
    }

    #[test]
    fn rows_that_need_attention_come_first_and_are_counted() {
        let report = report();
        let text = report.text();
        let rows: Vec<&str> = text.lines().filter_map(|line| line.get(13..14)).collect();
        assert_eq!(rows[..6], ["c", "d", "b", "f", "e", "a"], "{text}");
        assert!(
            text.ends_with("6 rows: 2 changed, 1 refused, 1 rate limited, 1 needs a key, 1 works"),
            "{text}"
        );
        assert_eq!((report.failures(), report.total()), (3, 6));
    }

    #[test]
    fn the_json_report_has_the_same_results() {
        let json = report().json();
        assert_eq!((&json["requested"], &json["to_mend"]), (&json!(6), &json!(3)));
        assert_eq!(json["rows"][3]["outcome"], "changed");
        assert_eq!(json["rows"][4]["outcome"], "wants_a_key");
        assert_eq!(json["rows"][2]["why"], "it answers for chain 10 and not for eip155:1");
    }
}
