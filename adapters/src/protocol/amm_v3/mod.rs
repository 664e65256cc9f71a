//! Positions in pools with ranges of prices: Uniswap v3 and PancakeSwap v3, whose contracts answer alike:
//! <https://docs.uniswap.org/contracts/v3>. Their manager lists the positions of an account, so that no history is needed.
//!
//! Five rounds of calls for an account: the factory of the manager and the number of positions; their numbers; what the manager states about
//! them; the pools of those that are not closed; the state of each pool. No token is called, so that a hostile one hides nothing.

mod contracts;
mod range_math;
mod range_position;

use std::sync::Arc;

use alloy_primitives::{
    U256,
    aliases::{I24, U24},
    keccak256,
};
use alloy_sol_types::SolValue as _;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, PositionLeg, ProtocolPosition, ProtocolProfile, ProtocolReader,
    RawAmount,
    protocol::{ContractCall, ContractReply, PositionRole, ProtocolError},
};

use self::{
    contracts::{PositionManager, RangeFactory, RangePool},
    range_position::{RangeState, StoredRange, TickRange},
};
use super::{
    calls::{answers, call, check, contract, decode, failed, read, word},
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "amm-v3",
    forms: &[],
    contracts: &["manager", "factory"],
    reader: |spec| Arc::new(RangeReader { spec }),
};

const BURN: &str = "burn(int24,int24,uint128)";
const COLLECT: &str = "collect((uint256,address,uint128,uint128))";
/// The most positions of an account that are read. The manager counts closed ones too.
const MAX_POSITIONS: u64 = 200;
/// How many calls state what a pool has in a range.
const CALLS: usize = 6;

/// Reads the positions of one manager.
struct RangeReader {
    spec: ProtocolSpec,
}

/// A position of the account with its number: what is read of it, or why that is not possible.
struct NumberedRange<T> {
    number: U256,
    outcome: Result<T, String>,
}

/// What the manager states about a position.
struct ManagedRange {
    tokens: [Address; 2],
    fee: U24,
    ticks: [I24; 2],
    stored: StoredRange,
}

/// A position whose pool is known.
struct PooledRange {
    managed: ManagedRange,
    pool: Address,
}

impl<T> NumberedRange<T> {
    /// Returns the next thing that is read of it, unless something failed before.
    fn and_then<U>(self, next: impl FnOnce(T) -> Result<U, String>) -> NumberedRange<U> {
        NumberedRange {
            number: self.number,
            outcome: self.outcome.and_then(next),
        }
    }
}

impl From<PositionManager::positionsReturn> for ManagedRange {
    fn from(stated: PositionManager::positionsReturn) -> Self {
        Self {
            tokens: [stated.token0, stated.token1].map(|token| Address::evm(token.into())),
            fee: stated.fee,
            ticks: [stated.tickLower, stated.tickUpper],
            stored: StoredRange {
                liquidity: stated.liquidity,
                growth: [stated.growth0, stated.growth1],
                owed: [stated.owed0, stated.owed1],
            },
        }
    }
}

impl ManagedRange {
    fn range(&self) -> TickRange {
        let [lower, upper] = self.ticks.map(|tick| tick.as_i32());
        TickRange { lower, upper }
    }

    fn is_closed(&self) -> bool {
        self.stored.liquidity == 0 && self.stored.owed == [0, 0]
    }
}

fn missing() -> String {
    "an answer is missing".to_owned()
}

impl PooledRange {
    fn calls(&self, manager: &Address) -> [ContractCall; CALLS] {
        let (pool, [lower, upper]) = (&self.pool, self.managed.ticks);
        // A pool names the liquidity of an owner by a hash.
        let key = keccak256((word(manager), lower, upper).abi_encode_packed());
        [
            call(pool, &RangePool::slot0Call {}),
            call(pool, &RangePool::feeGrowthGlobal0X128Call {}),
            call(pool, &RangePool::feeGrowthGlobal1X128Call {}),
            call(pool, &RangePool::ticksCall { tick: lower }),
            call(pool, &RangePool::ticksCall { tick: upper }),
            call(pool, &RangePool::positionsCall { key }),
        ]
    }
}

