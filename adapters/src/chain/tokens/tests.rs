//! The contents of the start list, and the groups of its assets.

use std::{collections::BTreeSet, fmt::Write as _};

use super::*;
use crate::chain::rows::rows;

#[test]
fn the_shipped_list_is_valid() {
    assert!(tokens().unwrap().len() >= 150);
    let assets = start_list(rows().unwrap()).unwrap();
    let ids: BTreeSet<&AssetId> = assets.iter().map(|asset| &asset.id).collect();
    assert_eq!(ids.len(), assets.len(), "the list has no duplicates");
    let group = |id: &str| &assets.iter().find(|asset| asset.id.as_str() == id).unwrap().group;
    assert_eq!(group("eip155:1/slip44:60"), "eth");
    assert_eq!(
        group("eip155:1/erc20:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"),
        "eth"
    );
    let held_by_an_exchange = "eip155:56/erc20:0x2170Ed0880ac9A755fd29B2688956BD959F933F8";
    assert_eq!(group(held_by_an_exchange), held_by_an_exchange);
    let yfi = "eip155:1/erc20:0x0bc529c00C6401aEF6D220BE8C6Ea1667F6Ad93e";
    assert_eq!(group(yfi), yfi);
    let coins = Coins::of(rows().unwrap()).unwrap();
    assert_eq!(
        coins.coingecko(&"eip155:1/slip44:60".parse().unwrap()),
        Some("ethereum")
    );
    assert_eq!(coins.coingecko(&yfi.parse().unwrap()), Some("yearn-finance"));
}

#[test]
fn an_invalid_row_is_reported_with_its_line_and_column() {
    let row = "eip155:1,0x6B175474E89094C44Da98b954EedeAC495271d0F,DAI,Dai Stablecoin,18,dai,somewhere";
    assert!(parse(&format!("{HEAD}\n{row}\n")).is_ok());
    for (from, to, message) in [
        ("eip155:1", "eip155", "tokens.csv, line 2, chain: is not a chain id"),
        ("0x6B", "0x6b", "tokens.csv, line 2, address: The checksum"),
        (",18,", ",300,", "tokens.csv, line 2, decimals: "),
        (",18,dai", ",18", "tokens.csv, line 2, any: has 6 columns"),
        ("somewhere", "", "tokens.csv, line 2, source: is empty"),
    ] {
        let error = parse(&format!("{HEAD}\n{}", row.replacen(from, to, 1)))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(message), "{error}");
    }
    assert!(
        parse(row)
            .unwrap_err()
            .to_string()
            .starts_with("tokens.csv, line 1, head: must be")
    );
}

/// The members of the groups that most people hold, by chain: reviewed by hand, so that a new row cannot join or split
/// a group unnoticed. The native asset of a chain has no contract.
const EQUIVALENTS: &str = include_str!("equivalents.txt");

/// The groups whose members are listed in [`EQUIVALENTS`].
const PINNED: [&str; 5] = ["eth", "usdc", "usdt", "dai", "wbtc"];

#[test]
fn the_members_of_common_groups_are_pinned() {
    let (rows, mut lines) = (rows().unwrap(), String::new());
    let assets = start_list(rows).unwrap();
    for group in PINNED {
        for row in rows {
            let members = assets
                .iter()
                .filter(|asset| asset.group == group && asset.id.chain() == row.chain.id);
            let members: Vec<&str> = members.map(|asset| asset.metadata.symbol.as_str()).collect();
            if !members.is_empty() {
                writeln!(lines, "{group} {}: {}", row.chain.code, members.join(" ")).unwrap();
            }
        }
    }
    let lacks = |text: &str, other: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !other.lines().any(|known| known == *line));
        lines.map(str::to_owned).collect()
    };
    let (new, gone) = (lacks(&lines, EQUIVALENTS), lacks(EQUIVALENTS, &lines));
    assert!(
        lines == EQUIVALENTS,
        "if this is intended, update equivalents.txt in the order of the rows: new {new:#?}, gone {gone:#?}"
    );
}

#[test]
fn native_assets_share_a_group_with_their_wrapped_form_and_ether_has_one_group() {
    let rows = rows().unwrap();
    let (assets, coins) = (start_list(rows).unwrap(), Coins::of(rows).unwrap());
    let group = |id: &AssetId| &assets.iter().find(|asset| asset.id == *id).unwrap().group;
    for row in rows {
        if let Some(form) = wrapped(row) {
            assert_eq!(group(&form), group(&row.native.id), "{form}");
        }
        let is_ether = coins.coingecko(&row.native.id) == Some("ethereum");
        assert_eq!(group(&row.native.id) == "eth", is_ether, "{}", row.chain.code);
    }
}

/// A token that an exchange backs on its own chain is not the same asset as the original (docs/decisions/0014).
#[test]
fn custodial_tokens_are_not_grouped_with_their_originals() {
    let assets = start_list(rows().unwrap()).unwrap();
    let (held, chains) = (
        [
            "ETH", "WETH", "USDC", "USDC.e", "USDT", "DAI", "WBTC", "BTCB", "BTC.b", "kBTC",
        ],
        [56, 25, 43114, 57073],
    );
    let expected = [
        "eip155:56/erc20:0x2170Ed0880ac9A755fd29B2688956BD959F933F8",
        "eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d",
        "eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955",
        "eip155:56/erc20:0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c",
        "eip155:56/erc20:0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3",
        "eip155:25/erc20:0xc21223249CA28397B4B6541dfFaEcC539BfF0c59",
        "eip155:25/erc20:0xe44Fd7fCb2b1581822D0c862B68222998a0c299a",
        "eip155:25/erc20:0x062E66477Faf219F25D27dCED647BF57C3107d52",
        "eip155:43114/erc20:0x152b9d0FdC40C096757F570A51E494bd4b943E50",
        "eip155:57073/erc20:0x73E0C0d45E048D25Fc26Fa3159b0aA04BfA4Db98",
    ];
    let chains = chains.map(ChainId::evm);
    let alone = assets.iter().filter(|asset| {
        let is_held = held.contains(&asset.metadata.symbol.as_str()) && chains.contains(&asset.id.chain());
        is_held && asset.group == asset.id.as_str()
    });
    let alone: BTreeSet<&str> = alone.map(|asset| asset.id.as_str()).collect();
    assert_eq!(alone, BTreeSet::from(expected));
}
