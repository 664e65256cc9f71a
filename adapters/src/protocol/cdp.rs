//! Vaults of Maker and Sky, in which debts in DAI are secured, and DAI that is saved: <https://docs.makerdao.com>. A vault may belong to the account or to
//! its proxy, which the registry of proxies names.
//!
//! Three rounds of calls for an account: the system and the proxy; the vaults and the savings of both; the state of each vault. Interest since the
//! system last added it is not included, as in the system's own figures.

use std::sync::Arc;

use alloy_primitives::{Address as Word, B256, U256};
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    protocol::{ContractCall, ContractReply, PositionRole, ProtocolError},
};

use super::{
    calls::{answers, answers_each, call, check, contract, decode, failed, word},
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "cdp",
    forms: &[],
    contracts: &["manager", "list", "vat", "pot", "proxies", "collaterals", "dai"],
    reader: |spec| Arc::new(DebtReader { spec }),
};

sol! {
    interface Manager {
        function vat() external view returns (address vat);
    }

    interface VaultList {
        function getCdpsAsc(address manager, address owner) external view returns (
            uint256[] ids, address[] urns, bytes32[] ilks
        );
    }

    interface Vat {
        function live() external view returns (uint256 is);
        function urns(bytes32 ilk, address urn) external view returns (uint256 ink, uint256 art);
        function ilks(bytes32 ilk) external view returns (
            uint256 art, uint256 rate, uint256 spot, uint256 line, uint256 dust
        );
    }

    interface Pot {
        function pie(address owner) external view returns (uint256 pie);
        function chi() external view returns (uint256 chi);
    }

    interface ProxyRegistry {
        function proxies(address owner) external view returns (address proxy);
    }

    interface IlkRegistry {
        function gem(bytes32 ilk) external view returns (address token);
        function dec(bytes32 ilk) external view returns (uint256 decimals);
    }
}

/// The decimals of an amount of collateral in the system, whatever the token has.
const WAD_DECIMALS: u64 = 18;
/// The decimals of a rate of interest.
const RAY_DECIMALS: u64 = 27;
/// How many calls state a vault.
const CALLS: usize = 4;

/// Reads one system.
struct DebtReader {
    spec: ProtocolSpec,
}

/// A vault of an account or of its proxy.
struct DebtVault {
    id: U256,
    urn: Word,
    ilk: B256,
}

impl DebtReader {
    /// Returns the account and its proxy, if it has one.
    async fn owners(&self, account: Word, caller: &dyn ContractCaller) -> Result<Vec<Word>, ProtocolError> {
        let [manager, vat, proxies] = ["manager", "vat", "proxies"].map(|part| self.spec.required(part));
        let calls = [
            call(&manager, &Manager::vatCall {}),
            call(&vat, &Vat::liveCall {}),
            call(&proxies, &ProxyRegistry::proxiesCall { owner: account }),
        ];
        let [known, live, proxy] = answers(caller, calls).await?;
        let known = decode::<Manager::vatCall>(known).map_err(failed("its system"))?;
        check("its system", contract(known) == Some(vat))?;
        decode::<Vat::liveCall>(live).map_err(failed("its system"))?;
        let proxy = decode::<ProxyRegistry::proxiesCall>(proxy).map_err(failed("the proxy of the account"))?;
        Ok([account, proxy].into_iter().filter(|owner| !owner.is_zero()).collect())
    }

    /// Returns the vaults of these owners, and what they saved.
    async fn owned(
        &self,
        owners: &[Word],
        caller: &dyn ContractCaller,
    ) -> Result<(Vec<DebtVault>, U256), ProtocolError> {
        let [list, pot] = ["list", "pot"].map(|part| self.spec.required(part));
        let manager = word(&self.spec.required("manager"));
        let calls = |owner: &Word| {
            [
                call(&list, &VaultList::getCdpsAscCall { manager, owner: *owner }),
                call(&pot, &Pot::pieCall { owner: *owner }),
                call(&pot, &Pot::chiCall {}),
            ]
        };
        let (mut vaults, mut saved) = (Vec::new(), U256::ZERO);
        for [listed, pie, chi] in answers_each(caller, owners, calls).await? {
            let listed = decode::<VaultList::getCdpsAscCall>(listed).map_err(failed("the vaults"))?;
            let is_whole = listed.ids.len() == listed.urns.len() && listed.urns.len() == listed.ilks.len();
            check("the list of vaults", is_whole)?;
            let of = listed.ids.into_iter().zip(listed.urns).zip(listed.ilks);
            vaults.extend(of.map(|((id, urn), ilk)| DebtVault { id, urn, ilk }));
            let pie = decode::<Pot::pieCall>(pie).map_err(failed("the savings"))?;
            let chi = decode::<Pot::chiCall>(chi).map_err(failed("the savings"))?;
            saved = saved.saturating_add(at_rate(pie, chi)?);
        }
        Ok((vaults, saved))
    }