fn state([price, first, second, lower, upper, stored]: [ContractReply; CALLS]) -> Result<RangeState, String> {
    let price = decode::<RangePool::slot0Call>(price)?;
    let first = decode::<RangePool::feeGrowthGlobal0X128Call>(first)?;
    let second = decode::<RangePool::feeGrowthGlobal1X128Call>(second)?;
    let lower = decode::<RangePool::ticksCall>(lower)?;
    let upper = decode::<RangePool::ticksCall>(upper)?;
    let stored = decode::<RangePool::positionsCall>(stored)?;
    Ok(RangeState {
        sqrt_price: U256::from(price.sqrtPrice),
        tick: price.tick.as_i32(),
        growth: [first, second],
        outside: [[lower.outside0, lower.outside1], [upper.outside0, upper.outside1]],
        stored: StoredRange {
            liquidity: stored.liquidity,
            growth: [stored.growth0, stored.growth1],
            owed: [stored.owed0, stored.owed1],
        },
    })
}

impl RangeReader {
    /// Returns the numbers of the account's positions, after verifying that the manager is that of the factory.
    async fn numbers(&self, account: &AccountId, caller: &dyn ContractCaller) -> Result<Vec<U256>, ProtocolError> {
        let [manager, factory] = ["manager", "factory"].map(|part| self.spec.required(part));
        let owner = word(&account.address);
        let calls = [
            call(&manager, &PositionManager::factoryCall {}),
            call(&manager, &PositionManager::balanceOfCall { owner }),
        ];
        let [named, count] = answers(caller, calls).await?;
        let is_named = decode::<PositionManager::factoryCall>(named) == Ok(word(&factory));
        check("the factory of its manager", is_named)?;
        let count = decode::<PositionManager::balanceOfCall>(count).map_err(failed("the number of positions"))?;
        if count > U256::from(MAX_POSITIONS) {
            let why = format!("the account has more than {MAX_POSITIONS} positions, closed ones among them");
            return Err(ProtocolError::Contract(why));
        }
        let of = |index: u64| {
            let index = U256::from(index);
            (&manager, PositionManager::tokenOfOwnerByIndexCall { owner, index })
        };
        let calls: Vec<_> = (0..count.saturating_to()).map(of).collect();
        let numbers = read(caller, &calls).await?.into_iter();
        numbers
            .map(|number| number.map_err(failed("the number of a position")))
            .collect()
    }

