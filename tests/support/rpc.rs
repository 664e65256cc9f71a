//! A client of local nodes that is independent of the product's code.

use crate::patience;
use serde_json::{Value, json};
use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream},
};

/// Why a call failed.
#[derive(Debug)]
pub enum RpcError {
    /// The node cannot be reached or does not speak JSON-RPC.
    Unreachable(String),
    /// The node answered with an error; its message and data.
    Refused(String),
}

/// A blocking JSON-RPC client for one address.
#[derive(Debug, Clone, Copy)]
pub struct Rpc {
    address: SocketAddr,
}

impl Rpc {
    /// A client for a port on the loopback address. Nothing is sent yet.
    pub fn on_port(port: u16) -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], port)),
        }
    }

    /// The URL of the node.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The socket's address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the result of one call, or an error if the node cannot be reached or refuses.
    pub fn try_call(&self, method: &str, params: Value) -> Result<Value, RpcError> {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let body = self
            .post(&request.to_string())
            .map_err(|why| RpcError::Unreachable(why.to_string()))?;
        let answer: Value = serde_json::from_slice(&body).map_err(|why| RpcError::Unreachable(why.to_string()))?;
        match (answer.get("error"), answer.get("result")) {
            (None, Some(result)) => Ok(result.clone()),
            (error, _) => Err(RpcError::Refused(error.unwrap_or(&answer).to_string())),
        }
    }

    /// Returns the result of a call that must succeed. Panics with the node's answer if it does not.
    pub fn call(&self, method: &str, params: Value) -> Value {
        self.try_call(method, params)
            .unwrap_or_else(|why| panic!("{method} at {}: {why:?}", self.url()))
    }

    fn post(&self, body: &str) -> io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect_timeout(&self.address, patience(60))?;
        stream.set_read_timeout(Some(patience(60)))?;
        let head = format!(
            "POST / HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
        let start = end.ok_or_else(|| io::Error::other("the answer has no header"))? + 4;
        Ok(answer.split_off(start))
    }
}
