//! Parses published token lists: a pure function of the bytes of a response.
//!
//! The list as a whole must follow the schema. A token that does not, or that has an invalid address, is skipped and
//! counted. Tokens are parsed one by one, so that a wrong type or a deeply nested extension in one of them does not
//! affect the others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ports::{
    Address, AssetId, ChainId, ListedToken, TokenList,
    address::Parts,
    asset::Metadata,
    json::{self, Bounds},
};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::value::RawValue;

use super::schema::{
    extensions_fit, is_address, is_date_time, is_description_char, is_solid, is_solid_or_space, is_tag, is_uri,
    is_word_or_space, text_fits,
};
use crate::chain::{rows::ChainSpec, solana};

/// The maximum number of tokens in a list.
const MAX_TOKENS: usize = 10_000;
/// The placeholders that some lists use for the native asset of a chain, instead of a contract.
const PLACEHOLDERS: [&str; 2] = [
    "0x0000000000000000000000000000000000000000",
    "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
];

/// The number that token lists use for Solana, which has no chain number. CoinGecko's list uses null.
const SOLANA: u64 = 101;

/// The supported chains by number, each with the contracts that stand for its native asset.
#[derive(Clone, Debug, Default)]
pub struct KnownChains(HashMap<u64, (ChainId, BTreeSet<Address>)>);

impl KnownChains {
    /// Collects the chains of these rows.
    #[must_use]
    pub fn of(rows: &[ChainSpec]) -> Self {
        let known = rows.iter().filter_map(|row| {
            let placeholders = PLACEHOLDERS.iter().filter_map(|text| text.parse().ok());
            let skipped = row.mirrors.iter().cloned().chain(placeholders);
            let is_solana = row.family == solana::FAMILY;
            let number = row.chain.id.evm_number().or(is_solana.then_some(SOLANA))?;
            Some((number, (row.chain.id.clone(), skipped.collect())))
        });
        Self(known.collect())
    }
}

#[derive(Deserialize)]
struct List<'a> {
    name: String,
    timestamp: String,
    #[serde(rename = "version")]
    _version: Version,
    #[serde(borrow)]
    tokens: Vec<&'a RawValue>,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    tags: BTreeMap<String, Tag>,
    #[serde(rename = "logoURI")]
    logo: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Version {
    #[serde(rename = "major")]
    _major: u64,
    #[serde(rename = "minor")]
    _minor: u64,
    #[serde(rename = "patch")]
    _patch: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tag {
    name: String,
    description: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedToken {
    #[serde(rename = "chainId")]
    chain: Option<u64>,
    address: String,
    decimals: u8,
    name: String,
    symbol: String,
    #[serde(rename = "logoURI")]
    logo: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
}

/// Parses a list. The error says why the whole list is invalid.
pub fn parse(bytes: &[u8], chains: &KnownChains) -> Result<TokenList, String> {
    let list: List<'_> = serde_json::from_slice(bytes).map_err(|why| {
        let is_json = serde_json::from_slice::<IgnoredAny>(bytes).is_ok();
        let kind = if is_json { "no token list" } else { "no JSON" };
        format!("{kind} (line {}, column {})", why.line(), why.column())
    })?;
    check(&list)?;
    let mut found = TokenList::default();
    let mut seen = BTreeSet::new();
    for row in &list.tokens {
        match token(row, chains) {
            Ok(Some(token)) if seen.insert(token.id.clone()) => found.tokens.push(token),
            Ok(_) => {}
            Err(InvalidRow) => found.left_out += 1,
        }
    }
    if found.left_out > 0 && usize::try_from(found.left_out) == Ok(list.tokens.len()) {
        return Err("a token list without a readable token".to_owned());
    }
    Ok(found)
}

/// Checks the fields of the list itself.
fn check(list: &List<'_>) -> Result<(), String> {
    let tag = |(id, tag): (&String, &Tag)| {
        is_tag(id)
            && text_fits(&tag.name, 1..=20, is_word_or_space)
            && text_fits(&tag.description, 1..=200, is_description_char)
    };
    let keywords: BTreeSet<&String> = list.keywords.iter().collect();
    let keyword = |word: &&String| text_fits(word, 1..=20, is_word_or_space);
    let invalid = match () {
        () if !text_fits(&list.name, 1..=30, is_word_or_space) => "name",
        () if !is_date_time(&list.timestamp) => "timestamp",
        () if !(1..=MAX_TOKENS).contains(&list.tokens.len()) => "number of tokens",
        () if list.keywords.len() > 20 || keywords.len() < list.keywords.len() => "number of keywords",
        () if !keywords.iter().all(keyword) => "keywords",
        () if list.tags.len() > 20 || !list.tags.iter().all(tag) => "tags",
        () if !list.logo.as_deref().is_none_or(is_uri) => "logoURI",
        () => return Ok(()),
    };
    Err(format!("a token list whose {invalid} is out of bounds"))
}

/// The limits of the JSON of one row, which are wider than those of the schema.
const ROW_BOUNDS: Bounds = Bounds { depth: 8, values: 200 };

/// A row that is skipped.
struct InvalidRow;

/// Parses a token. Returns `None` for a token on an unsupported chain, and for one that stands for a native asset.
fn token(row: &RawValue, chains: &KnownChains) -> Result<Option<ListedToken>, InvalidRow> {
    let mut row = json::read(row.get().as_bytes(), ROW_BOUNDS).map_err(|_| InvalidRow)?;
    let extensions = row.remove("extensions");
    let token = PublishedToken::deserialize(row).map_err(|_| InvalidRow)?;
    if !by_schema(&token) || !extensions.as_ref().is_none_or(extensions_fit) {
        return Err(InvalidRow);
    }
    let number = token.chain.unwrap_or(SOLANA);
    let known = chains.0.get(&number).filter(|_| is_mint(&token) == (number == SOLANA));
    let Some((chain, skipped)) = known else {
        return Ok(None);
    };
    let contract: Address = token.address.parse().map_err(|_| InvalidRow)?;
    if contract.is_evm() == (number == SOLANA) {
        return Err(InvalidRow);
    }
    let id = AssetId::token(chain, &contract).ok_or(InvalidRow)?;
    let metadata = Metadata::cleaned(&token.symbol, &token.name, Some(token.decimals));
    Ok((!skipped.contains(&contract)).then_some(ListedToken { id, metadata }))
}

/// Returns whether the token is a Solana mint. The schema only knows addresses of EVM chains.
fn is_mint(token: &PublishedToken) -> bool {
    let parts = || token.address.parse::<Address>().ok()?.parts();
    token.chain.is_none_or(|number| number == SOLANA) && matches!(parts(), Some(Parts::Solana(_)))
}

fn by_schema(token: &PublishedToken) -> bool {
    token.chain != Some(0)
        && (is_mint(token) || (token.chain.is_some() && is_address(&token.address)))
        && text_fits(&token.name, 0..=60, is_solid_or_space)
        && text_fits(&token.symbol, 0..=20, is_solid)
        && token.logo.as_deref().is_none_or(is_uri)
        && token.tags.len() <= 10
        && token.tags.iter().all(|tag| is_tag(tag))
}
