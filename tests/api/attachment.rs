//! Attachments over HTTP: what is accepted, how much is kept, and whose it is.

use std::time::Duration;

use axum::{body::Body, http::Request};
use domain::attachment::MOST_FILES;
use futures::future::join_all;
use serde_json::{Value, json};

use crate::test_server::{Person, Reply, ServerOptions, TestServer};

const UPLOAD: &str = "/api/common/attachment/upload";
const FEEDBACK: &str = "/api/common/master/send-feedback";
const TEXT: &str = "It is slow.\n";

async fn server() -> TestServer {
    TestServer::with(ServerOptions {
        limits: &[
            ("create-user", "1000/s"),
            ("feedback", "1000/s"),
            ("attachment", "1000/s"),
        ],
        ..ServerOptions::default()
    })
    .await
}

/// A part of a multipart body: its name, the name of its file, and its content.
type Part<'a> = (&'a str, Option<&'a str>, &'a [u8]);

async fn upload_parts(server: &TestServer, person: &Person, parts: &[Part<'_>]) -> Reply {
    let mut body = Vec::new();
    for (name, file, content) in parts {
        let file = file.map_or_else(String::new, |file| {
            format!("; filename=\"{file}\"\r\nContent-Type: image/png")
        });
        body.extend(format!("--limit\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").into_bytes());
        body.extend(*content);
        body.extend(b"\r\n");
    }
    body.extend(b"--limit--\r\n");
    let request = Request::post(UPLOAD)
        .header("content-type", "multipart/form-data; boundary=limit")
        .header("authorization", format!("Bearer {}", person.token))
        .body(Body::from(body))
        .unwrap();
    server.send(request).await
}

async fn upload(server: &TestServer, person: &Person, content: &[u8], media_type: &str) -> Reply {
    let parts = [
        ("file", Some("a.png"), content),
        ("module", None, b"feedback"),
        ("media_type", None, media_type.as_bytes()),
    ];
    upload_parts(server, person, &parts).await
}

async fn download(server: &TestServer, person: &Person, url: &str) -> Reply {
    let request = Request::get(url).header("authorization", format!("Bearer {}", person.token));
    server.send(request.body(Body::empty()).unwrap()).await
}

fn problem(reply: &Reply, field: &str) -> String {
    assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{}", reply.text);
    reply.json()["data"]["fields"][field]
        .as_str()
        .unwrap_or_else(|| panic!("{field}: {}", reply.text))
        .to_owned()
}

#[tokio::test]
async fn a_file_is_a_download_of_its_owner_alone() {
    let server = server().await;
    let (person, other) = (server.person(&[]).await, server.person(&[]).await);
    let added = upload(&server, &person, TEXT.as_bytes(), "ALL_FORMAT").await.data();
    let (id, url) = (added["id"].as_str().unwrap(), added["url"].as_str().unwrap());
    let found = download(&server, &person, url).await;
    assert_eq!((found.status.as_u16(), found.text.as_str()), (200, TEXT));
    for (name, value) in [
        ("content-type", "application/octet-stream"),
        (
            "content-disposition",
            &format!("attachment; filename=\"attachment-{id}.txt\""),
        ),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(found.header(name), value, "{name}");
    }
    for wrong in [url.to_owned(), url.replace(id, "nothing"), url.replace(id, "")] {
        assert_eq!(download(&server, &other, &wrong).await.refusal().0, 404, "{wrong}");
    }
    let path = url.split('?').next().unwrap();
    for (query, field) in [("", "id"), ("?ids=1", "ids"), ("?id=1&id=2", "id")] {
        problem(&download(&server, &person, &format!("{path}{query}")).await, field);
    }
}

#[tokio::test]
async fn a_file_may_be_base64_in_json() {
    let server = server().await;
    let person = server.person(&[]).await;
    let body = json!({"file": "SXQgaXMgc2xvdy4K", "module": "feedback", "sub_module": "Wallets"});
    let added = server.call_as(&person, UPLOAD, &body).await.data();
    assert_eq!(
        download(&server, &person, added["url"].as_str().unwrap()).await.text,
        TEXT
    );
    let body = json!({"file": "It is slow.", "module": "feedback"});
    assert!(problem(&server.call_as(&person, UPLOAD, &body).await, "file").contains("base64"));
}

#[tokio::test]
async fn what_is_not_accepted_is_refused_by_its_content() {
    let server = server().await;
    let person = server.person(&[]).await;
    let large = "12.50; 3.75\n".repeat(170_000);
    for (content, media_type) in [
        (&b"<!DOCTYPE html><script>alert(1)</script>"[..], "ALL_FORMAT"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "IMAGE"),
        (TEXT.as_bytes(), "IMAGE"),
        (b"%PDF-1.7\n", "VIDEO"),
        (b"MZ\x90\0", "ALL_FORMAT"),
        (b"", "ALL_FORMAT"),
        (large.as_bytes(), "ALL_FORMAT"),
    ] {
        let refused = upload(&server, &person, content, media_type).await;
        assert_eq!(problem(&refused, "file"), "rejected due to size or invalid format");
    }
    let phrase = b"My phrase: legal winner thank year wave sausage worth useful legal winner thank yellow";
    assert!(problem(&upload(&server, &person, phrase, "ALL_FORMAT").await, "file").contains("seed phrase"));
    let huge = vec![b'a'; 2_100_000];
    assert_eq!(upload(&server, &person, &huge, "ALL_FORMAT").await.refusal().0, 413);
    assert_eq!(own_files(&server, &person).await, 0);
}

#[tokio::test]
async fn fields_of_a_multipart_body_are_checked() {
    let server = server().await;
    let person = server.person(&[]).await;
    let (file, module) = (("file", Some("a"), TEXT.as_bytes()), ("module", None, &b"feedback"[..]));
    for (parts, field) in [
        (vec![file], "module"),
        (vec![module], "file"),
        (vec![file, file, module], "file"),
        (vec![file, ("module", None, b"pods")], "module"),
        (vec![file, module, ("media_type", None, b"image")], "media_type"),
        (vec![file, module, ("owner", None, b"1")], "owner"),
        (vec![file, module, ("sub_module", None, &[b'a'; 251])], "sub_module"),
        (vec![file, module, ("sub_module", None, b"\xff")], "body"),
    ] {
        problem(&upload_parts(&server, &person, &parts).await, field);
    }
    assert_eq!(own_files(&server, &person).await, 0);
}

async fn own_files(server: &TestServer, person: &Person) -> usize {
    let me = server
        .call_as(person, "/api/organisation/user/get-user", &json!({}))
        .await;
    let user = me.data()["user"]["id"].as_str().unwrap().parse().unwrap();
    let stores = &server.app.tracker().ports().stores;
    stores.attachments.of_user(user).await.unwrap().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_person_has_a_limited_number_of_files_and_unused_ones_go() {
    let server = server().await;
    let person = server.person(&[]).await;
    let uploads = (0..MOST_FILES * 2).map(|_| upload(&server, &person, TEXT.as_bytes(), "ALL_FORMAT"));
    let replies = join_all(uploads).await;
    let (accepted, refused): (Vec<Reply>, Vec<Reply>) = replies.into_iter().partition(|reply| reply.status == 200);
    assert_eq!((accepted.len(), refused.len()), (MOST_FILES, MOST_FILES));
    assert!(problem(&refused[0], "file").starts_with("You have attached as much"));
    let used = accepted[0].data()["id"].clone();
    let feedback = |id: &Value| json!({"feedback_type": "negative", "feedback": "Slow.", "attachment_id": id});
    server.call_as(&person, FEEDBACK, &feedback(&used)).await.data();
    server.advance(Duration::from_hours(24));
    server.app.tracker().work().begin().await.unwrap();
    server.run_due_jobs().await;
    assert_eq!(
        own_files(&server, &person).await,
        1,
        "the used one, also where nobody comes back"
    );
    upload(&server, &person, TEXT.as_bytes(), "ALL_FORMAT").await.data();
    let other = server.person(&[]).await;
    for id in [&used, &json!("nothing")] {
        let refused = server.call_as(&other, FEEDBACK, &feedback(id)).await;
        assert!(problem(&refused, "attachment_id").contains("There is no such attachment"));
    }
}
