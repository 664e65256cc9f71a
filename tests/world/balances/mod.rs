//! The EVM reader against real nodes and contracts: every balance equals the node's, digit by digit.

mod endpoints;
mod exact;
mod requests;

use adapters::{
    chain::{evm::EvmReader, rows::ChainSpec},
    http_client::HttpClientSettings,
};
use alloy_primitives::U256;
use ports::{
    AccountId, Address, AssetId, ChainId, ChainReader, RemoteError,
    chain::{Progress, Reading},
    disclosure::DisclosedField,
};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use support::{
    chain::Chain,
    manifest::Person,
    mock_upstream::{Fault, MockUpstream, RetryAfter},
    outgoing::{self, RequestLog, client, hasty, row},
    world::{ETHEREUM, OPTIMISM, World},
};

/// A reader with its chain and its request log.
struct Reader {
    reader: EvmReader,
    client: Arc<adapters::http_client::HttpClient>,
    ledger: Arc<RequestLog>,
}

fn reader(row: ChainSpec, doors: &[&MockUpstream]) -> Reader {
    let settings = HttpClientSettings {
        failures: 1000,
        read: Duration::from_secs(10),
        ..hasty()
    };
    let (client, ledger) = client(doors, settings);
    Reader {
        reader: EvmReader::new(&[row], &client),
        client,
        ledger,
    }
}

fn through(chain: u64, doors: &[&MockUpstream]) -> Reader {
    reader(row(chain, doors), doors)
}

#[derive(Default)]
struct Seen(Mutex<Vec<(u32, u32)>>);

impl Progress for Seen {
    fn report(&self, done: u32, total: u32) {
        self.0.lock().unwrap().push((done, total));
    }
}

fn account(chain: u64, address: &str) -> AccountId {
    AccountId {
        chain: ChainId::evm(chain),
        address: address.parse().unwrap(),
    }
}

fn token(chain: u64, address: &str) -> AssetId {
    let contract: Address = address.parse().unwrap();
    AssetId::erc20(&ChainId::evm(chain), &contract)
}

fn tokens(chain: &Chain) -> Vec<AssetId> {
    let manifest = chain.manifest();
    manifest
        .tokens
        .iter()
        .map(|one| token(manifest.chain_id, &one.address))
        .collect()
}

impl Reader {
    async fn read(&self, chain: &Chain, person: &Person, tokens: &[AssetId]) -> Result<Reading, RemoteError> {
        let account = account(chain.manifest().chain_id, &person.address);
        self.reader.balances(&account, tokens, &Seen::default()).await
    }
}

/// Asserts that every balance of the reading, and every omitted one, is as the node answers at the reading's block.
fn assert_exact(chain: &Chain, person: &Person, requested: &[AssetId], reading: &Reading) {
    let block = Some(reading.block.number);
    let native = reading.balances.iter().find(|(id, _)| id.contract().is_none());
    let native = native.map_or_else(|| "0".to_owned(), |(_, raw)| raw.to_string());
    assert_eq!(native, chain.native_balance(&person.address, block).to_string());
    for id in requested {
        let contract = id.contract().unwrap();
        let theirs = chain
            .balance_of(contract.as_str(), &person.address, block)
            .map(|raw| raw.to_string());
        let ours = reading
            .balances
            .iter()
            .find(|(own, _)| own == id)
            .map(|(_, raw)| raw.to_string());
        let unreadable = reading.unreadable.iter().any(|(own, _)| own == id);
        match theirs {
            None => assert!(unreadable && ours.is_none(), "{id} cannot be read"),
            Some(theirs) => {
                assert!(!unreadable, "{id} can be read");
                assert_eq!(
                    ours.unwrap_or_else(|| "0".to_owned()),
                    theirs,
                    "{id} at block {block:?}"
                );
            }
        }
    }
    let known = |id: &AssetId| id.contract().is_none() || requested.contains(id);
    assert!(reading.balances.iter().all(|(id, raw)| known(id) && !raw.is_zero()));
}
