//! Vaults of Euler v2, whose shares are held as tokens and can secure debts in other vaults: <https://docs.euler.finance>. Only what the factory made is a
//! vault. Accounts below the account (Euler gives each address 256) are not detected.
//!
//! Up to four rounds of calls for an account: the factory, and the vaults that control the account; which tokens are vaults; what their shares are
//! worth; the debts with the health factor.

use std::sync::Arc;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, Amount, AssetId, ContractCaller, PositionKind, PositionLeg, ProtocolPosition, ProtocolProfile,
    ProtocolReader, RawAmount,
    protocol::{ContractReply, PositionRole, ProtocolError},
};

use super::{
    calls::{answers, answers_each, call, check, contract, decode, failed, raw, read, word},
    held_tokens::held_tokens,
    spec::ProtocolSpec,
    template::Template,
    vault_shares::{VaultShares, worth},
};

pub(super) const TEMPLATE: Template = Template {
    name: "vault-kit",
    forms: &[],
    contracts: &["factory", "connector"],
    reader: |spec| Arc::new(KitReader { spec }),
};

sol! {
    interface KitFactory {
        function getProxyListLength() external view returns (uint256 count);
        function isProxy(address vault) external view returns (bool is);
    }

    interface VaultConnector {
        function getControllers(address account) external view returns (address[] vaults);
        function getCollaterals(address account) external view returns (address[] vaults);
    }

    interface CreditVault {
        function asset() external view returns (address token);
        function debtOf(address account) external view returns (uint256 amount);
        function accountLiquidity(address account, bool liquidation) external view returns (
            uint256 collateral, uint256 liability
        );
    }
}

/// The decimals of a health factor.
const HEALTH_DECIMALS: u8 = 18;

/// Reads the vaults of one factory.
struct KitReader {
    spec: ProtocolSpec,
}

/// The vaults that control an account because it owes them, and those whose shares secure debts.
struct Bound {
    controllers: Vec<Address>,
    collaterals: Vec<Address>,
}

impl KitReader {
    async fn bound(&self, account: Word, caller: &dyn ContractCaller) -> Result<Bound, ProtocolError> {
        let [factory, connector] = ["factory", "connector"].map(|part| self.spec.required(part));
        let calls = [
            call(&factory, &KitFactory::getProxyListLengthCall {}),
            call(&connector, &VaultConnector::getControllersCall { account }),
            call(&connector, &VaultConnector::getCollateralsCall { account }),
        ];
        let [count, controllers, collaterals] = answers(caller, calls).await?;
        let count = decode::<KitFactory::getProxyListLengthCall>(count).map_err(failed("its factory"))?;
        check("its factory", !count.is_zero())?;
        let controllers = decode::<VaultConnector::getControllersCall>(controllers).map_err(failed("the debts"))?;
        let collaterals =
            decode::<VaultConnector::getCollateralsCall>(collaterals).map_err(failed("the collateral"))?;
        Ok(Bound {
            controllers: controllers.into_iter().filter_map(contract).collect(),
            collaterals: collaterals.into_iter().filter_map(contract).collect(),
        })
    }

    /// Returns the vaults of the factory among these contracts.
    async fn vaults<T>(
        &self,
        items: Vec<(Address, T)>,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<(Address, T)>, ProtocolError> {
        let factory = self.spec.required("factory");
        let of = |vault| (&factory, KitFactory::isProxyCall { vault: word(vault) });
        let stated = read(caller, &items.iter().map(|(vault, _)| of(vault)).collect::<Vec<_>>()).await?;
        let mut vaults = Vec::new();
        for (item, is_vault) in items.into_iter().zip(stated) {
            if is_vault.map_err(failed("its factory"))? {
                vaults.push(item);
            }
        }
        Ok(vaults)
    }

    /// Reads what an account owes, with the health factor that the vault states.
    async fn debts(
        &self,
        controllers: Vec<Address>,
        account: Word,
        caller: &dyn ContractCaller,
    ) -> Result<(Vec<PositionLeg>, Option<Amount>), ProtocolError> {
        let controllers = controllers.into_iter().map(|vault| (vault, ())).collect();
        let controllers = self.vaults(controllers, caller).await?;
        let calls = |(vault, ()): &(Address, ())| {
            [
                call(vault, &CreditVault::assetCall {}),
                call(vault, &CreditVault::debtOfCall { account }),
                call(
                    vault,
                    &CreditVault::accountLiquidityCall {
                        account,
                        liquidation: true,
                    },
                ),
            ]
        };
        let stated = answers_each(caller, &controllers, calls).await?;
        let (mut legs, mut health) = (Vec::new(), None);
        for ((vault, ()), [asset, debt, liquidity]) in controllers.into_iter().zip(stated) {
            let asset = decode::<CreditVault::assetCall>(asset).map_err(failed("the asset of a vault"))?;
            let debt = decode::<CreditVault::debtOfCall>(debt).map_err(failed("a debt"))?;
            let asset = contract(asset).ok_or_else(|| ProtocolError::Contract("a vault has no asset".to_owned()))?;
            let leg = self.spec.leg(
                PositionRole::Borrow,
                (&vault, "debtOf(address)"),
                self.spec.token(&asset),
                debt,
            );
            if leg.is_some() {
                health = factor(liquidity);
            }
            legs.extend(leg);
        }
        Ok((legs, health))
    }
}

/// Returns the health factor of an account: its collateral by its liability, as the vault values both when it decides on a liquidation.
fn factor(liquidity: ContractReply) -> Option<Amount> {
    let stated = decode::<CreditVault::accountLiquidityCall>(liquidity).ok()?;
    let unit = U256::from(10).pow(U256::from(HEALTH_DECIMALS));
    let factor = stated.collateral.checked_mul(unit)?.checked_div(stated.liability)?;
    raw(factor).in_units(HEALTH_DECIMALS).ok()
}

/// Adds what secures the debts to them, and returns the other positions.
fn joined(
    loan: &mut ProtocolPosition,
    lent: Vec<ProtocolPosition>,
    is_collateral: impl Fn(&ProtocolPosition) -> bool,
) -> Vec<ProtocolPosition> {
    let (bound, free): (Vec<_>, Vec<_>) = lent.into_iter().partition(is_collateral);
    for position in bound {
        loan.legs.extend(position.legs.into_iter().map(|mut leg| {
            leg.role = PositionRole::Collateral;
            leg.position.kind = PositionKind::Supplied;
            leg
        }));
        loan.receipts.extend(position.receipts);
        loan.unread.extend(position.unread);
    }
    free
}

#[async_trait]
impl ProtocolReader for KitReader {
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
        let Bound {
            controllers,
            collaterals,
        } = self.bound(account, caller).await?;
        let vaults = self.vaults(held_tokens(held, "a vault")?, caller).await?;
        let shares = vaults.into_iter().map(|(vault, shares)| VaultShares {
            item: Some(vault.short()),
            vault,
            shares,
        });
        let lent = worth(&self.spec, caller, shares.collect()).await?;
        let (debts, health) = self.debts(controllers, account, caller).await?;
        if debts.is_empty() {
            return Ok(lent);
        }
        let collaterals: Vec<AssetId> = collaterals.iter().map(|vault| self.spec.token(vault)).collect();
        let mut loan = self.spec.position(None, debts);
        if health.is_none() {
            loan.unread.push("The health factor could not be read.".to_owned());
        }
        loan.health = health;
        let mut positions = joined(&mut loan, lent, |one| {
            one.receipts.iter().any(|vault| collaterals.contains(vault))
        });
        positions.insert(0, loan);
        Ok(positions)
    }
}
