//! Tokens that nobody can sell, as far as the sources of prices know.
//!
//! A price that its own source doubts is how worthless tokens get a worth: a pool of a few dollars prices a million of them.
//! Such a token is hidden unless a list names it. One of which no source knows a market is flagged and never hidden: shares
//! of pools and receipts of protocols have no market either, and are money.

use super::{Judgement, Market, Suspect};
use crate::{reason::Reason, spam::hide_rule::HideRule};

/// Hides what has only prices with nothing behind them, flags what has none.
pub(super) fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    match suspect.market {
        _ if suspect.listed => None,
        Market::Shallow => Some(Judgement::Hide(HideRule::NoLiquidity)),
        Market::Missing => Some(Judgement::Flag(Reason {
            code: "no_liquidity",
            text: "No token list includes it, and no price source knows a market where it could be sold.".to_owned(),
        })),
        Market::Deep | Market::Unasked => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::judged_at;
    use super::*;

    #[test]
    fn only_what_no_list_names_and_nobody_can_sell_is_hidden() {
        let judged = |origin, market| judged_at("TIDE", "Tidewater", origin, market);
        let hidden = Some(Judgement::Hide(HideRule::NoLiquidity));
        assert_eq!(judged("chain", Market::Shallow), hidden);
        assert_eq!(judged("explorer:one", Market::Shallow), hidden);
        assert!(matches!(judged("chain", Market::Missing), Some(Judgement::Flag(_))));
        for market in [Market::Shallow, Market::Missing] {
            assert_eq!(judged("list:uniswap", market), None);
        }
        for market in [Market::Deep, Market::Unasked] {
            assert_eq!(judged("chain", market), None);
        }
    }
}
