//! A reverse proxy to a node.

use super::{Request, Response};
use std::{io, net::SocketAddr};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Forwards a request. A node that is down results in a 502.
pub(super) async fn forward(node: SocketAddr, request: &Request) -> Response {
    let answer = exchange(node, request).await;
    answer.unwrap_or_else(|why| Response::new(502, "text/plain", format!("the node cannot be reached: {why}")))
}

async fn exchange(node: SocketAddr, request: &Request) -> io::Result<Response> {
    let mut stream = TcpStream::connect(node).await?;
    let head = format!(
        "{} / HTTP/1.1\r\nhost: {node}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        request.method,
        request.body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&request.body).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    parse(answer).ok_or_else(|| io::Error::other("its answer is not HTTP"))
}

fn parse(mut answer: Vec<u8>) -> Option<Response> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let body = answer.split_off(end + 4);
    let status = String::from_utf8_lossy(&answer).split(' ').nth(1)?.parse().ok()?;
    Some(Response::new(status, "application/json", body))
}
