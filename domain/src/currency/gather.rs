//! Gathers what a conversion rests on.

use std::collections::BTreeMap;

use ports::{AssetId, Currency, Day, Fixing, Ports, StorageError, Timestamp};

use crate::{
    currency::{conversion::Conversion, table},
    price::{Evidence, Holder, Quotes, decide_all},
};

/// The asset that a currency is, where it is a coin of a chain that is known here.
pub(crate) fn coin(ports: &Ports, currency: &Currency) -> Option<AssetId> {
    let chain = table::coin(currency)?;
    ports.chains.get(&chain).map(|chain| chain.native.clone())
}

/// The assets of every coin that amounts can be told in.
pub(crate) fn coins(ports: &Ports) -> Vec<AssetId> {
    let codes = table::KNOWN.iter().filter_map(|one| one.code.parse().ok());
    codes.filter_map(|currency| coin(ports, &currency)).collect()
}

/// Whether a currency is a coin.
pub(crate) fn is_coin(currency: &Currency) -> bool {
    table::coin(currency).is_some()
}

/// The rates that a currency is converted by at a moment; `None` where none are needed or there are none.
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

/// How dollars become a currency at a moment, by the newest observations.
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
