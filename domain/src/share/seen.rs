//! Converts the parts of a valuation to what a visitor may see. Every type is destructured in full, so that a new field
//! breaks the build here and someone decides whether visitors may see it.

use crate::{
    price::{Priced, QuoteStatus},
    share::portfolio::{SharedAsset, SharedCoverage, SharedFailure, SharedGap, SharedPrice, SharedStale},
    valuation::{AssetLine, Coverage, FailedSource, StaleSource, UnpricedHolding},
};

impl SharedCoverage {
    /// Keeps only the number of the wallets that are not read, and only the chains where not every token is looked for.
    pub(super) fn of(coverage: Coverage, unread_wallets: u32) -> Self {
        let complete = coverage.complete() && unread_wallets == 0;
        let Coverage {
            known,
            priced,
            unpriced,
            failed,
            stale,
            hidden,
            reading,
            unconverted,
            held_back: _,
            // Empty from a visitor's viewpoint; the wallets are counted separately.
            unread: _,
            not_looked_for,
            // Empty from a visitor's viewpoint.
            unreconciled: _,
        } = coverage;
        Self {
            known,
            priced,
            unpriced: unpriced.into_iter().map(Into::into).collect(),
            failed: failed.into_iter().map(Into::into).collect(),
            stale: stale.into_iter().map(Into::into).collect(),
            hidden,
            reading,
            unread: unread_wallets,
            not_looked_for: not_looked_for
                .into_iter()
                .map(|one| (one.chain, one.protocol))
                .collect(),
            unconverted,
            complete,
        }
    }
}

impl From<UnpricedHolding> for SharedGap {
    fn from(holding: UnpricedHolding) -> Self {
        let UnpricedHolding {
            asset,
            symbol,
            name,
            account,
            amount,
            raw,
            assumed: _,
            gap: _,
            reason,
        } = holding;
        Self {
            asset,
            symbol,
            name,
            account,
            amount,
            raw,
            reason,
        }
    }
}

impl From<FailedSource> for SharedFailure {
    fn from(source: FailedSource) -> Self {
        let FailedSource {
            source: _,
            name,
            failure: _,
            account,
            last_good,
        } = source;
        Self {
            name,
            account,
            last_good,
        }
    }
}

impl From<StaleSource> for SharedStale {
    fn from(source: StaleSource) -> Self {
        let StaleSource {
            source: _,
            name,
            as_of,
            account,
            code: _,
            text: _,
        } = source;
        Self { name, as_of, account }
    }
}

impl From<AssetLine> for SharedAsset {
    fn from(line: AssetLine) -> Self {
        let AssetLine {
            group,
            asset,
            symbol,
            name,
            receipt,
            amount,
            value,
            price,
            share,
            manual: _,
            dust,
            parts,
            rest,
            chains,
            flags,
        } = line;
        Self {
            group,
            asset,
            symbol,
            name,
            receipt,
            amount,
            value,
            price,
            share,
            dust,
            parts: parts.into_iter().map(|part| part.shown).collect(),
            rest,
            chains,
            flags,
        }
    }
}

impl From<Priced> for SharedPrice {
    fn from(priced: Priced) -> Self {
        let Priced {
            value,
            method: _,
            spread,
            as_of,
            confidence,
            considered,
        } = priced;
        let counted = considered
            .iter()
            .filter(|one| matches!(one.status, QuoteStatus::Chosen | QuoteStatus::Counted));
        Self {
            value,
            as_of,
            sources: u32::try_from(counted.count()).unwrap_or(u32::MAX),
            spread,
            confidence,
        }
    }
}
