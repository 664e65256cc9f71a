//! What `spyhop probe` prints: every row of the data that ships, with the result of its request.

use ports::{RemoteError, examination::RowProbe};
use serde_json::{Value, json};

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Changed,
    Refused,
    Unreachable,
    OtherShape,
    Limited,
    WantsKey,
    Works,
}

/// A probe of every row.
pub struct Report(pub Vec<RowProbe>);

impl Report {
    /// How many rows have to be mended or looked at.
    #[must_use]
    pub fn to_mend(&self) -> usize {
        let is_fine = |one: &&RowProbe| matches!(outcome(one).0, Outcome::Works | Outcome::WantsKey | Outcome::Limited);
        self.0.len() - self.0.iter().filter(is_fine).count()
    }

    /// How many rows were requested.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.0.len()
    }

    /// A line for each row, what has to be mended first, and a line with how many there are of each.
    #[must_use]
    pub fn text(&self) -> String {
        let mut rows: Vec<(Outcome, String, &RowProbe)> =
            self.0.iter().map(|one| (outcome(one), one)).map(flat).collect();
        rows.sort_by_key(|(outcome, _, one)| (*outcome, one.row.clone()));
        let width = rows
            .iter()
            .map(|(.., one)| one.row.chars().count())
            .max()
            .unwrap_or_default();
        let host = |one: &RowProbe| one.examination.host.clone();
        let hosts = rows
            .iter()
            .map(|(.., one)| host(one).chars().count())
            .max()
            .unwrap_or_default()
            .min(44);
        let line = |(outcome, why, one): &(Outcome, String, &RowProbe)| {
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
        for of in ALL {
            let count = self.0.iter().filter(|one| outcome(one).0 == of).count();
            if count > 0 {
                counts.push(format!("{count} {}", word(of)));
            }
        }
        format!("{} rows: {}", self.asked(), counts.join(", "))
    }

    /// The same for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let row = |one: &RowProbe| {
            let (outcome, why) = outcome(one);
            json!({
                "row": one.row,
                "source": one.examination.source,
                "chain": one.examination.chain,
                "host": one.examination.host,
                "outcome": code(outcome),
                "why": why,
                "milliseconds": u64::try_from(one.examination.took.as_millis()).unwrap_or(u64::MAX),
            })
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "asked": self.asked(),
            "to_mend": self.to_mend(),
            "rows": self.0.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

const ALL: [Outcome; 7] = [
    Outcome::Changed,
    Outcome::Refused,
    Outcome::Unreachable,
    Outcome::OtherShape,
    Outcome::Limited,
    Outcome::WantsKey,
    Outcome::Works,
];

fn flat(((outcome, why), one): ((Outcome, String), &RowProbe)) -> (Outcome, String, &RowProbe) {
    (outcome, why, one)
}

/// The outcome for programs. It stays the same when the word for people changes.
fn code(outcome: Outcome) -> String {
    match outcome {
        Outcome::WantsKey => "wants_a_key".to_owned(),
        _ => word(outcome).replace(' ', "_"),
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Changed => "changed",
        Outcome::Refused => "refused",
        Outcome::Unreachable => "unreachable",
        Outcome::OtherShape => "other shape",
        Outcome::Limited => "rate limited",
        Outcome::WantsKey => "needs a key",
        Outcome::Works => "works",
    }
}

/// What became of a row, and the reason. What is gone, has moved or is of another chain has changed since the row was written.
fn outcome(one: &RowProbe) -> (Outcome, String) {
    let error = match &one.examination.answer {
        Ok(()) => return (Outcome::Works, format!("{} ms", one.examination.took.as_millis())),
        Err(error) => error,
    };
    match error {
        RemoteError::Unsupported { what, .. } => (Outcome::Changed, what.clone()),
        RemoteError::Refused { why, .. } if has_changed(why) => (Outcome::Changed, why.clone()),
        RemoteError::Refused { why, .. } => (Outcome::Refused, why.clone()),
        RemoteError::NotCurrent { problem, why, .. } => (Outcome::Refused, format!("it {problem}: {why}")),
        RemoteError::Unavailable { why, .. } => (Outcome::Unreachable, why.clone()),
        RemoteError::Malformed { what, .. } => (Outcome::OtherShape, what.clone()),
        RemoteError::KeyRequired { .. } => (Outcome::WantsKey, "it needs an API key".to_owned()),
        RemoteError::RateLimited { .. } | RemoteError::Throttled { .. } => (
            Outcome::Limited,
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

    use ports::{Examination, SourceId, source::SourceKind};

    use super::*;

    fn probed(row: &str, answer: Result<(), RemoteError>) -> RowProbe {
        RowProbe {
            row: row.to_owned(),
            examination: Examination {
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

    fn report() -> Report {
        let who = || "Kraken".to_owned();
        Report(vec![
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
    fn what_has_to_be_mended_stands_first_and_is_counted() {
        let report = report();
        let text = report.text();
        let rows: Vec<&str> = text.lines().filter_map(|line| line.get(13..14)).collect();
        assert_eq!(rows[..6], ["c", "d", "b", "f", "e", "a"], "{text}");
        assert!(
            text.ends_with("6 rows: 2 changed, 1 refused, 1 rate limited, 1 needs a key, 1 works"),
            "{text}"
        );
        assert_eq!((report.to_mend(), report.asked()), (3, 6));
    }

    #[test]
    fn programs_are_given_the_same() {
        let json = report().json();
        assert_eq!((&json["asked"], &json["to_mend"]), (&json!(6), &json!(3)));
        assert_eq!(json["rows"][3]["outcome"], "changed");
        assert_eq!(json["rows"][4]["outcome"], "wants_a_key");
        assert_eq!(json["rows"][2]["why"], "it answers for chain 10 and not for eip155:1");
    }
}
