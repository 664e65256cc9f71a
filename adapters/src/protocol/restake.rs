//! Restaking with EigenLayer: <https://docs.eigencloud.xyz>. What is worth something are the shares that can be withdrawn, which are fewer than those
//! that were deposited where an operator was slashed.
//!
//! Three rounds of calls for an account: its deposits and its requests to withdraw; the shares that can be withdrawn; the token of each strategy and
//! what the shares are worth in it.

use std::sync::Arc;

use alloy_primitives::{Address as Word, I256, U256, address};
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, PositionLeg, ProtocolPosition, ProtocolProfile, ProtocolReader,
    RawAmount,
    protocol::{PositionRole, ProtocolError},
};

use super::{
    calls::{answers, answers_each, call, check, contract, decode, failed, word},
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "restake",
    forms: &[],
    contracts: &["strategies", "delegation", "pods"],
    reader: |spec| Arc::new(RestakeReader { spec }),
};

sol! {
    struct QueuedWithdrawal {
        address staker;
        address delegated;
        address withdrawer;
        uint256 nonce;
        uint32 block;
        address[] strategies;
        uint256[] scaled;
    }

    interface StrategyManager {
        function delegation() external view returns (address delegation);
        function getDeposits(address staker) external view returns (address[] strategies, uint256[] shares);
    }

    interface DelegationManager {
        function getWithdrawableShares(address staker, address[] strategies) external view returns (
            uint256[] withdrawable, uint256[] deposited
        );
        function getQueuedWithdrawals(address staker) external view returns (
            QueuedWithdrawal[] withdrawals, uint256[][] shares
        );
    }

    interface PodManager {
        function podOwnerDepositShares(address owner) external view returns (int256 shares);
    }

    interface Strategy {
        function underlyingToken() external view returns (address token);
        function sharesToUnderlyingView(uint256 shares) external view returns (uint256 amount);
    }
}

/// The strategy that stands for ether of validators. Its shares are ether, and it is no contract.
const VALIDATORS: Word = address!("beaC0eeEeeeeEEeEeEEEEeeEEeEeeeEeeEEBEaC0");
const WITHDRAWABLE: &str = "getWithdrawableShares(address,address[])";
const QUEUED: &str = "getQueuedWithdrawals(address)";

/// Reads the stakes of one deployment.
struct RestakeReader {
    spec: ProtocolSpec,
}

/// Shares of a strategy.
struct StrategyShares {
    strategy: Word,
    shares: U256,
    is_queued: bool,
}

impl RestakeReader {
    /// Returns the strategies in which an account has deposits, and the shares that it requested back.
    async fn deposits(
        &self,
        staker: Word,
        caller: &dyn ContractCaller,
    ) -> Result<(Vec<Word>, Vec<StrategyShares>), ProtocolError> {
        let [strategies, delegation, pods] = ["strategies", "delegation", "pods"].map(|part| self.spec.required(part));
        let calls = [
            call(&strategies, &StrategyManager::delegationCall {}),
            call(&strategies, &StrategyManager::getDepositsCall { staker }),
            call(&delegation, &DelegationManager::getQueuedWithdrawalsCall { staker }),
            call(&pods, &PodManager::podOwnerDepositSharesCall { owner: staker }),
        ];
        let [known, deposits, queued, pod] = answers(caller, calls).await?;
        let known = decode::<StrategyManager::delegationCall>(known).map_err(failed("its delegation manager"))?;
        check("its delegation manager", contract(known) == Some(delegation))?;
        let deposits = decode::<StrategyManager::getDepositsCall>(deposits).map_err(failed("the deposits"))?;
        let pod = decode::<PodManager::podOwnerDepositSharesCall>(pod).map_err(failed("the validators"))?;
        let validators = (pod > I256::ZERO).then_some(VALIDATORS);
        let queued =
            decode::<DelegationManager::getQueuedWithdrawalsCall>(queued).map_err(failed("the withdrawals"))?;
        check(
            "the number of withdrawals",
            queued.withdrawals.len() == queued.shares.len(),
        )?;
        let mut requested = Vec::new();
        for (withdrawal, shares) in queued.withdrawals.into_iter().zip(queued.shares) {
            let shares = withdrawal.strategies.into_iter().zip(shares);
            requested.extend(shares.map(|(strategy, shares)| StrategyShares {
                strategy,
                shares,
                is_queued: true,
            }));
        }
        Ok((deposits.strategies.into_iter().chain(validators).collect(), requested))
    }

