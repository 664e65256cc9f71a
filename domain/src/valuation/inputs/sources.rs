//! The sources of a valuation and their failures.

use std::collections::BTreeMap;

use ports::{ChainId, Currency, Ports, SourceId, StorageError, failure::Failure};

use crate::{currency, valuation::inputs::types::SourceInput};

/// Returns the price sources, and the rate sources if the currency needs rates. Failures of rate sources are included
/// only if rates are missing.
pub async fn sources(
    ports: &Ports,
    currency: &Currency,
    rates_missing: bool,
) -> Result<Vec<(SourceId, Option<Failure>)>, StorageError> {
    let states = ports.stores.sources.all().await?;
    let failure = |id: &SourceId| {
        states
            .iter()
            .find(|state| &state.id == id)
            .and_then(|state| state.failure.clone())
    };
    let prices = ports.prices.iter().map(|source| source.profile().id);
    let mut sources: Vec<_> = prices.map(|id| (id.clone(), failure(&id))).collect();
    if *currency != Currency::usd() && !currency::is_coin(currency) {
        let rates = ports.currencies.iter().map(|source| source.profile().id);
        sources.extend(rates.map(|id| (id.clone(), failure(&id).filter(|_| rates_missing))));
    }
    Ok(sources)
}

/// Returns a source with its display name.
pub fn source_input(ports: &Ports, id: &SourceId, failure: Option<Failure>) -> SourceInput {
    let prices = ports.prices.iter().map(|source| source.profile());
    let rates = ports.currencies.iter().map(|source| source.profile());
    let profile = prices.chain(rates).find(|profile| &profile.id == id);
    SourceInput {
        id: id.clone(),
        name: profile.map_or_else(|| id.to_string(), |profile| profile.name),
        failure,
    }
}

/// Returns the reader of each chain: the first one that covers it.
pub fn readers(ports: &Ports) -> BTreeMap<ChainId, SourceId> {
    let mut readers = BTreeMap::new();
    for reader in &ports.readers {
        let id = reader.profile().id;
        for chain in reader.chains() {
            readers.entry(chain).or_insert_with(|| id.clone());
        }
    }
    readers
}
