//! What the readers of the demo world share: its chains, its market and the transactions of its accounts.

use std::{sync::Arc, time::Duration};

use ports::{account::AccountId, chain::ChainId, source::RemoteError};

use super::{
    blocks::DemoChain,
    market::DemoMarket,
    portfolio,
    timeline::{self, Services},
};

pub(super) use timeline::AccountTimeline;

/// The chains and the market of the demo world.
#[derive(Debug)]
pub(super) struct DemoWorld {
    pub chains: Vec<DemoChain>,
    pub market: Arc<DemoMarket>,
    services: Services,
}

impl DemoWorld {
    pub(super) fn new(chains: Vec<DemoChain>, market: Arc<DemoMarket>) -> Self {
        Self {
            chains,
            market,
            services: Services::new(),
        }
    }

    /// Returns a chain, or an error in the name of a reader where it is not part of the demo world.
    pub(super) fn chain(&self, id: &ChainId, who: &str) -> Result<&DemoChain, RemoteError> {
        let chain = self.chains.iter().find(|chain| chain.row.id == *id);
        chain.ok_or_else(|| RemoteError::Unsupported {
            who: who.to_owned(),
            what: format!("{id} is not part of the demo data"),
        })
    }

    /// Returns an error where the account's chain fails for it.
    pub(super) fn check(&self, account: &AccountId, who: &str) -> Result<(), RemoteError> {
        if !portfolio::fails(&self.chains, account) {
            return Ok(());
        }
        Err(RemoteError::Unavailable {
            who: who.to_owned(),
            why: "demo data has one network that fails for some addresses".to_owned(),
            retry_after: Some(Duration::from_mins(15)),
        })
    }

    /// Returns the transactions of an account up to a block and its balances after them. On chains whose transactions are
    /// not invented there are balances only.
    pub(super) fn timeline(&self, account: &AccountId, head: u64, who: &str) -> Result<AccountTimeline, RemoteError> {
        let chain = self.chain(&account.chain, who)?;
        if timeline::covers(chain) {
            return Ok(timeline::of_account(&self.services, &self.market, chain, account, head));
        }
        let balances = portfolio::held(&self.market, account, chain.time_of(head));
        Ok(AccountTimeline {
            sent: u64::try_from(balances.len()).unwrap_or(u64::MAX),
            balances,
            ..AccountTimeline::default()
        })
    }
}
