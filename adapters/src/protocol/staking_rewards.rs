//! Stakes in the form of Synthetix' `StakingRewards`: one token is staked, one is earned.
//! <https://docs.synthetix.io>, <https://developers.sky.money>.
//!
//! One round of calls for an account: what is staked and earned, and in which tokens. The row names both.

use std::sync::Arc;

use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, AssetId, ContractCaller, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    protocol::{PositionRole, ProtocolError},
};

use super::{
    calls::{answers, call, check, contract, decode, failed, word},
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "staking-rewards",
    forms: &[],
    contracts: &["staking", "token", "reward"],
    reader: |spec| Arc::new(StakeReader { spec }),
};

sol! {
    interface StakingRewards {
        function stakingToken() external view returns (address token);
        function rewardsToken() external view returns (address token);
        function balanceOf(address account) external view returns (uint256 amount);
        function earned(address account) external view returns (uint256 amount);
    }
}

/// Reads one contract in which a token is staked.
struct StakeReader {
    spec: ProtocolSpec,
}

#[async_trait]
impl ProtocolReader for StakeReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        _held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let (staking, account) = (self.spec.required("staking"), word(&account.address));
        let [token, reward] = ["token", "reward"].map(|part| self.spec.required(part));
        let calls = [
            call(&staking, &StakingRewards::stakingTokenCall {}),
            call(&staking, &StakingRewards::rewardsTokenCall {}),
            call(&staking, &StakingRewards::balanceOfCall { account }),
            call(&staking, &StakingRewards::earnedCall { account }),
        ];
        let [staked, rewarded, amount, earned] = answers(caller, calls).await?;
        let staked = decode::<StakingRewards::stakingTokenCall>(staked).map_err(failed("its token"))?;
        let rewarded = decode::<StakingRewards::rewardsTokenCall>(rewarded).map_err(failed("its reward"))?;
        check("its token", contract(staked).as_ref() == Some(&token))?;
        check("its reward", contract(rewarded).as_ref() == Some(&reward))?;
        let amount = decode::<StakingRewards::balanceOfCall>(amount).map_err(failed("the stake"))?;
        let earned = decode::<StakingRewards::earnedCall>(earned).map_err(failed("the reward"))?;
        let leg =
            |role, function, token, value| self.spec.leg(role, (&staking, function), self.spec.token(token), value);
        let stake = leg(PositionRole::Stake, "balanceOf(address)", &token, amount);
        let reward = leg(PositionRole::Reward, "earned(address)", &reward, earned);
        let legs: Vec<_> = stake.into_iter().chain(reward).collect();
        if legs.is_empty() {
            return Ok(Vec::new());
        }
        let mut position = self.spec.position(None, legs);
        position.receipts.push(self.spec.token(&staking));
        Ok(vec![position])
    }
}
