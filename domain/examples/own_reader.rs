//! A custom chain reader in place of the built-in ones. Its balances are constants in this file.

use std::sync::Arc;

use async_trait::async_trait;
use spyhop::Tracker;
use spyhop::ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Clock, Profile, RemoteError, SourceId,
    asset::Metadata,
    chain::{Progress, Reading, WaitingTransactions},
    source::SourceKind,
};
use spyhop_adapters::config::{Config, Data, Sources};

/// Reports a balance of 1.5 ether on chain 1 for every address.
struct ThinAir(Arc<dyn Clock>);

#[async_trait]
impl ChainReader for ThinAir {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed("thin-air"),
            name: "Thin air".to_owned(),
            kind: SourceKind::Chain,
            website: String::new(),
            learns: "Nothing: it sends no requests.".to_owned(),
            capabilities: vec!["balances".to_owned()],
            rate_limit: "none".to_owned(),
            hosts: Vec::new(),
            credentials: Vec::new(),
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        vec![ChainId::evm(1)]
    }

    async fn head(&self, _: &ChainId) -> Result<Block, RemoteError> {
        Ok(Block {
            number: 1,
            hash: "0x01".to_owned(),
            time: self.0.now(),
        })
    }

    async fn balances(
        &self,
        account: &AccountId,
        _: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        progress.report(1, 1);
        let ether = AssetId::native(&account.chain, 60);
        let raw = "1500000000000000000".parse().map_err(|_| RemoteError::Malformed {
            who: "Thin air".to_owned(),
            what: "its own constant".to_owned(),
        })?;
        Ok(Reading {
            block: self.head(&account.chain).await?,
            source: self.profile().id,
            host: "nowhere".to_owned(),
            balances: vec![(ether, raw)],
            positions: Vec::new(),
            protocols: ports::ProtocolReading::default(),
            unreadable: Vec::new(),
            waiting: WaitingTransactions::default(),
        })
    }

    async fn metadata(&self, _: &ChainId, _: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        Ok(Vec::new())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = Config {
        data: Data::Memory,
        sources: Sources::Demo,
        ..Config::load()?
    };
    let mut ports = spyhop_adapters::connect(&config).await?;
    ports.readers = vec![Arc::new(ThinAir(ports.clock.clone()))];
    let worth = Tracker::new(ports)
        .net_worth("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
        .await?;
    println!("{} {}", worth.coverage.known.rounded(2), worth.currency);
    Ok(())
}
