//! The tokens that entries mention: their metadata is read once from their contracts.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Asset, AssetId, ChainId, Entry, Ports, StorageError, asset::HISTORY_ORIGIN};

/// The most tokens whose metadata is requested after one window; the others follow with later ones.
const MOST: usize = 400;

/// Requests and stores the metadata of tokens that no list and no account has named so far, each from its own chain: tokens of many
/// chains are held at an exchange.
///
/// A reader that fails is no error of the history: the amounts of these tokens are shown without decimals until their
/// metadata is known, and the next window requests it again.
pub(crate) async fn learn(ports: &Ports, account: &AccountId, entries: &[Entry]) -> Result<(), StorageError> {
    let unknown = unknown(ports, entries).await?;
    let mut of_chains: BTreeMap<ChainId, Vec<AssetId>> = BTreeMap::new();
    for asset in unknown {
        // What is known by its code only has no chain that could be read.
        let chain = if asset.is_code() {
            account.chain.clone()
        } else {
            asset.chain()
        };
        of_chains.entry(chain).or_default().push(asset);
    }
    let mut metadata = Vec::new();
    for (chain, assets) in of_chains {
        let mut readers = ports.readers.iter();
        if let Some(reader) = readers.find(|reader| reader.chains().contains(&chain)) {
            metadata.extend(reader.metadata(&chain, &assets).await.unwrap_or_default());
        }
    }
    if metadata.is_empty() {
        return Ok(());
    }
    let asset = |(id, metadata): &(AssetId, ports::asset::Metadata)| Asset {
        id: id.clone(),
        metadata: metadata.clone(),
        group: id.to_string(),
        origin: HISTORY_ORIGIN.to_owned(),
        confirmed: true,
        unreadable_since: None,
        listed: false,
        holders: None,
        assumed: None,
    };
    let assets: Vec<Asset> = metadata.iter().map(asset).collect();
    let mut work = ports.storage.begin().await?;
    work.assets().add(&assets).await?;
    work.commit().await
}

/// Returns the tokens of these entries that are not known yet, at most [`MOST`].
async fn unknown(ports: &Ports, entries: &[Entry]) -> Result<Vec<AssetId>, StorageError> {
    let legs = entries.iter().flat_map(|entry| &entry.legs);
    let tokens = legs
        .map(|leg| &leg.asset)
        .filter(|asset| asset.contract().is_some() || asset.is_code());
    let tokens: BTreeSet<&AssetId> = tokens.collect();
    let tokens: Vec<AssetId> = tokens.into_iter().cloned().collect();
    let known = ports.stores.assets.find(&tokens).await?;
    let known: BTreeSet<&AssetId> = known.iter().map(|asset| &asset.id).collect();
    Ok(tokens
        .into_iter()
        .filter(|token| !known.contains(token))
        .take(MOST)
        .collect())
}
