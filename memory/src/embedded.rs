//! The ports of a tracker that has no adapters.

use std::sync::Arc;

use ports::{
    Asset, ChainReader, Chains, KnownTokens, PersonLimits, Ports, PriceSource, Receipts, Redeemables, World, WorldKind,
    chain::Chain,
};

use crate::{
    storage::MemoryStorage,
    system::{SystemClock, SystemEntropy, TimedIds},
    unavailable::{NoKeys, NoNames},
};

/// The native asset of a chain, as its row describes it.
fn native(chain: &Chain) -> Asset {
    Asset {
        id: chain.native.clone(),
        metadata: chain.native_metadata.clone(),
        group: chain.native.to_string(),
        origin: "start-list".to_owned(),
        confirmed: true, // it has no contract: the row is all there is to say
        unreadable_since: None,
        listed: true,
        holders: None,
        assumed: None,
    }
}

/// Returns the ports of a tracker with these chains, readers and price sources, a [`MemoryStorage`] that knows the chains' native
/// assets, and the time, ids and randomness of this machine. Replace or add what is your own before you pass it on; tokens that
/// are looked for from the start are given to [`MemoryStorage::with_assets`].
///
/// Names are not resolved, and extended public keys are not supported, because nothing here derives addresses of them: the
/// `keys` of the chains are cleared. Give a `names`, or `keys` and the chains with their letters, where you have them.
#[must_use]
pub fn ports(chains: Vec<Chain>, readers: Vec<Arc<dyn ChainReader>>, prices: Vec<Arc<dyn PriceSource>>) -> Ports {
    let without_keys = |chain| Chain { keys: vec![], ..chain };
    let chains = Chains::new(chains.into_iter().map(without_keys).collect());
    let natives: Vec<Asset> = chains.all().iter().map(native).collect();
    let known = natives
        .iter()
        .map(|asset| (asset.id.clone(), asset.metadata.symbol.as_str()));
    let known_tokens = KnownTokens::new(known);
    let storage = MemoryStorage::with_assets(natives);
    Ports {
        chains: Arc::new(chains),
        readers,
        keys: Arc::new(NoKeys),
        names: Arc::new(NoNames),
        prices,
        known_tokens: Arc::new(known_tokens),
        redeemables: Arc::new(Redeemables::default()),
        receipts: Arc::new(Receipts::default()),
        lists: vec![],
        finders: vec![],
        currencies: vec![],
        stores: storage.stores(),
        storage: Arc::new(storage),
        clock: Arc::new(SystemClock),
        ids: Arc::new(TimedIds),
        entropy: Arc::new(SystemEntropy),
        world: World {
            kind: WorldKind::Live,
            asked: true,
            reason: None,
            own_nodes_only: false,
        },
        plans_on: false,
        anonymous_kept: None,
        person_limits: PersonLimits::default(),
    }
}
