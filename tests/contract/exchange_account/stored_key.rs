//! Accounts at exchanges as accounts of chains: the stored key, its rights, and the metadata of assets.

use std::sync::{Arc, Mutex};

use adapters::exchange::account::{AccountAssets, ExchangeAccounts, ExchangeHistories, StoredKeys};
use async_trait::async_trait;
use memory::MemoryStorage;
use ports::{
    AccountId, Address, AssetId, ChainId, ChainReader, ExchangeCredential, ExchangeCredentialReader, HistoryReader,
    KeyEnd, KeyNetwork, KeyRights, StorageError, Stream, Timestamp, UserId,
    chain::{Progress, Reading},
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
    source::RemoteError,
};
use support::outgoing::WallClock;

use super::{
    KrakenFixture, fixture,
    kraken_server::{KrakenState, key_info},
    own_key,
};

const ACCOUNT: &str = "kraken.4hK2mQ8tYzB1nW6rC3xVdE";
const NOBODY: &str = "00000000-0000-0000-0000-000000000000";

/// What the storage answers.
#[derive(Clone, Copy, Default)]
enum Stored {
    #[default]
    Key,
    Nothing,
    Damaged,
    Down,
}

#[derive(Default)]
struct Credentials(Mutex<Stored>);

#[async_trait]
impl ExchangeCredentialReader for Credentials {
    async fn of_account(&self, account: &Address) -> Result<Option<ExchangeCredential>, StorageError> {
        let credential = || ExchangeCredential {
            wallet: NOBODY.parse().unwrap(),
            user: NOBODY.parse().unwrap(),
            account: account.clone(),
            key: own_key(),
            rights: KeyRights {
                granted: None,
                missing: vec![],
                network: KeyNetwork::NotStated,
                end: KeyEnd::NotStated,
                history: (None, None),
            },
            id_hashes: Vec::new(),
            checked_at: Timestamp::from_millis(0),
            created_at: Timestamp::from_millis(0),
        };
        match *self.0.lock().unwrap() {
            Stored::Key => Ok(Some(credential())),
            Stored::Nothing => Ok(None),
            Stored::Damaged => Err(StorageError::Corrupt {
                table: "exchange_credentials".to_owned(),
                column: "sealed_key".to_owned(),
                id: ACCOUNT.to_owned(),
            }),
            Stored::Down => Err(StorageError::Unavailable {
                why: "the disk of /var/lib/spyhop".to_owned(),
                full: false,
            }),
        }
    }

    async fn of_user(&self, _: UserId) -> Result<Vec<ExchangeCredential>, StorageError> {
        Ok(vec![])
    }

    async fn of_users_to_erase(&self, _: Timestamp) -> Result<Vec<ExchangeCredential>, StorageError> {
        Ok(Vec::new())
    }

    async fn disconnected(&self, _: Timestamp) -> Result<Vec<ExchangeCredential>, StorageError> {
        Ok(vec![])
    }
}

struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _: u32, _: u32) {}
}

struct AccountsFixture {
    kraken: KrakenFixture,
    credentials: Arc<Credentials>,
    accounts: ExchangeAccounts,
    histories: ExchangeHistories,
}

fn accounts() -> AccountsFixture {
    let kraken = fixture();
    let credentials = Arc::<Credentials>::default();
    let storage = MemoryStorage::new();
    let stored = (
        credentials.clone() as Arc<dyn ExchangeCredentialReader>,
        Arc::new(storage.clone()) as _,
    );
    let keys = StoredKeys::new(vec![kraken.reader.clone()], stored, Arc::new(WallClock));
    let keys = Arc::new(keys);
    let stores = storage.stores();
    let assets = AccountAssets::new(&stores, Arc::new(WallClock));
    AccountsFixture {
        kraken,
        credentials,
        accounts: ExchangeAccounts::new(keys.clone(), Arc::new(WallClock)),
        histories: ExchangeHistories::new(keys, assets, stores.exchange_markets.clone()),
    }
}

impl AccountsFixture {
    async fn read(&self) -> Result<Reading, RemoteError> {
        let account = AccountId {
            chain: "exchange:kraken".parse().unwrap(),
            address: ACCOUNT.parse().unwrap(),
        };
        self.accounts.balances(&account, &[], &NoProgress).await
    }

    async fn page(&self, continuation: Option<&str>) -> Result<HistoryPage, RemoteError> {
        let request = HistoryRequest {
            account: format!("exchange:kraken:{ACCOUNT}").parse().unwrap(),
            stream: Stream::ExchangeLedger,
            blocks: (0, 2_000_000_000_000),
            continuation: continuation.map(str::to_owned),
        };
        self.histories.page(&request).await
    }
}

#[tokio::test]
async fn an_account_is_read_with_its_stored_key() {
    let fixture = accounts();
    assert_eq!(fixture.accounts.chains(), ["exchange:kraken".parse().unwrap()]);
    let reading = fixture.read().await.unwrap();
    assert_eq!((reading.positions.len(), reading.balances.len()), (2, 0));
    assert_eq!(reading.stated_twice(), None);
    assert_eq!(reading.source, fixture.accounts.profile().id);
    assert!(reading.host.starts_with("127.0.0.1:"));
    assert_eq!(
        (reading.block.hash.as_str(), reading.block.number),
        ("", reading.block.time.millis().unsigned_abs())
    );
    assert_eq!(
        fixture.kraken.server.forms()[0],
        "GetApiKeyInfo",
        "its rights are asked first"
    );
    let head = fixture
        .accounts
        .head(&"exchange:kraken".parse().unwrap())
        .await
        .unwrap();
    assert!(head.number >= reading.block.number);
    assert!(fixture.accounts.head(&"exchange:other".parse().unwrap()).await.is_err());
}

