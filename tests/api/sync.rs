//! Progress: the status, and the stream of changes.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use futures::StreamExt;
use serde_json::{Value, json};

use crate::house::{self, House, Person, Plan};

const STATUS: &str = "/api/wallet/sync/status";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// The events of a stream.
pub struct Events {
    body: axum::body::BodyDataStream,
    text: String,
}

impl Events {
    pub async fn of(house: &House, person: &Person, last: Option<&str>) -> Self {
        let request =
            Request::get("/api/wallet/sync/events").header("authorization", format!("Bearer {}", person.token));
        let request = last
            .into_iter()
            .fold(request, |request, id| request.header("last-event-id", id));
        let response = house.open_stream(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert!(response.headers().contains_key("x-request-id"));
        Self {
            body: response.into_body().into_data_stream(),
            text: String::new(),
        }
    }

    /// Returns the name, id and data of the next event; `None` if the stream ends.
    pub async fn next(&mut self) -> Option<(String, String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| {
                    event
                        .lines()
                        .find_map(|line| line.strip_prefix(name))
                        .unwrap_or_default()
                        .to_owned()
                };
                let found = (
                    field("event: "),
                    field("id: "),
                    serde_json::from_str(&field("data: ")).unwrap(),
                );
                self.text = rest.to_owned();
                return Some(found);
            }
            let chunk = tokio::time::timeout(Duration::from_secs(5), self.body.next())
                .await
                .unwrap()?;
            self.text.push_str(std::str::from_utf8(&chunk.unwrap()).unwrap());
        }
    }
}

#[tokio::test]
async fn the_status_counts_what_it_lists() {
    let house = House::open().await;
    let person = house.person(&[ADDRESS]).await;
    let before = house.call_as(&person, STATUS, &json!({})).await.data();
    assert!(before["waiting"].as_i64().unwrap() > 0, "{before}");
    house.settle(&person).await;
    let after = house.call_as(&person, STATUS, &json!({})).await.data();
    let sources = after["sources"].as_array().unwrap();
    assert_eq!(after["total"], sources.len());
    assert_eq!(
        after["done"].as_i64().unwrap() + after["failed"].as_i64().unwrap(),
        i64::try_from(sources.len()).unwrap()
    );
    for source in sources.iter().filter(|source| source["kind"] == "account") {
        let only_looked_at = source["total"] == 0;
        let unit = if only_looked_at { "activity" } else { "tokens" };
        assert_eq!(
            (&source["wallet_address"], &source["unit"]),
            (&json!(ADDRESS), &json!(unit))
        );
    }
    let quiet = sources.iter().filter(|source| source["unit"] == "activity").count();
    assert!(quiet > 5, "{quiet} of the demo's networks show no activity");
}

#[tokio::test]
async fn a_quiet_network_shows_its_block_and_is_read_in_full_on_request() {
    let house = House::open().await;
    let person = house.person(&[ADDRESS]).await;
    house.settle(&person).await;
    let quiet = async || {
        let portfolio = house
            .call_as(&person, "/api/wallet/user-wallet/get-balance", &json!({}))
            .await;
        portfolio.data()["quiet_networks"].as_array().unwrap().clone()
    };
    let before = quiet().await;
    let before = before.iter().find(|row| row["probed"] == true).unwrap();
    assert!(
        before["block"].as_i64().unwrap() > 0 && before["checked_on"].is_string(),
        "{before}"
    );
    let asked = json!({ "chain": before["code"] });
    let wanted = house
        .call_as(&person, "/api/wallet/sync/read-network", &asked)
        .await
        .data();
    assert_eq!((&wanted["chain"], &wanted["wanted"]), (&before["chain"], &json!(1)));
    house.settle(&person).await;
    let after = quiet().await;
    let after = after.iter().find(|row| row["chain"] == before["chain"]).unwrap();
    assert_eq!(after["probed"], false, "tokens were looked for");
    let wrong = house
        .call_as(&person, "/api/wallet/sync/read-network", &json!({"chain": "nowhere"}))
        .await;
    assert_eq!(
        (wrong.status.as_u16(), &wrong.json()["code"]),
        (400, &json!("invalid_input"))
    );
}

