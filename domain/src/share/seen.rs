//! Takes what a valuation says apart, and hands on what a visitor may see. A field that is new breaks the build here, where
//! it is decided on.

use crate::{
    price::{Priced, Verdict},
    share::{SharedAsset, SharedCoverage, SharedFailure, SharedGap, SharedPart, SharedPrice, SharedStale},
    valuation::{AssetLine, Coverage, FailedSource, Part, StaleSource, UnpricedHolding},
};

impl From<Coverage> for SharedCoverage {
    fn from(coverage: Coverage) -> Self {
        let complete = coverage.complete();
        let Coverage {
            known,
            priced,
            unpriced,
            failed,
            stale,
            hidden,
            reading,
            held_back: _,
        } = coverage;
        Self {
            known,
            priced,
            unpriced: unpriced.into_iter().map(Into::into).collect(),
            failed: failed.into_iter().map(Into::into).collect(),
            stale: stale.into_iter().map(Into::into).collect(),
            hidden,
            reading,
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
            parts: parts.into_iter().map(Into::into).collect(),
            rest,
            chains,
            flags,
        }
    }
}

impl From<Part> for SharedPart {
    fn from(part: Part) -> Self {
        let Part {
            assumed: _,
            asset,
            symbol,
            receipt,
            account,
            chain_name,
            label,
            amount,
            raw,
            price,
            value,
            share,
            reason,
            as_of,
            block,
            stale,
            explorer_url,
        } = part;
        Self {
            asset,
            symbol,
            receipt,
            account,
            chain_name,
            label,
            amount,
            raw,
            price,
            value,
            share,
            reason,
            as_of,
            block,
            stale,
            explorer_url,
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
            .filter(|one| matches!(one.verdict, Verdict::Chosen | Verdict::Counted));
        Self {
            value,
            as_of,
            sources: u32::try_from(counted.count()).unwrap_or(u32::MAX),
            spread,
            confidence,
        }
    }
}
