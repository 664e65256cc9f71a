//! From the domain's lines of assets to rows on the wire.

use std::collections::{BTreeMap, BTreeSet};

use domain::parallel;
use domain::price::{Method, Priced};
use domain::spam::HideRule;
use domain::valuation::{self, AssetLine, AssetSelection, FigurePath, Filter, HiddenLine, Part, Report};
use ports::{AccountId, AssetId, ChainId};

use super::figures::{Pointers, money, percent};
use super::{AssetOnChain, AssetPart, AssetPrice, AssetRow, Dust, PricedState, Receipt, Rest};
use crate::mark;
use crate::wire::{Decimal, HiddenRow, HiddenRule, Reason, ReasonCode};

/// An asset over all its places.
pub fn asset_row(at: usize, line: &AssetLine, narrowed: &Filter, pointers: &mut Pointers) -> AssetRow {
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
        rest: left_over,
        chains,
    } = line;
    let (row, filter) = (format!("/user_wallet/assets/{at}"), of_group(narrowed, group));
    let (shown, price) = pointers.pair(&row, (*value, filter.clone()), (*price, asset));
    let reasons = reasons(parts.iter());
    AssetRow {
        group: group.clone(),
        asset: asset.into(),
        symbol: symbol.clone(),
        name: name.clone(),
        mark: mark::of_asset(asset),
        receipt: stands_for.as_ref().map(receipt),
        amount: amount.map(Decimal::exact),
        value: shown,
        price,
        share: percent(*share),
        dust: *dust,
        flags: flags.iter().cloned().map(Into::into).collect(),
        state: state(value.is_some(), &reasons),
        reasons,
        manual_price: *manual,
        parts: asset_parts(&row, parts, pointers),
        rest: rest(&row, *left_over, &filter, pointers),
        chains: on_chains(&row, line, chains, &filter, pointers),
    }
}

/// What an asset is the receipt of.
pub fn receipt(receipt: &ports::Receipt) -> Receipt {
    let ports::Receipt {
        asset: _,
        kind,
        of,
        words: _,
    } = receipt;
    Receipt {
        kind: i64::from(kind.number()),
        name: kind.name().to_owned(),
        of: of.into(),
        text: receipt.text(),
    }
}

/// A filter narrowed to one group of assets.
fn of_group(narrowed: &Filter, group: &str) -> Filter {
    Filter {
        asset: Some(AssetSelection::Group(group.to_owned())),
        ..narrowed.clone()
    }
}

/// What a ranking leaves over, with its figure below `place`.
pub fn rest(place: &str, rest: Option<valuation::Rest>, filter: &Filter, pointers: &mut Pointers) -> Option<Rest> {
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

/// What is dust, with its figure below `place`.
pub fn dust(place: &str, dust: valuation::Dust, filter: &Filter, pointers: &mut Pointers) -> Dust {
    let valuation::Dust { count, value } = dust;
    let value = money(value);
    let path = FigurePath::Dust(filter.clone());
    pointers.add(format!("{place}/dust/value"), value.as_ref(), path);
    Dust {
        count: i64::try_from(count).unwrap_or(i64::MAX),
        value,
    }
}

fn on_chains(
    row: &str,
    line: &AssetLine,
    chains: &[valuation::AssetOnChain],
    filter: &Filter,
    pointers: &mut Pointers,
) -> Vec<AssetOnChain> {
    let chains = chains.iter().enumerate();
    let why = |chain: &ChainId| reasons(line.parts.iter().filter(|part| part.account.chain == *chain));
    chains
        .map(|(at, one)| on_chain(&format!("{row}/chains/{at}"), one, why(&one.chain), filter, pointers))
        .collect()
}

/// What of an asset lies on one chain.
pub fn on_chain(
    place: &str,
    one: &valuation::AssetOnChain,
    reasons: Vec<Reason>,
    filter: &Filter,
    pointers: &mut Pointers,
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
    let (shown, price) = pointers.pair(place, (*value, filter), (*price, asset));
    AssetOnChain {
        chain: chain.into(),
        asset: asset.into(),
        amount: amount.map(Decimal::exact),
        value: shown,
        price,
        share: percent(*share),
        state: state(value.is_some(), &reasons),
        reasons,
    }
}

/// Each reason once.
fn reasons<'a>(parts: impl Iterator<Item = &'a Part>) -> Vec<Reason> {
    each_once(parts.filter_map(|part| part.reason.clone()))
}

