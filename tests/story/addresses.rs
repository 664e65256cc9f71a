//! One address on several chains, each of which writes it in its own form.

use std::{sync::Arc, time::Duration};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{
    user::ListWallets,
    valuation::{FigureId, FigurePath, Filter},
};
use ports::{
    AccountId, Address, AssetId, Block, ChainId, ChainReader, Clock, Profile, RemoteError,
    asset::Metadata,
    chain::{Progress, Reading, WaitingTransactions},
    source::SourceKind,
};
use support::source_profile::source_profile;
use support::tracker_fixture::TrackerFixture;

const SEGWIT: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const LEGACY: &str = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
const CASH: &str = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";

/// Reads a balance of one coin from every account of these chains.
struct OneCoin {
    clock: Arc<dyn Clock>,
    chains: Vec<(ChainId, AssetId)>,
}

#[async_trait]
impl ChainReader for OneCoin {
    fn profile(&self) -> Profile {
        source_profile("one-coin", "One coin", SourceKind::Chain, "nothing")
    }

    fn chains(&self) -> Vec<ChainId> {
        self.chains.iter().map(|(chain, _)| chain.clone()).collect()
    }

    async fn head(&self, _: &ChainId) -> Result<Block, RemoteError> {
        Ok(Block {
            number: 1,
            hash: "01".into(),
            time: self.clock.now(),
        })
    }

    async fn balances(&self, account: &AccountId, _: &[AssetId], _: &dyn Progress) -> Result<Reading, RemoteError> {
        let (_, coin) = self.chains.iter().find(|(chain, _)| *chain == account.chain).unwrap();
        Ok(Reading {
            block: self.head(&account.chain).await?,
            source: self.profile().id,
            host: "nowhere".into(),
            balances: vec![(coin.clone(), "100000000".parse().unwrap())],
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

/// A fixture on which only these chains are read.
async fn fixture(place: DatabaseLocation, codes: &[&str]) -> TrackerFixture {
    TrackerFixture::with(place, false, |mut ports| {
        let chain = |code: &&str| {
            let row = ports.chains.named(code).unwrap();
            (row.id.clone(), row.native.clone().unwrap().id)
        };
        let chains = codes.iter().map(chain).collect();
        let clock = ports.clock.clone();
        ports.readers = vec![Arc::new(OneCoin { clock, chains })];
        ports
    })
    .await
}

#[tokio::test]
async fn an_address_is_read_on_every_chain_that_it_is_valid_on() {
    let fixture = fixture(DatabaseLocation::Memory, &["bitcoin", "bitcoin-cash"]).await;
    let person = fixture.person(&[LEGACY]).await;
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    let wallet = &report.wallets[0];
    assert_eq!((wallet.priced + wallet.unpriced, wallet.reading), (2, 0));
    assert_eq!(wallet.chains.len(), 2);
    let address: Address = LEGACY.parse().unwrap();
    let path = FigurePath::Sum(Filter {
        address: Some(address.clone()),
        ..Filter::default()
    });
    let figure = FigureId::new(report.valuation, ports::Owner::User(person.user), path);
    let explained = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
    let text = format!("{explained:?}");
    assert!(text.contains(CASH) && text.contains(LEGACY), "{text}");
    assert_eq!(explained.subtitle, "1 wallet on 2 networks");
    // Each form of the address is a wallet of its own: the user may add both, and nothing is counted twice.
    let both = ListWallets {
        texts: vec![LEGACY.into(), format!("bitcoincash:{CASH}")],
        ..ListWallets::default()
    };
    fixture.tracker.users().list_wallets(&person, &both).await.unwrap();
    let again = fixture.report(&person).await;
    let counts: Vec<u32> = again.wallets.iter().map(|one| one.priced + one.unpriced).collect();
    assert_eq!(counts, [2, 1]);
    assert_eq!(again.coverage.priced as usize + again.coverage.unpriced.len(), 2);
}

#[tokio::test]
async fn an_account_watched_in_another_form_is_read_again() {
    let fixture = fixture(DatabaseLocation::Memory, &["bitcoin-cash"]).await;
    fixture.person(&[LEGACY]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let account = {
        let chain = fixture.tracker.ports().chains.named("bitcoin-cash").unwrap();
        chain.account(&LEGACY.parse().unwrap()).unwrap()
    };
    let read_at = async || {
        let states = fixture
            .tracker
            .ports()
            .stores
            .accounts
            .states(std::slice::from_ref(&account));
        states.await.unwrap()[0].read_at.unwrap()
    };
    let before = read_at().await;
    fixture.clock.advance(Duration::from_mins(20));
    fixture.run_jobs().await;
    assert!(read_at().await > before);
}

/// Bitcoin is supported. Only a node is missing, and the message says so.
#[tokio::test]
async fn with_own_nodes_only_a_chain_without_one_is_not_called_unsupported() {
    let text = async |own_nodes_only| {
        let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
            ports.readers.clear();
            ports.world.own_nodes_only = own_nodes_only;
            ports
        })
        .await;
        let person = fixture.person(&[SEGWIT]).await;
        let view = fixture.tracker.users().get(&person).await.unwrap();
        view.support
            .problem(view.wallets[0].address.as_ref().unwrap())
            .unwrap()
            .text
    };
    assert_eq!(text(false).await, "Bitcoin addresses are not supported yet.");
    assert_eq!(
        text(true).await,
        "This server only uses its own nodes and has none for Bitcoin."
    );
}

#[tokio::test]
async fn a_newly_read_chain_opens_accounts_for_known_wallets() {
    let folder = support::folder::Folder::create("addresses");
    let place = || DatabaseLocation::File(folder.path().join("spyhop.db"));
    let person = {
        let fixture = fixture(place(), &[]).await;
        let vitalik = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        let person = fixture.person(&[vitalik, LEGACY]).await;
        fixture.tracker.work().begin().await.unwrap();
        fixture.run_jobs().await;
        let wallets = fixture.tracker.users().get(&person).await.unwrap();
        let address = wallets.wallets[1].address.clone().unwrap();
        assert_eq!(wallets.support.problem(&address).unwrap().code, "not_supported_yet");
        person
    };
    let fixture = fixture(place(), &["bitcoin"]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    fixture.clock.advance(Duration::from_mins(2));
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    assert_eq!(
        (
            report.wallets[1].unpriced + report.wallets[1].priced,
            report.wallets[1].reading
        ),
        (1, 0)
    );
}
