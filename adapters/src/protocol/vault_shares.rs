//! What shares of ERC-4626 vaults are worth: <https://eips.ethereum.org/EIPS/eip-4626>.

use alloy_primitives::U256;
use alloy_sol_types::sol;
use ports::{
    Address, ContractCaller, ProtocolPosition,
    protocol::{ContractCall, PositionRole, ProtocolError},
};

use super::{
    calls::{call, contract, decode, failed},
    spec::ProtocolSpec,
};

sol! {
    interface Vault {
        function asset() external view returns (address token);
        function balanceOf(address account) external view returns (uint256 shares);
        function convertToAssets(uint256 shares) external view returns (uint256 assets);
        function previewRedeem(uint256 shares) external view returns (uint256 assets);
    }
}

/// A vault, with the shares of an account and the name of the position; without one where the protocol is this vault.
pub(super) struct VaultShares {
    pub(super) vault: Address,
    pub(super) shares: U256,
    pub(super) item: Option<String>,
}

/// Reads what shares are worth, in one round of three calls for each vault. Vaults without shares are left out.
pub(super) async fn worth(
    spec: &ProtocolSpec,
    caller: &dyn ContractCaller,
    held: Vec<VaultShares>,
) -> Result<Vec<ProtocolPosition>, ProtocolError> {
    let held: Vec<VaultShares> = held.into_iter().filter(|one| !one.shares.is_zero()).collect();
    if held.is_empty() {
        return Ok(Vec::new());
    }
    let calls: Vec<ContractCall> = held.iter().flat_map(calls).collect();
    let answers = caller.call(calls).await?;
    let mut answers = answers.into_iter();
    let mut positions = Vec::new();
    for VaultShares { vault, item, .. } in held {
        let mut next = || answers.next().unwrap_or_else(|| Err("an answer is missing".to_owned()));
        let asset = decode::<Vault::assetCall>(next()).map_err(failed("the asset of a vault"))?;
        let assets = decode::<Vault::convertToAssetsCall>(next()).map_err(failed("the amount of a vault"))?;
        let preview = decode::<Vault::previewRedeemCall>(next());
        let asset = contract(asset).ok_or_else(|| ProtocolError::Contract("a vault has no asset".to_owned()))?;
        // A withdrawal may have a fee. A vault that pays on request only previews nothing.
        let (amount, function) = match &preview {
            Ok(preview) if !preview.is_zero() && *preview < assets => (*preview, "previewRedeem(uint256)"),
            Ok(_) | Err(_) => (assets, "convertToAssets(uint256)"),
        };
        let unread = preview
            .err()
            .map(|_| "What a withdrawal pays could not be read.".to_owned());
        let leg = spec.leg(PositionRole::Supply, (&vault, function), spec.token(&asset), amount);
        positions.extend(leg.map(|leg| ProtocolPosition {
            place: spec.profile.place.clone(),
            item,
            legs: vec![leg],
            health: None,
            receipts: vec![spec.token(&vault)],
            unread: unread.into_iter().collect(),
        }));
    }
    Ok(positions)
}

fn calls(held: &VaultShares) -> [ContractCall; 3] {
    let (vault, shares) = (&held.vault, held.shares);
    [
        call(vault, &Vault::assetCall {}),
        call(vault, &Vault::convertToAssetsCall { shares }),
        call(vault, &Vault::previewRedeemCall { shares }),
    ]
}
