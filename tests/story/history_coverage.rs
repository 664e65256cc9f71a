//! A history is complete only if everything that it should cover was read: each wallet, and each account on every network.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{
    Caller,
    ledger::{AccountHistory, HistoryCoverage, HistoryState},
    share::Rotation,
};
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Currency, Profile, RemoteError,
    asset::Metadata,
    chain::{Probe, Progress, Reading},
};
use support::tracker_fixture::{TrackerFixture, wallet_list};

use crate::history::{OWN, all_entries, page};

/// An address that holds nothing on the chain that is switched off.
const EMPTY: &str = "0x000000000000000000000000000000000000dEaD";
const TRON: &str = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
/// Account 0 of the phrase "abandon ... about" by BIP 84.
const ZPUB: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";

/// A reader whose nodes of one chain do not answer while it is switched off, and to which [`EMPTY`] is an address without
/// activity on that chain.
struct PartlyDead {
    inner: Arc<dyn ChainReader>,
    chain: ChainId,
    is_off: Arc<AtomicBool>,
}

impl PartlyDead {
    fn is_empty(&self, account: &AccountId) -> bool {
        account.chain == self.chain && account.address.as_str() == EMPTY
    }

    fn check(&self, chain: &ChainId) -> Result<(), RemoteError> {
        if *chain == self.chain && self.is_off.load(Ordering::SeqCst) {
            return Err(RemoteError::Unavailable {
                who: "A node".into(),
                why: "switched off".into(),
                retry_after: None,
            });
        }
        Ok(())
    }
}

#[async_trait]
impl ChainReader for PartlyDead {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        self.inner.chains()
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.check(chain)?;
        self.inner.head(chain).await
    }
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        self.check(&account.chain)?;
        let mut reading = self.inner.balances(account, tokens, progress).await?;
        if self.is_empty(account) {
            reading.balances.clear();
        }
        Ok(reading)
    }
    async fn probe(&self, account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        self.check(&account.chain)?;
        let mut probe = self.inner.probe(account).await?;
        if let Some(probe) = probe.as_mut().filter(|_| self.is_empty(account)) {
            probe.sent = 0;
            probe.reading.balances.clear();
        }
        Ok(probe)
    }
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.check(chain)?;
        self.inner.metadata(chain, tokens).await
    }
}

/// Returns a fixture whose nodes of a chain do not answer while the switch is on.
async fn with_switch(chain: ChainId) -> (TrackerFixture, Arc<AtomicBool>) {
    let is_off = Arc::new(AtomicBool::new(false));
    let switch = is_off.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        for reader in &mut ports.readers {
            *reader = Arc::new(PartlyDead {
                inner: reader.clone(),
                chain: chain.clone(),
                is_off: switch.clone(),
            });
        }
        ports
    })
    .await;
    fixture.tracker.work().begin().await.unwrap();
    (fixture, is_off)
}

/// Runs rounds for so long that everything which can be read is read.
async fn settle(fixture: &TrackerFixture) {
    for _ in 0..4 {
        fixture.run_jobs().await;
        fixture.clock.advance(Duration::from_mins(10));
    }
    fixture.run_jobs().await;
}

async fn coverage(fixture: &TrackerFixture, person: &Caller) -> HistoryCoverage {
    page(fixture, person).await.coverage
}

fn codes(coverage: &HistoryCoverage) -> Vec<&'static str> {
    coverage.gaps.iter().map(|gap| gap.code).collect()
}

