//! The token of a contract.

use ports::{Address, AssetId, ChainId, Ports};

/// Returns the token of a contract as balances count it: some contracts only state the balance of the chain's coin or of another token again.
pub(super) fn token(ports: &Ports, chain: &ChainId, contract: &Address) -> AssetId {
    let Some(row) = ports.chains.get(chain) else {
        return AssetId::erc20(chain, contract);
    };
    let second = row.second_contracts.iter().find(|one| one.contract == *contract);
    match (&row.native, second) {
        (Some(native), _) if row.mirrors.contains(contract) => native.id.clone(),
        (_, Some(second)) => AssetId::erc20(chain, &second.of),
        _ => AssetId::erc20(chain, contract),
    }
}
