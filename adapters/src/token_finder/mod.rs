//! Token discovery: explorers that list the tokens of an account. The use of an explorer is a file here, its client a
//! file in `explorer`.
//!
//! An explorer learns the address. It is queried for active accounts only, once a day; the next explorer only where
//! the previous one failed.

mod blockscout;
mod etherscan;
mod routescan;
mod transfers;

use std::{collections::BTreeSet, sync::Arc};

use ports::{Address, AssetId, NamedToken, TokenFinder};

use crate::explorer::{ExplorerInstance, ExplorerUses};

/// What an explorer learns from token discovery.
const LEARNS: &str = "Addresses with holdings, each once a day, with the time and this server. It may guess that \
                      addresses requested by one server belong together. It never sees who you are, and balances are \
                      never requested from it.";
const CAPABILITY: &str = "token discovery";

/// Returns the explorers as token finders, in the same order.
#[must_use]
pub fn all(explorers: &[Arc<ExplorerUses>]) -> Vec<Arc<dyn TokenFinder>> {
    explorers.iter().map(|explorer| explorer.finder.clone()).collect()
}

/// Returns the tokens with these contracts and their numbers of holders, without duplicates. Invalid addresses and
/// mirrors of the native asset are skipped.
fn named_tokens<'a>(
    instance: &ExplorerInstance,
    contracts: impl Iterator<Item = (&'a str, Option<u32>)>,
) -> Vec<NamedToken> {
    let addresses = contracts.filter_map(|(text, holders)| Some((text.parse::<Address>().ok()?, holders)));
    let mut seen = BTreeSet::new();
    let fit = addresses.filter(|(contract, _)| contract.evm_bytes().is_some() && !instance.mirrors.contains(contract));
    fit.filter(|(contract, _)| seen.insert(contract.clone()))
        .map(|(contract, holders)| NamedToken {
            id: AssetId::erc20(&instance.chain, &contract),
            holders,
        })
        .collect()
}
