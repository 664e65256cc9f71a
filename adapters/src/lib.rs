//! The plugs: what implements the sockets of `ports`.

pub mod demo;
pub mod http_client;
