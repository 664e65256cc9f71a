//! The faults of a mock server.

use super::message::{Request, Response, calls};
use serde_json::{Value, json};
use std::{
    io,
    time::{Duration, SystemTime},
};
use tokio::{io::AsyncWriteExt, net::TcpStream};

/// More than 8 MiB, the limit of an answer.
const HUGE: usize = 9 * 1024 * 1024;

/// A way in which a server fails.
#[derive(Debug, Clone)]
pub enum Fault {
    /// 429 with a `Retry-After` header in one of its forms.
    TooManyRequests(RetryAfter),
    /// A status without data, for example 500.
    Status(u16),
    /// 200 with an HTML page instead of JSON.
    Html,
    /// 200 with this text as JSON.
    Json(String),
    /// The usual answer, but the connection closes after half of the announced length.
    Truncated,
    /// The usual answer after nine MiB of white space.
    Huge {
        /// Whether the `Content-Length` header announces the length.
        announced: bool,
    },
    /// Nothing for this duration, and then the usual answer.
    Silence(Duration),
    /// The usual answer, byte by byte with this pause between them.
    Slow(Duration),
    /// The status and the headers of the usual answer, and then nothing while the connection stays open.
    Stalled,
    /// The headers, and then an endless series of spaces with this pause between them.
    Dripping(Duration),
    /// 307 to the same path and query at this base URL.
    Redirect(String),
    /// A reset connection instead of an answer.
    Reset,
    /// 200 with a JSON-RPC error for each call.
    RpcError {
        /// The error code, for example -32005.
        code: i32,
        /// The error message.
        message: &'static str,
    },
    /// The usual answer, but `eth_chainId` returns this chain id.
    WrongChain(u64),
}

/// The forms of the `Retry-After` header, see RFC 9110 section 10.2.3.
#[derive(Debug, Clone)]
pub enum RetryAfter {
    /// No header.
    Missing,
    /// A number of seconds.
    Seconds(u64),
    /// An HTTP date this long from now.
    Date(Duration),
    /// A literal value that is too large, negative or not a time.
    Absurd(&'static str),
}

impl Fault {
    /// Returns the answer that replaces the usual one, if the fault does not need the usual one.
    pub(super) fn replacement(&self, request: &Request) -> Option<(Response, WriteMode)> {
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
            Self::Reset => return Some((Response::new(200, "text/plain", ""), WriteMode::Reset)),
            Self::Truncated
            | Self::Huge { .. }
            | Self::Silence(_)
            | Self::Slow(_)
            | Self::Stalled
            | Self::Dripping(_)
            | Self::WrongChain(_) => return None,
        };
        Some((response, WriteMode::Whole))
    }

    /// Returns the usual answer as modified by the fault.
    pub(super) fn apply(self, request: &Request, usual: Response) -> (Response, WriteMode) {
        match self {
            Self::Truncated => (usual, WriteMode::Truncated),
            Self::Silence(pause) => (usual, WriteMode::Delayed(pause)),
            Self::Slow(pause) => (usual, WriteMode::Slow(pause)),
            Self::Stalled => (usual, WriteMode::Stalled),
            Self::Dripping(pause) => (usual, WriteMode::Dripping(pause)),
            Self::Huge { announced } => {
                let body = [vec![b' '; HUGE], usual.body].concat();
                let mode = if announced {
                    WriteMode::Whole
                } else {
                    WriteMode::WithoutLength
                };
                (Response { body, ..usual }, mode)
            }
            Self::WrongChain(id) => (claim_chain(&request.json(), &usual, id), WriteMode::Whole),
            Self::TooManyRequests(_)
            | Self::Status(_)
            | Self::Html
            | Self::Json(_)
            | Self::Reset
            | Self::Redirect(_)
            | Self::RpcError { .. } => (usual, WriteMode::Whole),
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

/// How an answer is written to the connection.
#[derive(Debug, Clone, Copy)]
pub(super) enum WriteMode {
    Whole,
    /// Half of the body, and then the connection is closed.
    Truncated,
    /// The complete body without a `Content-Length` header.
    WithoutLength,
    Slow(Duration),
    /// Only the head, on a connection that stays open.
    Stalled,
    /// The head, and then endless spaces.
    Dripping(Duration),
    Delayed(Duration),
    Reset,
}

impl WriteMode {
    pub async fn write(self, stream: &mut TcpStream, response: &Response) -> io::Result<()> {
        let length = response.body.len();
        match self {
            Self::Whole => response.write(stream).await,
            Self::Truncated => {
                stream.write_all(response.head(Some(length)).as_bytes()).await?;
                stream.write_all(&response.body[..length / 2]).await
            }
            Self::WithoutLength => {
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
            Self::Delayed(pause) => {
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

/// Replaces the results of `eth_chainId` and leaves the others unchanged.
fn claim_chain(body: &Value, usual: &Response, id: u64) -> Response {
    let chain_id_calls: Vec<&Value> = calls(body)
        .into_iter()
        .filter(|call| call["method"] == "eth_chainId")
        .collect();
    let mut answer: Value = serde_json::from_slice(&usual.body).unwrap_or_default();
    let answers = match &mut answer {
        Value::Array(batch) => batch.iter_mut().collect(),
        single => vec![single],
    };
    for single in answers {
        if chain_id_calls.iter().any(|call| call["id"] == single["id"]) {
            single["result"] = json!(format!("{id:#x}"));
        }
    }
    Response::json(usual.status, &answer)
}