    /// Reads the shares of an account that can be withdrawn.
    async fn withdrawable(
        &self,
        staker: Word,
        strategies: Vec<Word>,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<StrategyShares>, ProtocolError> {
        if strategies.is_empty() {
            return Ok(Vec::new());
        }
        let delegation = self.spec.required("delegation");
        let request = DelegationManager::getWithdrawableSharesCall {
            staker,
            strategies: strategies.clone(),
        };
        let [stated] = answers(caller, [call(&delegation, &request)]).await?;
        let stated = decode::<DelegationManager::getWithdrawableSharesCall>(stated).map_err(failed("the shares"))?;
        check("the number of shares", stated.withdrawable.len() == strategies.len())?;
        let shares = strategies.into_iter().zip(stated.withdrawable);
        Ok(shares
            .map(|(strategy, shares)| StrategyShares {
                strategy,
                shares,
                is_queued: false,
            })
            .collect())
    }

    /// Reads what shares are worth.
    async fn legs(
        &self,
        shares: Vec<StrategyShares>,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<PositionLeg>, ProtocolError> {
        let shares: Vec<_> = shares.into_iter().filter(|one| !one.shares.is_zero()).collect();
        let (of_validators, of_tokens): (Vec<_>, Vec<_>) =
            shares.into_iter().partition(|one| one.strategy == VALIDATORS);
        let of_tokens = of_tokens
            .into_iter()
            .filter_map(|one| Some((contract(one.strategy)?, one)));
        let of_tokens: Vec<_> = of_tokens.collect();
        let calls = |(strategy, one): &(Address, StrategyShares)| {
            [
                call(strategy, &Strategy::underlyingTokenCall {}),
                call(strategy, &Strategy::sharesToUnderlyingViewCall { shares: one.shares }),
            ]
        };
        let stated = answers_each(caller, &of_tokens, calls).await?;
        let coin = |one: StrategyShares| (caller.coin(), one.shares, one.is_queued);
        let mut amounts: Vec<(AssetId, U256, bool)> = of_validators.into_iter().map(coin).collect();
        for ((_, one), [token, amount]) in of_tokens.into_iter().zip(stated) {
            let token = decode::<Strategy::underlyingTokenCall>(token).map_err(failed("the token of a strategy"))?;
            let amount = decode::<Strategy::sharesToUnderlyingViewCall>(amount);
            let amount = amount.map_err(failed("the amount of a strategy"))?;
            let token = contract(token).ok_or_else(|| ProtocolError::Contract("a strategy has no token".to_owned()))?;
            amounts.push((self.spec.token(&token), amount, one.is_queued));
        }
        Ok(self.summed(amounts))
    }

    /// Returns each asset once among what is staked and once among what was requested back.
    fn summed(&self, amounts: Vec<(AssetId, U256, bool)>) -> Vec<PositionLeg> {
        let mut sums: Vec<(AssetId, U256, bool)> = Vec::new();
        for (asset, amount, is_queued) in amounts {
            match sums.iter_mut().find(|sum| sum.0 == asset && sum.2 == is_queued) {
                Some(sum) => sum.1 = sum.1.saturating_add(amount),
                None => sums.push((asset, amount, is_queued)),
            }
        }
        let delegation = self.spec.required("delegation");
        let leg = |(asset, amount, is_queued)| {
            let (role, function) = if is_queued {
                (PositionRole::PendingWithdrawal, QUEUED)
            } else {
                (PositionRole::Stake, WITHDRAWABLE)
            };
            self.spec.leg(role, (&delegation, function), asset, amount)
        };
        sums.into_iter().filter_map(leg).collect()
    }
}

#[async_trait]
impl ProtocolReader for RestakeReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        _held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let staker = word(&account.address);
        let (strategies, mut shares) = self.deposits(staker, caller).await?;
        shares.extend(self.withdrawable(staker, strategies, caller).await?);
        let legs = self.legs(shares, caller).await?;
        if legs.is_empty() {
            return Ok(Vec::new());
        }
        let mut position = self.spec.position(None, legs);
        position.unread.push("Rewards are not detected.".to_owned());
        Ok(vec![position])
    }
}
