//! Compound v2 and protocols with its contracts: <https://docs.compound.finance/v2>.
//!
//! Three rounds of calls for an account: the list of markets and which of them are collateral; what is stored for the account in each
//! market; the amounts of the markets in which it has any, with the interest until the block.

use std::{collections::BTreeSet, sync::Arc};

use alloy_primitives::Address as Word;
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, PositionLeg, ProtocolPosition, ProtocolProfile, ProtocolReader,
    RawAmount,
    protocol::{PositionRole, ProtocolError},
};

use super::{
    calls::{DecodedReply, answers, call, check, contract, decode, failed, read, word},
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "lending-compound2",
    forms: &[],
    contracts: &["comptroller"],
    reader: |spec| Arc::new(CompoundReader { spec }),
};

sol! {
    interface Comptroller {
        function isComptroller() external view returns (bool is);
        function getAllMarkets() external view returns (address[] markets);
        function getAssetsIn(address account) external view returns (address[] markets);
    }

    interface CToken {
        function getAccountSnapshot(address account) external view returns (
            uint256 error, uint256 receipts, uint256 owed, uint256 rate
        );
        function underlying() external view returns (address token);
        function balanceOfUnderlying(address account) external returns (uint256 amount);
        function borrowBalanceCurrent(address account) external returns (uint256 amount);
    }
}

/// More markets than any protocol has.
const MAX_MARKETS: usize = 512;

/// Reads the markets of one comptroller, which secure the debts of each other.
struct CompoundReader {
    spec: ProtocolSpec,
}

/// A market in which an account has an amount.
struct CompoundMarket {
    contract: Address,
    is_collateral: bool,
}

impl CompoundReader {
    /// Reads the markets in which an account has an amount.
    async fn markets(
        &self,
        user: &AccountId,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<CompoundMarket>, ProtocolError> {
        let (comptroller, account) = (self.spec.required("comptroller"), word(&user.address));
        let calls = [
            call(&comptroller, &Comptroller::isComptrollerCall {}),
            call(&comptroller, &Comptroller::getAllMarketsCall {}),
            call(&comptroller, &Comptroller::getAssetsInCall { account }),
        ];
        let [is, all, entered] = answers(caller, calls).await?;
        check(
            "its comptroller",
            decode::<Comptroller::isComptrollerCall>(is) == Ok(true),
        )?;
        let all = decode::<Comptroller::getAllMarketsCall>(all).map_err(failed("its list of markets"))?;
        check("its list of markets", all.len() <= MAX_MARKETS)?;
        let entered = decode::<Comptroller::getAssetsInCall>(entered).map_err(failed("the collateral"))?;
        let entered: BTreeSet<Word> = entered.into_iter().collect();
        let all: Vec<Address> = all.into_iter().filter_map(contract).collect();
        let of = |market| (market, CToken::getAccountSnapshotCall { account });
        let stored = read(caller, &all.iter().map(of).collect::<Vec<_>>()).await?;
        let mut markets = Vec::new();
        for (contract, stored) in all.into_iter().zip(stored) {
            let stored = stored.map_err(failed(&format!("the market {}", contract.short())))?;
            check("the state of a market", stored.error.is_zero())?;
            if !(stored.receipts.is_zero() && stored.owed.is_zero()) {
                let is_collateral = entered.contains(&word(&contract));
                markets.push(CompoundMarket {
                    contract,
                    is_collateral,
                });
            }
        }
        Ok(markets)
    }

    /// Returns what is lent in a market. The market of the chain's coin has no token: the row names it, because a call that fails for
    /// another reason must not turn a token into the coin.
    fn asset(
        &self,
        market: &CompoundMarket,
        underlying: DecodedReply<Word>,
        caller: &dyn ContractCaller,
    ) -> Result<AssetId, ProtocolError> {
        if self.spec.contracts.get("native") == Some(&market.contract) {
            return Ok(caller.coin());
        }
        let what = format!("the asset of the market {}", market.contract.short());
        let token = contract(underlying.map_err(failed(&what))?);
        let token = token.map(|token| self.spec.token(&token));
        token.ok_or_else(|| ProtocolError::Contract(format!("{what} is not stated")))
    }

    /// Reads the amounts with their interest until the block.
    async fn legs(
        &self,
        user: &AccountId,
        markets: &[CompoundMarket],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<PositionLeg>, ProtocolError> {
        let account = word(&user.address);
        let contracts = || markets.iter().map(|market| &market.contract);
        let tokens: Vec<_> = contracts().map(|one| (one, CToken::underlyingCall {})).collect();
        let lent = contracts().map(|one| (one, CToken::balanceOfUnderlyingCall { account }));
        let owed = contracts().map(|one| (one, CToken::borrowBalanceCurrentCall { account }));
        let (lent, owed): (Vec<_>, Vec<_>) = (lent.collect(), owed.collect());
        let (tokens, lent, owed) = futures::try_join!(read(caller, &tokens), read(caller, &lent), read(caller, &owed))?;
        let mut legs = Vec::new();
        for (market, ((token, lent), owed)) in markets.iter().zip(tokens.into_iter().zip(lent).zip(owed)) {
            let asset = self.asset(market, token, caller)?;
            let role = if market.is_collateral {
                PositionRole::Collateral
            } else {
                PositionRole::Supply
            };
            let (lent, owed) = (
                lent.map_err(failed("what is lent"))?,
                owed.map_err(failed("what is owed"))?,
            );
            let stated = |function| (&market.contract, function);
            legs.extend(
                self.spec
                    .leg(role, stated("balanceOfUnderlying(address)"), asset.clone(), lent),
            );
            let owed = self.spec.leg(
                PositionRole::Borrow,
                stated("borrowBalanceCurrent(address)"),
                asset,
                owed,
            );
            legs.extend(owed);
        }
        Ok(legs)
    }
}

#[async_trait]
impl ProtocolReader for CompoundReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        _held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let markets = self.markets(account, caller).await?;
        let legs = self.legs(account, &markets, caller).await?;
        if legs.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![ProtocolPosition {
            place: self.spec.profile.place.clone(),
            item: None,
            legs,
            health: None,
            receipts: markets.iter().map(|market| self.spec.token(&market.contract)).collect(),
            unread: vec!["Rewards are not detected.".to_owned()],
        }])
    }
}