#[tokio::test]
async fn the_stream_sends_each_change_and_resumes_where_it_ended() {
    let house = House::open().await;
    let person = house.person(&[ADDRESS]).await;
    let mut events = Events::of(&house, &person, None).await;
    let (name, _, world) = events.next().await.unwrap();
    assert_eq!((name.as_str(), &world["kind"]), ("world", &json!("demo")));
    let (name, mut last, first) = events.next().await.unwrap();
    assert_eq!(
        (name.as_str(), &first["since"], &first["sources"][0]["state"]),
        ("status", &json!(null), &json!("waiting")),
        "the first event contains everything"
    );
    house.settle(&person).await;
    for _ in 0..100 {
        let (name, id, data) = events.next().await.unwrap();
        if name == "portfolio" {
            assert_eq!(data, json!({"changed": true}));
            break;
        }
        assert_eq!(data["since"], last, "the changes since the previous event");
        assert_eq!(data["last_event_id"], id);
        last = id;
    }
    let mut again = Events::of(&house, &person, Some(&last)).await;
    assert_eq!(again.next().await.unwrap().0, "world");
    house.pass(Duration::from_secs(60));
    let network = json!({"chain": "eip155:1"});
    house
        .call_as(&person, "/api/wallet/sync/read-network", &network)
        .await
        .data();
    let (name, _, news) = again.next().await.unwrap();
    assert_eq!((name.as_str(), &news["since"]), ("status", &json!(last)));
    let sources = news["sources"].as_array().unwrap();
    assert_eq!(sources.len(), 1, "what was sent before is not sent again: {news}");
    assert_eq!(
        (&sources[0]["chain"], &sources[0]["state"]),
        (&json!("eip155:1"), &json!("waiting"))
    );
}

#[tokio::test]
async fn the_lines_of_a_removed_wallet_disappear() {
    let house = House::open().await;
    let person = house.person(&[ADDRESS, "b.eth"]).await;
    house.settle(&person).await;
    let mut events = Events::of(&house, &person, None).await;
    assert_eq!(events.next().await.unwrap().0, "world");
    let (_, _, whole) = events.next().await.unwrap();
    let own = |status: &Value, address: &Value| {
        let sources = status["sources"].as_array().unwrap().iter();
        let own = sources.filter(|source| source["wallet_address"] == *address);
        own.map(|source| source["id"].clone()).collect::<Vec<_>>()
    };
    let mut expected = own(&whole, &json!(ADDRESS));
    assert!(!expected.is_empty());
    let update = "/api/organisation/user/update-user-wallet";
    house
        .call_as(&person, update, &json!({"wallet_addresses": ["b.eth"]}))
        .await
        .data();
    let news = loop {
        let (name, _, news) = events.next().await.unwrap();
        if name == "status" && news["gone"] != json!([]) {
            break news;
        }
    };
    let mut gone = news["gone"].as_array().unwrap().clone();
    for ids in [&mut expected, &mut gone] {
        ids.sort_by_key(ToString::to_string);
    }
    assert_eq!(gone, expected);
    let status = house
        .call_as(&person, STATUS, &json!({"since": whole["last_event_id"]}))
        .await
        .data();
    assert_eq!(
        status["since"],
        json!(null),
        "the wallets changed, so everything is sent"
    );
}

#[tokio::test]
async fn a_poll_returns_what_changed_since_the_last_one() {
    let house = House::open().await;
    let person = house.person(&[ADDRESS]).await;
    let whole = house.call_as(&person, STATUS, &json!({})).await.data();
    assert_eq!(whole["since"], json!(null));
    let since = json!({"since": whole["last_event_id"]});
    let nothing = house.call_as(&person, STATUS, &since).await.data();
    assert_eq!(
        (&nothing["since"], &nothing["sources"]),
        (&whole["last_event_id"], &json!([]))
    );
    assert_eq!(
        (&nothing["total"], &nothing["waiting"]),
        (&whole["total"], &whole["waiting"])
    );
    let first: Vec<_> = whole["next"].as_array().unwrap().iter().take(20).cloned().collect();
    assert!(
        !first.is_empty() && whole["next"] == json!(first),
        "the next few lines are listed"
    );
    house.settle(&person).await;
    let changed = house.call_as(&person, STATUS, &since).await.data();
    assert_eq!(changed["since"], whole["last_event_id"]);
    assert_eq!(changed["next"], json!([]));
    let settled = changed["sources"].as_array().unwrap();
    assert!(!settled.is_empty() && settled.iter().all(|source| source["state"] != "waiting"));
    for unknown in ["", "nonsense", "1-2", "999999999-0000000000000000"] {
        let status = house.call_as(&person, STATUS, &json!({"since": unknown})).await.data();
        assert_eq!(status["since"], json!(null), "{unknown:?} gets a full status");
    }
}

