//! The plugs: what implements the sockets of `ports`.

pub mod demo;
