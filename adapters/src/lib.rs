//! The plugs: what implements the sockets of `ports`.

pub mod chain;
pub mod demo;
pub mod http_client;
pub mod price;
