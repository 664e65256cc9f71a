//! Loans against one collateral: crvUSD (`mint`) and the markets of LlamaLend (`lend`). <https://docs.curve.finance>. The factory lists the markets, so
//! that no history is needed. Collateral that was exchanged on the way down is part of the loan as what it was exchanged for.
//!
//! Up to six rounds of calls for an account: the number of markets; the market's contracts; whether there is a loan; its amounts; what shares of
//! vaults are worth (two rounds, see `vault_shares`).

use std::sync::Arc;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::{SolValue, sol};
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    protocol::{PositionRole, ProtocolError},
};

use super::{
    calls::{answers, answers_each, call, contract, decode, failed, named, value, word},
    held_tokens::held_tokens,
    spec::ProtocolSpec,
    template::Template,
    vault_shares::{VaultShares, worth},
};

const MINT: &str = "mint";

pub(super) const TEMPLATE: Template = Template {
    name: "curve-lend",
    forms: &[MINT, "lend"],
    contracts: &["factory"],
    reader: |spec| Arc::new(LoanReader { spec }),
};

sol! {
    interface LoanController {
        function loan_exists(address account) external view returns (bool is);
        function user_state(address account) external view returns (uint256[4] state);
    }
}

/// What a factory states about a market: its controller, its collateral, what is borrowed and its vault. Where crvUSD is minted there is no vault.
const OF_MINT: [&str; 4] = [
    "controllers(uint256)",
    "collaterals(uint256)",
    "stablecoin()",
    "controllers(uint256)",
];
const OF_LEND: [&str; 4] = [
    "controllers(uint256)",
    "collateral_tokens(uint256)",
    "borrowed_tokens(uint256)",
    "vaults(uint256)",
];

/// More markets than a factory lists.
const MAX_MARKETS: u64 = 1000;

/// Reads the markets of one factory.
struct LoanReader {
    spec: ProtocolSpec,
}

/// A market with its contracts.
struct LoanMarket {
    controller: Address,
    collateral: Word,
    borrowed: Word,
    vault: Option<Address>,
}

impl LoanReader {
    fn is_mint(&self) -> bool {
        self.spec.form == MINT
    }

    async fn markets(&self, caller: &dyn ContractCaller) -> Result<Vec<LoanMarket>, ProtocolError> {
        let factory = self.spec.required("factory");
        let count = if self.is_mint() {
            "n_collaterals()"
        } else {
            "market_count()"
        };
        let [count] = answers(caller, [named(&factory, count, &[])]).await?;
        let count = value::<U256>(count).map_err(failed("its list of markets"))?;
        if count.is_zero() || count > U256::from(MAX_MARKETS) {
            return Err(ProtocolError::Contract(
                "its list of markets is not the one that is known".to_owned(),
            ));
        }
        let functions = if self.is_mint() { OF_MINT } else { OF_LEND };
        let numbers: Vec<U256> = (0..count.to::<u64>()).map(U256::from).collect();
        let calls = |at: &U256| {
            let at = at.abi_encode();
            functions.map(|function| named(&factory, function, if function.ends_with("()") { &[] } else { &at }))
        };
        let mut markets = Vec::new();
        for stated in answers_each(caller, &numbers, calls).await? {
            let [controller, collateral, borrowed, vault] =
                stated.map(|stated| value::<Word>(stated).map_err(failed("a market")));
            let controller = contract(controller?);
            markets.push(LoanMarket {
                controller: controller.ok_or_else(|| ProtocolError::Contract("a market has no contract".to_owned()))?,
                collateral: collateral?,
                borrowed: borrowed?,
                vault: contract(vault?).filter(|_| !self.is_mint()),
            });
        }
        Ok(markets)
    }

    /// Reads the loans of an account.
    async fn loans(
        &self,
        markets: &[LoanMarket],
        account: Word,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let of = |market: &LoanMarket| [call(&market.controller, &LoanController::loan_existsCall { account })];
        let mut open = Vec::new();
        for (market, [exists]) in markets.iter().zip(answers_each(caller, markets, of).await?) {
            if decode::<LoanController::loan_existsCall>(exists).map_err(failed("a loan"))? {
                open.push(market);
            }
        }
        let of = |market: &&LoanMarket| [call(&market.controller, &LoanController::user_stateCall { account })];
        let stated = answers_each(caller, &open, of).await?;
        let mut positions = Vec::new();
        for (market, [stated]) in open.into_iter().zip(stated) {
            let [collateral, exchanged, debt, _] =
                decode::<LoanController::user_stateCall>(stated).map_err(failed("a loan"))?;
            let leg = |role, token, amount| {
                let asset = self.spec.asset(token, caller)?;
                self.spec
                    .leg(role, (&market.controller, "user_state(address)"), asset, amount)
            };
            let legs = [
                leg(PositionRole::Collateral, market.collateral, collateral),
                leg(PositionRole::Collateral, market.borrowed, exchanged),
                leg(PositionRole::Borrow, market.borrowed, debt),
            ];
            let legs = legs.into_iter().flatten().collect();
            positions.push(self.spec.position(Some(market.controller.short()), legs));
        }
        Ok(positions)
    }

    /// Reads what shares of the markets' vaults are worth.
    async fn lent(
        &self,
        markets: &[LoanMarket],
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let is_vault = |token: &Address| markets.iter().any(|market| market.vault.as_ref() == Some(token));
        let tokens = held_tokens(held, "a vault")?
            .into_iter()
            .filter(|(token, _)| is_vault(token));
        let shares = tokens.map(|(vault, shares)| VaultShares {
            item: Some(vault.short()),
            vault,
            shares,
        });
        worth(&self.spec, caller, shares.collect()).await
    }
}

#[async_trait]
impl ProtocolReader for LoanReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let markets = self.markets(caller).await?;
        let mut positions = self.loans(&markets, word(&account.address), caller).await?;
        positions.extend(self.lent(&markets, held, caller).await?);
        positions.retain(|position| !position.legs.is_empty());
        Ok(positions)
    }
}
