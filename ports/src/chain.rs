//! Chains: their ids, their rows of data, and the port that reads them.

mod head;
pub(crate) mod reader;
pub(crate) mod row;
pub(crate) mod waiting;

pub use crate::ids::chain::{ChainId, ParseChainIdError};
pub use reader::{ALL_TOKENS, Block, ChainReader, NO_CONTRACT, Probe, Progress, REVERTS, Reading, USAGE, is_silent};
pub use row::{Chain, Chains, Explorer, SecondContract};
pub use waiting::{WaitingTransaction, WaitingTransactions};
