//! The report of `spyhop doctor`: the checks of this machine, and the result of each source.

use domain::{Finding, Severity};
use ports::{RemoteError, SourceCheck, source::SourceKind};
use serde_json::{Value, json};

/// The results of all checks and sources.
#[derive(Default)]
pub struct DoctorReport {
    /// The checks of this machine: the name, and what was found or what is wrong.
    pub checks: Vec<(&'static str, Result<String, String>)>,
    /// The result of each source.
    pub sources: Vec<Finding>,
    /// Remarks below the results.
    pub notes: Vec<String>,
}

/// The mark after the name of a source that no live run has confirmed yet.
const UNCONFIRMED: &str = "*";
const UNCONFIRMED_NOTE: &str = "* implemented from its documentation; not confirmed by a live run yet";

impl DoctorReport {
    /// Returns how many checks failed. A source does not count as failed if another one replaces it.
    #[must_use]
    pub fn failures(&self) -> usize {
        let checks = self.checks.iter().filter(|(_, found)| found.is_err()).count();
        checks + self.sources.iter().filter(|one| one.severity == Severity::Bad).count()
    }

    /// Returns how many checks and sources there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.checks.len() + self.sources.len()
    }

    /// Returns the report as text: a line for each check and source, and then what is unavailable or limited until a source
    /// responds.
    #[must_use]
    pub fn text(&self) -> String {
        let check = |(name, found): &(&str, Result<String, String>)| match found {
            Ok(text) => format!("ok    {name}: {text}"),
            Err(failure) => format!("wrong {name}: {failure}"),
        };
        let width = |of: fn(&SourceCheck) -> String| {
            let widths = self.sources.iter().map(|one| of(&one.check).chars().count());
            widths.max().unwrap_or_default()
        };
        let (names, hosts) = (width(name), width(|one| short_hosts(&one.host)));
        let mut lines: Vec<String> = self.checks.iter().map(check).collect();
        lines.extend(self.sources.iter().map(|one| line(one, names, hosts)));
        lines.extend(self.affected(Severity::Bad, "Until a source answers:"));
        lines.extend(self.affected(Severity::Warn, "Until all sources answer:"));
        if self.sources.len() > 1 && self.sources.iter().all(|one| unreachable(&one.check)) {
            lines.push("No source could be reached. Check that this machine may open outgoing connections.".to_owned());
        }
        lines.extend(self.notes.iter().cloned());
        if self.sources.iter().any(|one| !one.check.confirmed) {
            lines.push(UNCONFIRMED_NOTE.to_owned());
        }
        lines.join("\n")
    }

    /// Returns what the sources of a severity are needed for, without duplicates, under a heading.
    fn affected(&self, severity: Severity, heading: &str) -> Vec<String> {
        let sources = self.sources.iter().filter(|one| one.severity == severity);
        let mut lines = vec![heading.to_owned()];
        for line in sources.map(|one| format!("      {}", one.affects)) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        if lines.len() > 1 { lines } else { Vec::new() }
    }

    /// Returns the report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let check = |(name, found): &(&str, Result<String, String>)| {
            let text = found.as_ref().unwrap_or_else(|failure| failure);
            json!({ "name": name, "ok": found.is_ok(), "text": text })
        };
        json!({
            "wrong": self.failures(),
            "checks": self.checks.iter().map(check).collect::<Vec<_>>(),
            "sources": self.sources.iter().map(row).collect::<Vec<_>>(),
            "notes": self.notes,
        })
    }
}

/// Returns the remark about sources that strict privacy skips.
#[must_use]
pub fn skipped_sources(others: usize) -> String {
    format!("Privacy is strict: only hosts marked as your own were queried, and {others} others were skipped.")
}

fn name(check: &SourceCheck) -> String {
    let mark = if check.confirmed { "" } else { UNCONFIRMED };
    format!("{}{mark}", check.name)
}

/// Returns the hosts of a source, shortened to the first one.
fn short_hosts(hosts: &str) -> String {
    match hosts.split_once(", ") {
        Some((first, others)) => format!("{first} and {} more", others.split(", ").count()),
        None => hosts.to_owned(),
    }
}

fn unreachable(check: &SourceCheck) -> bool {
    matches!(check.answer, Err(RemoteError::Unavailable { .. }))
}

fn line(finding: &Finding, names: usize, hosts: usize) -> String {
    let check = &finding.check;
    let result = match &check.answer {
        Ok(()) => format!("{} ms", check.took.as_millis()),
        Err(error) => {
            let (outcome, why) = outcome(error);
            let outcome = if outcome == "key_required" {
                "needs a key"
            } else {
                outcome
            };
            format!("{}: {why}", outcome.replace('_', " "))
        }
    };
    let (word, name, host) = (word(finding.severity), name(check), short_hosts(&check.host));
    format!("{word:<5} {name:<names$}  {host:<hosts$}  {result}")
}

