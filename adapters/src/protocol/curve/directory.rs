//! The pools that the registry of registries of Curve knows.

use alloy_primitives::Address as Word;
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    Address, ContractCaller,
    protocol::{ContractCall, ContractReply, ProtocolError},
};

use super::super::{
    calls::{answers_each, call, contract, decode, failed, read, word},
    pool_share::{PoolDirectory, SharedPool},
};

sol! {
    interface MetaRegistry {
        function get_pool_from_lp_token(address token) external view returns (address pool);
        function get_gauge(address pool) external view returns (address gauge);
        function get_n_coins(address pool) external view returns (uint256 count);
        function get_coins(address pool) external view returns (address[8] coins);
        function get_balances(address pool) external view returns (uint256[8] balances);
    }

    interface PoolToken {
        function totalSupply() external view returns (uint256 supply);
    }
}

/// How many calls state what a pool has.
const CALLS: usize = 4;
/// The most tokens of a pool that the registry can state.
const MAX_COINS: usize = 8;

/// The registry of registries.
pub(super) struct CurveDirectory {
    pub(super) registry: Address,
}

impl CurveDirectory {
    /// Returns the pool of each token that is a share of one.
    pub(super) async fn pool_contracts(
        &self,
        tokens: &[Address],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<Option<Address>>, ProtocolError> {
        let of = |token| {
            (
                &self.registry,
                MetaRegistry::get_pool_from_lp_tokenCall { token: word(token) },
            )
        };
        let stated = read(caller, &tokens.iter().map(of).collect::<Vec<_>>()).await?;
        let pool = |stated: Result<Word, String>| stated.map(contract).map_err(failed("its registry"));
        stated.into_iter().map(pool).collect()
    }

    /// Returns the gauge that the registry names for each pool.
    pub(super) async fn gauges(
        &self,
        pools: &[Address],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<Option<Address>>, ProtocolError> {
        let of = |pool| (&self.registry, MetaRegistry::get_gaugeCall { pool: word(pool) });
        let stated = read(caller, &pools.iter().map(of).collect::<Vec<_>>()).await?;
        let gauge = |stated: Result<Word, String>| stated.map(contract).map_err(failed("the gauge of a pool"));
        stated.into_iter().map(gauge).collect()
    }

    fn calls(&self, share: &Address, pool: &Address) -> [ContractCall; CALLS] {
        let word = word(pool);
        [
            call(&self.registry, &MetaRegistry::get_n_coinsCall { pool: word }),
            call(&self.registry, &MetaRegistry::get_coinsCall { pool: word }),
            call(&self.registry, &MetaRegistry::get_balancesCall { pool: word }),
            call(share, &PoolToken::totalSupplyCall {}),
        ]
    }

    fn pool(&self, [count, coins, balances, supply]: [ContractReply; CALLS]) -> Result<SharedPool, ProtocolError> {
        let count = decode::<MetaRegistry::get_n_coinsCall>(count).map_err(failed("the tokens of a pool"))?;
        let coins = decode::<MetaRegistry::get_coinsCall>(coins).map_err(failed("the tokens of a pool"))?;
        let balances = decode::<MetaRegistry::get_balancesCall>(balances).map_err(failed("what a pool has"))?;
        let supply = decode::<PoolToken::totalSupplyCall>(supply).map_err(failed("the shares of a pool"))?;
        let count: usize = count.try_into().unwrap_or(usize::MAX);
        if !(1..=MAX_COINS).contains(&count) {
            return Err(ProtocolError::Contract("a pool states no tokens".to_owned()));
        }
        Ok(SharedPool {
            stated_by: (self.registry.clone(), "get_balances(address)"),
            tokens: coins.into_iter().zip(balances).take(count).collect(),
            supply,
        })
    }
}

#[async_trait]
impl PoolDirectory for CurveDirectory {
    async fn pools(
        &self,
        tokens: &[Address],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<Option<SharedPool>>, ProtocolError> {
        let contracts = self.pool_contracts(tokens, caller).await?;
        let known = tokens.iter().zip(&contracts);
        let known: Vec<(&Address, &Address)> = known
            .filter_map(|(token, pool)| Some((token, pool.as_ref()?)))
            .collect();
        let stated = answers_each(caller, &known, |(share, pool)| self.calls(share, pool)).await?;
        let mut stated = stated.into_iter();
        let mut pools = Vec::new();
        for contract in contracts {
            let stated = contract.and_then(|_| stated.next());
            pools.push(stated.map(|stated| self.pool(stated)).transpose()?);
        }
        Ok(pools)
    }
}