#[tokio::test]
async fn a_network_that_never_answered_is_missing_from_the_history_and_its_costs() {
    let (fixture, is_off) = with_switch(ChainId::evm(8453)).await;
    is_off.store(true, Ordering::SeqCst);
    let person = fixture.person(&[OWN]).await;
    settle(&fixture).await;
    let found = coverage(&fixture, &person).await;
    assert!(!found.is_complete());
    assert_eq!(codes(&found), ["not_read"]);
    assert!(found.gaps[0].text.contains("Base"), "{}", found.gaps[0].text);
    let unread: Vec<_> = found
        .accounts
        .iter()
        .filter(|one| one.state == HistoryState::NotRead)
        .collect();
    assert_eq!(unread.len(), 1);
    assert!(
        unread[0].error.is_some() && unread[0].next_attempt.is_some(),
        "{unread:?}"
    );

    let row = page(&fixture, &person).await.rows.remove(0);
    let detail = fixture
        .tracker
        .ledgers()
        .entry(&person, &row.id, &Currency::usd())
        .await;
    assert!(!detail.unwrap().cost.complete, "costs come from the same history");

    let slug = fixture
        .tracker
        .shares()
        .rotate(&person, Rotation::On)
        .await
        .unwrap()
        .unwrap();
    let opened = fixture.tracker.shares().open(slug.as_str(), &[]).await.unwrap();
    let visitor = fixture.tracker.shares().admit(opened.token.reveal()).await.unwrap();
    let query = all_entries();
    let seen = fixture.tracker.shares().entries(&visitor, &query).await.unwrap();
    assert!(!seen.coverage.complete);

    is_off.store(false, Ordering::SeqCst);
    fixture.clock.advance(Duration::from_hours(2));
    settle(&fixture).await;
    let healed = coverage(&fixture, &person).await;
    assert!(healed.is_complete(), "{:?}", codes(&healed));
}

#[tokio::test]
async fn wallets_that_are_not_read_are_missing_from_the_history() {
    let (fixture, _) = with_switch(ChainId::evm(8453)).await;
    let person = fixture.person(&[OWN, TRON, "nobody-here.eth"]).await;
    settle(&fixture).await;
    let found = coverage(&fixture, &person).await;
    assert!(!found.is_complete());
    assert_eq!(codes(&found), ["unread_wallet"]);
    assert_eq!(found.unread_wallets, 2);
    assert!(found.gaps[0].text.contains("nobody-here.eth"), "{}", found.gaps[0].text);

    fixture.tracker.users().delete_wallet(&person, TRON).await.unwrap();
    let found = coverage(&fixture, &person).await;
    assert!(
        found.gaps[0].text.contains("This name is not registered."),
        "{}",
        found.gaps[0].text
    );
    fixture
        .tracker
        .users()
        .delete_wallet(&person, "nobody-here.eth")
        .await
        .unwrap();
    assert!(coverage(&fixture, &person).await.is_complete());
}

#[tokio::test]
async fn a_key_whose_addresses_are_still_looked_for_is_missing_from_the_history() {
    let (fixture, _) = with_switch(ChainId::evm(8453)).await;
    let person = fixture.person(&[OWN]).await;
    settle(&fixture).await;
    assert!(coverage(&fixture, &person).await.is_complete());
    fixture
        .tracker
        .users()
        .list_wallets(&person, &wallet_list(&[OWN, ZPUB]))
        .await
        .unwrap();
    let found = coverage(&fixture, &person).await;
    assert!(!found.is_complete());
    assert_eq!(codes(&found), ["key_scan"]);
    settle(&fixture).await;
    let found = coverage(&fixture, &person).await;
    assert!(!codes(&found).contains(&"key_scan"), "{:?}", codes(&found));
}

#[tokio::test]
async fn an_address_without_activity_has_a_complete_history_while_its_networks_answer() {
    let linea = ChainId::evm(59_144);
    let (fixture, is_off) = with_switch(linea.clone()).await;
    let person = fixture.person(&[EMPTY]).await;
    let before = coverage(&fixture, &person).await;
    assert!(!before.is_complete(), "nothing is read");
    assert!(
        before.accounts.iter().all(|one| one.state == HistoryState::Waiting),
        "{before:?}"
    );
    settle(&fixture).await;
    let found = coverage(&fixture, &person).await;
    assert!(found.is_complete(), "{:?}", found.accounts);
    let is_of_linea = |one: &AccountHistory| one.account.chain == linea;
    assert!(found.quiet > 0 && !found.accounts.iter().any(is_of_linea));

    is_off.store(true, Ordering::SeqCst);
    for _ in 0..3 {
        fixture.clock.advance(Duration::from_hours(12));
        settle(&fixture).await;
    }
    let found = coverage(&fixture, &person).await;
    assert!(!found.is_complete(), "what happened there since is unknown");
    assert_eq!(codes(&found), ["not_read"]);
}