/// Reasons in their order, each once.
pub fn each_once(reasons: impl Iterator<Item = domain::reason::Reason>) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = reasons.map(Into::into).collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

/// Whether the parts of an asset have prices. That money cannot be shown in a currency is no lack of a price.
pub fn state(valued: bool, reasons: &[Reason]) -> PricedState {
    let is_unconverted = |reason: &Reason| matches!(reason.code, ReasonCode::NoRate);
    let valued = valued || reasons.iter().any(is_unconverted);
    match (valued, reasons.iter().all(is_unconverted)) {
        (false, _) => PricedState::Unpriced,
        (true, true) => PricedState::Priced,
        (true, false) => PricedState::PartlyPriced,
    }
}

fn asset_parts(row: &str, parts: &[Part], pointers: &mut Pointers) -> Vec<AssetPart> {
    let parts = parts.iter().enumerate();
    parts
        .map(|(at, part)| asset_part(&format!("{row}/parts/{at}"), part, pointers))
        .collect()
}

fn asset_part(place: &str, part: &Part, pointers: &mut Pointers) -> AssetPart {
    let Part {
        asset,
        symbol,
        receipt: stands_for,
        account,
        chain_name,
        label,
        amount,
        raw,
        assumed,
        price,
        value,
        share,
        ..
    } = part;
    let (shown, price) = pointers.pair(place, (*value, holding(asset, account)), (*price, asset));
    AssetPart {
        asset: asset.into(),
        symbol: symbol.clone(),
        receipt: stands_for.as_ref().map(receipt),
        chain: (&account.chain).into(),
        chain_name: chain_name.clone(),
        wallet_address: account.address.to_string(),
        wallet_label: label.clone(),
        amount: amount.map(Decimal::exact),
        raw_amount: raw.clone(),
        assumed_decimals: assumed.as_ref().map(Into::into),
        price,
        value: shown,
        share: percent(*share),
        reason: part.reason.clone().map(Into::into),
        as_of: part.as_of.into(),
        block: i64::try_from(part.block).ok(),
        added: part.added,
        listed: part.listed,
        stale: part.stale,
        explorer_url: part.explorer_url.clone(),
    }
}

/// One asset in one place.
pub fn holding(asset: &AssetId, account: &AccountId) -> Filter {
    Filter {
        asset: Some(AssetSelection::Asset(asset.clone())),
        chain: Some(account.chain.clone()),
        address: Some(account.address.clone()),
        wallet: None,
        kind: None,
    }
}

/// The prices of what is held, by asset; where only the first rows are sent, of what stands in them.
pub fn prices(report: &Report, rows: usize) -> BTreeMap<String, AssetPrice> {
    let first = report.assets.iter().take(rows).flat_map(|line| &line.parts);
    let sent: BTreeSet<&AssetId> = first.map(|part| &part.asset).collect();
    let all = rows >= report.assets.len();
    let prices = report.prices.iter().filter(|(asset, _)| all || sent.contains(asset));
    let prices: Vec<_> = prices.collect();
    let told = parallel::par_map(&prices, |_, (asset, price)| {
        (asset.to_string(), asset_price(report, price))
    });
    told.into_iter().collect()
}

fn asset_price(report: &Report, price: &Priced) -> AssetPrice {
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

/// A holding left out of the total.
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
            _ => HiddenRule::Spam,
        },
        text: rule.text(),
    }
}
