//! What can go wrong with a remote source.

use super::{
    calls,
    message::{Request, Response},
};
use serde_json::{Value, json};
use std::{
    io,
    time::{Duration, SystemTime},
};
use tokio::{io::AsyncWriteExt, net::TcpStream};

/// More than the 8 MiB an answer may have.
const HUGE: usize = 9 * 1024 * 1024;

/// A way to fail.
#[derive(Debug, Clone)]
pub enum Fault {
    /// 429 with the header in one of its forms.
    TooManyRequests(RetryAfter),
    /// A bare status, for example 500.
    Status(u16),
    /// 200 with a page for people where JSON is due.
    Html,
    /// 200 with this for JSON.
    Json(String),
    /// The usual answer, but the connection closes in the middle of its announced length.
    Truncated,
    /// The usual answer behind nine MiB of white space.
    Huge {
        /// Whether the header announces the length.
        announced: bool,
    },
    /// Nothing for this time, and then the usual answer.
    Silence(Duration),
    /// The usual answer, byte by byte with this pause between them.
    Slow(Duration),
    /// The status and the headers of the usual answer, and nothing after them while the connection stays open.
    Stalled,
    /// The headers, and then one space after the other with this pause between them, without end.
    Dripping(Duration),
    /// 307 to the same path and query below this base URL.
    Redirect(String),
    /// The connection is reset instead of an answer.
    Reset,
    /// 200 with a JSON-RPC error for each call.
    RpcError {
        /// Such as -32005.
        code: i32,
        /// Its words.
        message: &'static str,
    },
    /// The node says that it is another chain.
    WrongChain(u64),
}

/// The forms of the header Retry-After, RFC 9110 section 10.2.3.
#[derive(Debug, Clone)]
pub enum RetryAfter {
    /// No header.
    Missing,
    /// A number of seconds.
    Seconds(u64),
    /// A date this long from now.
    Date(Duration),
    /// As written: too much, negative, or no time at all.
    Absurd(&'static str),
}

impl Fault {
    /// The answer that comes without asking what is behind the door.
    pub(super) fn instead(&self, request: &Request) -> Option<(Response, Delivery)> {
        let response = match self {
            Self::TooManyRequests(retry_after) => {
                let mut response = Response::json(429, &json!({ "error": "Too Many Requests" }));
                response
                    .headers
                    .extend(retry_after.value().map(|value| ("retry-after", value)));
                response
            }
            Self::Status(status) => Response::new(*status, "text/plain", "the source is in trouble"),
            Self::Html => Response::new(200, "text/html", "<!doctype html><title>Just a moment...</title>"),
            Self::Json(text) => Response::new(200, "application/json", text.clone()),
            Self::RpcError { code, message } => rpc_error(&request.json(), *code, message),
            Self::Redirect(base) => {
                let mut response = Response::new(307, "text/plain", "");
                response.headers.push(("location", format!("{base}{}", request.target)));
                response
            }
            Self::Reset => return Some((Response::new(200, "text/plain", ""), Delivery::Reset)),
            Self::Truncated
            | Self::Huge { .. }
            | Self::Silence(_)
            | Self::Slow(_)
            | Self::Stalled
            | Self::Dripping(_)
            | Self::WrongChain(_) => return None,
        };
        Some((response, Delivery::Whole))
    }

