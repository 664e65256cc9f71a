//! Farms in which shares of pools are staked: SushiSwap's MasterChef, versions 1 and 2, and those of PancakeSwap.
//! <https://dev.sushi.com>, <https://docs.pancakeswap.finance>.
//!
//! Up to nine rounds of calls for an account: the reward of the farm and its number of pools; what is staked in each pool; token and reward of the
//! pools with a stake; what the staked shares of pairs are worth (five rounds, see `pair`); further rewards.

use std::sync::Arc;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::{SolValue, sol};
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, PositionKind, PositionLeg, ProtocolPosition, ProtocolProfile,
    ProtocolReader, RawAmount,
    protocol::{PositionRole, ProtocolError},
};

use super::{
    calls::{DecodedReply, answers, answers_each, check, contract, failed, named, read, value, word},
    pair::{PairFactory, PairFee, PairWorth},
    spec::ProtocolSpec,
    template::Template,
};

/// A form of such farms. Their functions differ in names only.
struct FarmForm {
    name: &'static str,
    /// States the token that is earned.
    reward: &'static str,
    /// States the token of a pool first.
    token: &'static str,
    /// States the reward of an account in a pool.
    pending: &'static str,
    /// Whether pools can have further rewards.
    has_rewarder: bool,
    fee: PairFee,
}

const FORMS: [FarmForm; 4] = [
    FarmForm {
        name: "sushi",
        reward: "sushi()",
        token: "poolInfo(uint256)",
        pending: "pendingSushi(uint256,address)",
        has_rewarder: false,
        fee: PairFee::UNISWAP,
    },
    FarmForm {
        name: "sushi2",
        reward: "SUSHI()",
        token: "lpToken(uint256)",
        pending: "pendingSushi(uint256,address)",
        has_rewarder: true,
        fee: PairFee::UNISWAP,
    },
    FarmForm {
        name: "pancake",
        reward: "cake()",
        token: "poolInfo(uint256)",
        pending: "pendingCake(uint256,address)",
        has_rewarder: false,
        fee: PairFee::PANCAKE,
    },
    FarmForm {
        name: "pancake2",
        reward: "CAKE()",
        token: "lpToken(uint256)",
        pending: "pendingCake(uint256,address)",
        has_rewarder: false,
        fee: PairFee::PANCAKE,
    },
];

pub(super) const TEMPLATE: Template = Template {
    name: "masterchef",
    forms: &[FORMS[0].name, FORMS[1].name, FORMS[2].name, FORMS[3].name],
    contracts: &["farm", "reward", "factory"],
    reader: |spec| Arc::new(FarmReader { spec }),
};

sol! {
    interface Rewarder {
        function pendingTokens(uint256 pool, address account, uint256 earned) external view returns (
            address[] tokens, uint256[] amounts
        );
    }
}

/// More pools than any farm has.
const MAX_POOLS: u64 = 2000;
const STAKED: &str = "userInfo(uint256,address)";

/// Reads one farm.
struct FarmReader {
    spec: ProtocolSpec,
}

/// A pool of a farm with the stake of an account.
struct FarmStake {
    pool: U256,
    amount: U256,
    token: Address,
    pending: U256,
    rewarder: Option<Address>,
}

