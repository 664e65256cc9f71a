//! The change of each wallet since a day ago.

use std::collections::BTreeMap;

use ports::{AccountId, Amount, Currency, Ports, Ratio, StorageError, Timestamp, Wallet, WalletId};

use crate::{
    caller::Caller,
    job::{PastQuotes, quotes_at},
    reason::{NOT_REQUESTED_YET, Reason},
    valuation::{
        BalanceQuery, ValuationError, Valuations,
        balance::ValuedWallets,
        comparison::{comparable, difference, missing},
        compute::{
            fold::Folded,
            holding::{Holding, Outcome, known},
        },
        figure::{FigureId, FigurePath},
        filter::Filter,
        inputs::types::Inputs,
        report::portfolio_report::PortfolioReport,
        yesterday::{Basis, Yesterday, a_day_ago, everything, moment},
    },
};

/// The change of a wallet's value since a day ago, by the rules of the change of the whole portfolio.
#[derive(Clone, Debug)]
pub struct WalletDayChange {
    /// The time that is compared with: a full hour, 24 to 25 hours ago.
    pub at: Timestamp,
    /// The known value at that time.
    pub balance: Option<Amount>,
    /// The current value minus the value then, of everything that is valued at both times. It covers `compared` of the
    /// value of the wallet.
    pub change: Option<Amount>,
    /// The change as a fraction of the value then.
    pub change_share: Option<Ratio>,
    /// The part of the current value that the change covers.
    pub compared: Option<Amount>,
    /// How many holdings priced now are not covered by the change.
    pub not_compared: u32,
    /// Whether prices of that time are being requested, so that the change will cover more.
    pub pending: bool,
    /// The data that the comparison is based on.
    pub basis: Option<Basis>,
    /// Why there is no comparison.
    pub reason: Option<Reason>,
    /// The figure of the value then.
    pub balance_figure: FigureId,
    /// The figure of the change.
    pub change_figure: FigureId,
}

/// Both days of everything that is visible, from which those of single wallets are taken.
struct BothDays<'a> {
    now: (&'a Inputs, &'a Folded),
    then: (&'a Inputs, Folded),
    basis: Basis,
    figure: FigureId,
    /// The state of the prices of that time; `None` if they were never requested.
    past: Option<PastQuotes>,
}

impl Valuations {
    /// Returns the value of all of the caller's wallets, as [`Valuations::balance`] does, and the change of each wallet since a day
    /// ago. Wallets of which nothing is known to be held, now and then, have no change.
    pub async fn balance_with_changes(
        &self,
        caller: &Caller,
        currency: &Currency,
    ) -> Result<(PortfolioReport, BTreeMap<WalletId, WalletDayChange>), ValuationError> {
        let query = BalanceQuery {
            currency: currency.clone(),
            ..BalanceQuery::default()
        };
        let valued = self.value(caller, &query).await?;
        let changes = changes(&self.ports, &valued, currency).await?;
        Ok((self.arrange(valued).await?, changes))
    }
}

/// Returns the changes of the wallets. All of them come from one valuation of a day ago, and no prices are requested for them.
async fn changes(
    ports: &Ports,
    valued: &ValuedWallets,
    currency: &Currency,
) -> Result<BTreeMap<WalletId, WalletDayChange>, StorageError> {
    let ValuedWallets {
        from,
        wallets,
        recipe,
        inputs: now,
        folded: today,
    } = valued;
    let at = moment(now.at);
    let found = a_day_ago(ports, from, (recipe.id, now, today), (at, currency)).await?;
    let Some((then, basis)) = found else {
        return Ok(BTreeMap::new());
    };
    let before = everything(&then.inputs, "24 hours ago");
    let is_whole = missing(today, &comparable(today, &before)).is_empty();
    let days = BothDays {
        now: (now, today),
        past: if is_whole {
            Some(PastQuotes::Answered)
        } else {
            quotes_at(ports, at).await?
        },
        figure: FigureId::new(then.recipe.id, from.owner, FigurePath::Change),
        then: (&then.inputs, before),
        basis,
    };
    let changes = wallets
        .iter()
        .filter_map(|wallet| Some((wallet.id, days.change(wallet, (at, currency))?)));
    Ok(changes.collect())
}

impl BothDays<'_> {
    /// Returns the change of a wallet; `None` if nothing that is shown is known to be held on any of the days.
    fn change(&self, wallet: &Wallet, moment: (Timestamp, &Currency)) -> Option<WalletDayChange> {
        let part = |(inputs, folded): (&Inputs, &Folded)| part(folded, |account| inputs.is_of_wallet(wallet, account));
        let (today, before) = (part(self.now), part((self.then.0, &self.then.1)));
        let is_shown = |one: &Holding| !matches!(one.outcome, Outcome::Hidden(_));
        if !today.holdings.iter().chain(&before.holdings).any(is_shown) {
            return None;
        }
        let both = comparable(&today, &before);
        let change = difference(&today, &before, &both).filter(|_| !both.is_empty());
        let missing = missing(&today, &both);
        let valued = today.holdings.iter().filter(|one| one.valued().is_some());
        let not_compared = valued.filter(|one| !both.contains(&one.asset)).count();
        let filter = Filter::of_wallet(wallet);
        Some(WalletDayChange {
            at: moment.0,
            balance: known(before.holdings.iter()).filter(|_| change.is_some()),
            change: change.map(|(change, _)| change),
            change_share: change.and_then(|(change, before)| Ratio::of(change, before)),
            compared: today.known_of(&both).filter(|_| change.is_some()),
            not_compared: u32::try_from(not_compared).unwrap_or(u32::MAX),
            pending: !missing.is_empty() && matches!(self.past, Some(PastQuotes::Coming)),
            basis: change.map(|_| self.basis),
            reason: change.is_none().then(|| self.reason(&today, moment)),
            balance_figure: self.figure.beside(FigurePath::Sum(filter.clone())),
            change_figure: self.figure.beside(FigurePath::WalletChange(filter)),
        })
    }

    /// Returns why nothing of a wallet has a value on both days.
    fn reason(&self, today: &Folded, moment: (Timestamp, &Currency)) -> Reason {
        let unconverted = today.holdings.iter().find_map(|one| match &one.outcome {
            Outcome::Unconverted(why) => Some(why.reason(moment.1)),
            _ => None,
        });
        unconverted.unwrap_or_else(|| match &self.past {
            None => Reason {
                code: NOT_REQUESTED_YET,
                text: "Prices from 24 hours ago have not been requested yet.".to_owned(),
            },
            Some(past) => Yesterday::why_without_prices(past, self.then.0.conversion.exchange().is_ok(), moment.1),
        })
    }
}

/// Returns the holdings of the accounts that `own` accepts.
fn part(folded: &Folded, own: impl Fn(&AccountId) -> bool) -> Folded {
    let holdings = folded.holdings.iter().filter(|one| own(&one.account)).cloned();
    let holdings: Vec<_> = holdings.collect();
    Folded {
        known: known(holdings.iter()).unwrap_or(Amount::ZERO),
        owned: None,
        holdings,
        replaced: folded
            .replaced
            .iter()
            .filter(|one| own(&one.account))
            .cloned()
            .collect(),
    }
}
