//! Rates how severe failed checks are. Pure functions.

use ports::{Chains, SourceCheck, source::SourceKind};

use super::{Severity, affects::affects};

/// A check with its severity and effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How the source answered.
    pub check: SourceCheck,
    /// How severe that is.
    pub severity: Severity,
    /// What stops working without the source, as a sentence to show.
    pub affects: String,
}

/// Rates each check. A failure is only a warning if another source of the same kind and chain answers, or if the
/// source is a token list or an explorer, which only find additional tokens.
#[must_use]
pub fn weigh(checks: Vec<SourceCheck>, chains: &Chains) -> Vec<Finding> {
    let stands_in = |one: &SourceCheck| {
        let peers = checks
            .iter()
            .filter(|peer| (peer.kind, &peer.chain) == (one.kind, &one.chain));
        matches!(one.kind, SourceKind::TokenList | SourceKind::Explorer)
            || peers.into_iter().any(|peer| peer.answer.is_ok())
    };
    let severity = |one: &SourceCheck| match &one.answer {
        Ok(()) => Severity::Ok,
        Err(_) if stands_in(one) => Severity::Warn,
        Err(_) => Severity::Bad,
    };
    let severities: Vec<Severity> = checks.iter().map(severity).collect();
    let finding = |(check, severity): (SourceCheck, Severity)| {
        let chain = check.chain.as_ref().and_then(|id| chains.get(id));
        Finding {
            affects: affects(check.kind, chain.map(|chain| chain.name.as_str())),
            check,
            severity,
        }
    };
    checks.into_iter().zip(severities).map(finding).collect()
}

#[cfg(test)]
mod tests {
    use ports::{ChainId, RemoteError, SourceId};

    use super::*;

    fn one(kind: SourceKind, chain: Option<u64>, answers: bool) -> SourceCheck {
        let silent = RemoteError::Unavailable {
            who: "it".to_owned(),
            why: "no connection could be made".to_owned(),
            retry_after: None,
        };
        SourceCheck {
            source: SourceId::fixed("evm"),
            name: "It".to_owned(),
            kind,
            chain: chain.map(ChainId::evm),
            host: "it.test".to_owned(),
            took: std::time::Duration::from_millis(3),
            answer: if answers { Ok(()) } else { Err(silent) },
            confirmed: true,
        }
    }

    #[test]
    fn a_failure_with_a_working_peer_is_a_warning() {
        let sources = vec![
            one(SourceKind::Chain, Some(1), false),
            one(SourceKind::Chain, Some(1), true),
            one(SourceKind::Chain, Some(10), false),
            one(SourceKind::Price, None, false),
            one(SourceKind::TokenList, None, false),
        ];
        let found: Vec<Severity> = weigh(sources, &Chains::default())
            .iter()
            .map(|one| one.severity)
            .collect();
        assert_eq!(
            found,
            [
                Severity::Warn,
                Severity::Ok,
                Severity::Bad,
                Severity::Bad,
                Severity::Warn
            ]
        );
    }
}
