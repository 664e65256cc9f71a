//! The caller's wallets as cards: filtered, sorted, a page at a time.

use ports::{ChainId, Currency, Wallet};

use crate::{
    caller::Caller,
    valuation::{BalanceQuery, Report, ValuationError, Valuations, WalletLine},
    wallet::Wallets,
};

/// Which wallets are wanted.
#[derive(Clone, Debug, Default)]
pub struct WalletFilter {
    /// Only wallets that hold something on one of these chains; empty means every wallet.
    pub chains: Vec<ChainId>,
    /// By what they are sorted, the most important first; the person's own order where nothing is said.
    pub sorts: Vec<WalletSort>,
    /// The currency that values are told in.
    pub currency: Currency,
    /// Rows to skip.
    pub start: usize,
    /// Rows at most.
    pub limit: usize,
}

/// A sort of wallets; `true` is ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalletSort {
    /// By what they are worth; those without a value last.
    Amount(bool),
    /// By the day they were added.
    CreatedOn(bool),
    /// By nickname, name or address.
    Name(bool),
}

/// A wallet and what it is worth.
pub type WalletCard = WalletLine;

/// A page of wallets.
#[derive(Clone, Debug)]
pub struct WalletPage {
    /// The valuation that the cards are from.
    pub report: Report,
    /// The cards of the page.
    pub cards: Vec<WalletCard>,
    /// How many wallets match.
    pub total: usize,
}

impl Wallets {
    /// The caller's wallets that match, sorted, one page.
    pub async fn search(&self, caller: &Caller, filter: &WalletFilter) -> Result<WalletPage, ValuationError> {
        let report = Valuations::new(self.ports.clone())
            .balance(
                caller,
                &BalanceQuery {
                    currency: filter.currency.clone(),
                    ..BalanceQuery::default()
                },
            )
            .await?;
        let on_chain = |card: &WalletCard| card.chains.iter().any(|(chain, ..)| filter.chains.contains(chain));
        let fits = |card: &&WalletCard| filter.chains.is_empty() || on_chain(card);
        let mut cards: Vec<WalletCard> = report.wallets.iter().filter(fits).cloned().collect();
        for sort in filter.sorts.iter().rev() {
            cards.sort_by(|a, b| compare(a, b, *sort));
        }
        let total = cards.len();
        let cards = cards.into_iter().skip(filter.start).take(filter.limit).collect();
        Ok(WalletPage { report, cards, total })
    }
}

fn compare(a: &WalletCard, b: &WalletCard, sort: WalletSort) -> std::cmp::Ordering {
    let turn = |ascending: bool, order: std::cmp::Ordering| if ascending { order } else { order.reverse() };
    let name = |wallet: &Wallet| wallet.label().to_lowercase();
    // Rows of one call have one time; their ids are in the order in which they were stated.
    let added = |card: &WalletCard| (card.wallet.created_at, card.wallet.id);
    match sort {
        WalletSort::Amount(ascending) => match (a.value, b.value) {
            (Some(a), Some(b)) => turn(ascending, a.cmp(&b)),
            (a, b) => b.is_some().cmp(&a.is_some()),
        },
        WalletSort::CreatedOn(ascending) => turn(ascending, added(a).cmp(&added(b))),
        WalletSort::Name(ascending) => turn(ascending, name(&a.wallet).cmp(&name(&b.wallet))),
    }
}
