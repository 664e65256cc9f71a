//! Requests the metadata of tokens from their contracts.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Asset, AssetId, ChainReader, asset::Metadata, chain::Reading};

use crate::sync::handlers::job_error::JobError;

/// Requests the metadata of each token from its contract until the contract has stated its decimals, and of all tokens where
/// `all` is set. Of a token whose contract stated its decimals before, only other decimals are returned.
pub(super) async fn read_metadata(
    reader: &dyn ChainReader,
    account: &AccountId,
    known: &BTreeMap<AssetId, Asset>,
    reading: &Reading,
    all: bool,
) -> Result<BTreeMap<AssetId, Metadata>, JobError> {
    let is_known = |asset: &Asset| asset.confirmed && asset.metadata.decimals.is_some();
    let is_wanted = |asset: &AssetId| all || !known.get(asset).is_some_and(is_known);
    let tokens: BTreeSet<&AssetId> = reading.assets().filter(|asset| !asset.is_native()).collect();
    let tokens = tokens.into_iter();
    let wanted: Vec<AssetId> = tokens.filter(|asset| is_wanted(asset)).cloned().collect();
    if wanted.is_empty() {
        return Ok(BTreeMap::new());
    }
    let metadata = reader.metadata(&account.chain, &wanted).await?.into_iter();
    let stated = |(asset, metadata): (AssetId, Metadata)| match known.get(&asset) {
        Some(known) if is_known(known) => Some((asset, other_decimals(known, &metadata)?)),
        Some(known) => Some((asset, bridged(known, metadata))),
        None => Some((asset, metadata)),
    };
    Ok(metadata.filter_map(stated).collect())
}

/// Returns the known metadata with the decimals that the contract states now, if these are others.
fn other_decimals(known: &Asset, stated: &Metadata) -> Option<Metadata> {
    let decimals = stated.decimals.filter(|now| known.metadata.decimals != Some(*now))?;
    Some(Metadata {
        decimals: Some(decimals),
        ..known.metadata.clone()
    })
}

/// Returns the decimals with which a balance is stored after the contract was read. They are unknown where the contract stated
/// others before.
pub(super) fn decimals_after(known: Option<&Asset>, stated: &Metadata) -> Option<u8> {
    let before = known
        .filter(|known| known.confirmed)
        .and_then(|known| known.metadata.decimals.or_else(|| known.assumed.as_ref()?.before()));
    stated.decimals.filter(|now| before.is_none_or(|before| before == *now))
}

/// Keeps the list's name for a bridged token whose contract uses the symbol of the native one. Otherwise two tokens of
/// a chain would both be called USDC and could not be told apart.
fn bridged(known: &Asset, metadata: Metadata) -> Metadata {
    let is_told_apart = known.listed && known.metadata.symbol.strip_suffix(".e") == Some(metadata.symbol.as_str());
    if !is_told_apart {
        return metadata;
    }
    Metadata {
        decimals: metadata.decimals,
        ..known.metadata.clone()
    }
}
