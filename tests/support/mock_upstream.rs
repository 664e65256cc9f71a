//! Mock servers in the place of remote sources: [`MockUpstream::to_node`] in front of a chain's node,
//! [`MockUpstream::of_prices`] as a price source, [`MockUpstream::of_files`] with fixed files. See
//! [`conformance::mock_server`] for their faults.

mod gate;
mod markets;
mod node;
mod prices;

pub use conformance::mock_server::{Fault, Request, Response, RetryAfter};
pub use gate::Gate;
pub use markets::Market;
pub use prices::{Prices, Quote};

use async_trait::async_trait;
use conformance::mock_server::{MockServer, RequestHandler};
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard},
};

/// A mock server and, if it is a price source, its prices.
pub struct MockUpstream {
    server: MockServer,
    prices: Option<Arc<Mutex<Prices>>>,
}

impl MockUpstream {
    /// Starts a reverse proxy in front of a node, see [`crate::rpc::Rpc::address`].
    pub fn to_node(node: SocketAddr) -> Self {
        Self::to_node_behind(&Gate::default(), node)
    }

    /// The same behind a gate.
    pub fn to_node_behind(gate: &Gate, node: SocketAddr) -> Self {
        Self::start(Node(node, gate.clone()))
    }

    /// Starts a source with the APIs of DefiLlama and the exchanges (base URL [`MockServer::url`]) and of CoinGecko
    /// (`<url>/api/v3`), without prices.
    pub fn of_prices() -> Self {
        Self::of_prices_behind(&Gate::default())
    }

    /// The same behind a gate.
    pub fn of_prices_behind(gate: &Gate) -> Self {
        let prices = Arc::<Mutex<Prices>>::default();
        Self {
            server: MockServer::start(Listed(prices.clone(), gate.clone())),
            prices: Some(prices),
        }
    }

    /// Serves files by path; any other path is 404.
    pub fn of_files(files: &[(&str, impl AsRef<[u8]>)]) -> Self {
        let file = |(path, bytes): &(&str, _)| ((*path).to_owned(), AsRef::<[u8]>::as_ref(bytes).to_vec());
        Self::start(Files(files.iter().map(file).collect()))
    }

    /// The prices that it serves. Panics if it is not a price source.
    pub fn prices(&self) -> MutexGuard<'_, Prices> {
        let prices = self.prices.as_ref().expect("only a price source has prices");
        prices.lock().expect("the lock of the prices is not poisoned")
    }

    fn start(handler: impl RequestHandler) -> Self {
        Self {
            server: MockServer::start(handler),
            prices: None,
        }
    }
}

impl Deref for MockUpstream {
    type Target = MockServer;

    fn deref(&self) -> &Self::Target {
        &self.server
    }
}

struct Node(SocketAddr, Gate);

#[async_trait]
impl RequestHandler for Node {
    async fn answer(&self, request: &Request) -> Response {
        self.1.pass().await;
        node::forward(self.0, request).await
    }
}

struct Listed(Arc<Mutex<Prices>>, Gate);

#[async_trait]
impl RequestHandler for Listed {
    async fn answer(&self, request: &Request) -> Response {
        self.1.pass().await;
        self.0
            .lock()
            .expect("the lock of the prices is not poisoned")
            .answer(request)
    }
}

struct Files(BTreeMap<String, Vec<u8>>);

#[async_trait]
impl RequestHandler for Files {
    async fn answer(&self, request: &Request) -> Response {
        match self.0.get(request.path()) {
            Some(bytes) => Response::new(200, "application/json", bytes.as_slice()),
            None => Response::new(404, "text/plain", "there is no such file"),
        }
    }
}
