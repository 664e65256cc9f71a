//! Requests the metadata of tokens from their contracts.

use std::collections::BTreeMap;

use ports::{AccountId, Asset, AssetId, ChainReader, asset::Metadata, chain::Reading};

use crate::sync::handlers::job_error::JobError;

/// Requests the metadata of each token from its contract until the contract has stated its decimals.
pub(super) async fn read_metadata(
    reader: &dyn ChainReader,
    account: &AccountId,
    known: &BTreeMap<AssetId, Asset>,
    reading: &Reading,
) -> Result<BTreeMap<AssetId, Metadata>, JobError> {
    let is_known = |asset: &Asset| asset.confirmed && asset.metadata.decimals.is_some();
    let unconfirmed = |asset: &AssetId| !known.get(asset).is_some_and(is_known);
    let tokens = reading
        .balances
        .iter()
        .map(|(asset, _)| asset)
        .filter(|asset| !asset.is_native());
    let unconfirmed_tokens: Vec<AssetId> = tokens.filter(|asset| unconfirmed(asset)).cloned().collect();
    if unconfirmed_tokens.is_empty() {
        return Ok(BTreeMap::new());
    }
    let metadata = reader.metadata(&account.chain, &unconfirmed_tokens).await?.into_iter();
    let named = |(asset, metadata): (AssetId, Metadata)| match known.get(&asset) {
        Some(known) => (asset, bridged(known, metadata)),
        None => (asset, metadata),
    };
    Ok(metadata.map(named).collect())
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
