//! Tokens whose name or symbol advertises a website or a reward.

use super::{Judgement, Suspect};
use crate::valuation::HideRule;

/// Endings and words that real tokens do not carry in their names, and that advertisements do.
const MARKS: [&str; 18] = [
    "http", "www.", ".com", ".net", ".org", ".io", ".xyz", ".app", ".site", ".link", ".vip", ".gift", "t.me/",
    "claim ", "visit ", "airdrop", "reward", "voucher",
];

/// Hides what advertises something.
pub(super) fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    let metadata = &suspect.asset.metadata;
    let advertises = [&metadata.symbol, &metadata.name].iter().any(|text| {
        let text = text.to_lowercase();
        MARKS.iter().any(|mark| text.contains(mark)) || text.starts_with('$')
    });
    advertises.then_some(Judgement::Hide(HideRule::Spam))
}

#[cfg(test)]
mod tests {
    use super::super::tests::judged;
    use super::*;

    #[test]
    fn advertisements_are_found_and_tokens_are_not() {
        for (symbol, name) in [
            ("USDC", "Visit usdc-bonus.xyz to claim"),
            ("$ 1000 UNI", "x"),
            ("ETH-AIRDROP", "x"),
        ] {
            assert_eq!(
                judged(symbol, name, true),
                Some(Judgement::Hide(HideRule::Spam)),
                "{symbol}"
            );
        }
        for (symbol, name) in [
            ("YCRV", "yearn.fi Curve"),
            ("1INCHX", "1inch"),
            ("ENSX", "Ethereum Name Service"),
        ] {
            assert_eq!(judged(symbol, name, true), None, "{symbol}");
        }
    }
}
