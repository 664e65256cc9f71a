//! An account that is read between a request's look-up and its unit of work is not read once more.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use async_trait::async_trait;
use domain::Tracker;
use ports::{Storage, StorageError, UnitOfWork, job::JobState};
use support::tracker_fixture::{TrackerFixture, wallet_list};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

/// A storage whose writers wait for a moment, in which every due job ends.
struct Busy {
    storage: Arc<dyn Storage>,
    tracker: Tracker,
    has_waited: AtomicBool,
}

#[async_trait]
impl Storage for Busy {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        if !self.has_waited.swap(true, Ordering::Relaxed) {
            let work = self.tracker.work();
            for lease in work.claim("test", 100).await? {
                work.perform(&lease).await?;
            }
        }
        self.storage.begin().await
    }
    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        self.storage.begin_unlimited().await
    }
    async fn scrub(&self) -> Result<(), StorageError> {
        self.storage.scrub().await
    }
    fn kind(&self) -> &'static str {
        self.storage.kind()
    }
    async fn check(&self) -> Result<(), StorageError> {
        self.storage.check().await
    }
}

#[tokio::test]
async fn an_account_that_is_read_while_the_request_waits_is_not_read_again() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[ADDRESS]).await;
    let mut ports = fixture.tracker.ports().clone();
    ports.storage = Arc::new(Busy {
        storage: ports.storage,
        tracker: fixture.tracker.clone(),
        has_waited: AtomicBool::new(false),
    });
    let list = wallet_list(&[ADDRESS, OTHER]);
    Tracker::new(ports).users().list_wallets(&person, &list).await.unwrap();

    let state = async |address: &str| {
        let kinds = ["read-account".to_owned()];
        let subject = format!("eip155:1:{address}");
        let jobs = fixture
            .tracker
            .ports()
            .stores
            .jobs
            .of_subjects(&kinds, &[subject])
            .await;
        jobs.unwrap().pop().unwrap().state
    };
    assert_eq!(state(ADDRESS).await, JobState::Done, "it was read meanwhile");
    assert_eq!(state(OTHER).await, JobState::Ready, "it is new");
}