#[tokio::test]
async fn with_many_lines_some_are_left_out_and_all_are_counted() {
    let house = House::open().await;
    let addresses: Vec<_> = (1..=40).map(|n| format!("0x{n:040x}")).collect();
    let texts: Vec<_> = addresses.iter().map(String::as_str).collect();
    let person = house.person(&texts).await;
    let status = house.call_as(&person, STATUS, &json!({})).await.data();
    let total = status["total"].as_i64().unwrap();
    assert!(total > 500, "{total}");
    assert_eq!(status["sources"].as_array().map(Vec::len), Some(500));
    assert_eq!(status["left_out"], total - 500);
    assert_eq!(
        status["waiting"].as_i64().unwrap() + status["running"].as_i64().unwrap(),
        total
    );
    let since = house
        .call_as(&person, STATUS, &json!({"since": status["last_event_id"]}))
        .await
        .data();
    assert_eq!(since["since"], json!(null));
}

#[tokio::test]
async fn a_user_has_four_streams_and_the_fifth_is_rejected() {
    let house = House::open().await;
    let (person, other) = (house.person(&[]).await, house.person(&[]).await);
    let open = async |person: &Person| {
        let request =
            Request::get("/api/wallet/sync/events").header("authorization", format!("Bearer {}", person.token));
        house.open_stream(request.body(Body::empty()).unwrap()).await
    };
    let mut streams = Vec::new();
    for _ in 0..4 {
        streams.push(open(&person).await);
    }
    assert!(streams.iter().all(|stream| stream.status().as_u16() == 200));
    let fifth = open(&person).await;
    assert_eq!(fifth.status().as_u16(), 429);
    assert_eq!(fifth.headers()["retry-after"], "30");
    let body = axum::body::to_bytes(fifth.into_body(), 10_000).await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(
        (&body["code"], &body["message"]),
        (
            &json!("rate_limited"),
            &json!("You already have 4 live connections open. Close another window or sign out on another device.")
        )
    );
    assert_eq!(open(&other).await.status().as_u16(), 200, "the limit applies per user");
    streams.pop();
    assert_eq!(
        open(&person).await.status().as_u16(),
        200,
        "a closed stream no longer counts"
    );
}

#[tokio::test]
async fn the_stream_needs_a_session_and_ends_with_the_server() {
    let house = House::open().await;
    assert_eq!(
        house.get("/api/wallet/sync/events").await.refusal(),
        (401, "session_invalid".to_owned())
    );
    let person = house.person(&[]).await;
    let mut events = Events::of(&house, &person, None).await;
    assert_eq!(events.next().await.unwrap().0, "world");
    house.app.drain();
    assert!(events.next().await.is_none());
    let ready = house.get("/readyz").await;
    assert_eq!((ready.status.as_u16(), &ready.json()["ready"]), (503, &json!(false)));
}

#[tokio::test]
async fn the_stream_ends_when_its_user_signs_out() {
    let house = House::open().await;
    let person = house.person(&[]).await;
    let mut events = Events::of(&house, &person, None).await;
    assert_eq!(events.next().await.unwrap().0, "world");
    house
        .call_as(&person, "/api/organisation/user/sign-out", &json!({}))
        .await
        .data();
    assert!(events.next().await.is_none(), "within five seconds");
}

#[tokio::test]
async fn the_progress_of_other_users_is_not_sent() {
    let house = House::open().await;
    let (one, other) = (house.person(&[ADDRESS]).await, house.person(&[]).await);
    house.settle(&one).await;
    let status = house.call_as(&other, STATUS, &json!({})).await.data();
    assert_eq!(status["sources"], json!([]));
}

#[tokio::test]
async fn a_stream_behind_a_proxy_counts_as_a_connection_until_it_ends() {
    let house = House::of(Plan {
        each: 1,
        ..Plan::default()
    })
    .await;
    let person = house.person(&[]).await;
    let request = |client: &str| {
        let request = Request::get("/api/wallet/sync/events")
            .header("authorization", format!("Bearer {}", person.token))
            .header("x-forwarded-for", client);
        house::from(request.body(Body::empty()).unwrap(), "10.0.0.1:5000")
    };
    let listening = house.open_stream(request("198.51.100.1")).await;
    assert_eq!(listening.status().as_u16(), 200);
    assert_eq!(house.open_stream(request("198.51.100.1")).await.status().as_u16(), 429);
    assert_eq!(house.open_stream(request("198.51.100.2")).await.status().as_u16(), 200);
    drop(listening);
    assert_eq!(house.open_stream(request("198.51.100.1")).await.status().as_u16(), 200);
}
