//! From the domain's yesterday to the wire.

use std::collections::BTreeMap;

use domain::valuation::{self, Basis, FigureId, FigurePath, Filter, Moves, Yesterday};

use ports::Ratio;

use super::coverage::coverage;
use super::{AssetMove, BalanceBasis, GetYesterdayBalanceData, OwnView};
use crate::mark;
use crate::wire::{Decimal, Figures};

impl From<Basis> for BalanceBasis {
    fn from(basis: Basis) -> Self {
        match basis {
            Basis::Snapshot => Self::Snapshot,
            Basis::PriceMove => Self::PriceMove,
        }
    }
}

/// A day ago and since, with a figure for what is known.
pub fn answer(yesterday: Yesterday) -> GetYesterdayBalanceData {
    let figures = figures(&yesterday);
    let Yesterday {
        valuation: _,
        owner: _,
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

fn figures(yesterday: &Yesterday) -> Figures {
    let total = FigurePath::Sum(Filter::default());
    let known = yesterday.coverage.as_ref().map(coverage);
    let known = known.is_some_and(|coverage| coverage.known.is_some());
    let shown = [
        ("/balance", yesterday.balance.is_some(), total.clone()),
        ("/coverage/known", known, total),
        ("/change", yesterday.change.is_some(), FigurePath::Change),
    ];
    let known = shown.into_iter().filter(|(_, known, _)| *known);
    let named = known.filter_map(|(pointer, _, path)| Some((pointer.to_owned(), yesterday.figure(path)?.to_string())));
    Figures(
        named
            .chain(move_figures(&yesterday.moves, |path| yesterday.figure(path)))
            .collect(),
    )
}

/// The assets that moved most.
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

/// The change of each asset's price, in percent.
pub fn price_changes(moves: &Moves) -> BTreeMap<String, Decimal> {
    let percent = |(group, share): (&String, &Ratio)| (group.clone(), Decimal::percent(*share));
    moves.prices.iter().map(percent).collect()
}

/// The figures of the assets that moved most.
pub fn move_figures(
    moves: &Moves,
    figure: impl Fn(FigurePath) -> Option<FigureId>,
) -> impl Iterator<Item = (String, String)> {
    let moves = moves.largest.iter().enumerate();
    moves.filter_map(move |(at, one)| {
        let figure = figure(FigurePath::GroupChange(one.group.clone()))?;
        Some((format!("/moved/{at}/change"), figure.to_string()))
    })
}
