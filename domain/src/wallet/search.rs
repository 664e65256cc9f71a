//! Searches the caller's wallets: filtered, sorted and paginated.

use ports::{ChainId, Currency, Wallet};

use crate::{
    caller::Caller,
    valuation::{PortfolioReport, ValuationError, Valuations, WalletDayChange, WalletLine},
    wallet::Wallets,
};

/// Filter, order and page of a wallet search.
#[derive(Clone, Debug, Default)]
pub struct WalletFilter {
    /// Only wallets that hold something on one of these chains; empty for all wallets.
    pub chains: Vec<ChainId>,
    /// Sort criteria, the most important first; empty for the user's own order.
    pub sorts: Vec<WalletSort>,
    /// The currency of all values.
    pub currency: Currency,
    /// Number of rows to skip.
    pub start: usize,
    /// Maximum number of rows to return.
    pub limit: usize,
}

/// A sort criterion for wallets; `true` is ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalletSort {
    /// By value; wallets without a value come last.
    Amount(bool),
    /// By the time they were added.
    CreatedOn(bool),
    /// By label, which is the nickname, name or address.
    Name(bool),
}

/// A page of wallets.
#[derive(Clone, Debug)]
pub struct WalletPage {
    /// The valuation of the cards.
    pub report: PortfolioReport,
    /// The cards of this page.
    pub cards: Vec<WalletCard>,
    /// How many wallets match in total.
    pub total: usize,
}

/// A wallet with its value and its change since a day ago.
#[derive(Clone, Debug)]
pub struct WalletCard {
    /// The wallet with its value.
    pub line: WalletLine,
    /// The change; `None` while nothing is known to be held in the wallet, now and then.
    pub day_change: Option<WalletDayChange>,
}

impl Wallets {
    /// Returns one page of the caller's wallets that match the filter.
    pub async fn search(&self, caller: &Caller, filter: &WalletFilter) -> Result<WalletPage, ValuationError> {
        let (report, mut changes) = Valuations::new(self.ports.clone())
            .balance_with_changes(caller, &filter.currency)
            .await?;
        let on_chain = |card: &WalletLine| card.chains.iter().any(|(chain, ..)| filter.chains.contains(chain));
        let fits = |card: &&WalletLine| filter.chains.is_empty() || on_chain(card);
        let mut cards: Vec<WalletLine> = report.wallets.iter().filter(fits).cloned().collect();
        for sort in filter.sorts.iter().rev() {
            cards.sort_by(|a, b| compare(a, b, *sort));
        }
        let total = cards.len();
        let page = cards.into_iter().skip(filter.start).take(filter.limit);
        let cards = page.map(|line| WalletCard {
            day_change: changes.remove(&line.wallet.id),
            line,
        });
        Ok(WalletPage {
            cards: cards.collect(),
            report,
            total,
        })
    }
}

fn compare(a: &WalletLine, b: &WalletLine, sort: WalletSort) -> std::cmp::Ordering {
    let turn = |ascending: bool, order: std::cmp::Ordering| if ascending { order } else { order.reverse() };
    let name = |wallet: &Wallet| wallet.label().to_lowercase();
    // Wallets added by one call have the same time. Their ids are in the order in which they were entered.
    let added = |card: &WalletLine| (card.wallet.created_at, card.wallet.id);
    match sort {
        WalletSort::Amount(ascending) => match (a.value, b.value) {
            (Some(a), Some(b)) => turn(ascending, a.cmp(&b)),
            (a, b) => b.is_some().cmp(&a.is_some()),
        },
        WalletSort::CreatedOn(ascending) => turn(ascending, added(a).cmp(&added(b))),
        WalletSort::Name(ascending) => turn(ascending, name(&a.wallet).cmp(&name(&b.wallet))),
    }
}
