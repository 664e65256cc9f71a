//! The server on a real socket: connection and valuation limits, and a shutdown that completes running requests.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use adapters::clock::SystemClock;
use http_api::{App, Timeouts};

use support::folder::Folder;
use support::patience;

use crate::test_server::{self, ServerOptions, TestServer};

const CALL: &str =
    "POST /api/wallet/user-wallet/get-all-wallets HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";

/// In which a call that waits for nothing is answered. On a machine that takes longer, a test that expects no answer holds too.
const A_WHILE: Duration = Duration::from_millis(300);

/// A timeout of the server that ends in a test.
const SHORT: Duration = Duration::from_millis(200);

/// A running server and the channel that stops it.
struct RunningServer {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
    _folder: Folder,
}

async fn start(options: ServerOptions) -> RunningServer {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, asked) = oneshot::channel::<()>();
    let folder = Folder::create("serving");
    let tracker = test_server::demo_tracker(&folder, Arc::new(SystemClock), false).await;
    let app = App::new(tracker, test_server::settings(&options));
    let ended = tokio::spawn(http_api::serve(app, listener, async move { drop(asked.await) }));
    RunningServer {
        address,
        stop,
        ended,
        _folder: folder,
    }
}

async fn write(stream: &mut TcpStream, text: &str) {
    stream.write_all(text.as_bytes()).await.unwrap();
}

async fn read(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 16_384];
    let count = tokio::time::timeout(patience(5), stream.read(&mut bytes))
        .await
        .unwrap()
        .unwrap();
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

