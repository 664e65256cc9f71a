//! A loopback HTTP server in the place of a remote source, which records its requests and fails on demand. It serves on
//! a thread of its own, so neither a test's runtime nor a blocking call can stop it.

mod fault;
mod message;

pub use fault::{Fault, RetryAfter};
pub use message::{Request, Response};

use async_trait::async_trait;
use fault::Delivery;
use message::read_request;
use serde_json::Value;
use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
    thread,
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::oneshot,
};

/// The service that answers when no fault is set.
#[async_trait]
pub trait Behind: Send + Sync + 'static {
    /// The usual answer.
    async fn answer(&self, request: &Request) -> Response;
}

/// Decides by a request whether its rule applies.
type Applies = Box<dyn Fn(&Request) -> bool + Send>;

#[derive(Default)]
struct State {
    latency: Duration,
    next: VecDeque<Fault>,
    rules: Vec<(Applies, Fault)>,
    seen: Vec<Request>,
}

/// The server. Dropped: it stops listening and cuts its connections.
pub struct Door {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Door {
    /// The base URL, without a slash at its end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Delays every answer by this time.
    pub fn set_latency(&self, latency: Duration) {
        self.state().latency = latency;
    }

    /// The next request fails; called twice, the next two fail in that order.
    pub fn fail_next(&self, fault: Fault) {
        self.state().next.push_back(fault);
    }

    /// Every request fails until [`Door::heal`].
    pub fn fail_always(&self, fault: Fault) {
        self.fail_when(|_| true, fault);
    }

    /// Requests of that kind fail until [`Door::heal`]; the rule given first wins.
    pub fn fail_when(&self, applies: impl Fn(&Request) -> bool + Send + 'static, fault: Fault) {
        self.state().rules.push((Box::new(applies), fault));
    }

    /// Nothing fails from now on. The latency stays.
    pub fn heal(&self) {
        let mut state = self.state();
        state.next.clear();
        state.rules.clear();
    }

    /// All requests so far in the order of arrival, failed ones included.
    pub fn seen(&self) -> Vec<Request> {
        self.state().seen.clone()
    }

    /// The number of HTTP requests so far.
    pub fn count(&self) -> usize {
        self.state().seen.len()
    }

    /// The number of JSON-RPC calls of a method so far, each call of a batch counted.
    pub fn count_of(&self, method: &str) -> usize {
        self.state()
            .seen
            .iter()
            .flat_map(Request::rpc_methods)
            .filter(|seen| seen == method)
            .count()
    }

    /// Forgets the requests so far.
    pub fn forget(&self) {
        self.state().seen.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Opens a server on a free port of this machine.
    ///
    /// # Panics
    /// When this machine has no free port or gives no thread.
    pub fn open(behind: impl Behind) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("the loopback address has a free port");
        listener
            .set_nonblocking(true)
            .expect("a listener can be made non-blocking");
        let address = listener.local_addr().expect("a bound listener has an address");
        let state = Arc::<Mutex<State>>::default();
        let (stop, stopped) = oneshot::channel();
        let (own_state, own_behind) = (Arc::clone(&state), Arc::new(behind));
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime of one thread").block_on(async {
                tokio::select! {
                    () = accept(listener, own_state, own_behind) => (),
                    _ = stopped => (),
                }
            });
        });
        Self {
            address,
            state,
            stop: Some(stop),
            thread: Some(thread),
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().expect("no rule of a test panics")
}

async fn accept(listener: std::net::TcpListener, state: Arc<Mutex<State>>, behind: Arc<dyn Behind>) {
    let listener = TcpListener::from_std(listener).expect("the listener is non-blocking");
    while let Ok((stream, _)) = listener.accept().await {
        let (state, behind) = (Arc::clone(&state), Arc::clone(&behind));
        // A client that goes away in the middle is no concern of the door.
        tokio::spawn(async move { serve(stream, &state, behind.as_ref()).await });
    }
}

/// Answers one connection's requests until the client or a fault closes it.
async fn serve(mut stream: TcpStream, state: &Mutex<State>, behind: &dyn Behind) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    while let Some(request) = read_request(&mut stream).await? {
        let (latency, fault) = note(state, &request);
        tokio::time::sleep(latency).await;
        let (response, delivery) = answer(behind, &request, fault).await;
        delivery.write(&mut stream, &response).await?;
        if !matches!(delivery, Delivery::Whole) || request.wants_close() {
            return Ok(());
        }
    }
    Ok(())
}

/// Keeps the request and decides what becomes of it.
fn note(state: &Mutex<State>, request: &Request) -> (Duration, Option<Fault>) {
    let mut state = lock(state);
    state.seen.push(request.clone());
    let ruled = |state: &State| {
        let rule = state.rules.iter().find(|(applies, _)| applies(request));
        rule.map(|(_, fault)| fault.clone())
    };
    let fault = state.next.pop_front().or_else(|| ruled(&state));
    (state.latency, fault)
}

async fn answer(behind: &dyn Behind, request: &Request, fault: Option<Fault>) -> (Response, Delivery) {
    if let Some(instead) = fault.as_ref().and_then(|fault| fault.instead(request)) {
        return instead;
    }
    let honest = behind.answer(request).await;
    match fault {
        Some(fault) => fault.distort(request, honest),
        None => (honest, Delivery::Whole),
    }
}

/// The calls of a JSON-RPC body, one or a batch.
fn calls(body: &Value) -> Vec<&Value> {
    body.as_array()
        .map_or_else(|| vec![body], |batch| batch.iter().collect())
}
