//! The value of accounts, what is missing from it, and how each figure was computed.

mod balance;
mod cleanup;
mod comparison;
mod compute;
mod explain;
mod figure;
mod filter;
mod inputs;
mod report;
mod section;
#[cfg(test)]
mod tests;
mod wallet_change;
mod yesterday;

use std::sync::Arc;

use ports::{Ports, StorageError};

pub use balance::BalanceQuery;
pub use compute::{
    fold::{Folded, fold},
    gap::Gap,
    holding::{Holding, Outcome, Valued, sum},
};
pub use figure::{FigureId, FigurePath};
pub use filter::{AssetSelection, Filter, ParseFigureError, PlaceSelection};
pub use inputs::{
    decimals::Assumption,
    gather::STEP,
    missed::{KeyScan, Missed, NotLookedFor, UNLISTED_TOKENS, UNREAD_PROTOCOL},
    moved::{MovedAsset, MovedEntry},
    types::{AccountInput, Inputs, OLD_PRICE, SourceInput},
    unread::UnreadWallet,
    unreconciled::Unreconciled,
    viewpoint::KeyInput,
};
pub use report::{
    asset_line::{AssetLine, AssetOnChain, Assumed, OwnPart, Part},
    balance_sheet::{BalanceSheet, LookedFor, PositionLine, ProtocolLine, SheetAmount},
    coverage::{Coverage, FailedSource, StaleSource, Unconverted, UnpricedHolding, UnreconciledAccounts},
    held_price::HeldPrice,
    held_quote::HeldQuote,
    hidden_line::HiddenLine,
    moves::{AssetMove, Moves},
    place_line::{KindLine, NetworkLine, QuietNetwork, WalletLine},
    portfolio_report::PortfolioReport,
    rest::{Dust, Rest},
};
pub use section::{Belonging, InProtocol, SheetSection};
pub use wallet_change::WalletDayChange;
pub use yesterday::{Basis, DayQuery, Yesterday};

pub(crate) use balance::now;
pub(crate) use cleanup::PinnedInputCleanup;
pub(crate) use inputs::{
    discovery::unread_and_scanned, types::is_old_reading, unread::of as unread_wallets, viewpoint::Viewpoint,
};
pub(crate) use report::{
    asset_line::asset_lines,
    balance_sheet::balance_sheet,
    held_price::held_prices,
    place_line::{Held, held_at, kind_lines, network_lines},
    portfolio_report::priced,
    ranking::groups,
    rest::{dust, rest_of_assets},
};

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