/// Repeats a call on new connections until its answer starts as expected. Returns the last answer.
async fn call_until(address: SocketAddr, call: &str, expected: &str) -> String {
    let since = Instant::now();
    loop {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let mut bytes = vec![0; 16_384];
        // A connection above the limit is closed, possibly before the call is written or the answer is read.
        let exchange = async {
            stream.write_all(call.as_bytes()).await?;
            stream.read(&mut bytes).await
        };
        let count = tokio::time::timeout(patience(5), exchange).await.unwrap();
        let answer = String::from_utf8_lossy(&bytes[..count.unwrap_or(0)]).into_owned();
        if answer.starts_with(expected) || since.elapsed() > patience(5) {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn connections_per_client_are_limited() {
    let running = start(ServerOptions {
        connections_per_client: 2,
        ..ServerOptions::default()
    })
    .await;
    let mut first = TcpStream::connect(running.address).await.unwrap();
    let mut second = TcpStream::connect(running.address).await.unwrap();
    for stream in [&mut first, &mut second] {
        write(stream, &format!("{CALL}content-length: 2\r\n\r\n{{}}")).await;
        assert!(read(stream).await.starts_with("HTTP/1.1 200"));
    }
    let mut third = TcpStream::connect(running.address).await.unwrap();
    assert_eq!(read(&mut third).await, "", "closed without a response");
    drop(first);
    // The server counts a closed connection until it notices that it was closed.
    let fourth = call_until(
        running.address,
        &format!("{CALL}content-length: 2\r\n\r\n{{}}"),
        "HTTP/1.1 200",
    )
    .await;
    assert!(fourth.starts_with("HTTP/1.1 200"), "{fourth}");
    running.stop.send(()).unwrap();
    running.ended.await.unwrap();
}

#[tokio::test]
async fn a_shutdown_completes_running_requests_and_reports_itself() {
    let running = start(ServerOptions::default()).await;
    let mut slow = TcpStream::connect(running.address).await.unwrap();
    let expects = "expect: 100-continue\r\n";
    write(&mut slow, &format!("{CALL}{expects}content-length: 2\r\n\r\n")).await;
    let reads = read(&mut slow).await;
    assert!(reads.starts_with("HTTP/1.1 100"), "the server reads the body: {reads}");
    write(&mut slow, "{").await;
    running.stop.send(()).unwrap();
    let call = "GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let ready = call_until(running.address, call, "HTTP/1.1 503").await;
    assert!(
        ready.starts_with("HTTP/1.1 503"),
        "readiness reports the shutdown: {ready}"
    );
    write(&mut slow, "}").await;
    assert!(
        read(&mut slow).await.starts_with("HTTP/1.1 200"),
        "the running request is completed"
    );
    tokio::time::timeout(patience(5), running.ended).await.unwrap().unwrap();
}

/// Options with these timeouts.
fn with(timeouts: Timeouts) -> ServerOptions {
    ServerOptions {
        timeouts,
        ..ServerOptions::default()
    }
}

#[tokio::test]
async fn a_client_that_sends_a_head_slowly_is_disconnected() {
    let usual = ServerOptions::default().timeouts;
    let running = start(with(Timeouts { head: SHORT, ..usual })).await;
    let mut head = TcpStream::connect(running.address).await.unwrap();
    write(&mut head, "POST /api/wallet").await;
    let answer = read(&mut head).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    running.stop.send(()).unwrap();
    running.ended.await.unwrap();
}

#[tokio::test]
async fn a_client_that_sends_a_body_slowly_is_disconnected() {
    let usual = ServerOptions::default().timeouts;
    let running = start(with(Timeouts { body: SHORT, ..usual })).await;
    let mut body = TcpStream::connect(running.address).await.unwrap();
    write(&mut body, &format!("{CALL}content-length: 2\r\n\r\n{{")).await;
    let answer = read(&mut body).await;
    assert!(
        answer.starts_with("HTTP/1.1 400") && answer.contains("did not arrive in time"),
        "{answer}"
    );
    running.stop.send(()).unwrap();
    running.ended.await.unwrap();
}

#[tokio::test]
async fn a_client_that_does_not_read_is_disconnected() {
    let usual = ServerOptions::default().timeouts;
    let running = start(with(Timeouts { write: SHORT, ..usual })).await;
    let mut deaf = TcpStream::connect(running.address).await.unwrap();
    let question = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(1000);
    let asked = tokio::time::timeout(patience(20), async {
        // The client reads nothing, so the responses fill the buffers, and then the connection is closed.
        while deaf.write_all(question.as_bytes()).await.is_ok() {}
    });
    assert!(asked.await.is_ok(), "a client that does not read is disconnected");
    running.stop.send(()).unwrap();
    running.ended.await.unwrap();
}

/// Returns everything that arrives until the other end closes the connection.
async fn hear_out(stream: &mut TcpStream) -> String {
    let mut bytes = vec![];
    let rest = tokio::time::timeout(patience(5), stream.read_to_end(&mut bytes));
    drop(rest.await.unwrap());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// These requests are rejected by the HTTP library before they reach any layer, so they have no path, no caller and no
/// request id. The response consists of a status, an empty body and the date.
#[tokio::test]
async fn malformed_requests_get_an_empty_error() {
    let running = start(ServerOptions::default()).await;
    let many: String = (0..150).map(|n| format!("x-secret-{n}: seed words\r\n")).collect();
    let long = "s".repeat(600_000);
    let heads = [
        ("SECRET seed words\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/9.9\r\nhost: localhost\r\n\r\n".to_owned(), 400),
        (
            "GET / HTTP/1.1\r\nhost: localhost\r\nno colon: \u{1}secret\r\n\r\n".to_owned(),
            400,
        ),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\n{many}\r\n"), 431),
        (
            format!("GET / HTTP/1.1\r\nhost: localhost\r\nx-secret: {long}\r\n\r\n"),
            431,
        ),
        (format!("GET /{long} HTTP/1.1\r\nhost: localhost\r\n\r\n"), 431),
        (
            format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", &long[..70_000]),
            431,
        ),
    ];
    for (head, status) in heads {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        // A head that is too long may be rejected before all of it is sent.
        drop(stream.write_all(head.as_bytes()).await);
        let answer = hear_out(&mut stream).await;
        let start: String = head.chars().take(40).collect();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{start:?}: {answer}"
        );
        assert!(answer.ends_with("\r\n\r\n"), "{start:?} has a body: {answer}");
        let lines: Vec<&str> = answer.lines().skip(1).filter(|line| !line.is_empty()).collect();
        let known =
            |line: &&str| ["content-length: 0", "connection: close"].contains(line) || line.starts_with("date: ");
        assert!(lines.iter().all(known), "{start:?}: {answer}");
    }
    running.stop.send(()).unwrap();
    running.ended.await.unwrap();
}

#[tokio::test]
async fn only_computations_wait_for_a_permit() {
    let folder = Folder::create("computations");
    let settings = test_server::settings(&ServerOptions::default());
    let permits = Arc::clone(settings.admission.computations.semaphore());
    let tracker = test_server::demo_tracker(&folder, Arc::new(SystemClock), false).await;
    let server = TestServer::from_app(folder, App::new(tracker, settings));
    let person = server.person(&["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await;
    let all = u32::try_from(permits.available_permits()).unwrap();
    assert!(all >= 8, "{all}");
    let taken = Arc::clone(&permits).acquire_many_owned(all).await.unwrap();
    let (nothing, figure) = (json!({}), json!({"figure": "nonsense"}));
    let mut waiting: Vec<_> = [
        ("wallet/user-wallet/get-balance", &nothing),
        ("wallet/user-wallet/get-yesterday-portfolio-balance", &nothing),
        ("wallet/user-wallet/search-wallet", &nothing),
        ("common/health/get-data-health", &nothing),
        ("wallet/figure/explain", &figure),
    ]
    .map(|(path, body)| {
        let (server, person) = (&server, &person);
        async move { server.call_as(person, &format!("/api/{path}"), body).await }.boxed_local()
    })
    .into();
    for (place, call) in waiting.iter_mut().enumerate() {
        let answered = tokio::time::timeout(A_WHILE, call).await;
        assert!(answered.is_err(), "the call at {place} took no permit");
    }
    let user = server
        .call_as(&person, "/api/organisation/user/get-user", &nothing)
        .await;
    assert_eq!(user.status, 200, "it needs no permit");
    drop(taken);
    let replies = tokio::time::timeout(patience(30), join_all(waiting)).await.unwrap();
    let replies: Vec<_> = replies.iter().map(|reply| reply.status.as_u16()).collect();
    assert_eq!(replies, [200, 200, 200, 200, 404]);
    assert_eq!(permits.available_permits(), all as usize);
}

/// Returns everything that arrives until the connection ends.
async fn hear_to_the_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = stream.read_to_end(&mut bytes);
    tokio::time::timeout(patience(10), read).await.unwrap().unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn an_error_before_the_body_has_arrived_is_received() {
    let running = start(ServerOptions::default()).await;
    for (call, length, sent, expected) in [
        ("organisation/user/get-user", 200_000, 200_000, "HTTP/1.1 401"),
        (
            "wallet/user-wallet/get-all-wallets",
            9_000_000,
            4_000_000,
            "HTTP/1.1 413",
        ),
    ] {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        let head = format!(
            "POST /api/{call} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n"
        );
        write(&mut stream, &head).await;
        // A client that sends the whole body before it reads the response.
        let mut left = sent;
        while left > 0 {
            let piece = vec![b' '; left.min(50_000)];
            stream.write_all(&piece).await.unwrap();
            left -= piece.len();
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        stream.shutdown().await.unwrap();
        let answer = hear_to_the_end(&mut stream).await;
        assert!(answer.starts_with(expected), "{call}: {answer}");
    }
}

#[tokio::test]
async fn a_head_has_at_most_32_kib() {
    let running = start(ServerOptions::default()).await;
    let ask = async |bytes: usize| {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        let filler = "x".repeat(bytes);
        write(
            &mut stream,
            &format!("{CALL}x-filler: {filler}\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{{}}"),
        )
        .await;
        read(&mut stream).await
    };
    assert!(ask(30 * 1024).await.starts_with("HTTP/1.1 200"));
    assert!(ask(33 * 1024).await.starts_with("HTTP/1.1 431"));
}
