//! Tokens that nobody prices and whose name is bait: money, exclamation, a sentence for a symbol.
//!
//! None of these marks says enough by itself, so one that any source prices or any list names is never hidden for it. That nobody
//! trades it is what such tokens have in common; how many people it was sent to, where anybody says so, is a rule of its own.

use super::{Judgement, Suspect};
use crate::spam::hide_rule::HideRule;

/// Signs that symbols of tokens do not carry, and bait does.
const SIGNS: [char; 9] = ['!', '?', '$', '€', '£', '%', ':', '/', '\u{2705}'];
/// A symbol of this many words is a sentence.
const WORDS: usize = 3;

/// Hides bait that nobody prices.
pub(super) fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    let symbol = &suspect.asset.metadata.symbol;
    let is_bait = symbol.contains(SIGNS) || symbol.split_whitespace().count() >= WORDS;
    (is_bait && !suspect.is_priced() && !suspect.listed).then_some(Judgement::Hide(HideRule::Bait))
}

#[cfg(test)]
mod tests {
    use super::super::tests::judged;
    use super::*;

    #[test]
    fn bait_is_hidden_unless_somebody_prices_it() {
        let hidden = Some(Judgement::Hide(HideRule::Bait));
        for symbol in ["WIN!", "5000 $", "GET 5% NOW", "FREE MONEY TODAY"] {
            assert_eq!(judged(symbol, "x", false), hidden, "{symbol}");
            assert_eq!(judged(symbol, "x", true), None, "{symbol}");
        }
        for symbol in ["TIDE", "UNI-V2", "Curve 3Pool", "yvDAI"] {
            assert_eq!(judged(symbol, "x", false), None, "{symbol}");
        }
    }
}
