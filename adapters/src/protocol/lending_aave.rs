//! Aave v2 and v3 and protocols with their contracts: <https://aave.com/docs/aave-v3/smart-contracts>.
//!
//! Three rounds of calls for an account: what identifies the contracts, the list of reserves and the health factor; the amounts in each
//! reserve; the tokens of the reserves with an amount, and the rewards.

use std::sync::Arc;

use alloy_primitives::U256;
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, PositionLeg, ProtocolPosition, ProtocolProfile, ProtocolReader,
    RawAmount,
    protocol::{PositionRole, ProtocolError},
};

use super::{
    calls::{answers, call, check, contract, decode, failed, raw, read, word},
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "lending-aave",
    forms: &[],
    contracts: &["provider", "pool", "data"],
    reader: |spec| Arc::new(AaveReader { spec }),
};

sol! {
    interface AddressesProvider {
        function getPool() external view returns (address pool);
        function getLendingPool() external view returns (address pool);
    }

    interface Pool {
        function getReservesList() external view returns (address[] reserves);
        function getUserAccountData(address user) external view returns (
            uint256 collateral, uint256 debt, uint256 available, uint256 threshold, uint256 ltv, uint256 health
        );
    }

    interface DataProvider {
        function ADDRESSES_PROVIDER() external view returns (address provider);
        function getUserReserveData(address asset, address user) external view returns (
            uint256 supplied, uint256 stableDebt, uint256 variableDebt, uint256 principalStableDebt,
            uint256 scaledVariableDebt, uint256 stableRate, uint256 liquidityRate, uint40 stableUpdated, bool isCollateral
        );
        function getReserveTokensAddresses(address asset) external view returns (
            address supplyToken, address stableDebtToken, address variableDebtToken
        );
    }

    interface RewardsController {
        function getAllUserRewards(address[] tokens, address user) external view returns (
            address[] rewards, uint256[] amounts
        );
    }
}

const RESERVE_DATA: &str = "getUserReserveData(address,address)";
const REWARDS: &str = "getAllUserRewards(address[],address)";
/// The decimals of a health factor.
const HEALTH_DECIMALS: u8 = 18;
/// More reserves than any market has. A longer list is not that of a pool.
const MAX_RESERVES: usize = 512;

/// Reads one market.
struct AaveReader {
    spec: ProtocolSpec,
}

/// The market as its contracts state it, and the health factor of an account.
struct AaveMarket {
    reserves: Vec<Address>,
    debt: U256,
    health: U256,
}

/// What an account has in a reserve.
struct Reserve<'a> {
    asset: &'a Address,
    data: DataProvider::getUserReserveDataReturn,
}

impl AaveReader {
    /// Reads the market after verifying that its contracts name each other.
    async fn market(&self, account: &AccountId, caller: &dyn ContractCaller) -> Result<AaveMarket, ProtocolError> {
        let [provider, pool, data] = ["provider", "pool", "data"].map(|part| self.spec.required(part));
        let user = word(&account.address);
        let calls = [
            call(&provider, &AddressesProvider::getPoolCall {}),
            call(&provider, &AddressesProvider::getLendingPoolCall {}),
            call(&data, &DataProvider::ADDRESSES_PROVIDERCall {}),
            call(&pool, &Pool::getReservesListCall {}),
            call(&pool, &Pool::getUserAccountDataCall { user }),
        ];
        let [v3, v2, of_data, reserves, state] = answers(caller, calls).await?;
        let v3 = decode::<AddressesProvider::getPoolCall>(v3);
        let is_pool = v3.or_else(|_| decode::<AddressesProvider::getLendingPoolCall>(v2));
        check("its provider", is_pool == Ok(word(&pool)))?;
        let is_data = decode::<DataProvider::ADDRESSES_PROVIDERCall>(of_data) == Ok(word(&provider));
        check("its data provider", is_data)?;
        let reserves = decode::<Pool::getReservesListCall>(reserves).map_err(failed("its list of reserves"))?;
        check("its list of reserves", reserves.len() <= MAX_RESERVES)?;
        let state = decode::<Pool::getUserAccountDataCall>(state).map_err(failed("the health factor"))?;
        Ok(AaveMarket {
            reserves: reserves.into_iter().filter_map(contract).collect(),
            debt: state.debt,
            health: state.health,
        })
    }

