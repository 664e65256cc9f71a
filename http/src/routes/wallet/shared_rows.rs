//! Converts the domain's shared portfolio to the wire, with a figure for every amount of money.

use std::collections::BTreeMap;

use domain::share;
use domain::valuation::{FigurePath, Filter, Part};
use ports::{ChainId, Chains, PositionPlace};

use super::assets::{dust, group_filter, on_chains, rest, sent_prices, shown_part, state, unique_reasons};
use super::coverage::{chain_and_address, known_sum};
use super::pointers::{FigurePointers, money, percent};
use super::report::{chain_values, kind_rows, network_rows};
use super::yesterday;
use super::{
    ReverseName, SharedAssetRow, SharedAssets, SharedCoverage, SharedDay, SharedFailure, SharedGap, SharedNotLookedFor,
    SharedPortfolio, SharedPrice, SharedStale, SharedView, SharedWalletRow,
};
use crate::mark;
use crate::wire::{Decimal, Reason, Rows};

/// Returns the portfolio for a visitor, with at most `rows` asset rows.
pub fn portfolio(shared: &share::SharedPortfolio, narrowed: &Filter, chains: &Chains, rows: usize) -> SharedPortfolio {
    let mut pointers = FigurePointers::of_valuation(shared.figure(FigurePath::Sum(Filter::default())));
    let (total, coverage) = (money(shared.total), coverage(&shared.coverage, chains));
    pointers.totals(total.as_ref(), coverage.known.as_ref(), narrowed);
    let lines = shared.assets.iter().take(rows).enumerate();
    let assets = lines
        .map(|(at, line)| asset_row(at, line, narrowed, &mut pointers))
        .collect();
    let networks = network_rows(&shared.networks, (chains, narrowed), &mut pointers);
    let kinds = kind_rows(&shared.kinds, narrowed, &mut pointers);
    let lines = shared.wallets.iter().enumerate();
    let wallets = lines
        .map(|(at, line)| wallet_row(at, line, (chains, narrowed), &mut pointers))
        .collect();
    let rest_row = rest("/user_wallet", shared.rest, narrowed, &mut pointers);
    let dust_row = dust("/user_wallet", shared.dust, narrowed, &mut pointers);
    SharedPortfolio {
        view: SharedView::Shared,
        valuation_id: shared.valuation.to_string(),
        currency_code: shared.currency.to_string(),
        as_of: shared.as_of.map(Into::into),
        total,
        coverage,
        user_wallet: SharedAssets {
            assets: Rows(assets),
            count: i64::try_from(shared.assets.len()).unwrap_or(i64::MAX),
            rest: rest_row,
            dust: dust_row,
        },
        asset_prices: prices(shared, rows),
        networks,
        kinds,
        wallets,
        figures: pointers.finish(),
    }
}

/// Returns the change in 24 hours for a visitor.
pub fn day(shared: &share::SharedDay) -> SharedDay {
    let values = [
        ("/balance", shared.balance.is_some(), FigurePath::Sum(Filter::default())),
        ("/change", shared.change.is_some(), FigurePath::Change),
    ];
    SharedDay {
        view: SharedView::Shared,
        valuation_id: shared.current.to_string(),
        balance: money(shared.balance),
        change: money(shared.change),
        change_percent: percent(shared.change_share),
        basis: shared.basis.map(Into::into),
        reason: shared.reason.clone().map(Into::into),
        at: shared.at.into(),
        currency_code: shared.currency.to_string(),
        total: money(shared.total),
        compared: money(shared.compared),
        not_compared: i64::from(shared.not_compared),
        pending: shared.pending,
        moved: yesterday::moved(&shared.moves),
        moved_count: i64::try_from(shared.moves.count).unwrap_or(i64::MAX),
        quiet_below: money(shared.moves.quiet_below),
        price_changes: yesterday::price_changes(&shared.moves),
        figures: yesterday::figures(values, &shared.moves, |path| shared.figure(path)),
    }
}

fn asset_row(at: usize, line: &share::SharedAsset, narrowed: &Filter, pointers: &mut FigurePointers) -> SharedAssetRow {
    let row = format!("/user_wallet/assets/{at}");
    let filter = group_filter(narrowed, &line.group);
    let (value, price) = pointers.pair(&row, (line.value, filter.clone()), (line.price, &line.asset));
    let reasons = part_reasons(&line.parts, None);
    let parts = line.parts.iter().enumerate();
    let parts = parts
        .map(|(at, part)| shown_part(&format!("{row}/parts/{at}"), part, pointers))
        .collect();
    let chains = on_chains(
        &row,
        &line.chains,
        |chain| part_reasons(&line.parts, Some(chain)),
        &filter,
        pointers,
    );
    SharedAssetRow {
        group: line.group.clone(),
        asset: (&line.asset).into(),
        symbol: line.symbol.clone(),
        name: line.name.clone(),
        mark: mark::of_asset(&line.asset),
        receipt: line.receipt.as_ref().map(Into::into),
        amount: line.amount.map(Decimal::exact),
        state: state(value.is_some(), &reasons),
        value,
        price,
        share: percent(line.share),
        dust: line.dust,
        reasons,
        parts,
        rest: rest(&row, line.rest, &filter, pointers),
        chains,
        flags: line.flags.iter().cloned().map(Into::into).collect(),
    }
}

