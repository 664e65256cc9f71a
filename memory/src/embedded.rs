//! The ports of a tracker that has no adapters.

use std::sync::Arc;

use ports::{
    ChainReader, Chains, Familiar, PersonLimits, Ports, PriceSource, Receipts, Redeemables, World, WorldKind,
    chain::Chain,
};

use crate::{
    storage::MemoryStorage,
    system::{SystemClock, SystemEntropy, TimedIds},
    unavailable::{NoKeys, NoNames},
};

/// Returns the ports of a tracker with these chains, readers and price sources, an empty [`MemoryStorage`], and the time, ids and
/// randomness of this machine. Replace or add what is your own before you pass it on.
///
/// Names are not resolved, and extended public keys are not supported, because nothing here derives addresses of them: the
/// `keys` of the chains are cleared. Give a `names`, or `keys` and the chains with their letters, where you have them.
#[must_use]
pub fn ports(chains: Vec<Chain>, readers: Vec<Arc<dyn ChainReader>>, prices: Vec<Arc<dyn PriceSource>>) -> Ports {
    let storage = MemoryStorage::new();
    let without_keys = chains.into_iter().map(|chain| Chain { keys: vec![], ..chain });
    Ports {
        chains: Arc::new(Chains::new(without_keys.collect())),
        readers,
        keys: Arc::new(NoKeys),
        names: Arc::new(NoNames),
        prices,
        familiar: Arc::new(Familiar::default()),
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
