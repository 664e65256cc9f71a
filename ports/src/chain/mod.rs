//! Chains: their ids, their rows of data, and the port that reads them.

pub mod asset;
pub mod known_tokens;
pub mod name;
pub mod token_finder;
pub mod token_list;

pub use asset::{Asset, AssetId, AssetReader, AssetWriter};
pub use known_tokens::{KnownTokens, LookalikeOf};
pub use name::{Name, NameReader, NameResolver, NameWriter};
pub use token_finder::{NamedToken, TokenFinder};
pub use token_list::{ListedToken, TokenList, TokenListSource, TokenListWriter};

mod head;
pub(crate) mod reader;
pub(crate) mod row;
pub(crate) mod waiting;

pub use crate::ids::chain::{ChainId, ParseChainIdError};
pub use reader::{ALL_TOKENS, Block, ChainReader, NO_CONTRACT, Probe, Progress, REVERTS, Reading, USAGE, is_silent};
pub use row::{Chain, Chains, Explorer, NativeAsset, SecondContract};
pub use waiting::{WaitingTransaction, WaitingTransactions};
