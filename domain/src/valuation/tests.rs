//! Properties of valuations over generated inputs: explanations recompute, groups add up, order does not matter.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ports::{
    AccountId, Address, Amount, Asset, AssetId, Block, ChainId, Chains, Owner, Position, PositionKind, Price, Quote,
    RawAmount, Snapshot, SourceId, Timestamp, ValuationId,
    account::Activity,
    amount::SignedRaw,
    asset::Metadata,
    failure::Failure,
    quote::{QuoteAnswer, QuoteId},
    snapshot::{SnapshotId, SnapshotRow},
};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};

use super::*;
use crate::{
    currency::Conversion,
    price::{Decision, Rules, SourceStatus, agree},
    spam::HideRule,
    trace::{Measure, NoTrace, Node, Operation, TraceTree},
    valuation::compute::protocol_part::ProtocolPart,
};

mod builders;
mod conversion;
mod coverage;
mod days;
mod debts;
mod freshness;
mod gaps;
mod labels;
mod places;
mod protocols;
mod receipts;

use builders::*;
use conversion::conversion;

/// Returns every figure of a report besides the plain sums: rests of rankings, dust, an asset on one chain, and an
/// asset in one account.
fn parts_of_answers(report: &PortfolioReport) -> Vec<(FigurePath, Amount)> {
    let mut figures = Vec::new();
    let mut add = |path, value: Option<Amount>| figures.extend(value.map(|value| (path, value)));
    if let Some(rest) = report.rest {
        add(FigurePath::Rest(Filter::default(), rest.after), rest.value);
    }
    add(FigurePath::Dust(Filter::default()), report.dust.value);
    for line in &report.assets {
        let of_line = Filter {
            asset: Some(AssetSelection::Group(line.group.clone())),
            ..Filter::default()
        };
        if let Some(rest) = line.rest {
            add(FigurePath::Rest(of_line.clone(), rest.after), rest.value);
        }
        for part in &line.parts {
            add(FigurePath::Sum(part.filter()), part.value);
        }
        for one in &line.chains {
            let on_chain = Filter {
                chain: Some(one.chain.clone()),
                ..of_line.clone()
            };
            add(FigurePath::Sum(on_chain), one.value);
        }
    }
    for (filter, value) in sheet_figures(&report.sheet) {
        add(FigurePath::Sum(filter), value);
    }
    figures
}

/// Returns every figure of a balance sheet.
fn sheet_figures(sheet: &BalanceSheet) -> Vec<(Filter, Option<Amount>)> {
    let of = |section: SheetSection| Filter {
        section: Some(section),
        ..Filter::default()
    };
    let mut figures = vec![
        (of(SheetSection::Wallets), sheet.wallets),
        (of(SheetSection::Exchanges), sheet.exchanges),
        (of(SheetSection::Credit), sheet.credit),
        (of(SheetSection::Debt), sheet.debt),
        (of(SheetSection::Protocols), sheet.net),
    ];
    for line in &sheet.kinds {
        let kind = Some(line.kind);
        figures.push((
            Filter {
                kind,
                ..of(SheetSection::Protocols)
            },
            line.value,
        ));
    }
    for line in &sheet.protocols {
        figures.push((line.filter(), line.value));
        for position in &line.positions {
            figures.push((line.filter_of(position), position.value));
            let amounts = position.amounts.iter();
            figures.extend(amounts.map(|amount| (amount.part.filter(), amount.part.value)));
        }
    }
    figures
}

fn is_hidden(holding: &Holding) -> bool {
    matches!(holding.outcome, Outcome::Hidden(_))
}

fn report(inputs: &Inputs) -> PortfolioReport {
    let folded = fold(inputs, &Filter::default(), "", &mut NoTrace);
    PortfolioReport::arrange(ValuationId([0; 16]), Owner::User(id(1)), inputs.clone(), &folded, &[])
}

/// Explains more than a thousand figures and computes each again from its explanation alone.
#[test]
fn explanations_recompute_to_the_same_decimal() {
    let mut runner = TestRunner::new(Config {
        cases: 60,
        failure_persistence: None,
        ..Config::default()
    });
    let (count, of_parts) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    runner
        .run(&case(), |inputs| {
            for filter in filters(&inputs) {
                let untraced = fold(&inputs, &filter, "", &mut NoTrace);
                let mut tree = TraceTree::default();
                let result = fold(&inputs, &filter, "", &mut tree);
                let root = tree.root().unwrap();
                prop_assert_eq!(result.known, untraced.known);
                prop_assert_eq!(root.value, Some(untraced.known));
                prop_assert_eq!(root.recomputed(), Some(untraced.known));
                count.set(count.get() + 1);
            }
            for (path, value) in parts_of_answers(&report(&inputs)) {
                let root = explain::build::written(&inputs, &path).unwrap();
                prop_assert_eq!(root.value, Some(value));
                prop_assert_eq!(root.recomputed(), Some(value));
                count.set(count.get() + 1);
                of_parts.set(of_parts.get() + 1);
            }
            Ok(())
        })
        .unwrap();
    let (figures, of_parts) = (count.get(), of_parts.get());
    assert!(figures >= 1000, "only {figures} figures were explained");
    assert!(of_parts >= 30, "only {of_parts} of them were parts");
}

