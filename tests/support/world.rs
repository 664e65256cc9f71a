//! The test world: local EVM chains with real contracts.

use crate::{chain::Chain, folder::Folder};
use std::{collections::BTreeMap, sync::LazyLock, thread};

/// The chain with the name service.
pub const ETHEREUM: u64 = 1;
/// The chain without a name service: its registry address is empty.
pub const OPTIMISM: u64 = 10;

/// The running chains. Dropping it stops the nodes and removes their folder. They also end if the test process is killed.
#[derive(Debug)]
pub struct TestWorld {
    chains: BTreeMap<u64, Chain>, // before the folder: the nodes end first
    _folder: Folder,
}

impl TestWorld {
    /// Starts a separate world, for a test that breaks it. The error is the message to show.
    pub fn start() -> Result<Self, String> {
        Self::with_load_tokens(0)
    }

    /// Starts a world with this many additional plain tokens on each chain, which every account holds.
    pub fn with_load_tokens(count: usize) -> Result<Self, String> {
        Self::of(&[ETHEREUM, OPTIMISM], count)
    }

    /// Starts a world of these chains; those that are neither [`ETHEREUM`] nor [`OPTIMISM`] get the contents of the latter.
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

    /// Returns the world of this process, which the first call starts: nextest runs each test in a process of its own, `cargo test` all
    /// tests of a binary in one. Tests may read it and mine blocks, but must not remove anything. Panics if it cannot be started.
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<Result<TestWorld, String>> = LazyLock::new(TestWorld::start);
        SHARED.as_ref().unwrap_or_else(|why| panic!("{why}"))
    }

    /// Returns one of the chains. Panics if there is none with this id.
    pub fn chain(&self, id: u64) -> &Chain {
        let chain = self.chains.get(&id);
        chain.unwrap_or_else(|| panic!("the test world has no chain {id}"))
    }

    /// Returns all chains with their ids.
    pub fn chains(&self) -> impl Iterator<Item = (u64, &Chain)> {
        self.chains.iter().map(|(id, chain)| (*id, chain))
    }
}
