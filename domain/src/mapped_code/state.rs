//! States what a code means, and takes it back.

use ports::{AssetId, MappedCode};

use super::{MappedCodes, error::MappedCodeError};
use crate::{
    asset::known,
    caller::Caller,
    job::{self, REDECODE},
};

impl MappedCodes {
    /// States that a code at an exchange means an asset, in all of the caller's accounts there, in place of what was stated before. The
    /// balances are read again, and the entries derived again.
    pub async fn map(&self, caller: &Caller, code: &AssetId, asset: &AssetId) -> Result<(), MappedCodeError> {
        if asset.is_code() && asset.currency_code().is_none() {
            return Err(MappedCodeError::Target("Choose an asset of a network or a currency."));
        }
        if asset.is_collection() {
            return Err(MappedCodeError::Target("A code cannot mean a collection."));
        }
        known(&self.ports, caller.user, asset).await?;
        self.set(caller, code, Some(asset)).await
    }

    /// Takes back what was stated about a code. Returns `false` where nothing was.
    pub async fn clear(&self, caller: &Caller, code: &AssetId) -> Result<bool, MappedCodeError> {
        let codes = self.list(caller, &code.chain()).await?;
        let is_mapped = codes.iter().any(|one| one.code == *code && one.mapped.is_some());
        if is_mapped {
            self.set(caller, code, None).await?;
        }
        Ok(is_mapped)
    }

    async fn set(&self, caller: &Caller, code: &AssetId, asset: Option<&AssetId>) -> Result<(), MappedCodeError> {
        let exchange = code.chain();
        let codes = self.list(caller, &exchange).await?;
        if codes.iter().all(|one| one.code != *code) {
            return Err(MappedCodeError::NotFound);
        }
        let accounts = self.accounts(caller.user, &exchange).await?;
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        for account in &accounts {
            let stated = MappedCode {
                account: account.clone(),
                code: code.clone(),
                asset: asset.cloned(),
                stated_at: now,
            };
            work.mapped_codes().set(&stated).await?;
            let again = REDECODE.job(&self.ports, &account.to_string(), now);
            work.jobs().enqueue(&again, now).await?;
        }
        job::enqueue_readings(&self.ports, work.as_mut(), &accounts, now).await?;
        Ok(work.commit().await?)
    }
}