impl FarmReader {
    fn form(&self) -> Result<&'static FarmForm, ProtocolError> {
        let form = FORMS.iter().find(|form| form.name == self.spec.form);
        form.ok_or_else(|| ProtocolError::Contract("its form is not known".to_owned()))
    }

    /// Returns the pools in which an account has a stake, with the stake.
    async fn stakes(
        &self,
        form: &FarmForm,
        account: Word,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<(U256, U256)>, ProtocolError> {
        let farm = self.spec.required("farm");
        let calls = [named(&farm, form.reward, &[]), named(&farm, "poolLength()", &[])];
        let [reward, count] = answers(caller, calls).await?;
        let reward = value::<Word>(reward).map_err(failed("its reward"))?;
        check("its reward", contract(reward) == Some(self.spec.required("reward")))?;
        let count = value::<U256>(count).map_err(failed("its list of pools"))?;
        check("its list of pools", count <= U256::from(MAX_POOLS))?;
        let pools: Vec<U256> = (0..count.to::<u64>()).map(U256::from).collect();
        let of = |pool: &U256| [named(&farm, STAKED, &(*pool, account).abi_encode_params())];
        let stated = answers_each(caller, &pools, of).await?;
        let mut stakes = Vec::new();
        for (pool, [stated]) in pools.into_iter().zip(stated) {
            let what = format!("the stake in pool {pool}");
            let amount = value::<U256>(stated).map_err(failed(&what))?;
            stakes.push((pool, amount));
        }
        stakes.retain(|(_, amount)| !amount.is_zero());
        Ok(stakes)
    }

    /// Reads the tokens and rewards of pools with a stake.
    async fn pools(
        &self,
        form: &FarmForm,
        account: Word,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<FarmStake>, ProtocolError> {
        let farm = self.spec.required("farm");
        let stakes = self.stakes(form, account, caller).await?;
        let calls = |(pool, _): &(U256, U256)| {
            [
                named(&farm, form.token, &pool.abi_encode()),
                named(&farm, form.pending, &(*pool, account).abi_encode_params()),
            ]
        };
        let stated = answers_each(caller, &stakes, calls).await?;
        let rewarders = if form.has_rewarder {
            let of = |(pool, _): &(U256, U256)| [named(&farm, "rewarder(uint256)", &pool.abi_encode())];
            answers_each(caller, &stakes, of).await?
        } else {
            Vec::new()
        };
        let mut rewarders = rewarders.into_iter();
        let mut pools = Vec::new();
        for ((pool, amount), [token, pending]) in stakes.into_iter().zip(stated) {
            let what = format!("the token of pool {pool}");
            let token = contract(value::<Word>(token).map_err(failed(&what))?);
            let rewarder = match rewarders.next() {
                Some([rewarder]) => contract(value::<Word>(rewarder).map_err(failed("a rewarder"))?),
                None => None,
            };
            pools.push(FarmStake {
                token: token.ok_or_else(|| ProtocolError::Contract(format!("{what} is not stated")))?,
                pending: value(pending).map_err(failed("a reward"))?,
                pool,
                amount,
                rewarder,
            });
        }
        Ok(pools)
    }

    /// Returns what is staked: the tokens of a pair, or the token itself where it is none of the factory's pairs.
    fn staked(&self, stake: &FarmStake, worth: Option<PairWorth>) -> Vec<PositionLeg> {
        let farm = self.spec.required("farm");
        let mut legs: Vec<PositionLeg> = match worth {
            Some(PairWorth { tokens, paid }) => {
                let source = (&stake.token, "burn(address)");
                let leg = |(token, amount)| {
                    self.spec
                        .leg(PositionRole::Liquidity, source, self.spec.token(token), amount)
                };
                tokens.iter().zip(paid).filter_map(leg).collect()
            }
            None => {
                let token = self.spec.token(&stake.token);
                let leg = self.spec.leg(PositionRole::Stake, (&farm, STAKED), token, stake.amount);
                leg.into_iter().collect()
            }
        };
        for leg in &mut legs {
            leg.position.kind = PositionKind::Farm;
        }
        legs
    }

    /// Reads the rewards that pools pay beside that of the farm; `None` where they could not be read.
    async fn further(
        &self,
        stakes: &[FarmStake],
        account: Word,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<Option<Vec<PositionLeg>>>, ProtocolError> {
        let mut calls = Vec::new();
        for stake in stakes {
            let pending = Rewarder::pendingTokensCall {
                pool: stake.pool,
                account,
                earned: U256::ZERO,
            };
            calls.extend(stake.rewarder.as_ref().map(|rewarder| (rewarder, pending)));
        }
        let mut stated = read(caller, &calls).await?.into_iter();
        let of = |stake: &FarmStake| match &stake.rewarder {
            None => Some(Vec::new()),
            Some(rewarder) => self.rewards(rewarder, stated.next()?),
        };
        Ok(stakes.iter().map(of).collect())
    }

    fn rewards(
        &self,
        rewarder: &Address,
        stated: DecodedReply<Rewarder::pendingTokensReturn>,
    ) -> Option<Vec<PositionLeg>> {
        let stated = stated.ok()?;
        if stated.tokens.len() != stated.amounts.len() {
            return None;
        }
        let source = (rewarder, "pendingTokens(uint256,address,uint256)");
        let leg = |(token, amount)| {
            let token = contract(token)?;
            self.spec
                .leg(PositionRole::Reward, source, self.spec.token(&token), amount)
        };
        Some(stated.tokens.into_iter().zip(stated.amounts).filter_map(leg).collect())
    }
}

#[async_trait]
impl ProtocolReader for FarmReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        _held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let (form, account) = (self.form()?, word(&account.address));
        let stakes = self.pools(form, account, caller).await?;
        if stakes.is_empty() {
            return Ok(Vec::new());
        }
        let factory = PairFactory {
            contract: self.spec.required("factory"),
            fee: form.fee,
        };
        let shares: Vec<_> = stakes.iter().map(|stake| (stake.token.clone(), stake.amount)).collect();
        let worth = factory.worth(&shares, caller).await?;
        let further = self.further(&stakes, account, caller).await?;
        let (farm, reward) = (
            self.spec.required("farm"),
            self.spec.token(&self.spec.required("reward")),
        );
        let mut positions = Vec::new();
        for ((stake, worth), further) in stakes.iter().zip(worth).zip(further) {
            let mut legs = self.staked(stake, worth);
            legs.extend(self.spec.leg(
                PositionRole::Reward,
                (&farm, form.pending),
                reward.clone(),
                stake.pending,
            ));
            let mut position = self.spec.position(Some(format!("Pool {}", stake.pool)), legs);
            match further {
                Some(legs) => position.legs.extend(legs),
                None => position.unread.push("Further rewards could not be read.".to_owned()),
            }
            positions.push(position);
        }
        Ok(positions)
    }
}
