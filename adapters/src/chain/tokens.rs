//! The start list of tokens (`data/tokens.csv`), with which common holdings are found before any token list is
//! downloaded.

use std::sync::LazyLock;

use ports::{Address, Asset, AssetId, ChainId, KnownTokens, asset::Metadata};

use super::{
    coins::Coins,
    rows::{ChainSpec, RowError},
};
use crate::table::{self, Line};

const FILE: &str = "tokens.csv";
const HEAD: &str = "chain,address,symbol,name,decimals,group,source";
/// The origin of these rows in the database.
pub const ORIGIN: &str = "start-list";
static TOKENS: LazyLock<Result<Vec<Asset>, RowError>> = LazyLock::new(|| parse(include_str!("../../data/tokens.csv")));

/// Returns the tokens of the start list, in its order, as known until their contracts have been read.
pub fn tokens() -> Result<&'static [Asset], RowError> {
    TOKENS.as_deref().map_err(Clone::clone)
}

/// Returns the assets known from the start: the native asset of each row, its wrapped form, and the listed tokens on
/// these chains.
pub fn start_list(rows: &[ChainSpec]) -> Result<Vec<Asset>, RowError> {
    let (tokens, coins) = (tokens()?, Coins::of(rows)?);
    let listed = tokens
        .iter()
        .filter(|asset| rows.iter().any(|row| row.chain.id == asset.id.chain()));
    Ok(rows
        .iter()
        .flat_map(|row| natives(row, &group(row, rows, tokens, &coins), tokens))
        .chain(listed.cloned())
        .collect())
}

/// Returns the tokens of the start list as well-known tokens, against which lookalikes are recognized.
pub fn known_tokens(rows: &[ChainSpec]) -> Result<KnownTokens, RowError> {
    let known = start_list(rows)?;
    Ok(KnownTokens::new(
        known
            .iter()
            .map(|asset| (asset.id.clone(), asset.metadata.symbol.as_str())),
    ))
}

/// Returns the native asset of a row, and its wrapped form where the list does not contain it.
fn natives(row: &ChainSpec, group: &str, tokens: &[Asset]) -> Vec<Asset> {
    let native = Asset {
        id: row.native.id.clone(),
        metadata: row.native.metadata.clone(),
        group: group.to_owned(),
        origin: ORIGIN.to_owned(),
        confirmed: true, // a native asset has no contract to read
        unreadable_since: None,
        listed: true,
        holders: None,
        assumed: None,
    };
    let Metadata { symbol, name, decimals } = &row.native.metadata;
    let unlisted = wrapped(row).filter(|id| !tokens.iter().any(|token| token.id == *id));
    let form = unlisted.map(|id| Asset {
        id,
        metadata: Metadata::cleaned(&format!("W{symbol}"), &format!("Wrapped {name}"), *decimals),
        confirmed: false,
        ..native.clone()
    });
    std::iter::once(native).chain(form).collect()
}

fn wrapped(row: &ChainSpec) -> Option<AssetId> {
    AssetId::token(&row.chain.id, row.wrapped.as_ref()?)
}

/// Returns the group of a native asset: that of its wrapped form, else that of the same coin on another chain, else
/// its own.
fn group(row: &ChainSpec, rows: &[ChainSpec], tokens: &[Asset], coins: &Coins) -> String {
    let of_wrapped = |row: &ChainSpec| {
        let id = wrapped(row)?;
        let token = tokens.iter().find(|token| token.id == id)?;
        Some(token.group.clone())
    };
    let coin = coins.coin(&row.native.id);
    let is_same = |other: &&ChainSpec| coin.is_some() && coins.coin(&other.native.id) == coin;
    let elsewhere = || rows.iter().filter(is_same).find_map(of_wrapped);
    let group = of_wrapped(row).or_else(elsewhere);
    group.unwrap_or_else(|| row.native.id.to_string())
}

fn parse(text: &str) -> Result<Vec<Asset>, RowError> {
    table::rows((FILE, HEAD), text, token)
}

fn token(line: Line, [chain, address, symbol, name, decimals, group, source]: [&str; 7]) -> Result<Asset, RowError> {
    let chain: ChainId = line.read("chain", chain)?;
    let contract: Address = line.read("address", address)?;
    let decimals: u8 = line.read("decimals", decimals)?;
    line.check_not_empty("source", source)?;
    let id = AssetId::token(&chain, &contract).ok_or_else(|| line.wrong("address", "is of a chain without tokens"))?;
    Ok(Asset {
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
        listed: true,
        holders: None,
        assumed: None,
    })
}

#[cfg(test)]
mod tests;
