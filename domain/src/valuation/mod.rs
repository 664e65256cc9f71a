//! The value of accounts, what is missing from it, and how each figure was computed.

mod accounts;
mod asset_line;
mod balance;
mod change;
mod coverage;
mod decimals;
mod discovery;
mod explain;
mod figure;
mod filter;
mod fold;
mod gather;
mod given;
mod held_price;
mod hiding;
mod holding;
mod inputs;
mod left_out;
mod missed;
mod moves;
mod place_line;
mod quote_words;
mod ranking;
mod raw_answer;
mod recipe;
mod record;
mod report;
mod sources;
#[cfg(test)]
mod tests;
mod text;
mod title;
mod unread;
mod viewpoint;
mod words;
mod yesterday;

use std::sync::Arc;

use ports::{Ports, StorageError};

pub use accounts::{accounts_at, accounts_of};
pub use asset_line::{AssetLine, AssetOnChain, Assumed, Dust, HiddenLine, Part, Rest};
pub use balance::BalanceQuery;
pub use coverage::{Coverage, FailedSource, HeldQuote, StaleSource, Unconverted, UnpricedHolding};
pub use decimals::Assumption;
pub use explain::{Explanation, LeftOut, Term};
pub use figure::{FigureId, FigurePath};
pub use filter::{AssetSelection, Filter, ParseFigureError};
pub use fold::{Folded, fold};
pub use gather::STEP;
pub use held_price::HeldPrice;
pub(crate) use held_price::held_prices;
pub(crate) use hiding::rules_hide;
pub use holding::{Gap, Holding, Outcome, Valued, sum};
pub use inputs::{AccountInput, HideRule, Inputs, KeyInput, OLD_PRICE, SourceInput};
pub use missed::{KeyScan, Missed, NotLookedFor, UNLISTED_TOKENS};
pub use moves::{AssetMove, Moves};
pub use place_line::{KindLine, NetworkLine, QuietNetwork, WalletLine};
pub use record::{Measure, Node, NodeBlock, NodeSource, Operation, Reason, Recorder, Silent, Tree};
pub use report::Report;
pub use yesterday::{Basis, DayQuery, Yesterday};

pub(crate) use asset_line::{asset_lines, dust, rest_of_assets};
pub(crate) use balance::now;
pub(crate) use place_line::{Held, held_at, kind_lines, network_lines};
pub(crate) use ranking::groups;
pub(crate) use report::priced;
pub use unread::UnreadWallet;
pub(crate) use unread::of as unread_wallets;
pub(crate) use viewpoint::Viewpoint;

/// Use cases that value a user's accounts, now and a day ago, and explain each figure.
pub struct Valuations {
    ports: Arc<Ports>,
}

/// Why a valuation or explanation failed.
#[derive(Debug, thiserror::Error)]
pub enum ValuationError {
    /// The figure, wallet or chain does not exist or is not the caller's.
    #[error("There is no such figure, wallet or network of this user.")]
    NotFound,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Valuations {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
