//! Loads the data that a conversion uses.

use std::collections::BTreeMap;

use ports::{AssetId, Currency, Day, Fixing, Ports, StorageError, Timestamp};

use crate::{
    currency::{conversion::Conversion, table},
    price::{Evidence, Holder, Quotes, decide_all},
};

/// Returns the asset behind a currency if it is the coin of a configured chain.
pub(crate) fn coin(ports: &Ports, currency: &Currency) -> Option<AssetId> {
    let chain = table::coin(currency)?;
    Some(ports.chains.get(&chain)?.native.as_ref()?.id.clone())
}

/// Returns the assets of all coins that amounts can be shown in.
pub(crate) fn coins(ports: &Ports) -> Vec<AssetId> {
    let codes = table::KNOWN.iter().filter_map(|one| one.code.parse().ok());
    codes.filter_map(|currency| coin(ports, &currency)).collect()
}

/// Returns the assets whose past prices are needed to value others, held or not: the quote assets of markets, and the coins that
/// amounts can be shown in.
pub(crate) fn reference_assets(ports: &Ports) -> Vec<AssetId> {
    ports.redeemables.needed(&coins(ports))
}

/// Returns whether a currency is a coin.
pub(crate) fn is_coin(currency: &Currency) -> bool {
    table::coin(currency).is_some()
}

/// Returns the latest fixing up to the day of `at`. `None` for dollars and coins, which need no fixing, and if there is
/// none.
pub(crate) async fn fixing_at(
    ports: &Ports,
    currency: &Currency,
    at: Timestamp,
) -> Result<Option<Fixing>, StorageError> {
    if *currency == Currency::usd() || is_coin(currency) {
        return Ok(None);
    }
    ports.stores.currencies.latest(Day::of(at)).await
}

/// Returns the conversion of dollars to a currency at a moment, from the newest stored data.
pub(crate) async fn conversion_at(
    ports: &Ports,
    currency: &Currency,
    at: Timestamp,
) -> Result<Conversion, StorageError> {
    if *currency == Currency::usd() {
        return Ok(Conversion::dollars());
    }
    if !is_coin(currency) {
        let fixing = fixing_at(ports, currency, at).await?;
        return Ok(Conversion::by_fixing(currency.clone(), fixing, at));
    }
    let Some(asset) = coin(ports, currency) else {
        return Ok(Conversion::by_coin(currency.clone(), None));
    };
    let wanted = std::slice::from_ref(&asset);
    let evidence = Evidence::load(ports, wanted, at, Quotes::Newest).await?;
    let decided = decide_all(ports, wanted, &evidence, &Holder::default(), &BTreeMap::new(), at);
    let decision = decided.get(&asset).cloned();
    Ok(Conversion::by_coin(currency.clone(), Some((asset, decision))))
}
