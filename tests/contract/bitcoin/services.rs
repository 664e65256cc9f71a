//! The services, each with its usual answers.

use adapters::chain::bitcoin_api::{Bitcore, Blockbook, Blockchair, Blockcypher, Haskoin, ServerApi};
use ports::{RemoteError, chain::Reading};

use super::{CASH, CASH_ADDRESS, DOGE, DOGE_ADDRESS, EXACT, HELD, read};
use crate::mock_web_service::MockWebService;

macro_rules! reply {
    ($file:literal) => {
        include_str!(concat!("../../../adapters/src/chain/fixtures/bitcoin_api/", $file))
    };
}

/// A mock service: its API, its chain, and its usual answer at each path.
#[derive(Clone, Copy)]
pub struct Service {
    pub api: &'static dyn ServerApi,
    pub chain: &'static str,
    pub address: &'static str,
    /// The balance of the address.
    pub held: &'static str,
    /// The paths of the balance, of the newest block and of the block that identifies the chain, each with its answer.
    pub pages: [(&'static str, &'static str); 3],
    /// Further paths.
    pub more: &'static [(&'static str, &'static str)],
    /// The requests of a first reading: the chain, the block, the balance, whether the block is still the newest, and what waits for a
    /// block.
    pub requested: usize,
}

pub const HASKOIN: Service = Service {
    api: &Haskoin,
    chain: CASH,
    address: CASH_ADDRESS,
    held: HELD,
    pages: [
        (
            "/address/qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a/balance",
            reply!("haskoin/balance.json"),
        ),
        ("/block/best?notx=true", reply!("haskoin/block.json")),
        ("/block/height/478559?notx=true", reply!("haskoin/at_height.json")),
    ],
    more: &[],
    requested: 5,
};
pub const BLOCKCHAIR: Service = Service {
    api: &Blockchair,
    chain: DOGE,
    address: DOGE_ADDRESS,
    held: HELD,
    pages: [
        (
            "/dashboards/address/DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L?state=latest&limit=0",
            reply!("blockchair/address.json"),
        ),
        ("/stats", reply!("blockchair/stats.json")),
        ("/dashboards/block/0?limit=0", reply!("blockchair/block.json")),
    ],
    more: &[],
    requested: 4,
};
pub const BLOCKCYPHER: Service = Service {
    api: &Blockcypher,
    chain: DOGE,
    address: DOGE_ADDRESS,
    held: HELD,
    pages: [
        (
            "/addrs/DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L/balance",
            reply!("blockcypher/balance.json"),
        ),
        ("/", reply!("blockcypher/chain.json")),
        ("/blocks/0?limit=1", reply!("blockcypher/block.json")),
    ],
    more: &[],
    requested: 4,
};
pub const BITCORE: Service = Service {
    api: &Bitcore,
    chain: DOGE,
    address: DOGE_ADDRESS,
    held: EXACT,
    pages: [
        (
            "/address/DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L/balance",
            reply!("bitcore/balance.json"),
        ),
        ("/block/tip", reply!("bitcore/tip.json")),
        ("/block/1", reply!("bitcore/block.json")),
    ],
    more: &[],
    requested: 4,
};
pub const BLOCKBOOK: Service = Service {
    api: &Blockbook,
    chain: DOGE,
    address: DOGE_ADDRESS,
    held: HELD,
    pages: [
        (
            "/address/DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L?details=basic",
            reply!("blockbook/address.json"),
        ),
        ("/", reply!("blockbook/status.json")),
        ("/block-index/0", reply!("blockbook/block_index.json")),
    ],
    more: &[(
        "/block/8f1a2b3c4d5e6f700112233445566778899aabbccddeeff00112233445566778",
        reply!("blockbook/block.json"),
    )],
    requested: 6,
};
pub const SERVICES: [Service; 5] = [HASKOIN, BLOCKCHAIR, BLOCKCYPHER, BITCORE, BLOCKBOOK];

impl Service {
    /// Answers as usual, except at one path.
    pub async fn but(self, path: &'static str, status: u16, body: String) -> MockWebService {
        MockWebService::new(move |requested, _| {
            let usual = self.pages.iter().chain(self.more).find(|(page, _)| *page == requested);
            match usual {
                Some(_) if requested == path => (status, body.clone()),
                Some((_, reply)) => (200, (*reply).to_owned()),
                None => (404, format!("nothing is at {requested}")),
            }
        })
        .await
    }

    pub async fn honest(self) -> MockWebService {
        self.but("", 200, String::new()).await
    }

    /// Reads from the service with a different answer at one path.
    pub async fn read_with(self, page: usize, status: u16, body: String) -> Result<Reading, RemoteError> {
        let pages = self.but(self.pages[page].0, status, body).await;
        read(self, &[(self.api, &pages)]).await
    }
}