#[tokio::test]
async fn a_history_is_read_after_the_rights_of_the_key() {
    let fixture = accounts();
    let exchange: ChainId = "exchange:kraken".parse().unwrap();
    assert_eq!(fixture.histories.chains(), std::slice::from_ref(&exchange));
    assert_eq!(fixture.histories.streams(&exchange), [Stream::ExchangeLedger]);
    assert_eq!(fixture.histories.head(&exchange).await, Ok(None));
    assert!(fixture.histories.streams(&"exchange:other".parse().unwrap()).is_empty());
    let page = fixture.page(None).await.unwrap();
    assert_eq!((page.facts.len(), page.through), (0, Some(2_000_000_000_000)));
    let methods = |fixture: &AccountsFixture| -> Vec<String> {
        let forms = fixture.kraken.server.forms();
        forms
            .iter()
            .map(|form| form.split('&').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(methods(&fixture), ["GetApiKeyInfo", "Ledgers"]);
    fixture.page(Some("2000000000000 50")).await.unwrap();
    assert_eq!(
        methods(&fixture)[2..],
        ["Ledgers"],
        "within a walk they are not requested again"
    );
    let mut limited = key_info(&["query-funds", "query-ledger"]);
    limited["queryFrom"] = "1600000000".into();
    fixture
        .kraken
        .server
        .change(|state| drop(state.results.insert("GetApiKeyInfo", limited)));
    let gap = HistoryGap {
        kind: HistoryGapKind::Window,
        blocks: Some((0, 1_599_999_999_999)),
    };
    assert_eq!(fixture.page(None).await.unwrap().gaps, [gap]);
    let rights = key_info(&["query-funds", "query-ledger", "withdraw-funds"]);
    let changed = |state: &mut KrakenState| drop(state.results.insert("GetApiKeyInfo", rights));
    fixture.kraken.server.change(changed);
    assert_eq!(fixture.page(None).await.unwrap_err().code(), "too_many_rights");
    assert_eq!(methods(&fixture)[5..], ["GetApiKeyInfo"]);
}

#[tokio::test]
async fn an_account_without_a_usable_key_is_not_read() {
    let fixture = accounts();
    for (stored, code) in [
        (Stored::Nothing, "no_key"),
        (Stored::Damaged, "no_key"),
        (Stored::Down, "unavailable"),
    ] {
        *fixture.credentials.0.lock().unwrap() = stored;
        let error = fixture.read().await.unwrap_err();
        assert_eq!(error.code(), code);
        let text = format!("{error:?}");
        assert!(!text.contains("spyhop") && !text.contains(ACCOUNT), "{text}");
    }
    assert_eq!(fixture.kraken.server.count(), 0);
}

#[tokio::test]
async fn a_key_that_may_do_more_or_whose_rights_are_not_stated_is_not_used() {
    let fixture = accounts();
    let rights = key_info(&["query-funds", "modify-trades", "teleport-funds"]);
    fixture
        .kraken
        .server
        .change(|state| drop(state.results.insert("GetApiKeyInfo", rights)));
    let error = fixture.read().await.unwrap_err();
    assert_eq!(error.code(), "too_many_rights");
    assert_eq!(
        error.to_string(),
        "Kraken lets this key do more than read: modify-trades, teleport-funds"
    );
    fixture
        .kraken
        .server
        .change(|state| state.always.extend([("GetApiKeyInfo", "EGeneral:Internal error")]));
    assert_eq!(fixture.read().await.unwrap_err().code(), "unavailable");
    assert!(
        fixture.kraken.server.forms().iter().all(|form| form == "GetApiKeyInfo"),
        "nothing else was asked"
    );
}

#[tokio::test]
async fn codes_and_currencies_have_names_and_other_assets_are_left_out() {
    let fixture = accounts();
    let assets: Vec<AssetId> = [
        "exchange:kraken/code:NEWCOIN",
        "exchange:kraken/code:USD%3ABTNL",
        "exchange:other/code:NEWCOIN",
        "fiat:iso4217/code:EUR",
        "fiat:iso4217/code:XAF",
        "eip155:1/slip44:60",
        "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    ]
    .map(|asset| asset.parse().unwrap())
    .to_vec();
    let named = fixture
        .accounts
        .metadata(&"exchange:kraken".parse().unwrap(), &assets)
        .await
        .unwrap();
    let named: Vec<_> = named
        .iter()
        .map(|(asset, one)| (asset.as_str(), one.symbol.as_str(), one.name.as_str(), one.decimals))
        .collect();
    assert_eq!(
        named,
        [
            ("exchange:kraken/code:NEWCOIN", "NEWCOIN", "NEWCOIN", Some(18)),
            ("exchange:kraken/code:USD%3ABTNL", "USD:BTNL", "USD:BTNL", Some(18)),
            ("fiat:iso4217/code:EUR", "EUR", "Euro", Some(2)),
            ("fiat:iso4217/code:XAF", "XAF", "XAF", Some(2)),
        ]
    );
}
