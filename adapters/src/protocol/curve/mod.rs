//! Pools of Curve, found among the tokens that an account holds: <https://docs.curve.finance>. A token is a share of a pool if the protocol's registry of
//! registries knows the pool of it, or a gauge if the registry names it as the gauge of the pool whose shares it holds.
//!
//! Up to twelve rounds of calls for an account: the registry; the shares that gauges hold; the pool of each token, and what it has, for up to three
//! levels of pools in pools; the rewards of the gauges.

mod directory;
mod gauge;
mod held_share;

use std::sync::Arc;

use alloy_primitives::U256;
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, PositionKind, ProtocolPosition, ProtocolProfile, ProtocolReader,
    RawAmount, protocol::ProtocolError,
};

use self::{
    directory::CurveDirectory,
    gauge::{gauges, rewards},
    held_share::HeldShare,
};
use super::{
    calls::{answers, call, contract, decode, failed},
    held_tokens::held_tokens,
    pool_share::split,
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "curve",
    forms: &[],
    contracts: &["provider"],
    reader: |spec| Arc::new(CurveReader { spec }),
};

sol! {
    interface AddressProvider {
        function get_address(uint256 id) external view returns (address registry);
    }
}

/// The number under which the provider lists the registry of registries.
const REGISTRY: u64 = 7;

/// Reads the pools of one chain.
struct CurveReader {
    spec: ProtocolSpec,
}

#[async_trait]
impl ProtocolReader for CurveReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let provider = self.spec.required("provider");
        let id = U256::from(REGISTRY);
        let [registry] = answers(caller, [call(&provider, &AddressProvider::get_addressCall { id })]).await?;
        let registry = decode::<AddressProvider::get_addressCall>(registry).map_err(failed("its registry"))?;
        let registry = contract(registry);
        let registry = registry.ok_or_else(|| ProtocolError::Contract("it has no registry".to_owned()))?;
        let directory = CurveDirectory { registry };
        let tokens = held_tokens(held, "a share of a pool")?;
        let in_gauges = gauges(&directory, &tokens, caller).await?;
        let is_alone = |(token, _): &&(Address, U256)| in_gauges.iter().all(|one| one.token != *token);
        let alone = tokens.iter().filter(is_alone).map(|(token, amount)| HeldShare {
            token: token.clone(),
            share: token.clone(),
            amount: *amount,
        });
        let mut shares: Vec<HeldShare> = alone.collect();
        shares.extend(in_gauges);
        let amounts: Vec<(Address, U256)> = shares.iter().map(|one| (one.share.clone(), one.amount)).collect();
        let legs = split(&self.spec, &directory, &amounts, caller).await?;
        let mut positions = Vec::new();
        for (one, mut legs) in shares.into_iter().zip(legs) {
            if one.is_in_gauge() {
                for leg in &mut legs {
                    leg.position.kind = PositionKind::Farm;
                }
            }
            let mut position = self.spec.position(Some(one.share.short()), legs);
            position.receipts.push(self.spec.token(&one.token));
            positions.push((one, position));
        }
        positions.retain(|(_, position)| !position.legs.is_empty());
        rewards(&self.spec, account, &mut positions, caller).await?;
        Ok(positions.into_iter().map(|(_, position)| position).collect())
    }
}