    /// Reads the reserves in which an account has an amount.
    async fn reserves<'a>(
        &self,
        account: &AccountId,
        market: &'a AaveMarket,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<Reserve<'a>>, ProtocolError> {
        let (data, user) = (self.spec.required("data"), word(&account.address));
        let of = |asset: &Address| {
            let asset = word(asset);
            (&data, DataProvider::getUserReserveDataCall { asset, user })
        };
        let calls: Vec<_> = market.reserves.iter().map(of).collect();
        let states = read(caller, &calls).await?;
        let mut reserves = Vec::new();
        for (asset, answer) in market.reserves.iter().zip(states) {
            let data = answer.map_err(failed(&format!("the reserve {}", asset.short())))?;
            if !(data.supplied.is_zero() && data.stableDebt.is_zero() && data.variableDebt.is_zero()) {
                reserves.push(Reserve { asset, data });
            }
        }
        Ok(reserves)
    }

    fn legs(&self, reserve: &Reserve<'_>) -> Vec<PositionLeg> {
        let (contract, data) = (self.spec.required("data"), &reserve.data);
        let role = if data.isCollateral {
            PositionRole::Collateral
        } else {
            PositionRole::Supply
        };
        // Stable and variable debt of one asset are owed alike.
        let debt = data.stableDebt.saturating_add(data.variableDebt);
        let asset = self.spec.token(reserve.asset);
        let stated = (&contract, RESERVE_DATA);
        let supplied = self.spec.leg(role, stated, asset.clone(), data.supplied);
        let owed = self.spec.leg(PositionRole::Borrow, stated, asset, debt);
        supplied.into_iter().chain(owed).collect()
    }

    /// Reads the tokens whose balances the amounts stand for: the one supplied, and those of both kinds of debt.
    async fn tokens(
        &self,
        reserves: &[Reserve<'_>],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<Address>, ProtocolError> {
        let data = self.spec.required("data");
        let of = |reserve: &Reserve<'_>| {
            let asset = word(reserve.asset);
            (&data, DataProvider::getReserveTokensAddressesCall { asset })
        };
        let calls: Vec<_> = reserves.iter().map(of).collect();
        let found = read(caller, &calls).await?;
        let mut tokens = Vec::new();
        for tokens_of in found {
            let found = tokens_of.map_err(failed("the tokens of a reserve"))?;
            let all = [found.supplyToken, found.stableDebtToken, found.variableDebtToken];
            tokens.extend(all.into_iter().filter_map(contract));
        }
        Ok(tokens)
    }

    /// Reads the rewards of these tokens. What cannot be read is stated, and the position is still there.
    async fn rewards(
        &self,
        account: &AccountId,
        tokens: &[Address],
        caller: &dyn ContractCaller,
    ) -> Result<Result<Vec<PositionLeg>, String>, ProtocolError> {
        let Some(controller) = self.spec.contracts.get("rewards") else {
            return Ok(Err("Rewards are not detected.".to_owned()));
        };
        let request = RewardsController::getAllUserRewardsCall {
            tokens: tokens.iter().map(word).collect(),
            user: word(&account.address),
        };
        let mut found = read(caller, &[(controller, request)]).await?;
        let Some(Ok(found)) = found.pop() else {
            return Ok(Err("Rewards could not be read.".to_owned()));
        };
        if found.rewards.len() != found.amounts.len() {
            return Ok(Err("Rewards could not be read.".to_owned()));
        }
        let legs = found.rewards.into_iter().zip(found.amounts);
        let legs = legs.filter_map(|(token, amount)| {
            let asset = self.spec.token(&contract(token)?);
            self.spec
                .leg(PositionRole::Reward, (controller, REWARDS), asset, amount)
        });
        Ok(Ok(legs.collect()))
    }
}

#[async_trait]
impl ProtocolReader for AaveReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        _held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let market = self.market(account, caller).await?;
        let reserves = self.reserves(account, &market, caller).await?;
        if reserves.is_empty() {
            return Ok(Vec::new());
        }
        let tokens = self.tokens(&reserves, caller).await?;
        let mut legs: Vec<PositionLeg> = reserves.iter().flat_map(|reserve| self.legs(reserve)).collect();
        let mut unread = Vec::new();
        match self.rewards(account, &tokens, caller).await? {
            Ok(rewards) => legs.extend(rewards),
            Err(why) => unread.push(why),
        }
        // Without debt the contract states the largest number.
        let health = Some(market.health).filter(|_| !market.debt.is_zero());
        Ok(vec![ProtocolPosition {
            place: self.spec.profile.place.clone(),
            item: None,
            legs,
            health: health.and_then(|health| raw(health).in_units(HEALTH_DECIMALS).ok()),
            receipts: tokens.iter().map(|token| self.spec.token(token)).collect(),
            unread,
        }])
    }
}
