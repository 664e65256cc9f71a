//! What is said of balances that contradict the entries.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountReconciliation, Address, AssetId, Ports, StorageError, asset::Metadata, reconciliation::Contradiction,
};

use crate::ledger::{
    coverage::history_gap::{HistoryGapLine, chain_names},
    derive::comparison::places,
};

/// How many balances of one account are named.
const NAMED: usize = 3;
const REMEDY: &str = "If it stays, configure another source for this network.";
const REMEDY_AT_EXCHANGE: &str = "If it stays, compare the entries of these assets with what the exchange lists.";

/// Returns a gap for each account whose balances contradict its entries. `own` are the names of the owner's addresses.
pub(in crate::ledger) async fn contradiction_gaps(
    ports: &Ports,
    own: &BTreeMap<Address, String>,
    compared: &[AccountReconciliation],
) -> Result<Vec<HistoryGapLine>, StorageError> {
    let contradicted: Vec<_> = compared.iter().filter(|one| !one.contradictions.is_empty()).collect();
    if contradicted.is_empty() {
        return Ok(Vec::new());
    }
    let named = contradicted
        .iter()
        .flat_map(|one| one.contradictions.iter().take(NAMED));
    let assets: BTreeSet<AssetId> = named.map(|one| one.asset.clone()).collect();
    let assets = ports
        .stores
        .assets
        .find(&assets.into_iter().collect::<Vec<_>>())
        .await?;
    let assets: BTreeMap<AssetId, Metadata> = assets.into_iter().map(|asset| (asset.id, asset.metadata)).collect();
    let line = |one: &&AccountReconciliation| {
        let name = own.get(&one.account.address).cloned();
        let name = name.unwrap_or_else(|| one.account.address.short());
        let chain = chain_names(ports, std::iter::once(&one.account));
        HistoryGapLine {
            code: "balance_differs",
            text: format!(
                "{name} on {chain} holds {} than its known transactions explain.",
                amounts(&one.contradictions, &assets, places(&one.account.chain))
            ),
            remedy: Some(if one.account.chain.is_exchange() {
                REMEDY_AT_EXCHANGE
            } else {
                REMEDY
            }),
            accounts: vec![one.account.clone()],
        }
    };
    Ok(contradicted.iter().map(line).collect())
}

fn amounts(contradictions: &[Contradiction], assets: &BTreeMap<AssetId, Metadata>, places: Option<u8>) -> String {
    let amount = |one: &Contradiction| {
        let metadata = assets.get(&one.asset);
        format!(
            "{} {}",
            quantity(one, metadata, places),
            if one.holds_more { "more" } else { "less" }
        )
    };
    let mut named: Vec<String> = contradictions.iter().take(NAMED).map(amount).collect();
    let others = contradictions.len().saturating_sub(NAMED);
    if others > 0 {
        named.push(format!("{others} other balances"));
    }
    match named.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => named.join(""),
    }
}

/// Returns the amount of a contradiction with its symbol, as far as they are known.
fn quantity(one: &Contradiction, metadata: Option<&Metadata>, places: Option<u8>) -> String {
    let symbol = metadata
        .map(|metadata| metadata.symbol.as_str())
        .filter(|symbol| !symbol.is_empty());
    let symbol = symbol.map_or_else(|| "of a token without a symbol".to_owned(), str::to_owned);
    let decimals = places.or_else(|| metadata.and_then(|metadata| metadata.decimals));
    let units = one
        .raw
        .zip(decimals)
        .and_then(|(raw, decimals)| raw.in_units(decimals).ok());
    units.map_or_else(|| symbol.clone(), |units| format!("{units} {symbol}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contradiction(asset: &str, holds_more: bool, raw: Option<&str>) -> Contradiction {
        Contradiction {
            asset: asset.parse().unwrap(),
            holds_more,
            raw: raw.map(|raw| raw.parse().unwrap()),
        }
    }

    #[test]
    fn amounts_are_named_as_far_as_they_are_known() {
        const ETHER: &str = "eip155:1/slip44:60";
        const TOKEN: &str = "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F";
        let ether = Metadata {
            symbol: "ETH".to_owned(),
            name: "Ether".to_owned(),
            decimals: Some(18),
        };
        let assets = BTreeMap::from([(ETHER.parse().unwrap(), ether)]);
        let more = contradiction(ETHER, true, Some("410000000000000000"));
        let less = contradiction(TOKEN, false, Some("5"));
        let text = |all: &[Contradiction]| amounts(all, &assets, None);
        assert_eq!(text(std::slice::from_ref(&more)), "0.41 ETH more");
        assert_eq!(text(&[contradiction(ETHER, true, None)]), "ETH more");
        assert_eq!(
            text(&[more.clone(), less.clone()]),
            "0.41 ETH more and of a token without a symbol less"
        );
        let many = vec![more; 5];
        assert_eq!(
            text(&many),
            "0.41 ETH more, 0.41 ETH more, 0.41 ETH more and 2 other balances"
        );
    }
}
