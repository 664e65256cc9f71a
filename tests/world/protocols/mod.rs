//! Positions in protocols, read from their own contracts on a local node.

mod aave;
mod approvals;
mod reading;
mod session;
mod uniswap_v2;
mod uniswap_v3;
