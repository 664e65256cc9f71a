//! Tokens whose symbol looks like that of a well-known token with another contract.
//!
//! A symbol with the same letters is a namesake. Bridged tokens legitimately have one, so namesakes are flagged and
//! never hidden. Other letters that look the same (Cyrillic, digits, combining marks) are never accidental, so such a
//! token is hidden unless a source prices it.

use super::{Judgement, Suspect};
use crate::{reason::Reason, spam::hide_rule::HideRule};

/// Hides imitations and flags namesakes.
pub(super) fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    if suspect.listed {
        return None;
    }
    let lookalike = suspect
        .known_tokens
        .lookalike_of(&suspect.asset.id, &suspect.asset.metadata.symbol)?;
    if !lookalike.same_letters && !suspect.is_priced() {
        return Some(Judgement::Hide(HideRule::LookAlike));
    }
    let text = if lookalike.same_letters {
        format!(
            "It is called {}, but its contract is not a known contract of that name.",
            lookalike.symbol
        )
    } else {
        format!("It imitates {} using look-alike letters.", lookalike.symbol)
    };
    let code = "look_alike";
    Some(Judgement::Flag(Reason { code, text }))
}

#[cfg(test)]
mod tests {
    use super::super::tests::judged;
    use super::*;

    #[test]
    fn imitations_are_hidden_and_namesakes_flagged() {
        for symbol in ["USD\u{421}", "U\u{405}DC", "US\u{ff24}C", "\u{395}TH", "UNl"] {
            assert_eq!(
                judged(symbol, "x", false),
                Some(Judgement::Hide(HideRule::LookAlike)),
                "{symbol}"
            );
            let flagged = judged(symbol, "x", true);
            assert!(matches!(flagged, Some(Judgement::Flag(_))), "{symbol}: {flagged:?}");
        }
        for symbol in ["USDC", "usdc", "ETH"] {
            let flagged = judged(symbol, "x", false);
            assert!(matches!(flagged, Some(Judgement::Flag(_))), "{symbol}: {flagged:?}");
        }
        assert_eq!(judged("TIDE", "Tidewater", false), None);
    }
}
