//! Net worth of an address in one call: what somebody who embeds the library asks first.

use ports::{StorageError, job::Lease};

use crate::{
    tracker::Tracker,
    user::{ListWallets, UserError},
    valuation::{BalanceQuery, Report, ValuationError},
};

/// The valuation of an address, with its coverage.
pub type NetWorth = Report;

/// Why there is no net worth.
#[derive(Debug, thiserror::Error)]
pub enum NetWorthError {
    /// The text is no address or name that can be read.
    #[error(transparent)]
    Text(#[from] UserError),
    /// The valuation failed.
    #[error(transparent)]
    Valuation(#[from] ValuationError),
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Tracker {
    /// Reads an address or a name on every chain, asks for prices, and values it. Runs the jobs itself, in the calling
    /// task: no worker is needed. What a source does not answer is in the coverage.
    pub async fn net_worth(&self, text: &str) -> Result<NetWorth, NetWorthError> {
        let list = ListWallets {
            texts: vec![text.to_owned()],
            ..ListWallets::default()
        };
        let created = self.users().create(&list).await?;
        let caller = self
            .users()
            .authenticate(created.token.reveal())
            .await
            .map_err(|_| ValuationError::NotFound)?;
        self.work_off().await?;
        Ok(self.valuations().balance(&caller, &BalanceQuery::default()).await?)
    }

    /// Does every job that waits, prices included, once.
    async fn work_off(&self) -> Result<(), StorageError> {
        let worker = "net-worth";
        loop {
            let leases: Vec<Lease> = self.work().claim(worker, 64).await?;
            if leases.is_empty() {
                break;
            }
            let work = self.work();
            futures::future::try_join_all(leases.iter().map(|lease| work.perform(lease))).await?;
        }
        self.work().quote_now().await
    }
}
