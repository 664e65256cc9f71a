//! A stand-in for a web service that answers questions by their path, as a test says.

use std::sync::{Arc, Mutex};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, Uri},
    routing::get,
};

/// Status and text of what is asked at a path with its query, for the how-manieth time from 1.
type Answer = Arc<dyn Fn(&str, usize) -> (u16, String) + Send + Sync>;

struct Script {
    answer: Answer,
    seen: Mutex<Vec<String>>,
}

/// The stand-in, serving until the test's runtime ends.
pub struct Pages {
    /// Where it is, with no path.
    pub url: String,
    script: Arc<Script>,
}

impl Pages {
    pub async fn new(answer: impl Fn(&str, usize) -> (u16, String) + Send + Sync + 'static) -> Self {
        let (answer, seen) = (Arc::new(answer) as Answer, Mutex::default());
        let script = Arc::new(Script { answer, seen });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(get(serve)).with_state(script.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, script }
    }

    /// What it was asked so far.
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
