//! The ports of a tracker that has no adapters.

use std::sync::Arc;

use ports::{
    Asset, ChainReader, Chains, KnownTokens, Ports, PriceSource, RequiredPorts, World, WorldKind,
    chain::{Chain, NativeAsset},
};

use crate::{
    storage::MemoryStorage,
    system::{EmbeddedClock, EmbeddedEntropy, EmbeddedIds},
    unavailable::{NoKeys, NoNames},
};

/// Returns the stored row of a native asset.
fn asset(native: &NativeAsset) -> Asset {
    Asset {
        id: native.id.clone(),
        metadata: native.metadata.clone(),
        group: native.id.to_string(),
        origin: "start-list".to_owned(),
        confirmed: true, // there is no contract that could confirm it
        unreadable_since: None,
        listed: true,
        holders: None,
        assumed: None,
    }
}

/// Returns the ports of a tracker with these chains, readers and price sources, a [`MemoryStorage`] with the chains' native
/// assets, and the clock, ids and randomness of this machine. Replace fields with your own ports before you pass the result on.
/// To look for tokens from the start, pass them to [`MemoryStorage::with_assets`].
///
/// Names are not resolved, and extended public keys are not supported because nothing here derives addresses from them: the
/// `keys` of the chains are cleared. To support them, set `names`, or `keys` and the chains with their key prefixes.
#[must_use]
pub fn ports(chains: Vec<Chain>, readers: Vec<Arc<dyn ChainReader>>, prices: Vec<Arc<dyn PriceSource>>) -> Ports {
    let without_keys = |chain| Chain { keys: vec![], ..chain };
    let chains = Chains::new(chains.into_iter().map(without_keys).collect());
    let natives: Vec<Asset> = chains.natives().map(asset).collect();
    let known = natives
        .iter()
        .map(|asset| (asset.id.clone(), asset.metadata.symbol.as_str()));
    let known_tokens = KnownTokens::new(known);
    let storage = MemoryStorage::with_assets(natives);
    let required = RequiredPorts {
        chains: Arc::new(chains),
        keys: Arc::new(NoKeys),
        names: Arc::new(NoNames),
        stores: storage.stores(),
        storage: Arc::new(storage),
        clock: Arc::new(EmbeddedClock),
        ids: Arc::new(EmbeddedIds),
        entropy: Arc::new(EmbeddedEntropy),
        world: World {
            kind: WorldKind::Live,
            is_configured: true,
            reason: None,
            own_nodes_only: false,
        },
    };
    Ports {
        readers,
        prices,
        known_tokens: Arc::new(known_tokens),
        ..Ports::new(required)
    }
}
