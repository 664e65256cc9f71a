//! ERC-4626 vaults that a factory knows, found among the tokens that an account holds: Morpho's vaults of version 1 (`isMetaMorpho`) and 2
//! (`isVaultV2`), <https://docs.morpho.org>.
//!
//! Two rounds of calls for an account: which of its tokens the factories know, one call for each token and factory; what the shares are worth.
//! Each answer of a factory is about its own vaults, so that no other contract passes for one.

use std::sync::Arc;

use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    protocol::{ContractCall, ContractReply, ProtocolError},
};

use super::{
    calls::{call, decode, failed, word},
    held_tokens::held_tokens,
    spec::ProtocolSpec,
    template::Template,
    vault_shares::{VaultShares, worth},
};

pub(super) const TEMPLATE: Template = Template {
    name: "vault-factory",
    forms: &[],
    contracts: &["metamorpho"],
    reader: |spec| Arc::new(FactoryReader { spec }),
};

sol! {
    interface MetaMorphoFactory {
        function isMetaMorpho(address target) external view returns (bool known);
    }

    interface VaultV2Factory {
        function isVaultV2(address target) external view returns (bool known);
    }
}

/// Reads the vaults of factories.
struct FactoryReader {
    spec: ProtocolSpec,
}

impl FactoryReader {
    /// Returns one call for each factory of the row about a token.
    fn calls(&self, token: &Address) -> Vec<ContractCall> {
        let (target, contracts) = (word(token), &self.spec.contracts);
        let first = contracts.get("metamorpho");
        let first = first.map(|to| call(to, &MetaMorphoFactory::isMetaMorphoCall { target }));
        let second = contracts.get("vaultv2");
        let second = second.map(|to| call(to, &VaultV2Factory::isVaultV2Call { target }));
        first.into_iter().chain(second).collect()
    }
}

/// Returns whether a factory knows a token. Both functions answer in the same form.
fn is_known(answer: ContractReply) -> Result<bool, ProtocolError> {
    decode::<VaultV2Factory::isVaultV2Call>(answer).map_err(failed("its factory"))
}

#[async_trait]
impl ProtocolReader for FactoryReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        _account: &AccountId,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let tokens = held_tokens(held, "a vault")?;
        let calls: Vec<Vec<ContractCall>> = tokens.iter().map(|(token, _)| self.calls(token)).collect();
        let counts: Vec<usize> = calls.iter().map(Vec::len).collect();
        let flat: Vec<ContractCall> = calls.into_iter().flatten().collect();
        if flat.is_empty() {
            return Ok(Vec::new());
        }
        let mut answers = caller.call(flat).await?.into_iter();
        let mut found = Vec::new();
        for ((vault, shares), count) in tokens.into_iter().zip(counts) {
            let mut known = false;
            for answer in answers.by_ref().take(count) {
                known |= is_known(answer)?;
            }
            if known {
                found.push(VaultShares {
                    item: Some(vault.short()),
                    shares,
                    vault,
                });
            }
        }
        worth(&self.spec, caller, found).await
    }
}
