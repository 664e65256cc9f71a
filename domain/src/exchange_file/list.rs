//! The files of an account.

use ports::{ChainId, ExchangeFile, wallet::Nickname};

use super::{ExchangeFiles, error::ExchangeFileError};
use crate::caller::Caller;

impl ExchangeFiles {
    /// Returns the files that were imported into an account, in the order of their import.
    pub async fn list(
        &self,
        caller: &Caller,
        exchange: &ChainId,
        name: &Nickname,
    ) -> Result<Vec<ExchangeFile>, ExchangeFileError> {
        let account = self.account(caller, exchange, name).await?;
        let files = &self.ports.stores.exchange_files;
        Ok(files.of_accounts(std::slice::from_ref(&account)).await?)
    }
}
