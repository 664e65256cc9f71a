//! Pools of Balancer v3, found among the tokens that an account holds: <https://docs.balancer.fi>. A token is a share of a pool if the vault knows it as
//! a pool. Anyone can make a pool, so what it has, how many shares there are and whose is stated by the vault alone. Shares in gauges are not detected.
//!
//! Up to eight rounds of calls for an account: whether the vault answers; the shares of each token; the pool of each and what it has, for up to three
//! levels of pools in pools.

use std::sync::Arc;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    protocol::{ContractReply, ProtocolError},
};

use super::{
    calls::{answers, answers_each, call, contract, decode, failed, read, word},
    held_tokens::held_tokens,
    pool_share::{PoolDirectory, SharedPool, split},
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "balancer",
    forms: &[],
    contracts: &["vault"],
    reader: |spec| Arc::new(BalancerReader { spec }),
};

sol! {
    struct TokenInfo {
        uint8 kind;
        address rates;
        bool pays_fees;
    }

    interface Vault {
        function getAuthorizer() external view returns (address authorizer);
        function isPoolRegistered(address pool) external view returns (bool is);
        function getPoolTokenInfo(address pool) external view returns (
            address[] tokens, TokenInfo[] infos, uint256[] balances, uint256[] scaled
        );
        function totalSupply(address pool) external view returns (uint256 supply);
        function balanceOf(address pool, address account) external view returns (uint256 shares);
    }
}

/// Reads the pools of one vault.
struct BalancerReader {
    spec: ProtocolSpec,
}

/// The pools of a vault.
struct VaultPools {
    vault: Address,
}

impl VaultPools {
    fn pool(&self, [tokens, supply]: [ContractReply; 2]) -> Result<SharedPool, ProtocolError> {
        let stated = decode::<Vault::getPoolTokenInfoCall>(tokens).map_err(failed("what a pool has"))?;
        Ok(SharedPool {
            stated_by: (self.vault.clone(), "getPoolTokenInfo(address)"),
            tokens: stated.tokens.into_iter().zip(stated.balances).collect(),
            supply: decode::<Vault::totalSupplyCall>(supply).map_err(failed("the shares of a pool"))?,
        })
    }
}

#[async_trait]
impl PoolDirectory for VaultPools {
    async fn pools(
        &self,
        tokens: &[Address],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<Option<SharedPool>>, ProtocolError> {
        let of = |token| (&self.vault, Vault::isPoolRegisteredCall { pool: word(token) });
        let mut known = Vec::new();
        for stated in read(caller, &tokens.iter().map(of).collect::<Vec<_>>()).await? {
            known.push(stated.map_err(failed("its vault"))?);
        }
        let registered: Vec<Word> = tokens
            .iter()
            .zip(&known)
            .filter(|(_, is)| **is)
            .map(|(token, _)| word(token))
            .collect();
        let calls = |pool: &Word| {
            [
                call(&self.vault, &Vault::getPoolTokenInfoCall { pool: *pool }),
                call(&self.vault, &Vault::totalSupplyCall { pool: *pool }),
            ]
        };
        let mut stated = answers_each(caller, &registered, calls).await?.into_iter();
        let mut pools = Vec::new();
        for is_registered in known {
            let stated = if is_registered { stated.next() } else { None };
            pools.push(stated.map(|stated| self.pool(stated)).transpose()?);
        }
        Ok(pools)
    }
}

impl BalancerReader {
    /// Returns the tokens of which the vault states shares of the account, with the shares. A pool may state others.
    async fn shares(
        &self,
        vault: &Address,
        account: &AccountId,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<(Address, U256)>, ProtocolError> {
        let tokens = held_tokens(held, "a share of a pool")?;
        let account = word(&account.address);
        let of = |token| {
            (
                vault,
                Vault::balanceOfCall {
                    pool: word(token),
                    account,
                },
            )
        };
        let stated = read(caller, &tokens.iter().map(|(token, _)| of(token)).collect::<Vec<_>>()).await?;
        let mut shares = Vec::new();
        for ((token, _), stated) in tokens.into_iter().zip(stated) {
            shares.push((token, stated.map_err(failed("its vault"))?));
        }
        shares.retain(|(_, amount)| !amount.is_zero());
        Ok(shares)
    }
}

#[async_trait]
impl ProtocolReader for BalancerReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let vault = self.spec.required("vault");
        let [authorizer] = answers(caller, [call(&vault, &Vault::getAuthorizerCall {})]).await?;
        let authorizer = decode::<Vault::getAuthorizerCall>(authorizer).map_err(failed("its vault"))?;
        contract(authorizer).ok_or_else(|| ProtocolError::Contract("its vault has no authorizer".to_owned()))?;
        let shares = self.shares(&vault, account, held, caller).await?;
        let legs = split(&self.spec, &VaultPools { vault }, &shares, caller).await?;
        let position = |((share, _), legs): (&(Address, U256), _)| {
            let mut position = self.spec.position(Some(share.short()), legs);
            position.receipts.push(self.spec.token(share));
            position
        };
        let mut positions: Vec<_> = shares.iter().zip(legs).map(position).collect();
        positions.retain(|position| !position.legs.is_empty());
        Ok(positions)
    }
}
