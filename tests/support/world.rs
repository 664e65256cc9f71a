//! The test world: EVM chains with real contracts, on this machine, for as long as a test needs them.

use crate::{chain::Chain, folder::Folder};
use std::{collections::BTreeMap, sync::LazyLock, thread};

/// The chain with the name service.
pub const ETHEREUM: u64 = 1;
/// The chain without: its registry address is empty.
pub const OPTIMISM: u64 = 10;

/// Its chains. Dropped: the nodes are stopped and their folder is gone. A test process that is killed takes them along.
#[derive(Debug)]
pub struct World {
    chains: BTreeMap<u64, Chain>, // before the folder: the nodes end first
    _folder: Folder,
}

impl World {
    /// Starts a world of one's own, for a test that breaks things. The error is the line to show.
    pub fn start() -> Result<Self, String> {
        Self::with_load_tokens(0)
    }

    /// A world with that many plain tokens more on each chain, all held by everybody.
    pub fn with_load_tokens(count: usize) -> Result<Self, String> {
        Self::of(&[ETHEREUM, OPTIMISM], count)
    }

    /// A world of these chains; those that are neither [`ETHEREUM`] nor [`OPTIMISM`] are furnished like the latter.
    pub fn of(ids: &[u64], load_tokens: usize) -> Result<Self, String> {
        let folder = Folder::create("world");
        let start = |id| Chain::start(id, load_tokens, folder.path());
        let chains = thread::scope(|scope| {
            let starting: Vec<_> = ids.iter().map(|id| (*id, scope.spawn(move || start(*id)))).collect();
            let started = starting.into_iter().map(|(id, chain)| {
                let chain = chain.join();
                let chain = chain.unwrap_or_else(|_| Err(format!("the start of chain {id} panicked")));
                Ok((id, chain?))
            });
            started.collect::<Result<_, String>>()
        });
        Ok(Self {
            chains: chains?,
            _folder: folder,
        })
    }

    /// The world all tests of this binary share: look at it, mine in it, but take nothing away. Panics with one line if
    /// it cannot be started.
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<Result<World, String>> = LazyLock::new(World::start);
        SHARED.as_ref().unwrap_or_else(|why| panic!("{why}"))
    }

    /// One of its chains. Panics for an id that it does not have.
    pub fn chain(&self, id: u64) -> &Chain {
        let chain = self.chains.get(&id);
        chain.unwrap_or_else(|| panic!("the test world has no chain {id}"))
    }

    /// All of its chains by their ids.
    pub fn chains(&self) -> impl Iterator<Item = (u64, &Chain)> {
        self.chains.iter().map(|(id, chain)| (*id, chain))
    }
}
