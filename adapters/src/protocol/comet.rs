//! Compound v3: <https://docs.compound.finance>. One contract for each market, with one asset that is lent and borrowed, and several that
//! secure debts.
//!
//! Three rounds of calls for an account: the market and what is lent or owed; the collateral assets; the collateral and the rewards.

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
    calls::{answers, call, contract, decode, failed, read, word},
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "comet",
    forms: &[],
    contracts: &["comet"],
    reader: |spec| Arc::new(CometReader { spec }),
};

sol! {
    interface Comet {
        struct AssetInfo {
            uint8 offset;
            address asset;
            address priceFeed;
            uint64 scale;
            uint64 borrowCollateralFactor;
            uint64 liquidateCollateralFactor;
            uint64 liquidationFactor;
            uint128 supplyCap;
        }
        function baseToken() external view returns (address token);
        function numAssets() external view returns (uint8 count);
        function getAssetInfo(uint8 number) external view returns (AssetInfo info);
        function balanceOf(address account) external view returns (uint256 lent);
        function borrowBalanceOf(address account) external view returns (uint256 owed);
        function collateralBalanceOf(address account, address asset) external view returns (uint128 amount);
    }

    interface CometRewards {
        function getRewardOwed(address comet, address account) external returns (address token, uint256 owed);
    }
}

/// The most assets that a market can have as collateral.
const MAX_ASSETS: u8 = 24;

/// Reads one market.
struct CometReader {
    spec: ProtocolSpec,
}

/// The market as its contract states it, and what an account lent or owes.
struct CometMarket {
    base: Address,
    assets: u8,
    lent: U256,
    owed: U256,
}

impl CometReader {
    async fn market(&self, account: &AccountId, caller: &dyn ContractCaller) -> Result<CometMarket, ProtocolError> {
        let (comet, account) = (self.spec.required("comet"), word(&account.address));
        let calls = [
            call(&comet, &Comet::baseTokenCall {}),
            call(&comet, &Comet::numAssetsCall {}),
            call(&comet, &Comet::balanceOfCall { account }),
            call(&comet, &Comet::borrowBalanceOfCall { account }),
        ];
        let [base, assets, lent, owed] = answers(caller, calls).await?;
        let base = decode::<Comet::baseTokenCall>(base).map_err(failed("its base asset"))?;
        let assets = decode::<Comet::numAssetsCall>(assets).map_err(failed("its list of assets"))?;
        let base = contract(base).filter(|_| (1..=MAX_ASSETS).contains(&assets));
        Ok(CometMarket {
            base: base.ok_or_else(|| ProtocolError::Contract("its contract is not a market".to_owned()))?,
            assets,
            lent: decode::<Comet::balanceOfCall>(lent).map_err(failed("what is lent"))?,
            owed: decode::<Comet::borrowBalanceOfCall>(owed).map_err(failed("what is owed"))?,
        })
    }

    /// Reads what an account deposited as collateral.
    async fn collateral(
        &self,
        user: &AccountId,
        market: &CometMarket,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<PositionLeg>, ProtocolError> {
        let (comet, account) = (self.spec.required("comet"), word(&user.address));
        let numbers = (0..market.assets).map(|number| (&comet, Comet::getAssetInfoCall { number }));
        let infos = read(caller, &numbers.collect::<Vec<_>>()).await?;
        let mut assets = Vec::new();
        for info in infos {
            assets.push(info.map_err(failed("a collateral asset"))?.asset);
        }
        let of = |asset| (&comet, Comet::collateralBalanceOfCall { account, asset });
        let balances = read(caller, &assets.iter().copied().map(of).collect::<Vec<_>>()).await?;
        let stated = (&comet, "collateralBalanceOf(address,address)");
        let mut legs = Vec::new();
        for (asset, balance) in assets.into_iter().zip(balances) {
            let amount = U256::from(balance.map_err(failed("the collateral"))?);
            let token = contract(asset).map(|token| self.spec.token(&token));
            legs.extend(token.and_then(|token| self.spec.leg(PositionRole::Collateral, stated, token, amount)));
        }
        Ok(legs)
    }

    /// Reads the reward that an account has earned and not claimed.
    async fn reward(
        &self,
        user: &AccountId,
        caller: &dyn ContractCaller,
    ) -> Result<Result<Option<PositionLeg>, String>, ProtocolError> {
        let Some(rewards) = self.spec.contracts.get("rewards") else {
            return Ok(Err("Rewards are not detected.".to_owned()));
        };
        let request = CometRewards::getRewardOwedCall {
            comet: word(&self.spec.required("comet")),
            account: word(&user.address),
        };
        let mut found = read(caller, &[(rewards, request)]).await?;
        let Some(Ok(found)) = found.pop() else {
            return Ok(Err("Rewards could not be read.".to_owned()));
        };
        let stated = (rewards, "getRewardOwed(address,address)");
        let token = contract(found.token).map(|token| self.spec.token(&token));
        Ok(Ok(token.and_then(|token| {
            self.spec.leg(PositionRole::Reward, stated, token, found.owed)
        })))
    }
}

#[async_trait]
impl ProtocolReader for CometReader {
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
        let comet = self.spec.required("comet");
        let base = self.spec.token(&market.base);
        let leg = |role, function, value| self.spec.leg(role, (&comet, function), base.clone(), value);
        let lent = leg(PositionRole::Supply, "balanceOf(address)", market.lent);
        let owed = leg(PositionRole::Borrow, "borrowBalanceOf(address)", market.owed);
        let mut legs: Vec<PositionLeg> = lent.into_iter().chain(owed).collect();
        legs.extend(self.collateral(account, &market, caller).await?);
        let mut unread = Vec::new();
        match self.reward(account, caller).await? {
            Ok(reward) => legs.extend(reward),
            Err(why) => unread.push(why),
        }
        if legs.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![ProtocolPosition {
            place: self.spec.profile.place.clone(),
            item: None,
            legs,
            health: None,
            receipts: vec![self.spec.token(&comet)],
            unread,
        }])
    }
}
