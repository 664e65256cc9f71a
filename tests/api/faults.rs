//! Responses when the database or the server itself fails: never a wrong 401, and never internal details.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use adapters::clock::SystemClock;
use async_trait::async_trait;
use domain::Tracker;
use http_api::App;
use ports::{Ports, Session, SessionReader, Storage, StorageError, Timestamp, UnitOfWork, UserId};
use serde_json::{Value, json};
use support::folder::Folder;

use crate::test_server::{self, Reply, ServerOptions, TestServer};

const ME: &str = "/api/organisation/user/get-user";

/// A session store that fails.
struct FailingSessions(Option<StorageError>);

#[async_trait]
impl SessionReader for FailingSessions {
    async fn find(&self, _: &[u8; 32]) -> Result<Option<Session>, StorageError> {
        match &self.0 {
            Some(error) => Err(error.clone()),
            None => panic!("a mistake of our own about 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"),
        }
    }

    async fn of_user(&self, _: UserId, _: Timestamp) -> Result<Vec<Session>, StorageError> {
        unreachable!("only tokens are looked up")
    }
}

/// Returns the response to a request with a valid token if reading sessions fails.
async fn reply_if_sessions_fail(fault: Option<StorageError>) -> Reply {
    let folder = Folder::create("faults");
    let whole = test_server::demo_tracker(&folder, Arc::new(SystemClock), false).await;
    let mut ports: Ports = whole.ports().clone();
    ports.stores.sessions = Arc::new(FailingSessions(fault));
    let server = TestServer::from_app(
        folder,
        App::new(Tracker::new(ports), test_server::settings(&ServerOptions::default())),
    );
    let token = ports::Token::new(ports::TokenKind::Session, &[3; 32]);
    server
        .send_json(axum::http::Method::POST, ME, &json!({}), Some(token.reveal()))
        .await
}

#[tokio::test]
async fn a_database_failure_is_not_a_missing_session() {
    let away = StorageError::Unavailable {
        why: "connection to 10.0.0.5 refused".to_owned(),
        full: false,
    };
    let reply = reply_if_sessions_fail(Some(away)).await;
    assert_eq!(reply.refusal(), (503, "storage_unavailable".to_owned()));
    assert!(reply.header("retry-after").parse::<u64>().unwrap() >= 1);
    assert!(!reply.text.contains("10.0.0.5"), "{}", reply.text);
    let full = reply_if_sessions_fail(Some(StorageError::Unavailable {
        why: "disk".to_owned(),
        full: true,
    }))
    .await;
    assert_eq!(full.refusal(), (503, "storage_full".to_owned()));
}

#[tokio::test]
async fn internal_errors_reveal_nothing_but_the_request_id() {
    let corrupt = StorageError::Corrupt {
        table: "sessions".into(),
        column: "user_id".into(),
        id: "7".into(),
    };
    for fault in [Some(corrupt), None] {
        let reply = reply_if_sessions_fail(fault).await;
        let expected = json!({
            "error": true,
            "message": "Something Went Wrong",
            "code": "internal",
            "data": Value::Null,
            "request_id": reply.header("x-request-id"),
        });
        assert_eq!((reply.status.as_u16(), reply.json()), (500, expected));
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
    }
}

/// A storage that fails once.
struct FailsOnce(Arc<dyn Storage>, AtomicBool);

#[async_trait]
impl Storage for FailsOnce {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        if self.1.swap(true, Ordering::Relaxed) {
            return self.0.begin().await;
        }
        Err(StorageError::Unavailable {
            why: "locked".to_owned(),
            full: false,
        })
    }
    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        self.0.begin_unlimited().await
    }
    async fn scrub(&self) -> Result<(), StorageError> {
        self.0.scrub().await
    }
    fn kind(&self) -> &'static str {
        self.0.kind()
    }
    async fn check(&self) -> Result<(), StorageError> {
        self.0.check().await
    }
}

/// A storage on a disk with this room.
struct OnDisk(Arc<dyn Storage>, Result<Option<u64>, StorageError>);

#[async_trait]
impl Storage for OnDisk {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        self.0.begin().await
    }
    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        self.0.begin_unlimited().await
    }
    async fn scrub(&self) -> Result<(), StorageError> {
        self.0.scrub().await
    }
    fn kind(&self) -> &'static str {
        self.0.kind()
    }
    async fn check(&self) -> Result<(), StorageError> {
        self.0.check().await
    }
    async fn room(&self) -> Result<Option<u64>, StorageError> {
        self.1.clone()
    }
}

/// Returns the status of the readiness probe, and its check of the disk, where the disk has this room.
async fn disk_check(room: Result<Option<u64>, StorageError>) -> (u16, Value) {
    let folder = Folder::create("room");
    let whole = test_server::demo_tracker(&folder, Arc::new(SystemClock), false).await;
    let mut ports: Ports = whole.ports().clone();
    ports.storage = Arc::new(OnDisk(ports.storage, room));
    let settings = test_server::settings(&ServerOptions::default());
    let server = TestServer::from_app(folder, App::new(Tracker::new(ports), settings));
    let reply = server.get("/readyz").await;
    let (status, ready) = (reply.status.as_u16(), reply.json());
    let checks = ready["checks"].as_array().unwrap();
    let others = checks.iter().filter(|check| check["name"] != "disk");
    assert!(others.into_iter().all(|check| check["ok"] == true), "{ready}");
    let disk = checks.iter().find(|check| check["name"] == "disk").unwrap();
    (status, json!([disk["ok"], disk["text"]]))
}

#[tokio::test]
async fn a_disk_with_little_room_is_not_ready() {
    let enough = json!([true, "The disk of the database has room."]);
    assert_eq!(disk_check(Ok(Some(domain::LEAST_ROOM))).await, (200, enough));
    let scarce = json!([false, "The disk of the database has less than 256 MB left."]);
    assert_eq!(disk_check(Ok(Some(domain::LEAST_ROOM - 1))).await, (503, scarce));
    let no_file = json!([true, "The database is not a file on a disk of this machine."]);
    assert_eq!(disk_check(Ok(None)).await, (200, no_file));
    let failed = StorageError::Unavailable {
        why: "permission denied".to_owned(),
        full: false,
    };
    let unknown = json!([false, "How much room the disk of the database has is unknown."]);
    assert_eq!(disk_check(Err(failed)).await, (503, unknown));
}

#[tokio::test]
async fn a_request_that_cannot_be_counted_is_rejected() {
    let folder = Folder::create("uncounted");
    let whole = test_server::demo_tracker(&folder, Arc::new(SystemClock), false).await;
    let mut ports: Ports = whole.ports().clone();
    ports.storage = Arc::new(FailsOnce(ports.storage, AtomicBool::new(false)));
    let server = TestServer::from_app(
        folder,
        App::new(Tracker::new(ports), test_server::settings(&ServerOptions::default())),
    );
    let create = "/api/organisation/user/create-user";
    let reply = server.call(create, &json!({})).await;
    assert_eq!(reply.refusal(), (503, "storage_unavailable".to_owned()));
    server.call(create, &json!({})).await.data();
}

#[tokio::test]
async fn a_row_that_changed_concurrently_is_a_conflict() {
    let reply = reply_if_sessions_fail(Some(StorageError::Conflict {
        what: "the session".to_owned(),
    }))
    .await;
    assert_eq!(reply.refusal(), (409, "conflict".to_owned()));
}
