//! A mock HTTP server on the loopback address that takes the place of a remote source. It records its requests and fails on
//! demand. It runs on its own thread, so neither a test's runtime nor a blocking call can stop it.

mod fault;
mod message;

pub use fault::{Fault, RetryAfter};
pub use message::{Request, Response};

use async_trait::async_trait;
use fault::WriteMode;
use message::read_request;
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

/// Answers the requests of a [`MockServer`] when no fault is set.
#[async_trait]
pub trait RequestHandler: Send + Sync + 'static {
    /// Returns the usual answer to a request.
    async fn answer(&self, request: &Request) -> Response;
}

/// Returns whether a rule applies to a request.
type RequestFilter = Box<dyn Fn(&Request) -> bool + Send>;

#[derive(Default)]
struct State {
    latency: Duration,
    next: VecDeque<Fault>,
    rules: Vec<(RequestFilter, Fault)>,
    seen: Vec<Request>,
}

/// A running mock server. Dropping it stops the server and closes its connections.
pub struct MockServer {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl MockServer {
    /// Returns the base URL, without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Delays every answer by this duration.
    pub fn set_latency(&self, latency: Duration) {
        self.state().latency = latency;
    }

    /// Makes the next request fail. Faults of several calls apply to the next requests in that order.
    pub fn fail_next(&self, fault: Fault) {
        self.state().next.push_back(fault);
    }

    /// Makes every request fail until [`MockServer::heal`].
    pub fn fail_always(&self, fault: Fault) {
        self.fail_when(|_| true, fault);
    }

    /// Makes matching requests fail until [`MockServer::heal`]. If several rules match, the first one applies.
    pub fn fail_when(&self, applies: impl Fn(&Request) -> bool + Send + 'static, fault: Fault) {
        self.state().rules.push((Box::new(applies), fault));
    }

    /// Removes all faults. The latency stays.
    pub fn heal(&self) {
        let mut state = self.state();
        state.next.clear();
        state.rules.clear();
    }

    /// Returns all requests so far in the order of arrival, including failed ones.
    pub fn seen(&self) -> Vec<Request> {
        self.state().seen.clone()
    }

    /// Returns the number of HTTP requests so far.
    pub fn count(&self) -> usize {
        self.state().seen.len()
    }

    /// Returns the number of JSON-RPC calls of a method so far. Each call of a batch counts.
    pub fn count_of(&self, method: &str) -> usize {
        self.state()
            .seen
            .iter()
            .flat_map(Request::rpc_methods)
            .filter(|seen| seen == method)
            .count()
    }

    /// Clears the recorded requests.
    pub fn forget(&self) {
        self.state().seen.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Starts a server on a free port of the loopback address.
    ///
    /// # Panics
    /// If there is no free port, or if the thread cannot be started.
    pub fn start(handler: impl RequestHandler) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("the loopback address has a free port");
        listener
            .set_nonblocking(true)
            .expect("a listener can be made non-blocking");
        let address = listener.local_addr().expect("a bound listener has an address");
        let state = Arc::<Mutex<State>>::default();
        let (stop, stopped) = oneshot::channel();
        let (own_state, own_handler) = (Arc::clone(&state), Arc::new(handler));
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime
                .expect("a single-threaded runtime can be built")
                .block_on(async {
                    tokio::select! {
                        () = accept(listener, own_state, own_handler) => (),
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

impl Drop for MockServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().expect("rules of tests do not panic")
}

async fn accept(listener: std::net::TcpListener, state: Arc<Mutex<State>>, handler: Arc<dyn RequestHandler>) {
    let listener = TcpListener::from_std(listener).expect("the listener is non-blocking");
    while let Ok((stream, _)) = listener.accept().await {
        let (state, handler) = (Arc::clone(&state), Arc::clone(&handler));
        // The error of a client that disconnects in the middle is ignored.
        tokio::spawn(async move { serve(stream, &state, handler.as_ref()).await });
    }
}

/// Answers the requests of one connection until the client or a fault closes it.
async fn serve(mut stream: TcpStream, state: &Mutex<State>, handler: &dyn RequestHandler) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    while let Some(request) = read_request(&mut stream).await? {
        let (latency, fault) = note(state, &request);
        tokio::time::sleep(latency).await;
        let (response, mode) = answer(handler, &request, fault).await;
        mode.write(&mut stream, &response).await?;
        if !matches!(mode, WriteMode::Whole) || request.wants_close() {
            return Ok(());
        }
    }
    Ok(())
}

/// Records the request and returns the latency and fault that apply to it.
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

async fn answer(handler: &dyn RequestHandler, request: &Request, fault: Option<Fault>) -> (Response, WriteMode) {
    if let Some(replacement) = fault.as_ref().and_then(|fault| fault.replacement(request)) {
        return replacement;
    }
    let usual = handler.answer(request).await;
    match fault {
        Some(fault) => fault.apply(request, usual),
        None => (usual, WriteMode::Whole),
    }
}
