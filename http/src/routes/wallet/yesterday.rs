//! From the domain's yesterday to the wire.

use domain::valuation::{Basis, FigurePath, Filter, Yesterday};

use super::coverage::coverage;
use super::{BalanceBasis, GetYesterdayBalanceData, OwnView};
use crate::wire::{Decimal, Figures};

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
    } = yesterday;
    GetYesterdayBalanceData {
        view: OwnView::Own,
        balance: balance.map(Decimal::money),
        change: change.map(Decimal::money),
        change_percent: change_share.map(Decimal::percent),
        basis: basis.map(|basis| match basis {
            Basis::Snapshot => BalanceBasis::Snapshot,
            Basis::PriceMove => BalanceBasis::PriceMove,
        }),
        reason: reason.map(Into::into),
        at: at.into(),
        currency_code: currency.to_string(),
        coverage: covered.as_ref().map(coverage),
        figures,
    }
}

fn figures(yesterday: &Yesterday) -> Figures {
    let total = FigurePath::Sum(Filter::default());
    let shown = [
        ("/balance", yesterday.balance.is_some(), total.clone()),
        ("/coverage/known", yesterday.coverage.is_some(), total),
        ("/change", yesterday.change.is_some(), FigurePath::Change),
    ];
    let known = shown.into_iter().filter(|(_, known, _)| *known);
    let named = known.filter_map(|(pointer, _, path)| Some((pointer.to_owned(), yesterday.figure(path)?.to_string())));
    Figures(named.collect())
}