/// Returns why parts have no value: all parts, or those on one chain.
fn part_reasons(parts: &[Part], chain: Option<&ChainId>) -> Vec<Reason> {
    let on_chain = |part: &&Part| chain.is_none_or(|chain| part.account.chain == *chain);
    unique_reasons(parts.iter().filter(on_chain).filter_map(|part| part.reason.clone()))
}

fn prices(shared: &share::SharedPortfolio, rows: usize) -> BTreeMap<String, SharedPrice> {
    let price = |one: &share::SharedPrice| SharedPrice {
        price: Decimal::money(one.value),
        currency_code: shared.currency.to_string(),
        as_of: one.as_of.into(),
        sources: i64::from(one.sources),
        spread: one.spread.map(Decimal::ratio),
        confidence: one.confidence.map(Decimal::ratio),
    };
    let lines = shared.assets.iter().take(rows);
    let in_rows = lines.flat_map(|line| &line.parts).map(|part| &part.asset);
    let prices = sent_prices(&shared.prices, in_rows, rows >= shared.assets.len()).into_iter();
    prices.map(|(asset, one)| (asset.to_string(), price(one))).collect()
}

fn wallet_row(
    at: usize,
    line: &share::SharedWalletLine,
    (chains, narrowed): (&Chains, &Filter),
    pointers: &mut FigurePointers,
) -> SharedWalletRow {
    let address = &line.wallet.address;
    let value = money(line.value);
    let own = Filter {
        address: Some(address.clone()),
        ..Filter::default()
    };
    let filter = Filter {
        address: Some(address.clone()),
        ..narrowed.clone()
    };
    pointers.sum(format!("/wallets/{at}/value"), value.as_ref(), filter);
    let place = format!("/wallets/{at}/chains");
    SharedWalletRow {
        address: address.to_string(),
        display_address: line.wallet.name.as_ref().map(ToString::to_string),
        reverse_name: ReverseName::of(line.wallet.reverse_name.as_ref()),
        label: line.wallet.label(),
        value,
        share: percent(line.share),
        priced: i64::from(line.priced),
        unpriced: i64::from(line.unpriced),
        reading: i64::from(line.reading),
        chains: chain_values(&place, (&own, &line.chains), chains, pointers),
    }
}

fn coverage(covered: &share::SharedCoverage, chains: &Chains) -> SharedCoverage {
    let missed = |(chain, protocol): &(ChainId, Option<PositionPlace>)| SharedNotLookedFor {
        protocol: protocol.as_ref().map(ToString::to_string),
        chain: chain.into(),
        chain_name: chains
            .get(chain)
            .map_or_else(|| chain.to_string(), |row| row.name.clone()),
    };
    SharedCoverage {
        known: known_sum(covered.known, covered.priced, covered.unconverted.as_ref()),
        priced: i64::from(covered.priced),
        unpriced: covered.unpriced.iter().map(gap).collect(),
        failed: covered.failed.iter().map(failure).collect(),
        stale: covered.stale.iter().map(stale).collect(),
        hidden: i64::from(covered.hidden),
        reading: i64::from(covered.reading),
        unread: i64::from(covered.unread),
        not_looked_for: covered.not_looked_for.iter().map(missed).collect(),
        unconverted: covered.unconverted.as_ref().map(Into::into),
        complete: covered.complete,
    }
}

fn gap(gap: &share::SharedGap) -> SharedGap {
    SharedGap {
        asset: (&gap.asset).into(),
        symbol: gap.symbol.clone(),
        name: gap.name.clone(),
        chain: (&gap.account.chain).into(),
        wallet_address: gap.account.address.to_string(),
        amount: gap.amount.map(Decimal::exact),
        raw_amount: gap.raw.clone(),
        reason: gap.reason.clone().into(),
    }
}

fn failure(failure: &share::SharedFailure) -> SharedFailure {
    let (chain, wallet_address) = chain_and_address(failure.account.as_ref());
    SharedFailure {
        name: failure.name.clone(),
        chain,
        wallet_address,
        last_good: failure.last_good.map(Into::into),
    }
}

fn stale(stale: &share::SharedStale) -> SharedStale {
    let (chain, wallet_address) = chain_and_address(stale.account.as_ref());
    SharedStale {
        name: stale.name.clone(),
        as_of: stale.as_of.into(),
        chain,
        wallet_address,
    }
}
