//! Converts the domain's asset lines to rows on the wire.

use std::collections::{BTreeMap, BTreeSet};

use domain::parallel;
use domain::price::{Method, Priced};
use domain::spam::HideRule;
use domain::valuation::{
    self, AssetLine, AssetSelection, FigurePath, Filter, HiddenLine, OwnPart, Part, PortfolioReport,
};
use ports::{AssetId, ChainId};

use super::pointers::{FigurePointers, money, percent};
use super::{AssetOnChain, AssetPart, AssetPrice, AssetRow, Dust, PricedState, Rest, SharedAssetPart};
use crate::mark;
use crate::wire::{Decimal, HiddenRow, HiddenRule, Reason, ReasonCode};

/// Returns the row of an asset over all its accounts.
pub fn asset_row(at: usize, line: &AssetLine, narrowed: &Filter, pointers: &mut FigurePointers) -> AssetRow {
    let AssetLine {
        group,
        asset,
        symbol,
        name,
        receipt: stands_for,
        amount,
        value,
        price,
        share,
        manual,
        flags,
        dust,
        parts,
        rest: rest_of_parts,
        chains,
    } = line;
    let (row, filter) = (format!("/user_wallet/assets/{at}"), group_filter(narrowed, group));
    let (converted, price) = pointers.pair(&row, (*value, filter.clone()), (*price, asset));
    let (reasons, reasons_on) = (part_reasons(parts, None), |chain: &_| part_reasons(parts, Some(chain)));
    AssetRow {
        group: group.clone(),
        asset: asset.into(),
        symbol: symbol.clone(),
        name: name.clone(),
        mark: mark::of_asset(asset),
        receipt: stands_for.as_ref().map(Into::into),
        amount: amount.map(Decimal::exact),
        value: converted,
        price,
        share: percent(*share),
        dust: *dust,
        flags: flags.iter().cloned().map(Into::into).collect(),
        state: state(value.is_some(), &reasons),
        reasons,
        manual_price: *manual,
        parts: asset_parts(&row, parts, pointers),
        rest: rest(&row, *rest_of_parts, &filter, pointers),
        chains: on_chains(&row, chains, reasons_on, &filter, pointers),
    }
}

/// Returns a filter that is narrowed to one group of assets.
pub fn group_filter(narrowed: &Filter, group: &str) -> Filter {
    Filter {
        asset: Some(AssetSelection::Group(group.to_owned())),
        ..narrowed.clone()
    }
}

/// Returns the rest of a ranking, with the pointer of its figure below `place`.
pub fn rest(
    place: &str,
    rest: Option<valuation::Rest>,
    filter: &Filter,
    pointers: &mut FigurePointers,
) -> Option<Rest> {
    let valuation::Rest {
        after,
        count,
        value,
        share,
    } = rest?;
    let value = money(value);
    let path = FigurePath::Rest(filter.clone(), after);
    pointers.add(format!("{place}/rest/value"), value.as_ref(), path);
    Some(Rest {
        after: i64::from(after),
        count: i64::try_from(count).unwrap_or(i64::MAX),
        value,
        share: percent(share),
    })
}

/// Returns the dust, with the pointer of its figure below `place`.
pub fn dust(place: &str, dust: valuation::Dust, filter: &Filter, pointers: &mut FigurePointers) -> Dust {
    let valuation::Dust { count, value } = dust;
    let value = money(value);
    let path = FigurePath::Dust(filter.clone());
    pointers.add(format!("{place}/dust/value"), value.as_ref(), path);
    Dust {
        count: i64::try_from(count).unwrap_or(i64::MAX),
        value,
    }
}

/// Returns the part of an asset on each chain. `reasons` returns why a part of it has no value.
pub fn on_chains(
    row: &str,
    chains: &[valuation::AssetOnChain],
    reasons: impl Fn(&ChainId) -> Vec<Reason>,
    filter: &Filter,
    pointers: &mut FigurePointers,
) -> Vec<AssetOnChain> {
    let chains = chains.iter().enumerate();
    chains
        .map(|(at, one)| {
            on_chain(
                &format!("{row}/chains/{at}"),
                one,
                reasons(&one.chain),
                filter,
                pointers,
            )
        })
        .collect()
}

fn on_chain(
    place: &str,
    one: &valuation::AssetOnChain,
    reasons: Vec<Reason>,
    filter: &Filter,
    pointers: &mut FigurePointers,
) -> AssetOnChain {
    let valuation::AssetOnChain {
        chain,
        asset,
        amount,
        value,
        price,
        share,
    } = one;
    let filter = Filter {
        chain: Some(chain.clone()),
        ..filter.clone()
    };
    let (converted, price) = pointers.pair(place, (*value, filter), (*price, asset));
    AssetOnChain {
        chain: chain.into(),
        asset: asset.into(),
        amount: amount.map(Decimal::exact),
        value: converted,
        price,
        share: percent(*share),
        state: state(value.is_some(), &reasons),
        reasons,
    }
}

