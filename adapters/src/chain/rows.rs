//! The supported chains, as data: `data/chains.toml`.

mod added;
mod endpoint;
mod explorer;
mod row_check;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, num::NonZeroU32, sync::LazyLock, time::Duration};

use ports::{
    Address, Chain, ChainId, Chains,
    address::Form,
    asset::{AssetId, Metadata},
    chain::{NativeAsset, SecondContract},
};
use serde::Deserialize;

use super::second_contract::second_contracts;
use explorer::ExplorerToml;
use row_check::{check, wrong};

pub use added::{added, with_defaults};
pub use endpoint::ChainEndpoint;

pub use crate::table::RowError;

static ROWS: LazyLock<Result<Vec<ChainSpec>, RowError>> =
    LazyLock::new(|| with_second_contracts(parse(include_str!("../../data/chains.toml"))?));

/// A chain, its endpoints and its contracts.
#[derive(Clone, Debug)]
pub struct ChainSpec {
    /// The chain as the domain knows it.
    pub chain: Chain,
    /// The chain family, which selects the reader, such as `evm`.
    pub family: String,
    /// Whether it is read.
    pub status: Status,
    /// The usual time between two blocks.
    pub block_time: Duration,
    /// Its endpoints, in order of preference.
    pub endpoints: Vec<ChainEndpoint>,
    /// The Multicall3 contract, where it is deployed.
    pub multicall: Option<Multicall>,
    /// The limits of log queries, where the chain has logs.
    pub logs: Option<Logs>,
    /// Its native asset.
    pub native: NativeAsset,
    /// The wrapped form of the native asset (ERC-20).
    pub wrapped: Option<Address>,
    /// Contracts that report the native balance again. They are not read, because the balance would be counted twice.
    pub mirrors: Vec<Address>,
    /// When a block is final.
    pub finality: Finality,
    /// The contracts of the name service, where the chain has one.
    pub ens: Option<EnsContracts>,
    /// The names of the chain at the price sources.
    pub price_names: PriceNames,
    /// CoinGecko's id of the native asset, where the configuration adds the chain. Those that ship are in
    /// `data/coins.csv`.
    pub coingecko: Option<String>,
}

impl ChainSpec {
    /// Returns whether a contract states balances that are read elsewhere: those of the native asset or of another contract.
    #[must_use]
    pub fn repeats_balance(&self, contract: &Address) -> bool {
        let is_second = |second: &SecondContract| second.contract == *contract;
        self.mirrors.contains(contract) || self.chain.second_contracts.iter().any(is_second)
    }
}

/// The family of EVM chains.
pub const EVM: &str = "evm";
/// The family of Solana.
pub const SOLANA: &str = "solana";

/// Whether a chain is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Read.
    Live,
    /// Read, with a notice that it is ending.
    Sunset,
    /// Kept for its history, never read.
    Dead,
}

/// A Multicall3 contract, which aggregates many calls in one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Multicall {
    /// Its address.
    pub address: Address,
    /// The block of its deployment. Below it, calls are made one by one.
    pub from_block: u64,
}

/// The limits of log queries.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logs {
    /// The maximum block range of one query at the strictest endpoint.
    pub span: u64,
    /// Hosts that do not serve log queries.
    #[serde(default)]
    pub refused_by: Vec<String>,
    /// The maximum block range of hosts that answer fewer blocks than the others.
    #[serde(default)]
    pub spans: BTreeMap<String, u64>,
}

/// When a block is final.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finality {
    /// The block tag that means final.
    pub tag: String,
    /// The number of confirmations to wait for where the tag is not supported.
    pub confirmations: u64,
}

/// The contracts of the name service.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnsContracts {
    /// The registry.
    pub registry: Address,
    /// The universal resolver, where it is deployed.
    pub universal_resolver: Option<Address>,
    /// The registrar of names below `.eth`, which knows when registrations expire.
    pub registrar: Option<Address>,
}

/// The names of a chain at the price sources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceNames {
    /// DefiLlama's slug, such as `ethereum`.
    pub defillama: Option<String>,
    /// CoinGecko's asset platform, such as `optimistic-ethereum`.
    pub coingecko: Option<String>,
}

/// Returns the rows that ship in the program, in display order.
pub fn rows() -> Result<&'static [ChainSpec], RowError> {
    ROWS.as_deref().map_err(Clone::clone)
}

fn with_second_contracts(mut rows: Vec<ChainSpec>) -> Result<Vec<ChainSpec>, RowError> {
    for (chain, second) in second_contracts()? {
        let own = rows.iter_mut().find(|row| row.chain.id == chain);
        let own = own.ok_or_else(|| wrong(&chain, "second_contracts", "is not a chain"))?;
        own.chain.second_contracts.push(second);
    }
    Ok(rows)
}

