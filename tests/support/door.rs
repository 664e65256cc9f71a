//! Loopback servers that stand where a remote source would: [`Door::to_node`] before a chain's node, [`Door::of_prices`] as a
//! price source, [`Door::of_files`] with what it was given. How they listen and fail is [`conformance::door`]'s.

mod markets;
mod node;
mod prices;

pub use conformance::door::{Fault, Request, Response, RetryAfter};
pub use markets::Market;
pub use prices::{Prices, Quote};

use async_trait::async_trait;
use conformance::door::Behind;
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard},
};

/// A door and, if it is a price source, the prices behind it.
pub struct Door {
    open: conformance::door::Door,
    prices: Option<Arc<Mutex<Prices>>>,
}

impl Door {
    /// A reverse proxy before a node, see [`crate::rpc::Rpc::address`].
    pub fn to_node(node: SocketAddr) -> Self {
        Self::before(Node(node))
    }

    /// A source with the shapes of DefiLlama and the exchanges (base URL [`conformance::door::Door::url`]) and CoinGecko
    /// (`<url>/api/v3`), without prices.
    pub fn of_prices() -> Self {
        let prices = Arc::<Mutex<Prices>>::default();
        Self {
            open: conformance::door::Door::open(Listed(prices.clone())),
            prices: Some(prices),
        }
    }

    /// Files by their paths; any other path is 404.
    pub fn of_files(files: &[(&str, impl AsRef<[u8]>)]) -> Self {
        let file = |(path, bytes): &(&str, _)| ((*path).to_owned(), AsRef::<[u8]>::as_ref(bytes).to_vec());
        Self::before(Files(files.iter().map(file).collect()))
    }

    /// The prices it serves. Panics for any other door.
    pub fn prices(&self) -> MutexGuard<'_, Prices> {
        let prices = self.prices.as_ref().expect("only a price source has prices");
        prices.lock().expect("no holder of the prices panics")
    }

    fn before(behind: impl Behind) -> Self {
        Self {
            open: conformance::door::Door::open(behind),
            prices: None,
        }
    }
}

impl Deref for Door {
    type Target = conformance::door::Door;

    fn deref(&self) -> &Self::Target {
        &self.open
    }
}

struct Node(SocketAddr);

#[async_trait]
impl Behind for Node {
    async fn answer(&self, request: &Request) -> Response {
        node::forward(self.0, request).await
    }
}

struct Listed(Arc<Mutex<Prices>>);

#[async_trait]
impl Behind for Listed {
    async fn answer(&self, request: &Request) -> Response {
        self.0.lock().expect("no holder of the prices panics").answer(request)
    }
}

struct Files(BTreeMap<String, Vec<u8>>);

#[async_trait]
impl Behind for Files {
    async fn answer(&self, request: &Request) -> Response {
        match self.0.get(request.path()) {
            Some(bytes) => Response::new(200, "application/json", bytes.as_slice()),
            None => Response::new(404, "text/plain", "there is no such file"),
        }
    }
}
