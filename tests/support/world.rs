//! The test world: two EVM chains with real contracts, on this machine, for as long as a test needs them.

use crate::{chain::Chain, folder::Folder};
use std::{sync::LazyLock, thread};

/// The chain with the name service.
pub const ETHEREUM: u64 = 1;
/// The chain without: its registry address is empty.
pub const OPTIMISM: u64 = 10;

/// Both chains. Dropped: the nodes are stopped and their folder is gone. A test process that is killed takes them along.
#[derive(Debug)]
pub struct World {
    ethereum: Chain, // the chains before the folder: the nodes end first
    optimism: Chain,
    _folder: Folder,
}

impl World {
    /// Starts a world of one's own, for a test that breaks things. The error is the line to show.
    pub fn start() -> Result<Self, String> {
        Self::with_load_tokens(0)
    }

    /// A world with that many plain tokens more on each chain, all held by everybody.
    pub fn with_load_tokens(count: usize) -> Result<Self, String> {
        let folder = Folder::create("world");
        let start = |id| Chain::start(id, count, folder.path());
        let (ethereum, optimism) = thread::scope(|scope| {
            let other = scope.spawn(|| start(OPTIMISM));
            (
                start(ETHEREUM),
                other
                    .join()
                    .unwrap_or_else(|_| Err("the second chain's start panicked".to_owned())),
            )
        });
        Ok(Self {
            ethereum: ethereum?,
            optimism: optimism?,
            _folder: folder,
        })
    }

    /// The world all tests of this binary share: look at it, mine in it, but take nothing away. Panics with one line if
    /// it cannot be started.
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<Result<World, String>> = LazyLock::new(World::start);
        SHARED.as_ref().unwrap_or_else(|why| panic!("{why}"))
    }

    /// One of its chains. Panics for an id that is neither [`ETHEREUM`] nor [`OPTIMISM`].
    pub fn chain(&self, id: u64) -> &Chain {
        match id {
            ETHEREUM => &self.ethereum,
            OPTIMISM => &self.optimism,
            _ => panic!("the test world has no chain {id}"),
        }
    }
}