/// Returns the chains of these rows.
#[must_use]
pub fn chains(rows: &[ChainSpec]) -> Chains {
    Chains::new(rows.iter().map(|row| row.chain.clone()).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    chain: Vec<ChainToml>,
}

/// A row as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChainToml {
    id: ChainId,
    #[serde(default)]
    aliases: Vec<ChainId>,
    code: String,
    name: String,
    symbol: String,
    family: String,
    status: Status,
    parent: Option<ChainId>,
    color: String,
    #[serde(default)]
    addresses: Vec<Form>,
    #[serde(default)]
    keys: Vec<String>,
    block_time_ms: u64,
    max_head_age_seconds: Option<NonZeroU32>,
    native: NativeToml,
    endpoints: Vec<endpoint::EndpointToml>,
    multicall: Option<Multicall>,
    logs: Option<Logs>,
    finality: Finality,
    explorer: Option<ExplorerToml>,
    #[serde(default)]
    large: bool,
    #[serde(default)]
    data_fee: bool,
    ending: Option<String>,
    sources: PriceNames,
    ens: Option<EnsContracts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NativeToml {
    name: String,
    symbol: String,
    decimals: u8,
    slip44: u32,
    coingecko: Option<String>,
    wrapped: Option<Address>,
    #[serde(default)]
    mirrors: Vec<Address>,
}

impl NativeToml {
    fn asset(&self, chain: &ChainId) -> NativeAsset {
        NativeAsset {
            id: AssetId::native(chain, self.slip44),
            metadata: Metadata::cleaned(&self.symbol, &self.name, Some(self.decimals)),
        }
    }
}

fn parse(text: &str) -> Result<Vec<ChainSpec>, RowError> {
    let file: File = toml::from_str(text).map_err(|why| {
        let line = why
            .span()
            .map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        wrong(format!("line {line}"), "any", why.message())
    })?;
    let rows: Vec<ChainSpec> = file.chain.into_iter().map(row).collect::<Result<_, _>>()?;
    check_all(&rows)?;
    Ok(rows)
}

/// Checks everything that does not depend on other rows.
fn check_row(text: &ChainToml) -> Result<(), RowError> {
    let (id, native) = (&text.id, &text.native);
    check(id, "color", color_fits(&text.color), "is not of the form #rrggbb")?;
    let contracts = native.wrapped.iter().chain(&native.mirrors);
    let mut contracts = contracts.chain(text.multicall.as_ref().map(|multicall| &multicall.address));
    let is_solana = text.family == SOLANA;
    let fit = contracts.all(|contract| is_solana || contract.evm_bytes().is_some());
    check(id, "native", fit, "a contract is not 0x and 40 hex digits")?;
    check(id, "addresses", !text.addresses.is_empty(), "has no form")?;
    let pages = |explorer: &ExplorerToml| {
        [&explorer.address, &explorer.block, &explorer.transaction]
            .iter()
            .all(|page| page.starts_with("https://") && page.matches("{}").count() == 1)
    };
    let patterns = text.explorer.as_ref().is_none_or(pages);
    check(id, "explorer", patterns, "is not an https pattern with one {}")?;
    let is_sunset = text.status == Status::Sunset;
    check(
        id,
        "ending",
        text.ending.is_some() == is_sunset,
        "is the reason of a row with the status sunset, and of no other",
    )
}

/// Adds the form of addresses that the rows of EVM chains leave out.
fn with_form(mut text: ChainToml) -> ChainToml {
    if text.addresses.is_empty() && text.family == EVM {
        text.addresses.push(Form::Evm);
    }
    text
}

fn row(text: ChainToml) -> Result<ChainSpec, RowError> {
    let text = with_form(text);
    check_row(&text)?;
    let endpoints: Result<Vec<_>, _> = text.endpoints.iter().map(|one| one.read(&text.id)).collect();
    let native = text.native;
    Ok(ChainSpec {
        native: native.asset(&text.id),
        chain: Chain {
            native: Some(native.asset(&text.id)),
            wrapped: native.wrapped.clone(),
            mirrors: native.mirrors.clone(),
            second_contracts: Vec::new(),
            id: text.id,
            aliases: text.aliases,
            code: text.code,
            name: text.name,
            symbol: text.symbol,
            color: text.color,
            addresses: text.addresses,
            keys: text.keys,
            parent: text.parent,
            large: text.large,
            data_fee: text.data_fee,
            ending: text.ending,
            max_head_age: max_head_age(text.block_time_ms, text.max_head_age_seconds),
            explorer: text.explorer.map(ExplorerToml::read),
        },
        family: text.family,
        status: text.status,
        block_time: Duration::from_millis(text.block_time_ms.max(1)),
        endpoints: endpoints?,
        multicall: text.multicall,
        logs: text.logs,
        wrapped: native.wrapped,
        mirrors: native.mirrors,
        finality: text.finality,
        ens: text.ens,
        price_names: text.sources,
        coingecko: native.coingecko,
    })
}

/// Returns the maximum age of the newest block: twenty block times and at least five minutes, unless the row states
/// another.
fn max_head_age(block_time_ms: u64, seconds: Option<NonZeroU32>) -> Duration {
    let usual = Duration::from_millis(block_time_ms.saturating_mul(20)).max(Duration::from_mins(5));
    seconds.map_or(usual, |seconds| Duration::from_secs(seconds.get().into()))
}

fn color_fits(text: &str) -> bool {
    text.len() == 7 && text.starts_with('#') && text[1..].bytes().all(|b| b.is_ascii_hexdigit())
}

/// Checks what depends on other rows: ids, aliases and codes are unique, and parents exist.
fn check_all(rows: &[ChainSpec]) -> Result<(), RowError> {
    for (at, row) in rows.iter().enumerate() {
        let id = &row.chain.id;
        let mut others = rows.iter().enumerate().filter(|(other, _)| *other != at);
        let names = || row.chain.aliases.iter().chain([id]).map(ChainId::as_str);
        let names = || names().chain([row.chain.code.as_str()]);
        let single = !others.any(|(_, other)| names().any(|name| other.chain.has_name(name)));
        check(id, "id", single, "its id, an alias or its code is another row's")?;
        let parent = row.chain.parent.as_ref();
        let known = parent.is_none_or(|parent| rows.iter().any(|row| row.chain.id == *parent));
        check(id, "parent", known, "has no row")?;
    }
    Ok(())
}
