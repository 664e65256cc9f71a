//! What accounts are worth, what is not known about it, and why each figure is what it is.

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

/// Valuations: of a person's accounts, now and yesterday, and the explanation of any figure.
pub struct Valuations {
    ports: Arc<Ports>,
}

/// Why there is no valuation to show.
#[derive(Debug, thiserror::Error)]
pub enum ValuationError {
    /// The figure, wallet or chain is not the caller's, or does not exist.
    #[error("There is no such figure, wallet or network of this user.")]
    NotFound,
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Valuations {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
