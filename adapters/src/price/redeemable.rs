//! Tokens that a contract redeems at a fixed ratio: the wrapped form of each native asset, and migrated tokens.
//!
//! The wrapped forms are in `data/chains.toml`, the others in `data/redeemable.csv`. Bridged tokens are not
//! redeemable, and neither are coins whose symbol was taken over by another one (LUNA, UST): they share a name and
//! nothing else.

use ports::{
    asset::AssetId,
    money::Price,
    redeemable::{Redeemable, Redeemables},
};

use crate::{
    chain::rows::{ChainSpec, RowError},
    source::listed_markets,
    table::{self, Line},
};

const FILE: &str = "redeemable.csv";
const HEAD: &str = "asset,target,ratio,how,source";

/// Returns the redeemable tokens of these chains.
pub fn redeemables(rows: &[ChainSpec]) -> Result<Redeemables, RowError> {
    let wrapped = rows.iter().filter_map(wrapped);
    let moved = parse(include_str!("../../data/redeemable.csv"))?;
    let mut units: Vec<AssetId> = listed_markets()?.into_iter().filter_map(|row| row.quoted_in).collect();
    units.sort();
    units.dedup();
    Ok(Redeemables::new(wrapped.chain(moved), units))
}

fn wrapped(row: &ChainSpec) -> Option<Redeemable> {
    Some(Redeemable {
        asset: AssetId::token(&row.chain.id, row.wrapped.as_ref()?)?,
        target: row.native.id.clone(),
        ratio: "1".parse().ok()?,
    })
}

fn parse(text: &str) -> Result<Vec<Redeemable>, RowError> {
    table::rows((FILE, HEAD), text, redeemable)
}

fn redeemable(line: Line, [asset, target, ratio, how, source]: [&str; 5]) -> Result<Redeemable, RowError> {
    line.check_not_empty("how", how)?;
    line.check_not_empty("source", source)?;
    Ok(Redeemable {
        asset: line.read("asset", asset)?,
        target: line.read("target", target)?,
        ratio: line.read::<Price>("ratio", ratio)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::rows::rows;

    fn id(text: &str) -> AssetId {
        text.parse().unwrap()
    }

    #[test]
    fn wrapped_coins_and_migrated_tokens_are_redeemable() {
        let redeemables = redeemables(rows().unwrap()).unwrap();
        let target = |text: &str| redeemables.of(&id(text)).map(|row| row.target.to_string());
        let weth = "eip155:1/erc20:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
        assert_eq!(target(weth).as_deref(), Some("eip155:1/slip44:60"));
        let matic = "eip155:1/erc20:0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0";
        assert_eq!(target(matic).as_deref(), Some("eip155:137/slip44:966"));
        let bridged_ether = "eip155:56/erc20:0x2170Ed0880ac9A755fd29B2688956BD959F933F8";
        assert_eq!(target(bridged_ether), None);
        let needed = redeemables.needed(&[id(weth)]);
        assert!(needed.contains(&id("eip155:1/slip44:60")), "what it is exchanged for");
        assert!(
            needed.contains(&id("eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7")),
            "what markets count in"
        );
    }

    #[test]
    fn no_row_points_at_itself_or_at_another_row() {
        let redeemables = redeemables(rows().unwrap()).unwrap();
        for row in parse(include_str!("../../data/redeemable.csv")).unwrap() {
            assert!(redeemables.of(&row.target).is_none(), "{row:?} points at another row");
        }
    }

    #[test]
    fn an_invalid_row_is_reported_with_its_line_and_column() {
        let good = "eip155:1/slip44:60,eip155:10/slip44:60,1,a contract,somewhere";
        assert!(parse(&format!("{HEAD}\n{good}\n")).is_ok());
        for (from, to, message) in [
            (",1,", ",0,", "redeemable.csv, line 2, ratio: is not above zero"),
            ("somewhere", "", "redeemable.csv, line 2, source: is empty"),
            (",1,", ",", "redeemable.csv, line 2, any: has 4 columns"),
        ] {
            let error = parse(&format!("{HEAD}\n{}", good.replacen(from, to, 1))).unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }
}
