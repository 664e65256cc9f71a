//! Typical holdings in the demo world (`holdings.csv`). Ether, bitcoin and dollar coins dominate, as they do for most
//! people; the sizes are those of ordinary savings.

use std::collections::HashMap;

use ports::{asset::AssetId, chain::ChainId};

use super::{blocks::DemoChain, dollars::parts, random::mix};

/// Columns: the `kind` of portfolio, the `chain`, the `symbol`, the typical value in `dollars`, and the `percent` of
/// portfolios of that kind with the asset.
const FILE: &str = include_str!("holdings.csv");

/// The kind of portfolio that a person has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A few well-known assets, kept for years.
    Saver,
    /// Protocols on several networks, staked and lent.
    Defi,
    /// A little of everything, much of it worth next to nothing.
    Collector,
}

impl Kind {
    const ALL: [(&'static str, Self); 3] = [
        ("saver", Self::Saver),
        ("defi", Self::Defi),
        ("collector", Self::Collector),
    ];

    /// Returns the kind of a person.
    pub(super) fn of(person: u64) -> Self {
        let at = usize::try_from(mix(person, 9) % 3).unwrap_or(0);
        Self::ALL[at].1
    }
}

/// A row of the file whose chain is read.
#[derive(Debug)]
pub(super) struct TypicalHolding {
    /// The native asset of the chain or a token.
    pub asset: AssetId,
    /// The typical value, in [`DOLLAR`](super::dollars::DOLLAR) parts.
    pub size: u128,
    kind: Option<Kind>,
    percent: u64,
}

impl TypicalHolding {
    /// Returns whether a person of this kind holds the asset.
    pub(super) fn is_held(&self, kind: Kind, random: u64) -> bool {
        self.kind.is_none_or(|held_by| held_by == kind) && random % 100 < self.percent
    }
}

/// Returns the rows by chain, in the order of the file. `token` finds a token of a chain by its symbol.
pub(super) fn by_chain(
    chains: &[DemoChain],
    token: impl Fn(&ChainId, &str) -> Option<AssetId>,
) -> HashMap<ChainId, Vec<TypicalHolding>> {
    let mut found: HashMap<ChainId, Vec<TypicalHolding>> = HashMap::new();
    for line in FILE.lines().skip(1) {
        if let Some((chain, holding)) = row(line, chains, &token) {
            found.entry(chain).or_default().push(holding);
        }
    }
    found
}

/// Parses a row. Returns `None` where its chain is not read or its asset is not listed.
fn row(
    line: &str,
    chains: &[DemoChain],
    token: impl Fn(&ChainId, &str) -> Option<AssetId>,
) -> Option<(ChainId, TypicalHolding)> {
    let mut fields = line.split(',');
    let (kind, code, symbol) = (fields.next()?, fields.next()?, fields.next()?);
    let chain = chains.iter().find(|chain| chain.row.code == code)?;
    let named = Kind::ALL.into_iter().find(|(name, _)| *name == kind);
    let is_coin = chain.native.metadata.symbol == symbol;
    let holding = TypicalHolding {
        asset: if is_coin {
            chain.native.id.clone()
        } else {
            token(&chain.row.id, symbol)?
        },
        size: parts(fields.next()?)?,
        kind: named.map(|(_, kind)| kind),
        percent: fields.next()?.parse().ok()?,
    };
    Some((chain.row.id.clone(), holding))
}

#[cfg(test)]
mod tests {
    use super::super::market::{BASES, DemoMarket};
    use super::*;
    use crate::chain::{rows::rows, tokens::start_list};

    #[test]
    fn every_row_names_something_that_can_be_held() {
        let rows = rows().unwrap();
        let chains: Vec<DemoChain> = rows.iter().map(DemoChain::of).collect();
        let market = DemoMarket::new(&chains, &start_list(rows).unwrap());
        let token = |chain: &ChainId, symbol: &str| {
            let mut tokens = market.tokens(chain);
            Some(tokens.find(|(_, listing)| listing.metadata.symbol == symbol)?.0.clone())
        };
        for line in FILE.lines().skip(1) {
            let (_, holding) = row(line, &chains, token).unwrap_or_else(|| panic!("{line}"));
            assert!(holding.size > 0 && (1..=100).contains(&holding.percent), "{line}");
            assert!(holding.kind.is_some() || line.starts_with("anyone,"), "{line}");
            let symbol = &market.listing(&holding.asset).unwrap().metadata.symbol;
            let is_priced = BASES.lines().any(|base| base.split(',').next() == Some(symbol));
            assert!(is_priced, "{line} has no price of its own in market.csv");
        }
    }
}