    fn calls(&self, vault: &DebtVault) -> [ContractCall; CALLS] {
        let [vat, collaterals] = ["vat", "collaterals"].map(|part| self.spec.required(part));
        let DebtVault { urn, ilk, .. } = *vault;
        [
            call(&vat, &Vat::urnsCall { ilk, urn }),
            call(&vat, &Vat::ilksCall { ilk }),
            call(&collaterals, &IlkRegistry::gemCall { ilk }),
            call(&collaterals, &IlkRegistry::decCall { ilk }),
        ]
    }

    /// Returns the collateral and the debt of a vault.
    fn position(
        &self,
        vault: &DebtVault,
        [urn, ilk, token, decimals]: [ContractReply; CALLS],
    ) -> Result<ProtocolPosition, ProtocolError> {
        let urn = decode::<Vat::urnsCall>(urn).map_err(failed("a vault"))?;
        let ilk = decode::<Vat::ilksCall>(ilk).map_err(failed("the rate of a vault"))?;
        let token = decode::<IlkRegistry::gemCall>(token).map_err(failed("the collateral of a vault"))?;
        let decimals = decode::<IlkRegistry::decCall>(decimals).map_err(failed("the collateral of a vault"))?;
        let unknown = || ProtocolError::Contract("the collateral of a vault is not known".to_owned());
        let token = contract(token).ok_or_else(unknown)?;
        let unused = U256::from(WAD_DECIMALS).checked_sub(decimals).ok_or_else(unknown)?;
        let amount = urn.ink / U256::from(10).pow(unused);
        let contract = self.spec.required("vat");
        let stated = (&contract, "urns(bytes32,address)");
        let collateral = self
            .spec
            .leg(PositionRole::Collateral, stated, self.spec.token(&token), amount);
        let dai = self.spec.token(&self.spec.required("dai"));
        let debt = self
            .spec
            .leg(PositionRole::Borrow, stated, dai, owed(urn.art, ilk.rate)?);
        let legs = collateral.into_iter().chain(debt).collect();
        Ok(self.spec.position(Some(format!("#{}", vault.id)), legs))
    }
}

/// Returns an amount with its interest, rounded down.
fn at_rate(amount: U256, rate: U256) -> Result<U256, ProtocolError> {
    let whole = amount.checked_mul(rate);
    let whole = whole.ok_or_else(|| ProtocolError::Contract("a rate of interest is too high".to_owned()))?;
    Ok(whole / U256::from(10).pow(U256::from(RAY_DECIMALS)))
}

/// Returns a debt with its interest, rounded up: with less, something would still be owed.
fn owed(amount: U256, rate: U256) -> Result<U256, ProtocolError> {
    let down = at_rate(amount, rate)?;
    let whole = down.checked_mul(U256::from(10).pow(U256::from(RAY_DECIMALS)));
    let is_whole = whole == amount.checked_mul(rate);
    Ok(if is_whole {
        down
    } else {
        down.saturating_add(U256::from(1))
    })
}

#[async_trait]
impl ProtocolReader for DebtReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        _held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let owners = self.owners(word(&account.address), caller).await?;
        let (vaults, saved) = self.owned(&owners, caller).await?;
        let stated = answers_each(caller, &vaults, |vault| self.calls(vault)).await?;
        let mut positions = Vec::new();
        for (vault, stated) in vaults.iter().zip(stated) {
            positions.push(self.position(vault, stated)?);
        }
        let dai = self.spec.token(&self.spec.required("dai"));
        let pot: Address = self.spec.required("pot");
        let leg = self.spec.leg(PositionRole::Supply, (&pot, "pie(address)"), dai, saved);
        positions.extend(leg.map(|leg| self.spec.position(Some("Savings".to_owned()), vec![leg])));
        positions.retain(|position| !position.legs.is_empty());
        Ok(positions)
    }
}
