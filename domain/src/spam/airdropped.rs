//! Tokens that thousands of addresses hold and that have no market: they were sent to strangers unasked.
//!
//! Sending a token to ten thousand addresses costs next to nothing. If ten thousand people want a token, there is a
//! market, and then a list includes it or a source prices it. A token with that many holders and neither of these was
//! distributed unasked. Account histories are not read, so it is unknown who asked for it. False positives are receipts
//! or points of a large protocol that no source prices.

use super::{Judgement, MarketDepth, Suspect};
use crate::spam::hide_rule::HideRule;

/// The number of holders from which an unpriced token counts as distributed unasked. It is chosen and not measured:
/// pool shares and receipts that no source prices have dozens or hundreds of holders, and unsolicited tokens are sent
/// to thousands.
const THOUSANDS: u32 = 2_000;

/// Hides tokens with thousands of holders that no list includes and none of the queried sources prices.
pub(super) fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    let holders = suspect.asset.holders.as_ref()?;
    let is_untraded = suspect.market == MarketDepth::Missing && !suspect.listed;
    (is_untraded && holders.count >= THOUSANDS).then(|| {
        let by = suspect.counted_by.unwrap_or(holders.by.as_str()).to_owned();
        let holders = holders.count;
        Judgement::Hide(HideRule::Airdropped { holders, by })
    })
}

#[cfg(test)]
mod tests {
    use ports::{Address, Asset, AssetId, ChainId, KnownTokens, SourceId, Timestamp, asset::Holders};

    use super::super::{MarketDepths, judge, tests::asset};
    use super::*;

    const MANY: Option<u32> = Some(49_213);

    fn token(n: u8) -> AssetId {
        AssetId::erc20(&ChainId::evm(1), &Address::evm([n; 20]))
    }

    fn held_by(count: Option<u32>, symbol: &str, origin: &str) -> Asset {
        let holders = |count| Holders {
            count,
            by: SourceId::fixed("blockscout"),
            at: Timestamp::from_seconds(0),
        };
        Asset {
            holders: count.map(holders),
            assumed: None,
            ..asset(token(99), symbol, "Tidewater", origin)
        }
    }

    fn judged(asset: &Asset, market: MarketDepth) -> Option<Judgement> {
        let known_tokens = KnownTokens::new([(token(1), "USDC")]);
        judge(&Suspect::of(
            asset,
            &known_tokens,
            &MarketDepths::new([(&asset.id, market)]),
        ))
    }

    fn hidden(holders: u32) -> Judgement {
        let by = "blockscout".to_owned();
        Judgement::Hide(HideRule::Airdropped { holders, by })
    }

    #[test]
    fn only_a_known_number_of_thousands_of_holders_hides() {
        for count in [2_000, 2_001, 49_213, u32::MAX] {
            let asset = held_by(Some(count), "TIDE", "explorer:one");
            assert_eq!(judged(&asset, MarketDepth::Missing), Some(hidden(count)));
        }
        for count in [None, Some(0), Some(1_999)] {
            let judgement = judged(&held_by(count, "TIDE", "explorer:one"), MarketDepth::Missing);
            assert!(
                matches!(judgement, Some(Judgement::Flag(_))),
                "{count:?}: {judgement:?}"
            );
        }
    }

    #[test]
    fn listed_priced_or_never_queried_tokens_are_not_hidden() {
        for origin in ["list:uniswap", "start-list"] {
            assert_eq!(judged(&held_by(MANY, "TIDE", origin), MarketDepth::Missing), None);
        }
        for market in [MarketDepth::Deep, MarketDepth::Unasked] {
            assert_eq!(judged(&held_by(MANY, "TIDE", "chain"), market), None);
        }
        let shallow = judged(&held_by(MANY, "TIDE", "chain"), MarketDepth::Shallow);
        assert_eq!(shallow, Some(Judgement::Hide(HideRule::NoLiquidity)));
    }

    #[test]
    fn a_namesake_with_thousands_of_holders_is_hidden() {
        assert_eq!(
            judged(&held_by(MANY, "USDC", "chain"), MarketDepth::Missing),
            Some(hidden(49_213))
        );
        let few = judged(&held_by(Some(12), "USDC", "chain"), MarketDepth::Missing);
        assert!(matches!(few, Some(Judgement::Flag(reason)) if reason.code == "look_alike"));
    }

    #[test]
    fn the_text_states_the_number_of_holders_and_its_source() {
        let text = |holders| {
            let by = "Blockscout".to_owned();
            HideRule::Airdropped { holders, by }.text()
        };
        for (holders, judgement) in [
            (2_000, "2,000 "),
            (49_213, "49,213 "),
            (1_234_567, "1,234,567 "),
            (123_456, "123,456 "),
        ] {
            assert!(text(holders).starts_with(&format!("Blockscout counts {judgement}holders, ")));
        }
    }
}
