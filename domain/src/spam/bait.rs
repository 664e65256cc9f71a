//! Unpriced tokens whose symbol is bait: money, exclamation marks, or a sentence.
//!
//! None of these marks is proof by itself, so a token that any source prices or any list includes is never hidden for
//! it. Bait tokens have in common that they have no market. How many addresses hold a token, where that is known, is a
//! rule of its own.

use super::{Judgement, Suspect};
use crate::spam::hide_rule::HideRule;

/// Characters that occur in bait and not in the symbols of real tokens.
const SIGNS: [char; 9] = ['!', '?', '$', '€', '£', '%', ':', '/', '\u{2705}'];
/// A symbol with at least this many words is a sentence.
const WORDS: usize = 3;

/// Hides bait that has no price.
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
    fn bait_is_hidden_unless_it_has_a_price() {
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
