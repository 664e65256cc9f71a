//! A minimal HTTP/1.1 implementation, written by hand so that it can produce invalid messages.

use serde_json::Value;
use std::{fmt::Display, io};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

const LARGEST_HEAD: usize = 64 * 1024;

/// A received request.
#[derive(Debug, Clone)]
pub struct Request {
    /// The method, for example `GET`.
    pub method: String,
    /// The path and query, as sent.
    pub target: String,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, as received.
    pub body: Vec<u8>,
}

impl Request {
    /// Returns the first value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the path without the query.
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// Returns a decoded parameter of the query.
    pub fn query(&self, name: &str) -> Option<String> {
        let (_, query) = self.target.split_once('?')?;
        let mut pairs = url::form_urlencoded::parse(query.as_bytes());
        pairs.find(|(own, _)| own == name).map(|(_, value)| value.into_owned())
    }

    /// Returns the body as JSON, or null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Returns the JSON-RPC methods that the request calls, in order.
    pub fn rpc_methods(&self) -> Vec<String> {
        let body = self.json();
        calls(&body)
            .into_iter()
            .filter_map(|call| call["method"].as_str().map(str::to_owned))
            .collect()
    }

    pub(super) fn wants_close(&self) -> bool {
        self.header("connection")
            .is_some_and(|value| value.eq_ignore_ascii_case("close"))
    }
}

/// An answer to a request.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The headers, with names in lower case. `content-length` is added when the answer is sent.
    pub headers: Vec<(&'static str, String)>,
    /// The body, as it is sent.
    pub body: Vec<u8>,
}

impl Response {
    /// Returns an answer with this content type.
    pub fn new(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: vec![("content-type", kind.to_owned())],
            body: body.into(),
        }
    }

    /// Returns a JSON answer: a `Value` of `serde_json`, or a [`Json`](ports::json::Json) where numbers keep their digits.
    pub fn json(status: u16, body: &impl Display) -> Self {
        Self::new(status, "application/json", body.to_string())
    }

    /// Returns the status line and the headers. Without a length the body ends with the connection.
    pub(super) fn head(&self, length: Option<usize>) -> String {
        let mut head = format!("HTTP/1.1 {} -\r\n", self.status);
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        match length {
            Some(length) => head + &format!("content-length: {length}\r\n\r\n"),
            None => head + "connection: close\r\n\r\n",
        }
    }

    pub(super) async fn write(&self, stream: &mut TcpStream) -> io::Result<()> {
        stream.write_all(self.head(Some(self.body.len())).as_bytes()).await?;
        stream.write_all(&self.body).await?;
        stream.flush().await
    }
}

/// Reads the next request of a connection. Returns `None` if the client closed it.
pub(super) async fn read_request(stream: &mut TcpStream) -> io::Result<Option<Request>> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if bytes.len() > LARGEST_HEAD || stream.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
    };
    let mut body = bytes.split_off(end + 4);
    let mut request =
        parse_head(&String::from_utf8_lossy(&bytes)).ok_or_else(|| io::Error::other("no request line"))?;
    let length = request
        .header("content-length")
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    while body.len() < length {
        if stream.read_buf(&mut body).await? == 0 {
            return Ok(None);
        }
    }
    request.body = body;
    Ok(Some(request))
}

fn parse_head(head: &str) -> Option<Request> {
    let mut lines = head.trim_end().split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, target) = (first.next()?.to_owned(), first.next()?.to_owned());
    let header = |line: &str| {
        line.split_once(':')
            .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
    };
    Some(Request {
        method,
        target,
        headers: lines.filter_map(header).collect(),
        body: Vec::new(),
    })
}

/// Returns the calls of a JSON-RPC body, which is one call or a batch.
pub(super) fn calls(body: &Value) -> Vec<&Value> {
    body.as_array()
        .map_or_else(|| vec![body], |batch| batch.iter().collect())
}