    /// Returns what the manager states about positions. Closed ones are left out.
    async fn managed(
        &self,
        numbers: Vec<U256>,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<NumberedRange<ManagedRange>>, ProtocolError> {
        let manager = self.spec.required("manager");
        let of = |id: &U256| (&manager, PositionManager::positionsCall { id: *id });
        let stated = read(caller, &numbers.iter().map(of).collect::<Vec<_>>()).await?;
        let ranges = numbers.into_iter().zip(stated).map(|(number, stated)| NumberedRange {
            number,
            outcome: stated.map(ManagedRange::from),
        });
        let is_open = |one: &NumberedRange<ManagedRange>| !one.outcome.as_ref().is_ok_and(ManagedRange::is_closed);
        Ok(ranges.filter(is_open).collect())
    }

    /// Returns the pools that the factory names for positions.
    async fn pooled(
        &self,
        ranges: Vec<NumberedRange<ManagedRange>>,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<NumberedRange<PooledRange>>, ProtocolError> {
        let factory = self.spec.required("factory");
        let of = |managed: &ManagedRange| {
            let [first, second] = [word(&managed.tokens[0]), word(&managed.tokens[1])];
            let pool = RangeFactory::getPoolCall {
                tokenA: first,
                tokenB: second,
                fee: managed.fee,
            };
            (&factory, pool)
        };
        let known = ranges.iter().filter_map(|one| one.outcome.as_ref().ok());
        let mut pools = read(caller, &known.map(of).collect::<Vec<_>>()).await?.into_iter();
        let mut pooled = |managed: ManagedRange| {
            let named = pools.next().unwrap_or_else(|| Err(missing()))?;
            let pool = contract(named).ok_or("its factory names no pool")?;
            Ok(PooledRange { managed, pool })
        };
        Ok(ranges.into_iter().map(|one| one.and_then(&mut pooled)).collect())
    }

    /// Returns the amounts of positions, by the state of their pools.
    async fn legs(
        &self,
        ranges: Vec<NumberedRange<PooledRange>>,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<NumberedRange<Vec<PositionLeg>>>, ProtocolError> {
        let manager = self.spec.required("manager");
        let known = ranges.iter().filter_map(|one| one.outcome.as_ref().ok());
        let calls: Vec<ContractCall> = known.flat_map(|one| one.calls(&manager)).collect();
        let stated = if calls.is_empty() {
            Vec::new()
        } else {
            caller.call(calls).await?
        };
        let mut stated = stated.into_iter();
        let mut legs = |one: PooledRange| {
            let of_pool = std::array::from_fn(|_| stated.next().unwrap_or_else(|| Err(missing())));
            self.legs_of(&one, &state(of_pool)?)
        };
        Ok(ranges.into_iter().map(|one| one.and_then(&mut legs)).collect())
    }

    fn legs_of(&self, one: &PooledRange, state: &RangeState) -> Result<Vec<PositionLeg>, String> {
        let (manager, PooledRange { managed, pool }) = (self.spec.required("manager"), one);
        let (range, stored) = (managed.range(), &managed.stored);
        let paid = state.amounts(range, stored.liquidity);
        let paid = paid.ok_or("its range and the price of its pool do not fit")?;
        let collected = state.collected(range, stored).map(U256::from);
        // The manager adds up fees and liquidity that was taken out. Without liquidity in the pool, the latter is most of it.
        let owed = if stored.liquidity == 0 {
            PositionRole::Claimable
        } else {
            PositionRole::Reward
        };
        let sides = managed.tokens.iter().zip(paid.into_iter().zip(collected));
        let legs = sides.flat_map(|(token, (paid, collected))| {
            let token = self.spec.token(token);
            let liquidity = self
                .spec
                .leg(PositionRole::Liquidity, (pool, BURN), token.clone(), paid);
            let owed = self.spec.leg(owed, (&manager, COLLECT), token, collected);
            liquidity.into_iter().chain(owed)
        });
        Ok(legs.collect())
    }

    fn position(&self, one: NumberedRange<Vec<PositionLeg>>) -> ProtocolPosition {
        let item = format!("#{}", one.number);
        let (legs, unread) = match one.outcome {
            Ok(legs) => (legs, Vec::new()),
            Err(why) => (Vec::new(), vec![format!("Position {item} could not be read: {why}.")]),
        };
        let manager = self.spec.required("manager");
        ProtocolPosition {
            place: self.spec.profile.place.clone(),
            item: Some(item),
            legs,
            health: None,
            receipts: vec![AssetId::erc721(&self.spec.profile.chain, &manager)],
            unread,
        }
    }
}

#[async_trait]
impl ProtocolReader for RangeReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        _held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let numbers = self.numbers(account, caller).await?;
        let managed = self.managed(numbers, caller).await?;
        let pooled = self.pooled(managed, caller).await?;
        let read = self.legs(pooled, caller).await?;
        let mut positions: Vec<ProtocolPosition> = read.into_iter().map(|one| self.position(one)).collect();
        // So little liquidity that it pays nothing is no position.
        positions.retain(|one| !one.legs.is_empty() || !one.unread.is_empty());
        Ok(positions)
    }
}
