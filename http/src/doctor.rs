//! What `spyhop doctor` says: what it looked at on this machine, and how each source answered.

use domain::{Finding, Severity};
use ports::{Examination, RemoteError, source::SourceKind};
use serde_json::{Value, json};

/// Everything that was looked at.
#[derive(Default)]
pub struct Report {
    /// What was looked at on this machine: its name, and what was found or what is wrong.
    pub checks: Vec<(&'static str, Result<String, String>)>,
    /// How each source answered.
    pub sources: Vec<Finding>,
    /// What has to be known to read it.
    pub notes: Vec<String>,
}

/// What stands behind a source whose shape no live run has confirmed.
const UNCONFIRMED: &str = "*";
const EXPLAINED: &str = "* read as its documentation says; no live run has confirmed the shape of its answers yet";

impl Report {
    /// How many things are wrong. What others stand in for is not.
    #[must_use]
    pub fn wrong(&self) -> usize {
        let checks = self.checks.iter().filter(|(_, found)| found.is_err()).count();
        checks + self.sources.iter().filter(|one| one.severity == Severity::Bad).count()
    }

    /// How many things were looked at.
    #[must_use]
    pub fn looked_at(&self) -> usize {
        self.checks.len() + self.sources.len()
    }

    /// A line for each thing.
    #[must_use]
    pub fn text(&self) -> String {
        let check = |(name, found): &(&str, Result<String, String>)| match found {
            Ok(text) => format!("ok    {name}: {text}"),
            Err(failure) => format!("wrong {name}: {failure}"),
        };
        let width = |of: fn(&Examination) -> &str| {
            let widths = self.sources.iter().map(|one| of(&one.examination).chars().count());
            widths.max().unwrap_or_default()
        };
        let (names, hosts) = (width(|one| &one.name) + 1, width(|one| &one.host));
        let mut lines: Vec<String> = self.checks.iter().map(check).collect();
        lines.extend(self.sources.iter().map(|one| line(one, names, hosts)));
        lines.extend(self.notes.iter().cloned());
        if self.sources.iter().any(|one| !one.examination.confirmed) {
            lines.push(EXPLAINED.to_owned());
        }
        lines.join("\n")
    }

    /// The same for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let check = |(name, found): &(&str, Result<String, String>)| {
            let text = found.as_ref().unwrap_or_else(|failure| failure);
            json!({ "name": name, "ok": found.is_ok(), "text": text })
        };
        json!({
            "wrong": self.wrong(),
            "checks": self.checks.iter().map(check).collect::<Vec<_>>(),
            "sources": self.sources.iter().map(row).collect::<Vec<_>>(),
            "notes": self.notes,
        })
    }
}

/// What has to be known where privacy is strict.
#[must_use]
pub fn left_alone(others: usize) -> String {
    format!("Privacy is strict: only hosts marked as your own were asked, and {others} others were left alone.")
}

fn line(finding: &Finding, names: usize, hosts: usize) -> String {
    let Finding {
        examination,
        severity,
        affects,
    } = finding;
    let mark = if examination.confirmed { "" } else { UNCONFIRMED };
    let name = format!("{}{mark}", examination.name);
    let start = format!("{:<5} {name:<names$}  {:<hosts$}", word(*severity), examination.host);
    match &examination.answer {
        Ok(()) => format!("{start}  {} ms", examination.took.as_millis()),
        Err(error) => {
            let (outcome, why) = outcome(error);
            format!(
                "{start}  {}: {why}. Without it stops: {affects}",
                outcome.replace('_', " ")
            )
        }
    }
}

fn row(finding: &Finding) -> Value {
    let Finding {
        examination,
        severity,
        affects,
    } = finding;
    let failure = examination.answer.as_ref().err().map(outcome);
    let (outcome, why) = failure.map_or(("ok", None), |(outcome, why)| (outcome, Some(why)));
    json!({
        "id": examination.source,
        "name": examination.name,
        "kind": kind(examination.kind),
        "chain": examination.chain,
        "host": examination.host,
        "milliseconds": u64::try_from(examination.took.as_millis()).unwrap_or(u64::MAX),
        "outcome": outcome,
        "why": why,
        "severity": word(*severity),
        "affects": affects,
        "shape_confirmed": examination.confirmed,
    })
}

/// A failure's kind, and what is said of it. Neither ever holds an address with a key in it: no [`RemoteError`] does.
fn outcome(error: &RemoteError) -> (&'static str, String) {
    match error {
        RemoteError::Unavailable { why, .. } => ("unreachable", why.clone()),
        RemoteError::RateLimited { .. } => ("refused", "too many questions from this machine".to_owned()),
        RemoteError::Refused { why, .. } => ("refused", why.clone()),
        RemoteError::Malformed { what, .. } => ("other_shape", what.clone()),
        RemoteError::Unsupported { what, .. } => ("refused", what.clone()),
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Ok => "ok",
        Severity::Warn => "weak",
        Severity::Bad => "wrong",
    }
}

fn kind(kind: SourceKind) -> &'static str {
    match kind {
        SourceKind::Chain => "chain",
        SourceKind::Price => "price",
        SourceKind::Name => "name",
        SourceKind::TokenList => "token_list",
        SourceKind::Explorer => "explorer",
        SourceKind::Currency => "currency",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ports::{ChainId, SourceId};

    use super::*;

    fn finding(answer: Result<(), RemoteError>, severity: Severity, confirmed: bool) -> Finding {
        Finding {
            examination: Examination {
                source: SourceId::fixed("evm"),
                name: "Base node".to_owned(),
                kind: SourceKind::Chain,
                chain: Some(ChainId::evm(8453)),
                host: "base.test".to_owned(),
                took: Duration::from_millis(12),
                answer,
                confirmed,
            },
            severity,
            affects: "Balances on Base.".to_owned(),
        }
    }

    fn report() -> Report {
        let what = "a block without a hash".to_owned();
        let malformed = RemoteError::Malformed {
            who: "base.test".to_owned(),
            what,
        };
        Report {
            checks: vec![("clock", Ok("now".to_owned())), ("door", Err("closed".to_owned()))],
            sources: vec![
                finding(Ok(()), Severity::Ok, true),
                finding(Err(malformed), Severity::Bad, false),
            ],
            notes: vec!["Privacy is strict.".to_owned()],
        }
    }

    #[test]
    fn each_thing_is_a_line() {
        let text = report().text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "ok    clock: now",
                "wrong door: closed",
                "ok    Base node   base.test  12 ms",
                "wrong Base node*  base.test  other shape: a block without a hash. Without it stops: Balances on Base.",
                "Privacy is strict.",
                EXPLAINED,
            ]
        );
        assert_eq!((report().wrong(), report().looked_at()), (2, 4));
    }

    #[test]
    fn programs_are_told_the_same() {
        let said = report().json();
        assert_eq!(said["wrong"], 2);
        assert_eq!(
            said["checks"][1],
            json!({"name": "door", "ok": false, "text": "closed"})
        );
        let row = &said["sources"][1];
        assert_eq!(
            (row["outcome"].as_str(), row["why"].as_str(), row["severity"].as_str()),
            (Some("other_shape"), Some("a block without a hash"), Some("wrong"))
        );
        assert_eq!(row["shape_confirmed"], json!(false));
        assert_eq!(
            (&said["sources"][0]["outcome"], &said["sources"][0]["why"]),
            (&json!("ok"), &Value::Null)
        );
    }
}