fn row(finding: &Finding) -> Value {
    let Finding {
        check,
        severity,
        affects,
    } = finding;
    let failure = check.answer.as_ref().err().map(outcome);
    let (outcome, why) = failure.map_or(("ok", None), |(outcome, why)| (outcome, Some(why)));
    json!({
        "id": check.source,
        "name": check.name,
        "kind": kind(check.kind),
        "chain": check.chain,
        "host": check.host,
        "milliseconds": u64::try_from(check.took.as_millis()).unwrap_or(u64::MAX),
        "outcome": outcome,
        "why": why,
        "severity": word(*severity),
        "affects": affects,
        "shape_confirmed": check.confirmed,
    })
}

/// Returns the kind and the text of an error. Neither contains a URL with a key: no [`RemoteError`] does.
fn outcome(error: &RemoteError) -> (&'static str, String) {
    match error {
        RemoteError::Unavailable { why, .. } => ("unreachable", why.clone()),
        RemoteError::RateLimited { .. } | RemoteError::Throttled { .. } => {
            ("refused", "too many requests from this machine".to_owned())
        }
        RemoteError::Refused { why, .. } => ("refused", why.clone()),
        RemoteError::KeyRequired { .. } => ("key_required", "it needs an API key".to_owned()),
        RemoteError::Key { problem, .. } => (problem.code(), format!("it {problem}")),
        RemoteError::NotCurrent { problem, why, .. } => ("not_current", format!("it {problem}: {why}")),
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
        SourceKind::Exchange => "exchange",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ports::{ChainId, SourceId};

    use super::*;

    fn finding(answer: Result<(), RemoteError>, severity: Severity, confirmed: bool) -> Finding {
        Finding {
            check: SourceCheck {
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
            affects: "Affects balances on Base.".to_owned(),
        }
    }

    fn unavailable() -> RemoteError {
        RemoteError::Unavailable {
            who: "base.test".to_owned(),
            why: "no connection could be made".to_owned(),
            retry_after: None,
        }
    }

    fn report() -> DoctorReport {
        let malformed = RemoteError::Malformed {
            who: "base.test".to_owned(),
            what: "a block without a hash".to_owned(),
        };
        let mut explorer = finding(Err(unavailable()), Severity::Warn, false);
        "Affects the discovery of unlisted tokens.".clone_into(&mut explorer.affects);
        "one.test, two.test, three.test".clone_into(&mut explorer.check.host);
        DoctorReport {
            checks: vec![("clock", Ok("now".to_owned())), ("door", Err("closed".to_owned()))],
            sources: vec![
                finding(Ok(()), Severity::Ok, true),
                finding(Err(malformed), Severity::Bad, false),
                finding(Err(unavailable()), Severity::Bad, true),
                explorer,
            ],
            notes: vec!["Privacy is strict.".to_owned()],
        }
    }

    #[test]
    fn each_result_is_a_line_and_effects_are_listed_once() {
        let text = report().text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "ok    clock: now",
                "wrong door: closed",
                "ok    Base node   base.test            12 ms",
                "wrong Base node*  base.test            other shape: a block without a hash",
                "wrong Base node   base.test            unreachable: no connection could be made",
                "weak  Base node*  one.test and 2 more  unreachable: no connection could be made",
                "Until a source answers:",
                "      Affects balances on Base.",
                "Until all sources answer:",
                "      Affects the discovery of unlisted tokens.",
                "Privacy is strict.",
                UNCONFIRMED_NOTE,
            ]
        );
        assert_eq!((report().failures(), report().total()), (3, 6));
    }

    #[test]
    fn if_no_source_is_reachable_the_report_mentions_the_connection() {
        let gone = || finding(Err(unavailable()), Severity::Bad, true);
        let mentions_connection = |sources| {
            DoctorReport {
                sources,
                ..DoctorReport::default()
            }
            .text()
            .contains("No source could be reached")
        };
        assert!(mentions_connection(vec![gone(), gone()]));
        assert!(!mentions_connection(vec![gone(), finding(Ok(()), Severity::Ok, true)]));
        assert!(
            !mentions_connection(vec![gone()]),
            "one source alone proves nothing about the machine"
        );
    }

    #[test]
    fn the_json_report_has_the_same_results() {
        let json = report().json();
        assert_eq!(json["wrong"], 3);
        assert_eq!(
            json["checks"][1],
            json!({"name": "door", "ok": false, "text": "closed"})
        );
        let row = &json["sources"][1];
        assert_eq!(
            (row["outcome"].as_str(), row["why"].as_str(), row["severity"].as_str()),
            (Some("other_shape"), Some("a block without a hash"), Some("wrong"))
        );
        assert_eq!(row["shape_confirmed"], json!(false));
        assert_eq!(
            (&json["sources"][0]["outcome"], &json["sources"][0]["why"]),
            (&json!("ok"), &Value::Null)
        );
    }
}