/// Returns why parts have no value: all parts, or those on one chain.
fn part_reasons(parts: &[OwnPart], chain: Option<&ChainId>) -> Vec<Reason> {
    let on_chain = |part: &&OwnPart| chain.is_none_or(|chain| part.account.chain == *chain);
    unique_reasons(parts.iter().filter(on_chain).filter_map(|part| part.reason.clone()))
}

/// Returns the reasons sorted and without duplicates.
pub fn unique_reasons(reasons: impl Iterator<Item = domain::reason::Reason>) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = reasons.map(Into::into).collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

/// Returns whether the parts of an asset have prices. A value that cannot be converted to the currency still has a price.
pub fn state(valued: bool, reasons: &[Reason]) -> PricedState {
    let is_unconverted = |reason: &Reason| matches!(reason.code, ReasonCode::NoRate);
    let valued = valued || reasons.iter().any(is_unconverted);
    match (valued, reasons.iter().all(is_unconverted)) {
        (false, _) => PricedState::Unpriced,
        (true, true) => PricedState::Priced,
        (true, false) => PricedState::PartlyPriced,
    }
}

fn asset_parts(row: &str, parts: &[OwnPart], pointers: &mut FigurePointers) -> Vec<AssetPart> {
    let parts = parts.iter().enumerate();
    parts
        .map(|(at, part)| asset_part(&format!("{row}/parts/{at}"), part, pointers))
        .collect()
}

fn asset_part(place: &str, part: &OwnPart, pointers: &mut FigurePointers) -> AssetPart {
    AssetPart {
        shown: shown_part(place, &part.shown, pointers),
        assumed_decimals: part.assumed.as_ref().map(Into::into),
        added: part.added,
    }
}

/// Returns a part as its owner and visitors see it.
pub fn shown_part(place: &str, part: &Part, pointers: &mut FigurePointers) -> SharedAssetPart {
    let filter = part.filter();
    let (value, price) = pointers.pair(place, (part.value, filter), (part.price, &part.asset));
    SharedAssetPart {
        asset: (&part.asset).into(),
        symbol: part.symbol.clone(),
        receipt: part.receipt.as_ref().map(Into::into),
        position: part.position.as_ref().map(Into::into),
        chain: (&part.account.chain).into(),
        chain_name: part.chain_name.clone(),
        wallet_address: part.account.address.to_string(),
        wallet_label: part.label.clone(),
        amount: part.amount.map(Decimal::exact),
        raw_amount: part.raw.clone(),
        price,
        value,
        share: percent(part.share),
        reason: part.reason.clone().map(Into::into),
        as_of: part.as_of.into(),
        block: i64::try_from(part.block).ok(),
        listed: part.listed,
        stale: part.stale,
        explorer_url: part.explorer_url.clone(),
    }
}

/// Returns the prices by asset. If only the first rows are sent, only the prices of assets in them.
pub fn prices(report: &PortfolioReport, rows: usize) -> BTreeMap<String, AssetPrice> {
    let lines = report.assets.iter().take(rows);
    let in_rows = lines.flat_map(|line| &line.parts).map(|part| &part.asset);
    let all = rows >= report.assets.len();
    let prices = parallel::par_map(&sent_prices(&report.prices, in_rows, all), |_, (asset, price)| {
        (asset.to_string(), asset_price(report, price))
    });
    prices.into_iter().collect()
}

/// Returns all prices, or only those of the assets `in_rows`.
pub fn sent_prices<'a, P>(
    prices: &'a BTreeMap<AssetId, P>,
    in_rows: impl Iterator<Item = &'a AssetId>,
    all: bool,
) -> Vec<(&'a AssetId, &'a P)> {
    let in_rows: BTreeSet<&AssetId> = in_rows.collect();
    prices
        .iter()
        .filter(|(asset, _)| all || in_rows.contains(asset))
        .collect()
}

fn asset_price(report: &PortfolioReport, price: &Priced) -> AssetPrice {
    let Priced {
        value,
        method,
        spread,
        as_of,
        confidence,
        considered,
    } = price;
    let manual = *method == Method::Manual;
    let counted = considered.iter().filter(|one| one.counts()).count();
    AssetPrice {
        price: Decimal::money(*value),
        currency_code: report.currency.to_string(),
        as_of: (*as_of).into(),
        sources: if manual {
            1
        } else {
            i64::try_from(counted).unwrap_or(i64::MAX)
        },
        spread: spread.map(Decimal::ratio),
        confidence: confidence.map(Decimal::ratio),
        manual,
    }
}

/// Returns the row of a holding that is left out of the total.
pub fn hidden_row(line: &HiddenLine) -> HiddenRow {
    let HiddenLine {
        asset,
        symbol,
        name,
        account,
        amount,
        rule,
    } = line;
    HiddenRow {
        asset: asset.into(),
        symbol: symbol.clone(),
        name: name.clone(),
        chain: (&account.chain).into(),
        amount: amount.map(Decimal::exact),
        rule: match rule {
            HideRule::HiddenByYou => HiddenRule::HiddenByYou,
            HideRule::SameBalance { .. } => HiddenRule::SameBalance,
            _ => HiddenRule::Spam,
        },
        text: rule.reason().text,
    }
}
