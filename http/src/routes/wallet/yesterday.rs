//! Converts the domain's comparison with the day before to the wire.

use std::collections::BTreeMap;

use domain::valuation::{self, Basis, FigureId, FigurePath, Filter, Moves, Yesterday};

use ports::Ratio;

use super::coverage::coverage;
use super::pointers::{FigurePointers, money};
use super::{AssetMove, BalanceBasis, GetYesterdayBalanceData, OwnView, WalletDayChange};
use crate::mark;
use crate::wire::{Decimal, Figures};

impl From<Basis> for BalanceBasis {
    fn from(basis: Basis) -> Self {
        match basis {
            Basis::Snapshot => Self::Snapshot,
            Basis::Ledger => Self::Ledger,
            Basis::PriceMove => Self::PriceMove,
        }
    }
}

/// Returns the change in 24 hours, with a figure for every known value.
pub fn response(yesterday: Yesterday) -> GetYesterdayBalanceData {
    let figures = own_figures(&yesterday);
    let Yesterday {
        valuation: _,
        owner: _,
        current,
        at,
        balance,
        change,
        change_share,
        basis,
        reason,
        currency,
        coverage: covered,
        total,
        compared,
        not_compared,
        pending,
        moves,
    } = yesterday;
    GetYesterdayBalanceData {
        view: OwnView::Own,
        valuation_id: current.to_string(),
        balance: balance.map(Decimal::money),
        change: change.map(Decimal::money),
        change_percent: change_share.map(Decimal::percent),
        total: total.map(Decimal::money),
        compared: compared.map(Decimal::money),
        not_compared: i64::from(not_compared),
        pending,
        moved: moved(&moves),
        moved_count: i64::try_from(moves.count).unwrap_or(i64::MAX),
        quiet_below: moves.quiet_below.map(Decimal::money),
        price_changes: price_changes(&moves),
        basis: basis.map(Into::into),
        reason: reason.map(Into::into),
        at: at.into(),
        currency_code: currency.to_string(),
        coverage: covered.as_ref().map(coverage),
        figures,
    }
}

/// Returns the change of a wallet in 24 hours, and adds its figures below `place`.
pub fn of_wallet(place: &str, change: &valuation::WalletDayChange, pointers: &mut FigurePointers) -> WalletDayChange {
    let valuation::WalletDayChange {
        at,
        balance,
        change,
        change_share,
        compared,
        not_compared,
        pending,
        basis,
        reason,
        balance_figure,
        change_figure,
    } = change;
    let (balance, change) = (money(*balance), money(*change));
    pointers.add_other(format!("{place}/balance"), balance.as_ref(), balance_figure);
    pointers.add_other(format!("{place}/change"), change.as_ref(), change_figure);
    WalletDayChange {
        balance,
        change,
        change_percent: change_share.map(Decimal::percent),
        compared: money(*compared),
        not_compared: i64::from(*not_compared),
        pending: *pending,
        basis: basis.map(Into::into),
        reason: reason.clone().map(Into::into),
        at: (*at).into(),
    }
}

fn own_figures(yesterday: &Yesterday) -> Figures {
    let total = FigurePath::Sum(Filter::default());
    let coverage = yesterday.coverage.as_ref().map(coverage);
    let has_known = coverage.is_some_and(|coverage| coverage.known.is_some());
    let values = [
        ("/balance", yesterday.balance.is_some(), total.clone()),
        ("/coverage/known", has_known, total),
        ("/change", yesterday.change.is_some(), FigurePath::Change),
    ];
    figures(values, &yesterday.moves, |path| yesterday.figure(path))
}

/// Returns the figures of the values that are known, each with its JSON pointer, and of the assets whose value changed most.
pub fn figures<const N: usize>(
    values: [(&str, bool, FigurePath); N],
    moves: &Moves,
    figure: impl Fn(FigurePath) -> Option<FigureId>,
) -> Figures {
    let known = values.into_iter().filter(|(_, is_known, _)| *is_known);
    let totals = known.filter_map(|(pointer, _, path)| Some((pointer.to_owned(), figure(path)?.to_string())));
    let totals: Vec<_> = totals.collect();
    Figures(totals.into_iter().chain(move_figures(moves, figure)).collect())
}

/// Returns the assets whose value changed most.
pub fn moved(moves: &Moves) -> Vec<AssetMove> {
    let row = |one: &valuation::AssetMove| {
        let valuation::AssetMove {
            group,
            asset,
            symbol,
            name,
            price,
            change,
            share,
        } = one;
        AssetMove {
            group: group.clone(),
            asset: asset.into(),
            symbol: symbol.clone(),
            name: name.clone(),
            mark: mark::of_asset(asset),
            price: price.map(Decimal::money),
            change: Decimal::money(*change),
            change_percent: share.map(Decimal::percent),
        }
    };
    moves.largest.iter().map(row).collect()
}

/// Returns the change of each price in percent, by group of assets.
pub fn price_changes(moves: &Moves) -> BTreeMap<String, Decimal> {
    let percent = |(group, share): (&String, &Ratio)| (group.clone(), Decimal::percent(*share));
    moves.prices.iter().map(percent).collect()
}

fn move_figures(
    moves: &Moves,
    figure: impl Fn(FigurePath) -> Option<FigureId>,
) -> impl Iterator<Item = (String, String)> {
    let moves = moves.largest.iter().enumerate();
    moves.filter_map(move |(at, one)| {
        let figure = figure(FigurePath::GroupChange(one.group.clone()))?;
        Some((format!("/moved/{at}/change"), figure.to_string()))
    })
}
