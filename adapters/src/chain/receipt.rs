//! Receipt tokens of positions elsewhere (`data/receipts.csv`), and tokens whose balances change without transfers
//! (`data/rebasing.csv`).

use ports::{AssetId, PositionKind, Receipt, Receipts};

use super::rows::RowError;
use crate::table::{self, Line};

const FILE: &str = "receipts.csv";
const HEAD: &str = "asset,kind,protocol,of,words,source";

const REBASING: &str = "rebasing.csv";
const HEAD_OF_REBASING: &str = "asset,source";

/// Returns the receipts and rebasing tokens that ship.
pub fn receipts() -> Result<Receipts, RowError> {
    let rebasing = rebasing(include_str!("../../data/rebasing.csv"))?;
    Ok(Receipts::new(parse(include_str!("../../data/receipts.csv"))?, rebasing))
}

fn rebasing(text: &str) -> Result<Vec<AssetId>, RowError> {
    table::rows((REBASING, HEAD_OF_REBASING), text, |line, [asset, source]| {
        line.check_not_empty("source", source)?;
        line.read("asset", asset)
    })
}

fn parse(text: &str) -> Result<Vec<Receipt>, RowError> {
    table::rows((FILE, HEAD), text, receipt)
}

fn receipt(line: Line, [asset, kind, place, of, words, source]: [&str; 6]) -> Result<Receipt, RowError> {
    let kind: PositionKind = line.read("kind", kind)?;
    if kind == PositionKind::Regular {
        return Err(line.wrong("kind", "is that of what is a receipt of nothing"));
    }
    line.check_not_empty("words", words)?;
    line.check_not_empty("source", source)?;
    Ok(Receipt {
        asset: line.read("asset", asset)?,
        kind,
        place: line.read("protocol", place)?,
        of: line.read("of", of)?,
        words: words.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use ports::{Asset, AssetId};

    use super::*;
    use crate::chain::{rows::rows, tokens::start_list};

    fn shipped() -> Vec<Receipt> {
        parse(include_str!("../../data/receipts.csv")).unwrap()
    }

    fn listed() -> BTreeMap<AssetId, Asset> {
        let assets = start_list(rows().unwrap()).unwrap().into_iter();
        assets.map(|asset| (asset.id.clone(), asset)).collect()
    }

    #[test]
    fn only_staking_receipts_are_staked() {
        let (receipts, listed) = (receipts().unwrap(), listed());
        let kind = |chain: &str, symbol: &str| {
            let mut fitting = listed
                .values()
                .filter(|asset| asset.metadata.symbol == symbol && asset.id.chain().as_str() == chain);
            let asset = fitting
                .next()
                .unwrap_or_else(|| panic!("{symbol} is not in the start list"));
            receipts.of(&asset.id).map(|receipt| receipt.kind)
        };
        for (chain, symbol) in [
            ("eip155:1", "stETH"),
            ("eip155:42161", "wstETH"),
            ("eip155:10", "rETH"),
            ("eip155:8453", "cbETH"),
            ("eip155:43114", "sAVAX"),
            ("eip155:1", "ezETH"),
            ("eip155:8453", "wrsETH"),
        ] {
            assert_eq!(kind(chain, symbol), Some(PositionKind::Staked), "{symbol}");
        }
        for (chain, symbol) in [
            ("eip155:1", "WETH"),
            ("eip155:1", "xSUSHI"),
            ("eip155:1", "sDAI"),
            ("eip155:1", "sUSDe"),
            ("eip155:1", "LDO"),
            ("eip155:1", "LBTC"),
            ("eip155:1", "stAAVE"),
            ("eip155:137", "stMATIC"),
            ("eip155:1", "syrupUSDT"),
        ] {
            assert_eq!(kind(chain, symbol), None, "{symbol}");
        }
    }

    #[test]
    fn tokens_that_grow_in_place_rebase_and_those_with_a_rate_do_not() {
        let (receipts, listed) = (receipts().unwrap(), listed());
        let is_rebasing = |chain: &str, symbol: &str| {
            let mut fitting = listed
                .values()
                .filter(|asset| asset.metadata.symbol == symbol && asset.id.chain().as_str() == chain);
            let asset = fitting
                .next()
                .unwrap_or_else(|| panic!("{symbol} is not in the start list"));
            receipts.is_rebasing(&asset.id)
        };
        for symbol in ["stETH", "AMPL", "OETH", "OUSD"] {
            assert!(is_rebasing("eip155:1", symbol), "{symbol}");
        }
        for symbol in ["wstETH", "rETH", "cbETH", "sDAI", "WETH", "USDC"] {
            assert!(!is_rebasing("eip155:1", symbol), "{symbol}");
        }
        let all = rebasing(include_str!("../../data/rebasing.csv")).unwrap();
        assert_eq!(
            all.iter().collect::<BTreeSet<_>>().len(),
            all.len(),
            "a token is listed twice"
        );
    }

    /// A receipt can lose value against its underlying asset, so the two never share a group.
    #[test]
    fn no_receipt_shares_a_group_with_its_underlying_asset() {
        let listed = listed();
        for receipt in shipped() {
            let of = listed
                .get(&receipt.of)
                .unwrap_or_else(|| panic!("{} is unknown", receipt.of));
            if let Some(asset) = listed.get(&receipt.asset) {
                assert_ne!(asset.group, of.group, "{}", receipt.asset);
            }
        }
    }

    /// All members of a group are receipts of the same asset.
    #[test]
    fn members_of_a_group_are_receipts_of_the_same_asset() {
        let listed = listed();
        let shipped: BTreeMap<AssetId, Receipt> = shipped()
            .into_iter()
            .map(|receipt| (receipt.asset.clone(), receipt))
            .collect();
        let position = |id: &AssetId| {
            shipped
                .get(id)
                .map(|receipt| (receipt.kind, &receipt.of, &receipt.words))
        };
        for receipt in shipped.values() {
            let Some(asset) = listed.get(&receipt.asset) else {
                continue;
            };
            for other in listed.values().filter(|other| other.group == asset.group) {
                assert_eq!(
                    position(&other.id),
                    position(&asset.id),
                    "{} and {}",
                    other.id,
                    asset.id
                );
            }
        }
    }

    #[test]
    fn receipts_are_unique_and_not_nested() {
        let rows = shipped();
        let assets: BTreeSet<&AssetId> = rows.iter().map(|row| &row.asset).collect();
        assert_eq!(assets.len(), rows.len());
        for row in &rows {
            assert!(!assets.contains(&row.of), "{} is a receipt itself", row.asset);
        }
    }

    #[test]
    fn an_invalid_row_is_reported_with_its_line_and_column() {
        let good = "eip155:1/erc20:0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84,staked,Lido,eip155:1/slip44:60,staked ether,somewhere";
        assert!(parse(&format!("{HEAD}\n{good}\n")).is_ok());
        for (from, to, message) in [
            (
                ",staked,",
                ",steaked,",
                "kind: is not a kind of position such as staked",
            ),
            (",staked,", ",regular,", "kind: is that of what is a receipt of nothing"),
            ("slip44:60", "slip44:x", "of: is not an asset id"),
            ("somewhere", "", "source: is empty"),
            ("staked ether", "", "words: is empty"),
            (",Lido,", ",,", "protocol: is not the place of a position"),
            (",somewhere", "", "any: has 5 columns"),
        ] {
            let error = parse(&format!("{HEAD}\n{}", good.replacen(from, to, 1)))
                .unwrap_err()
                .to_string();
            assert!(
                error.starts_with(&format!("receipts.csv, line 2, {message}")),
                "{error}"
            );
        }
        assert!(
            parse(good)
                .unwrap_err()
                .to_string()
                .starts_with("receipts.csv, line 1, head: must be")
        );
    }
}
