//! One ERC-4626 vault, such as savings: <https://eips.ethereum.org/EIPS/eip-4626>. The row names the vault and its asset.
//!
//! Two rounds of calls for an account: the asset and the shares; what they are worth.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, ContractCaller, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    protocol::ProtocolError,
};

use super::{
    calls::{answers, call, check, contract, decode, failed, word},
    spec::ProtocolSpec,
    template::Template,
    vault_shares::{Vault, VaultShares, worth},
};

pub(super) const TEMPLATE: Template = Template {
    name: "erc4626",
    forms: &[],
    contracts: &["vault", "asset"],
    reader: |spec| Arc::new(VaultReader { spec }),
};

/// Reads one vault.
struct VaultReader {
    spec: ProtocolSpec,
}

#[async_trait]
impl ProtocolReader for VaultReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        _held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let (vault, account) = (self.spec.required("vault"), word(&account.address));
        let calls = [
            call(&vault, &Vault::assetCall {}),
            call(&vault, &Vault::balanceOfCall { account }),
        ];
        let [asset, shares] = answers(caller, calls).await?;
        let asset = decode::<Vault::assetCall>(asset).map_err(failed("its asset"))?;
        check("its asset", contract(asset) == Some(self.spec.required("asset")))?;
        let held = VaultShares {
            shares: decode::<Vault::balanceOfCall>(shares).map_err(failed("the shares"))?,
            item: None,
            vault,
        };
        worth(&self.spec, caller, vec![held]).await
    }
}
