//! Net worth of an address in one call: what somebody who embeds the library asks first.

use ports::{StorageError, job::Lease};

use crate::{
    tracker::Tracker,
    user::{ListWallets, UserError},
    valuation::{BalanceQuery, Report, ValuationError, unread_wallets},
};

/// The valuation of an address, with its coverage.
pub type NetWorth = Report;

/// Why there is no net worth.
#[derive(Debug, thiserror::Error)]
pub enum NetWorthError {
    /// No portfolio could be made of the text.
    #[error(transparent)]
    Text(UserError),
    /// The text is empty.
    #[error("Enter an address or a name, such as vitalik.eth.")]
    Empty,
    /// The text is no address or name that can be read, and why.
    #[error("{0}")]
    Unread(String),
    /// The valuation failed.
    #[error(transparent)]
    Valuation(#[from] ValuationError),
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<UserError> for NetWorthError {
    fn from(error: UserError) -> Self {
        match error {
            UserError::Rows(rows) => Self::Unread(rows.into_values().collect::<Vec<_>>().join(" ")),
            error => Self::Text(error),
        }
    }
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
        if created.view.wallets.is_empty() {
            return Err(NetWorthError::Empty);
        }
        let unread = unread_wallets(self.ports(), &created.view.wallets).into_iter().next();
        if let Some(unread) = unread {
            return Err(NetWorthError::Unread(unread.problem.text));
        }
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