proptest! {
    #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

    /// The groups add up to the total, however the holdings are grouped.
    #[test]
    fn groups_add_up(inputs in case()) {
        let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let report = report(&inputs);
        let sum = |values: Vec<Option<Amount>>| values.into_iter().flatten().try_fold(Amount::ZERO, Amount::add).unwrap();
        prop_assert_eq!(sum(report.assets.iter().map(|line| line.value).collect()), folded.known);
        prop_assert_eq!(sum(report.kinds.iter().map(|line| line.value).collect()), folded.known);
        let parts = report.assets.iter().flat_map(|line| line.parts.iter().map(|part| part.value));
        prop_assert_eq!(sum(parts.collect()), folded.known);
        let is_owed = |line: &&AssetLine| line.value.is_some_and(Amount::is_negative);
        let named = report.assets.iter().filter(|line| !is_owed(line)).take(7).map(|line| line.value);
        let rest = report.rest.and_then(|rest| rest.value);
        let owed = report.assets.iter().filter(is_owed).map(|line| line.value);
        prop_assert_eq!(sum(named.chain([rest]).chain(owed).collect()), folded.known);
        for line in &report.assets {
            let named = line.parts.iter().take(2).map(|part| part.value);
            let rest = line.rest.and_then(|rest| rest.value);
            prop_assert_eq!(sum(named.chain([rest]).collect()), line.value.unwrap_or(Amount::ZERO));
            let on_chains = sum(line.chains.iter().map(|one| one.value).collect());
            prop_assert!(line.chains.is_empty() || on_chains == line.value.unwrap_or(Amount::ZERO));
        }
        let beyond = |count: usize, named| count.checked_sub(named).filter(|left| *left > 0);
        let priced = report.assets.iter().filter(|line| line.value.is_some()).count();
        let divided = priced - report.assets.iter().filter(is_owed).count();
        prop_assert_eq!(report.rest.map(|rest| rest.count), beyond(divided, 7));
        if let Some(rest) = report.rest {
            let explained = explain::build::written(&inputs, &FigurePath::Rest(Filter::default(), rest.after)).unwrap();
            prop_assert_eq!(explained.children.iter().filter(|child| child.counts()).count(), rest.count);
        }
        let explained = explain::build::written(&inputs, &FigurePath::Sum(Filter::default())).unwrap();
        prop_assert_eq!(explained.children.iter().filter(|child| child.counts()).count(), priced, "the explanation counts the same assets");
        for line in &report.assets {
            let held: Vec<_> = folded.holdings.iter().filter(|one| one.group == line.group && !is_hidden(one)).collect();
            prop_assert_eq!(line.parts.len(), held.len());
            let quantities: Option<Vec<Amount>> = held.iter().map(|one| one.quantity).collect();
            prop_assert_eq!(line.amount, quantities.map(|all| sum(all.into_iter().map(Some).collect())));
            let chains: BTreeSet<_> = held.iter().map(|one| &one.account.chain).collect();
            let listed = if chains.len() > 1 { chains.len() } else { 0 };
            prop_assert_eq!(line.chains.len(), listed);
            let valued = line.parts.iter().filter(|part| part.value.is_some());
            prop_assert_eq!(line.rest.map(|rest| rest.count), beyond(valued.count(), 2));
        }
        prop_assert_eq!(report.hidden.len(), folded.holdings.iter().filter(|one| is_hidden(one)).count());
        let dust = report.assets.iter().filter(|line| line.dust);
        prop_assert_eq!(report.dust.count, dust.clone().count());
        prop_assert_eq!(report.dust.value.unwrap_or(Amount::ZERO), sum(dust.map(|line| line.value).collect()));
    }

    /// Every holding is counted once: priced, unpriced or hidden.
    #[test]
    fn coverage_counts_every_holding_once(inputs in case()) {
        let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let coverage = Coverage::of(&inputs, &folded);
        let counted = coverage.priced as usize + coverage.unpriced.len() + coverage.hidden as usize;
        prop_assert_eq!(counted, folded.holdings.len());
        prop_assert_eq!(coverage.known, folded.known);
        prop_assert_eq!(coverage.complete(), coverage.unpriced.is_empty() && coverage.unconverted.is_none());
    }

    /// The order in which accounts and balances were found does not matter.
    #[test]
    fn order_does_not_matter(inputs in case()) {
        let forwards = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let mut turned = inputs;
        turned.accounts.reverse();
        turned.accounts.iter_mut().filter_map(|one| one.snapshot.as_mut()).for_each(|one| one.rows.reverse());
        let backwards = fold(&turned, &Filter::default(), "", &mut NoTrace);
        prop_assert_eq!(forwards.known, backwards.known);
        prop_assert_eq!(forwards.holdings.len(), backwards.holdings.len());
    }
}

#[test]
fn an_unread_account_is_unknown_and_not_zero() {
    let mut inputs = inputs(&[(1, 1, 1, 1, true)], &BTreeMap::new(), &[]);
    inputs.accounts[0].snapshot = None;
    let report = report(&inputs);
    assert_eq!(
        (report.total, report.coverage.reading, report.coverage.complete()),
        (None, 1, false)
    );
}
