//! The server on a real socket: seats, and leaving without dropping anybody.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use adapters::clock::SystemClock;
use http_api::{App, Patience};

use support::folder::Folder;

use crate::house::{self, Plan};

const ASK: &str =
    "POST /api/wallet/user-wallet/get-all-wallets HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";

/// A running server, and the word that ends it.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
    _folder: Folder,
}

async fn start(plan: Plan) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, asked) = oneshot::channel::<()>();
    let folder = Folder::create("serving");
    let tracker = house::tracker(&folder, Arc::new(SystemClock), false).await;
    let app = App::new(tracker, house::settings(&plan));
    let ended = tokio::spawn(http_api::serve(app, listener, async move { drop(asked.await) }));
    Running {
        address,
        stop,
        ended,
        _folder: folder,
    }
}

async fn say(stream: &mut TcpStream, text: &str) {
    stream.write_all(text.as_bytes()).await.unwrap();
}

async fn hear(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 16_384];
    let count = tokio::time::timeout(Duration::from_secs(5), stream.read(&mut bytes))
        .await
        .unwrap()
        .unwrap();
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

#[tokio::test]
async fn a_client_has_no_more_than_its_seats() {
    let running = start(Plan {
        each: 2,
        ..Plan::default()
    })
    .await;
    let mut first = TcpStream::connect(running.address).await.unwrap();
    let mut second = TcpStream::connect(running.address).await.unwrap();
    for stream in [&mut first, &mut second] {
        say(stream, &format!("{ASK}content-length: 2\r\n\r\n{{}}")).await;
        assert!(hear(stream).await.starts_with("HTTP/1.1 200"));
    }
    let mut third = TcpStream::connect(running.address).await.unwrap();
    assert_eq!(hear(&mut third).await, "", "closed without a word");
    drop(first);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut fourth = TcpStream::connect(running.address).await.unwrap();
    say(&mut fourth, &format!("{ASK}content-length: 2\r\n\r\n{{}}")).await;
    assert!(hear(&mut fourth).await.starts_with("HTTP/1.1 200"));
    running.stop.send(()).unwrap();
    running.ended.await.unwrap();
}

#[tokio::test]
async fn leaving_finishes_what_has_begun_and_says_so() {
    let running = start(Plan::default()).await;
    let mut slow = TcpStream::connect(running.address).await.unwrap();
    say(&mut slow, &format!("{ASK}content-length: 2\r\n\r\n{{")).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    running.stop.send(()).unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut probe = TcpStream::connect(running.address).await.unwrap();
    say(&mut probe, "GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert!(
        hear(&mut probe).await.starts_with("HTTP/1.1 503"),
        "it says that it is leaving"
    );
    say(&mut slow, "}").await;
    assert!(
        hear(&mut slow).await.starts_with("HTTP/1.1 200"),
        "what has begun is finished"
    );
    tokio::time::timeout(Duration::from_secs(5), running.ended)
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn who_is_too_slow_is_let_go() {
    let short = Patience {
        head: Duration::from_millis(200),
        body: Duration::from_millis(200),
        answer: Duration::from_millis(200),
    };
    let running = start(Plan {
        patience: short,
        ..Plan::default()
    })
    .await;
    let mut head = TcpStream::connect(running.address).await.unwrap();
    say(&mut head, "POST /api/wallet").await;
    let answer = hear(&mut head).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    let mut body = TcpStream::connect(running.address).await.unwrap();
    say(&mut body, &format!("{ASK}content-length: 2\r\n\r\n{{")).await;
    let answer = hear(&mut body).await;
    assert!(
        answer.starts_with("HTTP/1.1 400") && answer.contains("did not arrive in time"),
        "{answer}"
    );
    let mut deaf = TcpStream::connect(running.address).await.unwrap();
    let question = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(1000);
    let asked = tokio::time::timeout(Duration::from_secs(20), async {
        // Nothing is read: the answers fill what lies between, and then the connection goes.
        while deaf.write_all(question.as_bytes()).await.is_ok() {}
    });
    assert!(asked.await.is_ok(), "who takes no answer is let go");
    running.stop.send(()).unwrap();
    running.ended.await.unwrap();
}
