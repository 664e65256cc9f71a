//! What a visitor sees in a share session.

use std::collections::BTreeMap;

use ports::{Address, Currency, StorageError, Token, TokenKind, ValuationId, share::ShareTarget};

use crate::{
    share::{ShareError, SharedWallet, Shares, Visitor, day::SharedDay, portfolio::SharedPortfolio},
    trace::Explanation,
    user::AuthenticateError,
    valuation::{BalanceQuery, DayQuery, FigureId, ValuationError, Valuations, Viewpoint, unread_wallets},
};

impl Shares {
    /// Returns the visitor that a token belongs to.
    ///
    /// A token with a wrong checksum is rejected without a database query. A token is invalid if the link of its share
    /// was renewed or removed, or if its session has expired.
    pub async fn admit(&self, token: &str) -> Result<Visitor, AuthenticateError> {
        let token: Token = token.parse().map_err(|_| AuthenticateError::Invalid)?;
        if token.kind() != TokenKind::Share {
            return Err(AuthenticateError::Invalid);
        }
        let found = self.ports.stores.shares.session(&token.hash()).await?;
        let session = found.ok_or(AuthenticateError::Invalid)?;
        let now = self.ports.clock.now();
        if session.expires_at <= now {
            // The expired session is deleted, so that it does not become valid again if the clock is set back.
            let mut work = self.ports.storage.begin().await?;
            work.shares().remove_expired(now).await?;
            work.commit().await?;
            return Err(AuthenticateError::Invalid);
        }
        Ok(Visitor { session })
    }

    /// Returns the wallets that the visitor sees.
    pub async fn wallets(&self, visitor: &Visitor) -> Result<Vec<SharedWallet>, StorageError> {
        match &visitor.session.target {
            ShareTarget::Portfolio(user) => self.wallets_of(*user).await,
            ShareTarget::Address(address) => Ok(vec![SharedWallet {
                address: address.clone(),
                name: None,
                reverse_name: None,
            }]),
        }
    }

    /// Returns the valued portfolio of the share session, from the newest data.
    pub async fn balance(&self, visitor: &Visitor, query: &BalanceQuery) -> Result<SharedPortfolio, ShareError> {
        let mut wallets = self.wallets(visitor).await?;
        let mut unread = self.unread(visitor).await?;
        let from = Viewpoint::visitor(&visitor.session, labels(&wallets));
        if let Some(address) = &query.address {
            unread = 0;
            wallets.retain(|wallet| wallet.address == *address);
            if wallets.is_empty() {
                return Err(ShareError::NotFound);
            }
        }
        Ok(SharedPortfolio::now(&self.ports, &from, query, &wallets, unread).await?)
    }

    /// Returns how many of the owner's wallets are not read.
    async fn unread(&self, visitor: &Visitor) -> Result<u32, StorageError> {
        let ShareTarget::Portfolio(user) = &visitor.session.target else {
            return Ok(0);
        };
        let wallets = self.ports.stores.wallets.of_user(*user).await?;
        let unread = unread_wallets(&self.ports, &wallets);
        Ok(u32::try_from(unread.len()).unwrap_or(u32::MAX))
    }

    /// Returns the value a day ago and what changed since, of the given valuation of this share session or of the latest one.
    pub async fn yesterday(
        &self,
        visitor: &Visitor,
        currency: Currency,
        valuation: Option<ValuationId>,
    ) -> Result<SharedDay, ShareError> {
        let query = DayQuery {
            currency,
            valuation,
            wallets: Vec::new(),
        };
        let from = self.viewpoint(visitor).await?;
        let yesterday = Valuations::new(self.ports.clone())
            .yesterday_from(&from, &query)
            .await?;
        Ok(yesterday.into())
    }

    /// Explains a figure of this share session. The id of any other figure is reported as not found.
    pub async fn explain(&self, visitor: &Visitor, figure: &FigureId) -> Result<Explanation, ShareError> {
        let from = self.viewpoint(visitor).await?;
        Ok(Valuations::new(self.ports.clone()).explain_from(&from, figure).await?)
    }

    pub(super) async fn viewpoint(&self, visitor: &Visitor) -> Result<Viewpoint, StorageError> {
        let wallets = self.wallets(visitor).await?;
        Ok(Viewpoint::visitor(&visitor.session, labels(&wallets)))
    }
}

impl From<ValuationError> for ShareError {
    fn from(error: ValuationError) -> Self {
        match error {
            ValuationError::NotFound => Self::NotFound,
            ValuationError::Storage(error) => Self::Storage(error),
        }
    }
}

/// The label of each address that a visitor sees.
fn labels(wallets: &[SharedWallet]) -> BTreeMap<Address, String> {
    wallets.iter().map(|one| (one.address.clone(), one.label())).collect()
}
