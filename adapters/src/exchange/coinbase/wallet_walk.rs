//! A walk over the wallets of an account at Coinbase, one after the other, and over the pages of each, the newest rows first.
//!
//! A page begins after the row with an id, so that rows that are added meanwhile move nothing. A transaction stays in the list at the time at
//! which it began, and counts once it is completed. So each run reads a week before its first moment again.

use std::time::Duration;

use ports::{
    Fact,
    history::{HistoryPage, HistoryRequest},
    json::Json,
};

use super::transactions::TransactionPage;
use crate::exchange::account::{Quantity, code, moment_of, reaches_back};

/// How long a transaction may be pending.
const LATE: Duration = Duration::from_hours(7 * 24);
/// What stands in a continuation in place of an id that is not there.
const NONE: &str = "-";

/// Returns the ids of the wallets that were used. Coinbase lists one for each asset that it has, with the code of the asset as the id and
/// without a time at which it was made.
pub(super) fn used(wallets: &[Json]) -> Result<Vec<String>, &'static str> {
    let mut used = Vec::new();
    for wallet in wallets {
        let id = wallet["id"].as_str().ok_or("a wallet without its id")?;
        let balance = Quantity::read(&wallet["balance"]["amount"]).ok_or("a quantity that is no number")?;
        let is_unused = id == code(&wallet["currency"], "code")? && wallet["created_at"] == Json::Null;
        if !is_unused || !balance.is_zero() {
            used.push(id.to_owned());
        }
    }
    Ok(used)
}

/// Returns the ids that no other person's wallets have: those of wallets that were never used are the codes of their assets.
pub(super) fn own_ids(wallets: &[Json]) -> Result<Vec<String>, &'static str> {
    let mut own = Vec::new();
    for wallet in wallets {
        let id = wallet["id"].as_str().ok_or("a wallet without its id")?;
        if id != code(&wallet["currency"], "code")? {
            own.push(id.to_owned());
        }
    }
    Ok(own)
}

/// Where a walk is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WalletWalk {
    /// The last moment of the walk, with which it began.
    last: u64,
    /// The last row that was read of the current wallet; `None` at its beginning.
    after: Option<String>,
    /// How many pages of the wallet were read, and a row at which one of them ended: where the list returns to it, it has no end.
    pages: u64,
    passed: Option<String>,
    /// The wallets that are left, the current one first.
    wallets: Vec<String>,
}

impl WalletWalk {
    pub(super) fn begin(part: &HistoryRequest, wallets: Vec<String>) -> Self {
        Self {
            last: part.blocks.1,
            after: None,
            pages: 0,
            passed: None,
            wallets,
        }
    }

    /// Reads a continuation; `None` for a text that is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(5, ' ');
        let id = |text: &str| (text != NONE).then(|| text.to_owned());
        Some(Self {
            last: parts.next()?.parse().ok()?,
            pages: parts.next()?.parse().ok()?,
            passed: id(parts.next()?),
            after: id(parts.next()?),
            wallets: parts.next()?.split(',').map(str::to_owned).collect(),
        })
    }

    fn text(&self) -> String {
        let id = |id: &Option<String>| id.clone().unwrap_or_else(|| NONE.to_owned());
        let wallets = self.wallets.join(",");
        format!(
            "{} {} {} {} {wallets}",
            self.last,
            self.pages,
            id(&self.passed),
            id(&self.after)
        )
    }

    /// Returns the current wallet, and the row after which its next page begins; `None` after the last wallet.
    pub(super) fn place(&self) -> Option<(&str, Option<&str>)> {
        let wallet = self.wallets.first()?;
        Some((wallet, self.after.as_deref()))
    }

    /// Returns the page of an account without wallets.
    pub(super) fn end(&self) -> HistoryPage {
        self.history_page(Vec::new(), None)
    }

    /// Makes the page of what Coinbase returned here, with the row after which it continues. `None` where the list has no end.
    pub(super) fn page(
        &self,
        part: &HistoryRequest,
        (page, next): (TransactionPage, Option<String>),
    ) -> Option<HistoryPage> {
        let first = moment_of(part.blocks.0).minus(LATE);
        let next = next.filter(|_| !reaches_back(&page.rows, first));
        if next.is_some() && page.is_empty {
            return None;
        }
        let rest = match next {
            Some(next) => Some(self.advanced(next)?),
            None => self.next_wallet(),
        };
        let rows = page.rows.into_iter();
        let within = rows.filter(|row| (first..=moment_of(self.last)).contains(&row.time));
        let facts = within.map(|row| row.into_fact(&part.account)).collect();
        Some(self.history_page(facts, rest))
    }

    fn history_page(&self, facts: Vec<Fact>, rest: Option<Self>) -> HistoryPage {
        HistoryPage {
            markets: Vec::new(),
            facts,
            through: rest.is_none().then_some(self.last),
            continuation: rest.map(|rest| rest.text()),
            total: None,
            gaps: Vec::new(),
        }
    }

    /// Goes on within the wallet; `None` where that place was passed already.
    fn advanced(&self, next: String) -> Option<Self> {
        let is_passed = self.after.as_ref() == Some(&next) || self.passed.as_ref() == Some(&next);
        let pages = self.pages + 1;
        // Such places are ever further apart, so that one of them is in whatever the list repeats.
        let passed = if pages.is_power_of_two() {
            Some(next.clone())
        } else {
            self.passed.clone()
        };
        (!is_passed).then(|| Self {
            after: Some(next),
            pages,
            passed,
            ..self.clone()
        })
    }

    fn next_wallet(&self) -> Option<Self> {
        let wallets = self.wallets.get(1..)?.to_vec();
        (!wallets.is_empty()).then_some(Self {
            after: None,
            pages: 0,
            passed: None,
            wallets,
            last: self.last,
        })
    }
}

#[cfg(test)]
mod tests;
