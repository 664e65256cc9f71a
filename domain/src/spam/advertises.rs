//! Tokens whose name or symbol advertises a website or a reward.
//!
//! No real token is called "visit" or "claim". A website ending or the word "reward" also occurs in the names of real
//! tokens ("Crypto.com Staked ETH", "StakeWise Reward ETH2"), so a token with a market is flagged for it and never
//! hidden. Tokens on a list were reviewed by the list's maintainers.

use super::{Judgement, MarketDepth, Suspect};
use crate::{reason::Reason, spam::hide_rule::HideRule};

/// Words that occur in advertisements and not in the names of real tokens.
const CALLS: [&str; 7] = ["http", "www.", "t.me/", "claim ", "visit ", "airdrop", "voucher"];
/// Words that occur in many advertisements and in the names of some real tokens.
const MARKS: [&str; 11] = [
    ".com", ".net", ".org", ".io", ".xyz", ".app", ".site", ".link", ".vip", ".gift", "reward",
];

/// Hides tokens that clearly advertise something, and flags those that may.
pub(super) fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    if suspect.listed {
        return None;
    }
    let metadata = &suspect.asset.metadata;
    let texts = [&metadata.symbol, &metadata.name].map(|text| text.to_lowercase());
    let has = |marks: &[&str]| texts.iter().any(|text| marks.iter().any(|mark| text.contains(mark)));
    let calls = has(&CALLS) || texts.iter().any(|text| is_sum(text));
    if !(calls || has(&MARKS)) {
        return None;
    }
    if calls || suspect.market != MarketDepth::Deep {
        return Some(Judgement::Hide(HideRule::Spam));
    }
    let text = "Its name resembles a website or a reward. It has a market, so it is included.".to_owned();
    Some(Judgement::Flag(Reason { code: "spam", text }))
}

/// Returns whether the text begins with a dollar amount. A dollar sign alone also occurs in the symbols of real tokens
/// ("$WIF").
fn is_sum(text: &str) -> bool {
    let sum = text.strip_prefix('$').map(str::trim_start);
    sum.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{judged, judged_at};
    use super::*;

    #[test]
    fn advertisements_are_found_and_tokens_are_not() {
        let hidden = Some(Judgement::Hide(HideRule::Spam));
        for (symbol, name) in [
            ("USDC", "Visit usdc-bonus.xyz to claim"),
            ("$ 1000 UNI", "x"),
            ("$1000", "x"),
            ("ETH-AIRDROP", "x"),
        ] {
            assert_eq!(judged(symbol, name, true), hidden, "{symbol}");
        }
        for (symbol, name) in [
            ("YCRV", "yearn.fi Curve"),
            ("1INCHX", "1inch"),
            ("ENSX", "Ethereum Name Service"),
            ("$WIF", "dogwifhat"),
        ] {
            assert_eq!(judged(symbol, name, true), None, "{symbol}");
        }
    }

    #[test]
    fn an_ambiguous_name_is_hidden_unless_the_token_has_a_market() {
        for (symbol, name) in [
            ("rETH2", "StakeWise Reward ETH2"),
            ("CDCX", "Crypto.com Staked Thing"),
            ("SWAP.IO", "x"),
        ] {
            for market in [MarketDepth::Unasked, MarketDepth::Missing, MarketDepth::Shallow] {
                let judgement = judged_at(symbol, name, "chain", market);
                assert_eq!(judgement, Some(Judgement::Hide(HideRule::Spam)), "{name}: {market:?}");
            }
            let judgement = judged_at(symbol, name, "chain", MarketDepth::Deep);
            assert!(
                matches!(&judgement, Some(Judgement::Flag(reason)) if reason.code == "spam"),
                "{judgement:?}"
            );
            assert_eq!(judged_at(symbol, name, "list:x", MarketDepth::Deep), None, "{name}");
        }
    }
}
