//! The page, its routes and the API documentation are served, and nothing of them is loaded from other hosts.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};

use crate::test_server::{ServerOptions, TestServer};

fn request(method: &str, path: &str) -> Request<Body> {
    Request::builder().method(method).uri(path).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn the_documentation_loads_nothing_from_other_hosts() {
    let server = TestServer::start().await;
    let moved = server.get("/docs").await;
    assert_eq!((moved.status.as_u16(), moved.header("location")), (303, "/docs/"));
    let page = server.get("/docs/").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        !page.text.contains("http://") && !page.text.contains("https://"),
        "{}",
        page.text
    );
    let start = server.get("/docs/swagger-initializer.js").await;
    assert!(start.text.contains("/api/openapi.json"), "{}", start.text);
    assert_eq!(server.get("/api/openapi.json").await.json(), *http_api::openapi());
}

#[tokio::test]
async fn a_page_or_a_plain_text_is_always_served() {
    let server = TestServer::start().await;
    let page = server.get("/").await;
    assert_eq!(page.status, StatusCode::OK);
    for fact in [
        "name=\"spyhop-instance\" content=\"test\"",
        "name=\"spyhop-blog\" content=\"https://blog.example.org/?a=&quot;b&quot;\"",
    ] {
        assert!(
            page.text.contains(fact) || page.text.contains("without its page"),
            "{fact}"
        );
    }
    assert_eq!(server.get("/robots.txt").await.text, "User-agent: *\nDisallow: /api/\n");
    assert_eq!(server.get("/nowhere.js").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn discounts_are_offered_only_where_plans_are_on() {
    for (plans_on, expected) in [(true, "on"), (false, "off")] {
        let options = ServerOptions {
            plans_on,
            ..ServerOptions::default()
        };
        let page = TestServer::with(options).await.get("/welcome").await;
        let fact = format!("name=\"spyhop-discounts\" content=\"{expected}\"");
        assert!(
            page.text.contains(&fact) || page.text.contains("without its page"),
            "{fact}"
        );
    }
}

/// Returns the texts of the page's source that follow the mark, which ends with their quotation mark.
fn quoted_after(source: &str, mark: &str) -> Vec<String> {
    let rests = source.split(mark).skip(1);
    rests
        .filter_map(|rest| rest.split('"').next())
        .map(str::to_owned)
        .collect()
}

#[tokio::test]
async fn every_address_that_the_page_draws_is_served() {
    let read = |name: &str| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../frontend/src/app/").to_owned() + name;
        std::fs::read_to_string(path).unwrap()
    };
    let list = read("pages.ts");
    let (pages, links) = list.split_once("LINK_PATHS = [").unwrap();
    let pages = quoted_after(pages, " path: \"");
    let links = links.split(']').next().unwrap();
    let links = links
        .split('"')
        .skip(1)
        .step_by(2)
        .map(|name| format!("/{name}"))
        .collect::<Vec<_>>();
    let routes = quoted_after(&read("routes.tsx"), " path=\"");
    for found in [&pages, &links, &routes] {
        assert!(found.len() > 2, "not found in the page's source: {found:?}");
    }
    let server = TestServer::start().await;
    let addresses = [pages, links, routes].concat();
    for address in addresses.iter().filter(|address| *address != "*") {
        assert_eq!(server.get(address).await.status, StatusCode::OK, "{address}");
    }
    let mut unknown = request("GET", "/nowhere");
    unknown.headers_mut().insert("accept", "text/html".parse().unwrap());
    assert_eq!(server.send(unknown).await.status, StatusCode::NOT_FOUND);
}
