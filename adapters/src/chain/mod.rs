//! Chains: families of readers, with the chains themselves as rows of data.

pub mod evm;
pub mod rows;
pub mod tokens;
