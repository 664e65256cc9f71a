//! A mock web service with scripted answers by path.

use std::sync::{Arc, Mutex};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, Uri},
    routing::get,
};

/// Returns the status and text for a path with its query; the number counts the requests of that path from 1.
type Answer = Arc<dyn Fn(&str, usize) -> (u16, String) + Send + Sync>;

struct Script {
    answer: Answer,
    seen: Mutex<Vec<String>>,
}

/// The mock service, which runs until the test's runtime ends.
pub struct MockWebService {
    /// Its URL, without a path.
    pub url: String,
    script: Arc<Script>,
}

impl MockWebService {
    pub async fn new(answer: impl Fn(&str, usize) -> (u16, String) + Send + Sync + 'static) -> Self {
        let (answer, seen) = (Arc::new(answer) as Answer, Mutex::default());
        let script = Arc::new(Script { answer, seen });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(get(serve)).with_state(script.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, script }
    }

    /// The requested paths so far.
    pub fn seen(&self) -> Vec<String> {
        self.script.seen.lock().unwrap().clone()
    }
}

async fn serve(State(script): State<Arc<Script>>, uri: Uri) -> (StatusCode, String) {
    let asked = uri.to_string();
    let nth = {
        let mut seen = script.seen.lock().unwrap();
        seen.push(asked.clone());
        seen.iter().filter(|one| **one == asked).count()
    };
    let (status, text) = (script.answer)(&asked, nth);
    (StatusCode::from_u16(status).unwrap(), text)
}
