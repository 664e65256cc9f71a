//! The start list of tokens, as data: `data/tokens.csv`. Common holdings are found before any list was fetched.

use std::{collections::HashMap, sync::LazyLock};

use ports::{Address, Asset, AssetId, ChainId, Familiar, asset::Metadata};

use super::rows::{Row, RowError};

const FILE: &str = "tokens.csv";
const HEAD: &str = "chain,address,symbol,name,decimals,coingecko,group,source";
/// Where the rows say they come from, once they are in the database.
pub const ORIGIN: &str = "start-list";
static TOKENS: LazyLock<Result<Vec<Token>, RowError>> = LazyLock::new(|| parse(include_str!("../../data/tokens.csv")));

/// A token of the start list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What is known of it until the chain itself has answered.
    pub asset: Asset,
    /// Its coin id at CoinGecko, where that is certain.
    pub coin: Option<String>,
}

/// The tokens of the start list, in its order.
pub fn tokens() -> Result<&'static [Token], RowError> {
    TOKENS.as_deref().map_err(Clone::clone)
}

/// The assets known from the start: the native asset of each row, and the list's tokens on these chains. A native asset
/// is of the same group as its wrapped form.
pub fn start_list(rows: &[Row]) -> Result<Vec<Asset>, RowError> {
    let tokens = tokens()?;
    let listed = tokens.iter().map(|token| &token.asset);
    let listed = listed.filter(|asset| rows.iter().any(|row| row.chain.id == asset.id.chain()));
    Ok(rows
        .iter()
        .map(|row| native(row, tokens))
        .chain(listed.cloned())
        .collect())
}

/// The tokens of the start list as those that everybody knows.
pub fn familiar(rows: &[Row]) -> Result<Familiar, RowError> {
    let known = start_list(rows)?;
    Ok(Familiar::new(
        known
            .iter()
            .map(|asset| (asset.id.clone(), asset.metadata.symbol.as_str())),
    ))
}

/// The coin ids at CoinGecko that are certain: of the rows' native assets and of the list's tokens.
pub fn coins(rows: &[Row]) -> Result<HashMap<AssetId, String>, RowError> {
    let natives = rows.iter().map(|row| (&row.chain.native, &row.native_coin));
    let listed = tokens()?.iter().map(|token| (&token.asset.id, &token.coin));
    let known = natives.chain(listed);
    Ok(known
        .filter_map(|(id, coin)| Some((id.clone(), coin.clone()?)))
        .collect())
}

fn native(row: &Row, tokens: &[Token]) -> Asset {
    let chain = &row.chain;
    let wrapped = row.wrapped.as_ref().map(|contract| AssetId::erc20(&chain.id, contract));
    let wrapped = tokens.iter().find(|token| Some(&token.asset.id) == wrapped.as_ref());
    Asset {
        id: chain.native.clone(),
        metadata: chain.native_metadata.clone(),
        group: wrapped.map_or_else(|| chain.native.to_string(), |token| token.asset.group.clone()),
        origin: ORIGIN.to_owned(),
        confirmed: true, // it has no contract: the row is all there is to say
        unreadable_since: None,
    }
}

fn parse(text: &str) -> Result<Vec<Token>, RowError> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, head)| head != HEAD) {
        return Err(wrong(0, "head", format!("must be {HEAD}")));
    }
    lines.map(|(at, line)| token(at, line)).collect()
}

fn token(at: usize, line: &str) -> Result<Token, RowError> {
    let fields: Vec<&str> = line.split(',').collect();
    let &[chain, address, symbol, name, decimals, coin, group, source] = fields.as_slice() else {
        return Err(wrong(at, "any", format!("has {} columns instead of 8", fields.len())));
    };
    let chain: ChainId = chain.parse().map_err(|why| wrong(at, "chain", why))?;
    let contract: Address = address.parse().map_err(|why| wrong(at, "address", why))?;
    let decimals: u8 = decimals.parse().map_err(|why| wrong(at, "decimals", why))?;
    if source.is_empty() {
        return Err(wrong(at, "source", "says nothing"));
    }
    let id = AssetId::erc20(&chain, &contract);
    Ok(Token {
        asset: Asset {
            group: if group.is_empty() {
                id.to_string()
            } else {
                group.to_owned()
            },
            id,
            metadata: Metadata::cleaned(symbol, name, Some(decimals)),
            origin: ORIGIN.to_owned(),
            confirmed: false,
            unreadable_since: None,
        },
        coin: (!coin.is_empty()).then(|| coin.to_owned()),
    })
}

fn wrong(at: usize, column: &'static str, why: impl ToString) -> RowError {
    RowError {
        file: FILE,
        row: format!("line {}", at + 1),
        column,
        why: why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::rows::rows;

    #[test]
    fn the_list_that_ships_is_whole() {
        assert!(tokens().unwrap().len() >= 150);
        let assets = start_list(rows().unwrap()).unwrap();
        assert_eq!(assets.len(), tokens().unwrap().len() + rows().unwrap().len());
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
        let coins = coins(rows().unwrap()).unwrap();
        assert_eq!(coins[&"eip155:1/slip44:60".parse().unwrap()], "ethereum");
        assert_eq!(coins[&yfi.parse().unwrap()], "yearn-finance");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let row = "eip155:1,0x6B175474E89094C44Da98b954EedeAC495271d0F,DAI,Dai Stablecoin,18,dai,dai,somewhere";
        assert!(parse(&format!("{HEAD}\n{row}\n")).is_ok());
        for (from, to, said) in [
            ("eip155:1", "eip155", "tokens.csv, line 2, chain: is not a chain id"),
            ("0x6B", "0x6b", "tokens.csv, line 2, address: The capital letters"),
            (",18,", ",300,", "tokens.csv, line 2, decimals: "),
            (",dai,dai", ",dai", "tokens.csv, line 2, any: has 7 columns"),
            ("somewhere", "", "tokens.csv, line 2, source: says nothing"),
        ] {
            let error = parse(&format!("{HEAD}\n{}", row.replacen(from, to, 1)))
                .unwrap_err()
                .to_string();
            assert!(error.starts_with(said), "{error}");
        }
        assert!(
            parse(row)
                .unwrap_err()
                .to_string()
                .starts_with("tokens.csv, line 1, head: must be")
        );
    }
}
