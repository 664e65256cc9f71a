//! From the domain's lines of assets to rows on the wire.

use std::collections::BTreeMap;

use domain::price::{Method, Priced, Verdict};
use domain::valuation::{AssetLine, Filter, HiddenLine, HideRule, Part, Report};
use ports::{AccountId, Amount, AssetId};

use super::figures::{Pointers, money, percent};
use super::{AssetPart, AssetPrice, AssetRow, PricedState};
use crate::wire::{Decimal, HiddenRow, HiddenRule, Reason};

/// Less than this is dust.
const DUST: Amount = Amount::ONE;

/// An asset over all its places.
pub fn asset_row(at: usize, line: &AssetLine, narrowed: &Filter, pointers: &mut Pointers<'_>) -> AssetRow {
    let AssetLine {
        group,
        asset,
        symbol,
        name,
        amount,
        value,
        price,
        share,
        manual,
        parts,
    } = line;
    let row = format!("/user_wallet/assets/{at}");
    let (shown, price) = (money(*value), money(*price));
    let filter = Filter {
        asset: Some(group.clone()),
        ..narrowed.clone()
    };
    pointers.sum(format!("{row}/value"), shown.as_ref(), filter);
    pointers.price(format!("{row}/price"), price.as_ref(), asset);
    let reasons = reasons(parts);
    let state = state(value.is_some(), &reasons);
    AssetRow {
        group: group.clone(),
        asset: asset.into(),
        symbol: symbol.clone(),
        name: name.clone(),
        amount: amount.map(Decimal::exact),
        value: shown,
        price,
        share: percent(*share),
        dust: state == PricedState::Priced && value.is_some_and(|value| value < DUST),
        state,
        reasons,
        manual_price: *manual,
        parts: asset_parts(&row, parts, pointers),
    }
}

/// Each reason once.
fn reasons(parts: &[Part]) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = parts
        .iter()
        .filter_map(|part| part.reason.clone())
        .map(Into::into)
        .collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

fn state(valued: bool, reasons: &[Reason]) -> PricedState {
    match (valued, reasons.is_empty()) {
        (false, _) => PricedState::Unpriced,
        (true, true) => PricedState::Priced,
        (true, false) => PricedState::PartlyPriced,
    }
}

fn asset_parts(row: &str, parts: &[Part], pointers: &mut Pointers<'_>) -> Vec<AssetPart> {
    let parts = parts.iter().enumerate();
    parts
        .map(|(at, part)| asset_part(&format!("{row}/parts/{at}"), part, pointers))
        .collect()
}

fn asset_part(place: &str, part: &Part, pointers: &mut Pointers<'_>) -> AssetPart {
    let Part {
        asset,
        account,
        chain_name,
        label,
        amount,
        raw,
        price,
        value,
        share,
        reason,
        as_of,
        block,
        stale,
        explorer_url,
    } = part;
    let (shown, price) = (money(*value), money(*price));
    pointers.sum(format!("{place}/value"), shown.as_ref(), holding(asset, account));
    pointers.price(format!("{place}/price"), price.as_ref(), asset);
    AssetPart {
        asset: asset.into(),
        chain: (&account.chain).into(),
        chain_name: chain_name.clone(),
        wallet_address: account.address.to_string(),
        wallet_label: label.clone(),
        amount: amount.map(Decimal::exact),
        raw_amount: raw.clone(),
        price,
        value: shown,
        share: percent(*share),
        reason: reason.clone().map(Into::into),
        as_of: (*as_of).into(),
        block: i64::try_from(*block).ok(),
        stale: *stale,
        explorer_url: explorer_url.clone(),
    }
}

fn holding(asset: &AssetId, account: &AccountId) -> Filter {
    Filter {
        asset: Some(asset.to_string()),
        chain: Some(account.chain.clone()),
        address: Some(account.address.clone()),
    }
}

/// The prices of what is held, by asset.
pub fn prices(report: &Report) -> BTreeMap<String, AssetPrice> {
    let prices = report.prices.iter();
    prices
        .map(|(asset, price)| (asset.to_string(), asset_price(report, price)))
        .collect()
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
    let counted = considered
        .iter()
        .filter(|one| matches!(one.verdict, Verdict::Chosen | Verdict::Counted))
        .count();
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
            HideRule::Spam => HiddenRule::Spam,
        },
        text: rule.text().to_owned(),
    }
}
