//! A computation that occupies its thread delays no other request, on a runtime with a single thread.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use futures::future::{join, join_all};
use ports::manual_price::{ManualPrice, ManualPriceReader};
use ports::{StorageError, UserId};
use serde_json::json;

use adapters::clock::SystemClock;
use domain::Tracker;
use http_api::App;
use support::folder::Folder;
use support::patience;

use crate::test_server::{self, ServerOptions, TestServer};

/// The calls that read the prices which users set.
const COMPUTING: [&str; 4] = [
    "wallet/user-wallet/get-balance",
    "wallet/user-wallet/get-yesterday-portfolio-balance",
    "wallet/user-wallet/search-wallet",
    "organisation/user/export-user-data",
];

/// Blocks the threads that read prices which users set, as a long computation does, until it is opened.
struct Stall {
    prices: Arc<dyn ManualPriceReader>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    stalled: usize,
    is_open: bool,
}

impl Stall {
    fn before(prices: Arc<dyn ManualPriceReader>) -> Arc<Self> {
        Arc::new(Self {
            prices,
            state: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    fn stalled(&self) -> usize {
        self.state.lock().unwrap().stalled
    }

    fn wait(&self) {
        let mut state = self.state.lock().unwrap();
        state.stalled += 1;
        drop(self.changed.wait_while(state, |state| !state.is_open).unwrap());
    }

    fn open(&self) {
        self.state.lock().unwrap().is_open = true;
        self.changed.notify_all();
    }
}

#[async_trait]
impl ManualPriceReader for Stall {
    async fn of_user(&self, user: UserId) -> Result<Vec<ManualPrice>, StorageError> {
        self.wait();
        self.prices.of_user(user).await
    }
}

#[tokio::test]
async fn stalled_computations_delay_no_other_call() {
    let folder = Folder::create("stall");
    let tracker = test_server::demo_tracker(&folder, Arc::new(SystemClock), false).await;
    let mut ports = tracker.ports().clone();
    let stall = Stall::before(Arc::clone(&ports.stores.manual_prices));
    ports.stores.manual_prices = stall.clone();
    let settings = test_server::settings(&ServerOptions::default());
    let server = TestServer::from_app(folder, App::new(Tracker::new(ports), settings));
    let person = server.person(&["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await;
    let nothing = json!({});
    let computing = COMPUTING.map(|path| {
        let (server, person, nothing) = (&server, &person, &nothing);
        async move { server.call_as(person, &format!("/api/{path}"), nothing).await }
    });
    let others = async {
        while stall.stalled() < COMPUTING.len() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let other = server.person(&[]).await;
        let user = server
            .call_as(&other, "/api/organisation/user/get-user", &nothing)
            .await;
        let health = server.get("/healthz").await;
        [user.status, health.status].map(|status| status.as_u16())
    };
    let answered = async {
        let answered = tokio::time::timeout(patience(10), others).await;
        stall.open();
        answered
    };
    let (computed, answered) = join(join_all(computing), answered).await;
    assert_eq!(
        answered,
        Ok([200, 200]),
        "{} computations were stalled",
        stall.stalled()
    );
    for (path, reply) in COMPUTING.iter().zip(computed) {
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    }
}