    /// What becomes of the answer from behind the door.
    pub(super) fn distort(self, request: &Request, honest: Response) -> (Response, Delivery) {
        match self {
            Self::Truncated => (honest, Delivery::Truncated),
            Self::Silence(pause) => (honest, Delivery::Late(pause)),
            Self::Slow(pause) => (honest, Delivery::Slow(pause)),
            Self::Stalled => (honest, Delivery::Stalled),
            Self::Dripping(pause) => (honest, Delivery::Dripping(pause)),
            Self::Huge { announced } => {
                let body = [vec![b' '; HUGE], honest.body].concat();
                let delivery = if announced {
                    Delivery::Whole
                } else {
                    Delivery::Unannounced
                };
                (Response { body, ..honest }, delivery)
            }
            Self::WrongChain(id) => (claim_chain(&request.json(), &honest, id), Delivery::Whole),
            Self::TooManyRequests(_)
            | Self::Status(_)
            | Self::Html
            | Self::Json(_)
            | Self::Reset
            | Self::Redirect(_)
            | Self::RpcError { .. } => (honest, Delivery::Whole),
        }
    }
}

impl RetryAfter {
    fn value(&self) -> Option<String> {
        match self {
            Self::Missing => None,
            Self::Seconds(seconds) => Some(seconds.to_string()),
            Self::Date(from_now) => Some(httpdate::fmt_http_date(SystemTime::now() + *from_now)),
            Self::Absurd(text) => Some((*text).to_owned()),
        }
    }
}

/// How an answer reaches the client.
#[derive(Debug, Clone, Copy)]
pub(super) enum Delivery {
    Whole,
    /// Half of the body, then the end of the connection.
    Truncated,
    /// The whole body without saying how long it is.
    Unannounced,
    Slow(Duration),
    /// The head alone, on a connection that stays open.
    Stalled,
    /// The head, and then spaces without end.
    Dripping(Duration),
    Late(Duration),
    Reset,
}

impl Delivery {
    pub async fn write(self, stream: &mut TcpStream, response: &Response) -> io::Result<()> {
        let length = response.body.len();
        match self {
            Self::Whole => response.write(stream).await,
            Self::Truncated => {
                stream.write_all(response.head(Some(length)).as_bytes()).await?;
                stream.write_all(&response.body[..length / 2]).await
            }
            Self::Unannounced => {
                stream.write_all(response.head(None).as_bytes()).await?;
                stream.write_all(&response.body).await
            }
            Self::Slow(pause) => drip(stream, response, pause).await,
            Self::Stalled => {
                stream.write_all(response.head(Some(length)).as_bytes()).await?;
                std::future::pending().await
            }
            Self::Dripping(pause) => {
                stream.write_all(response.head(None).as_bytes()).await?;
                loop {
                    stream.write_all(b" ").await?;
                    tokio::time::sleep(pause).await;
                }
            }
            Self::Late(pause) => {
                tokio::time::sleep(pause).await;
                response.write(stream).await
            }
            // Closing with a linger time of zero sends a reset.
            Self::Reset => stream.set_zero_linger(),
        }
    }
}

async fn drip(stream: &mut TcpStream, response: &Response, pause: Duration) -> io::Result<()> {
    stream
        .write_all(response.head(Some(response.body.len())).as_bytes())
        .await?;
    for byte in &response.body {
        stream.write_all(&[*byte]).await?;
        tokio::time::sleep(pause).await;
    }
    Ok(())
}

fn rpc_error(body: &Value, code: i32, message: &str) -> Response {
    let error =
        |call: &Value| json!({ "jsonrpc": "2.0", "id": call["id"], "error": { "code": code, "message": message } });
    let answers: Vec<Value> = calls(body).into_iter().map(error).collect();
    let answer = if body.is_array() {
        Value::from(answers)
    } else {
        answers.into_iter().next().unwrap_or_default()
    };
    Response::json(200, &answer)
}

/// Replaces the results of eth_chainId and leaves all others as they are.
fn claim_chain(body: &Value, honest: &Response, id: u64) -> Response {
    let asked: Vec<&Value> = calls(body)
        .into_iter()
        .filter(|call| call["method"] == "eth_chainId")
        .collect();
    let mut answer: Value = serde_json::from_slice(&honest.body).unwrap_or_default();
    let answers = match &mut answer {
        Value::Array(batch) => batch.iter_mut().collect(),
        single => vec![single],
    };
    for single in answers {
        if asked.iter().any(|call| call["id"] == single["id"]) {
            single["result"] = json!(format!("{id:#x}"));
        }
    }
    Response::json(honest.status, &answer)
}
