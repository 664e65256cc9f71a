//! Pairs of Uniswap v2 and of its forks, found among the tokens that an account holds: only one that the factory names for its two tokens is a
//! pair. See `pair` for the rounds of calls.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, ContractCaller, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    protocol::{PositionRole, ProtocolError},
};

use super::{
    held_tokens::held_tokens,
    pair::{PairFactory, PairFee},
    spec::ProtocolSpec,
    template::Template,
};

const PANCAKE: &str = "pancake";

pub(super) const TEMPLATE: Template = Template {
    name: "amm-v2",
    forms: &["uniswap", PANCAKE],
    contracts: &["factory"],
    reader: |spec| Arc::new(PairReader { spec }),
};

/// Reads the pairs of one factory.
struct PairReader {
    spec: ProtocolSpec,
}

#[async_trait]
impl ProtocolReader for PairReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        _account: &AccountId,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let is_pancake = self.spec.form == PANCAKE;
        let factory = PairFactory {
            contract: self.spec.required("factory"),
            fee: if is_pancake { PairFee::PANCAKE } else { PairFee::UNISWAP },
        };
        let tokens = held_tokens(held, "a pair")?;
        let worth = factory.worth(&tokens, caller).await?;
        let mut positions = Vec::new();
        for ((pair, _), worth) in tokens.iter().zip(worth) {
            let Some(worth) = worth else { continue };
            let legs = worth.tokens.iter().zip(worth.paid).filter_map(|(token, amount)| {
                let source = (pair, "burn(address)");
                self.spec
                    .leg(PositionRole::Liquidity, source, self.spec.token(token), amount)
            });
            let mut position = self.spec.position(Some(pair.short()), legs.collect());
            position.receipts.push(self.spec.token(pair));
            positions.push(position);
        }
        positions.retain(|position| !position.legs.is_empty());
        Ok(positions)
    }
}
