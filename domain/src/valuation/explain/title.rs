//! The title and the subtitle of a figure.

use std::collections::BTreeSet;

use ports::{AssetId, PositionKind};

use crate::{
    currency::ConversionBasis,
    trace::{Node, Operation},
    valuation::{
        compute::raw_answer,
        figure::FigurePath,
        filter::{AssetSelection, Filter, PlaceSelection},
        inputs::types::Inputs,
        section::SheetSection,
    },
};

/// Returns the name of an asset or a group, as in the table of assets.
fn selection_name(inputs: &Inputs, selection: &AssetSelection) -> String {
    let group = match selection {
        AssetSelection::Asset(asset) => return inputs.name(asset),
        AssetSelection::Group(group) => group,
    };
    let selected = |asset: &&AssetId| selection.includes(asset, inputs.group(asset));
    let plainest = inputs.plainest(inputs.decisions.keys().filter(selected));
    plainest.map_or_else(|| group.clone(), |asset| inputs.name(asset))
}

/// Returns a short title of the figure.
pub fn title(inputs: &Inputs, path: &FigurePath) -> String {
    match path {
        FigurePath::Change => "24h change".to_owned(),
        FigurePath::GroupChange(group) => {
            let name = selection_name(inputs, &AssetSelection::Group(group.clone()));
            format!("24h change of {name}")
        }
        FigurePath::WalletChange(filter) => {
            let wallet = filter_words(inputs, filter).unwrap_or_default();
            format!("24h change of {wallet}")
        }
        FigurePath::Price(asset) => format!("Price of {}", inputs.name(asset)),
        FigurePath::Sum(filter) => filter_words(inputs, filter).unwrap_or_else(|| "Net worth".to_owned()),
        FigurePath::Rest(filter, after) => {
            let ranked = if filter.asset.is_some() { "places" } else { "assets" };
            let rest = format!("All but the {after} largest {ranked}");
            filter_words(inputs, filter).map_or(rest.clone(), |parts| format!("{parts}: {}", rest.to_lowercase()))
        }
        FigurePath::Dust(filter) => {
            let dust = "Assets under one dollar".to_owned();
            filter_words(inputs, filter).map_or(dust.clone(), |parts| format!("{parts}: {dust}"))
        }
    }
}

/// Returns asset, part of the balance sheet, network, wallet and kind as a text; `None` if the filter is empty.
fn filter_words(inputs: &Inputs, filter: &Filter) -> Option<String> {
    let Filter {
        asset,
        chain,
        address,
        wallet,
        kind,
        place,
        section,
    } = filter;
    let asset = asset.as_ref().map(|selection| selection_name(inputs, selection));
    let chain = chain.as_ref().map(|chain| inputs.chain_name(chain));
    let key = wallet
        .and_then(|wallet| inputs.keys.get(&wallet))
        .map(|key| key.label.clone());
    let wallet = address.as_ref().map(|address| {
        let own = inputs.accounts.iter().find(|one| inputs.chains.is_at(address, &one.id));
        own.map_or_else(|| address.short(), |one| one.label.clone())
    });
    let kind = kind.map(kind_words);
    // The part of the balance sheet names the protocol already.
    let place = place.as_ref().filter(|_| section.is_none());
    let place = place.and_then(|place| match place {
        PlaceSelection::Balances => None,
        PlaceSelection::Positions(place) => Some(place.to_string()),
    });
    let section = section.as_ref().map(SheetSection::title);
    let parts: Vec<_> = [asset, section, chain, wallet.or(key), place, kind]
        .into_iter()
        .flatten()
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns the name of a kind of position, as in a breakdown by kind.
fn kind_words(kind: PositionKind) -> String {
    match kind {
        PositionKind::Regular => "In wallets".to_owned(),
        other => other.name().to_owned(),
    }
}

/// Returns the scope of a figure: its wallets and chains, or the unit of a price.
pub fn subtitle(tree: &Node, inputs: &Inputs, path: &FigurePath) -> String {
    if let FigurePath::Price(asset) = path {
        let symbol = inputs.symbol(asset);
        return match inputs.conversion.basis {
            ConversionBasis::Same => format!("Price per {symbol}, in US dollars"),
            _ => format!("Price per {symbol}, in {}", inputs.conversion.currency),
        };
    }
    let mut wallets = BTreeSet::new();
    let mut chains = BTreeSet::new();
    for account in inputs.accounts.iter().filter(|one| one.snapshot.is_some()) {
        if tree_names(tree, &account.id.to_string()) {
            wallets.insert(inputs.wallet_label(account));
            chains.insert(&account.id.chain);
        }
    }
    let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    format!(
        "{} on {}",
        count(wallets.len(), "wallet", "wallets"),
        count(chains.len(), "network", "networks")
    )
}

/// Returns whether a step of the tree was read from this account. Hidden steps are in the tree but are not part of the
/// figure.
fn tree_names(node: &Node, account: &str) -> bool {
    let member = raw_answer::account_member(account);
    let names = |raw: &String| raw.contains(&member);
    node.operation != Operation::Hidden
        && (node.raw.as_ref().is_some_and(names) || node.children.iter().any(|child| tree_names(child, account)))
}
