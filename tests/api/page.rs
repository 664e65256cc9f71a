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

#[tokio::test]
async fn every_address_that_the_page_draws_is_served() {
    let source =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../frontend/src/app/routes.tsx")).unwrap();
    let routes: Vec<_> = source
        .split("path=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(routes.len() > 3, "the routes were not found in the page's source");
    let server = TestServer::start().await;
    for route in routes.into_iter().filter(|route| *route != "*") {
        assert_eq!(server.get(route).await.status, StatusCode::OK, "{route}");
    }
    let mut unknown = request("GET", "/nowhere");
    unknown.headers_mut().insert("accept", "text/html".parse().unwrap());
    assert_eq!(server.send(unknown).await.status, StatusCode::NOT_FOUND);
}
