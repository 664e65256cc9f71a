//! Pools in the form of Solidly, such as Aerodrome's, found among the tokens that an account holds: only what the factory knows is one.
//! <https://aerodrome.finance/docs>. Shares that are staked in a gauge are not detected.
//!
//! Three rounds of calls for an account: whether the factory answers; which tokens it knows; what those have, and the fees that the account has earned
//! and the pool has stored.

use std::sync::Arc;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, PositionLeg, ProtocolPosition, ProtocolProfile, ProtocolReader,
    RawAmount,
    protocol::{ContractCall, ContractReply, PositionRole, ProtocolError},
};

use super::{
    calls::{answers, answers_each, call, contract, decode, failed, read, word},
    held_tokens::held_tokens,
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "amm-solidly",
    forms: &[],
    contracts: &["factory"],
    reader: |spec| Arc::new(PoolReader { spec }),
};

sol! {
    interface PoolFactory {
        function allPoolsLength() external view returns (uint256 count);
        function isPool(address pool) external view returns (bool is);
    }

    interface Pool {
        function metadata() external view returns (
            uint256 unit0, uint256 unit1, uint256 reserve0, uint256 reserve1, bool stable, address token0, address token1
        );
        function totalSupply() external view returns (uint256 supply);
        function claimable0(address account) external view returns (uint256 amount);
        function claimable1(address account) external view returns (uint256 amount);
    }
}

const CALLS: usize = 4;

/// Reads the pools of one factory.
struct PoolReader {
    spec: ProtocolSpec,
}

fn calls(pool: &Address, account: Word) -> [ContractCall; CALLS] {
    [
        call(pool, &Pool::metadataCall {}),
        call(pool, &Pool::totalSupplyCall {}),
        call(pool, &Pool::claimable0Call { account }),
        call(pool, &Pool::claimable1Call { account }),
    ]
}

impl PoolReader {
    /// Returns the tokens that the factory knows as pools.
    async fn pools(
        &self,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<(Address, U256)>, ProtocolError> {
        let factory = self.spec.required("factory");
        let [count] = answers(caller, [call(&factory, &PoolFactory::allPoolsLengthCall {})]).await?;
        decode::<PoolFactory::allPoolsLengthCall>(count).map_err(failed("its factory"))?;
        let tokens = held_tokens(held, "a pool")?;
        let of = |token| (&factory, PoolFactory::isPoolCall { pool: word(token) });
        let stated = read(caller, &tokens.iter().map(|(token, _)| of(token)).collect::<Vec<_>>()).await?;
        let mut pools = Vec::new();
        for (token, is_pool) in tokens.into_iter().zip(stated) {
            if is_pool.map_err(failed("its factory"))? {
                pools.push(token);
            }
        }
        Ok(pools)
    }

    /// Returns the amounts that shares of a pool stand for, rounded down as the pool rounds.
    fn legs(
        &self,
        (pool, shares): &(Address, U256),
        [state, supply, first, second]: [ContractReply; CALLS],
    ) -> Result<Vec<PositionLeg>, ProtocolError> {
        let state = decode::<Pool::metadataCall>(state).map_err(failed("what a pool has"))?;
        let supply = decode::<Pool::totalSupplyCall>(supply).map_err(failed("the shares of a pool"))?;
        let first = decode::<Pool::claimable0Call>(first).map_err(failed("the fees of a pool"))?;
        let second = decode::<Pool::claimable1Call>(second).map_err(failed("the fees of a pool"))?;
        let mut legs = Vec::new();
        for (token, reserve, (earned, function)) in [
            (state.token0, state.reserve0, (first, "claimable0(address)")),
            (state.token1, state.reserve1, (second, "claimable1(address)")),
        ] {
            let paid = reserve.checked_mul(*shares).and_then(|whole| whole.checked_div(supply));
            let paid =
                paid.ok_or_else(|| ProtocolError::Contract("a pool states what cannot be divided".to_owned()))?;
            let Some(token) = contract(token) else { continue };
            let asset = self.spec.token(&token);
            let share = self
                .spec
                .leg(PositionRole::Liquidity, (pool, "metadata()"), asset.clone(), paid);
            let fees = self.spec.leg(PositionRole::Reward, (pool, function), asset, earned);
            legs.extend(share.into_iter().chain(fees));
        }
        Ok(legs)
    }
}

#[async_trait]
impl ProtocolReader for PoolReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let account = word(&account.address);
        let pools = self.pools(held, caller).await?;
        let stated = answers_each(caller, &pools, |(pool, _)| calls(pool, account)).await?;
        let mut positions = Vec::new();
        for (pool, stated) in pools.iter().zip(stated) {
            let legs = self.legs(pool, stated)?;
            let mut position = self.spec.position(Some(pool.0.short()), legs);
            position.receipts.push(self.spec.token(&pool.0));
            positions.push(position);
        }
        positions.retain(|position| !position.legs.is_empty());
        Ok(positions)
    }
}
