//! Tokens without a market where they could be sold, as far as price sources know.
//!
//! Worthless tokens appear valuable through prices that their own source considers uncertain: a pool of a few dollars
//! prices a million tokens. Such a token is hidden unless a list includes it. A token for which no source knows a
//! market is flagged and never hidden, because pool shares and protocol receipts have no market either and do have a
//! value.

use super::{Judgement, MarketDepth, Suspect};
use crate::{reason::Reason, spam::hide_rule::HideRule};

/// Hides tokens that have only unreliable prices, and flags tokens that have none.
pub(super) fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    match suspect.market {
        _ if suspect.listed => None,
        MarketDepth::Shallow => Some(Judgement::Hide(HideRule::NoLiquidity)),
        MarketDepth::Missing => Some(Judgement::Flag(Reason {
            code: "no_liquidity",
            text: "No token list includes it, and no price source knows a market where it could be sold.".to_owned(),
        })),
        MarketDepth::Deep | MarketDepth::Unasked => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::judged_at;
    use super::*;

    #[test]
    fn only_unlisted_tokens_with_shallow_markets_are_hidden() {
        let judged = |origin, market| judged_at("TIDE", "Tidewater", origin, market);
        let hidden = Some(Judgement::Hide(HideRule::NoLiquidity));
        assert_eq!(judged("chain", MarketDepth::Shallow), hidden);
        assert_eq!(judged("explorer:one", MarketDepth::Shallow), hidden);
        assert!(matches!(
            judged("chain", MarketDepth::Missing),
            Some(Judgement::Flag(_))
        ));
        for market in [MarketDepth::Shallow, MarketDepth::Missing] {
            assert_eq!(judged("list:uniswap", market), None);
        }
        for market in [MarketDepth::Deep, MarketDepth::Unasked] {
            assert_eq!(judged("chain", market), None);
        }
    }
}
