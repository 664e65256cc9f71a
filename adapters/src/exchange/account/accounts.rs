//! The accounts of all exchanges as accounts of chains.

use std::sync::Arc;

use async_trait::async_trait;
use percent_encoding::percent_decode_str;
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Clock, ExchangeCredentialReader, ExchangeKey, ExchangeProfile,
    ExchangeReader, GrantedRight, KeyProblem, Profile, RemoteError, StorageError,
    asset::Metadata,
    chain::{Progress, Reading, WaitingTransactions},
    source::SourceKind,
};

use super::{currency_name::currency, key_error::key_error, spec};

/// The name of the source of all readings.
const NAME: &str = "Accounts at exchanges";
/// What the exchanges learn.
const LEARNS: &str = "Each exchange learns that the key of an account there is used by this server, and when. Nothing about other \
                      accounts or wallets.";

/// Reads accounts at exchanges with the stored keys of their owners.
pub struct ExchangeAccounts {
    readers: Vec<Arc<dyn ExchangeReader>>,
    credentials: Arc<dyn ExchangeCredentialReader>,
    clock: Arc<dyn Clock>,
}

impl ExchangeAccounts {
    /// Makes the reader of the accounts at these exchanges.
    #[must_use]
    pub fn new(
        readers: Vec<Arc<dyn ExchangeReader>>,
        credentials: Arc<dyn ExchangeCredentialReader>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            readers,
            credentials,
            clock,
        }
    }

    fn reader(&self, id: &ChainId) -> Result<(&dyn ExchangeReader, ExchangeProfile), RemoteError> {
        let profiles = self.readers.iter().map(|reader| (reader.as_ref(), reader.profile()));
        let mut profiles = profiles.filter(|(_, profile)| profile.id == *id);
        profiles.next().ok_or_else(|| RemoteError::Unsupported {
            who: NAME.to_owned(),
            what: format!("{id} is not read"),
        })
    }

    /// Returns the stored key of an account.
    async fn key(&self, account: &AccountId, who: &str) -> Result<ExchangeKey, RemoteError> {
        let no_key = || key_error(who, KeyProblem::NoKey, "");
        match self.credentials.of_account(&account.address).await {
            Ok(credential) => credential.map(|found| found.key).ok_or_else(no_key),
            // Waiting does not make a damaged row readable.
            Err(StorageError::Corrupt { .. }) => Err(no_key()),
            Err(StorageError::Conflict { .. } | StorageError::Unavailable { .. }) => Err(RemoteError::Unavailable {
                who: who.to_owned(),
                why: "the key of the account could not be loaded from this server's storage".to_owned(),
                retry_after: None,
            }),
        }
    }

    fn block(&self) -> Block {
        let time = self.clock.now();
        Block {
            number: time.millis().unsigned_abs(),
            hash: String::new(),
            time,
        }
    }
}

#[async_trait]
impl ChainReader for ExchangeAccounts {
    fn profile(&self) -> Profile {
        let profiles = self.readers.iter().map(|reader| reader.profile().source);
        Profile {
            learns: LEARNS.to_owned(),
            capabilities: vec!["balances".to_owned()],
            rate_limit: "that of each exchange for a key".to_owned(),
            hosts: profiles.flat_map(|profile| profile.hosts).collect(),
            ..Profile::new(spec::source_id(), NAME, SourceKind::Exchange)
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        self.readers.iter().map(|reader| reader.profile().id).collect()
    }

    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.reader(chain)?;
        Ok(self.block())
    }

    /// Requests the rights of the key first, because its owner can change them at any time.
    async fn balances(&self, account: &AccountId, _: &[AssetId], _: &dyn Progress) -> Result<Reading, RemoteError> {
        let (reader, ExchangeProfile { source, .. }) = self.reader(&account.chain)?;
        let key = self.key(account, &source.name).await?;
        let rights = reader.rights(&account.address, &key).await?;
        let excess = rights.excess();
        if !excess.is_empty() {
            return Err(key_error(&source.name, KeyProblem::TooManyRights, &names(&excess)));
        }
        let block = self.block();
        let positions = reader.balances(&account.address, &key).await?;
        Ok(Reading {
            block,
            source: spec::source_id(),
            host: source.hosts.into_iter().next().unwrap_or_default(),
            balances: Vec::new(),
            positions,
            unreadable: Vec::new(),
            waiting: WaitingTransactions::default(),
        })
    }

    /// Returns the metadata of assets that are known by their code only, and of currencies of states. Those of assets of chains are
    /// read there.
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.reader(chain)?;
        let named = tokens.iter().filter_map(|asset| {
            let metadata = currency_metadata(asset).or_else(|| code_metadata(chain, asset))?;
            Some((asset.clone(), metadata))
        });
        Ok(named.collect())
    }
}

fn names(rights: &[&GrantedRight]) -> String {
    let names: Vec<&str> = rights.iter().map(|right| right.name.as_str()).collect();
    names.join(", ")
}

fn currency_metadata(asset: &AssetId) -> Option<Metadata> {
    let code = asset.currency_code()?;
    let (name, decimals) = currency(code).unwrap_or((code, 2));
    Some(Metadata::cleaned(code, name, Some(decimals)))
}

/// Returns the code of an asset of an exchange as symbol and name. Its decimals are stated with each quantity.
fn code_metadata(chain: &ChainId, asset: &AssetId) -> Option<Metadata> {
    let code = asset.as_str().strip_prefix(chain.as_str())?.strip_prefix("/code:")?;
    let code = percent_decode_str(code).decode_utf8_lossy();
    Some(Metadata::cleaned(&code, &code, None))
}
