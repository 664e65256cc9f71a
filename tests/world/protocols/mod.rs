//! Positions in protocols, read from their own contracts on a local node.

mod aave;
mod session;
