//! Adding a token by its contract address. It is then looked for in the caller's accounts only and is visible only to
//! them.

use std::collections::BTreeMap;

use ports::{
    AccountId, AddedToken, Address, Asset, AssetId, Chain, ChainId, ChainReader, Ports, RemoteError, StorageError,
    UserId, added_token, asset::Metadata, chain::ALL_TOKENS, pasted_secret,
};

use crate::{account::PersonAccounts, asset::Assets, caller::Caller, job::enqueue_whole_readings};

/// The most tokens that one user may add. Each added token is one more balance request in every reading of their
/// accounts.
pub const MOST: usize = 100;

/// An added token with the metadata that its contract states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedTokenDetails {
    /// The token, and when it was added.
    pub added: AddedToken,
    /// Name, symbol and decimals.
    pub metadata: Metadata,
}

/// Why a token was not added. The texts are shown to the user.
#[derive(Debug, thiserror::Error)]
pub enum AddTokenError {
    /// Tokens cannot be added on this chain.
    #[error("{0}")]
    Chain(String),
    /// There is no usable token contract at the address, the address is invalid, or the user has added the most tokens
    /// allowed.
    #[error("{0}")]
    Contract(String),
    /// The chain's nodes did not answer, so it is unknown whether the address is a token.
    #[error("{0}")]
    Source(String),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Assets {
    /// Adds a token of a chain by its contract address.
    ///
    /// Requests the token's metadata from its contract, stores the token, and enqueues a reading of the caller's
    /// accounts on that chain. Adding a token again only updates the time it was added.
    pub async fn add_token(
        &self,
        caller: &Caller,
        chain: &ChainId,
        contract: &str,
    ) -> Result<AddedTokenDetails, AddTokenError> {
        let ports = &*self.ports;
        let (chain, reader) = chain_with_tokens(ports, chain)?;
        let asset = token(chain, contract)?;
        if !reader.is_token(&asset) {
            let whose = match chain
                .second_contracts
                .iter()
                .find(|one| Some(&one.contract) == asset.contract().as_ref())
            {
                Some(second) => format!("the token {}", second.of),
                None => format!("{}'s native coin", chain.name),
            };
            let text = format!("This contract reports the balance of {whose}, which is already included.");
            return Err(AddTokenError::Contract(text));
        }
        let own = ports.stores.added_tokens.of_user(caller.user).await?;
        if own.len() >= MOST && !own.iter().any(|one| one.asset == asset) {
            let text = format!("You have added {MOST} tokens. Remove one to add another.");
            return Err(AddTokenError::Contract(text));
        }
        let metadata = read_metadata(reader, chain, &asset).await?;
        let now = ports.clock.now();
        let token = AddedTokenDetails {
            added: AddedToken { asset, added_at: now },
            metadata,
        };
        keep(ports, caller.user, &token).await?;
        let mut accounts: Vec<AccountId> = PersonAccounts::load(ports, caller.user).await?.all(ports);
        accounts.retain(|account| account.chain == chain.id);
        enqueue_whole_readings(ports, &accounts).await?;
        Ok(token)
    }

    /// Stops looking for a token that the caller added. Returns `false` if they had not added it.
    pub async fn remove_token(&self, caller: &Caller, asset: &AssetId) -> Result<bool, StorageError> {
        let mut work = self.ports.storage.begin().await?;
        let removed = work.added_tokens().remove(caller.user, asset).await?;
        work.commit().await?;
        Ok(removed)
    }

    /// Returns the tokens that the caller added, the latest first.
    pub async fn added_tokens(&self, caller: &Caller) -> Result<Vec<AddedTokenDetails>, StorageError> {
        let mut own = self.ports.stores.added_tokens.of_user(caller.user).await?;
        own.sort_by(|a, b| (b.added_at, &a.asset).cmp(&(a.added_at, &b.asset)));
        let ids: Vec<AssetId> = own.iter().map(|one| one.asset.clone()).collect();
        let known = self.ports.stores.assets.find(&ids).await?.into_iter();
        let mut known: BTreeMap<AssetId, Metadata> = known.map(|asset| (asset.id, asset.metadata)).collect();
        let token = |added: AddedToken| AddedTokenDetails {
            metadata: known.remove(&added.asset).unwrap_or_default(),
            added,
        };
        Ok(own.into_iter().map(token).collect())
    }
}

/// Returns the chain and its reader if tokens of that chain can be added by contract address.
fn chain_with_tokens<'a>(ports: &'a Ports, id: &ChainId) -> Result<(&'a Chain, &'a dyn ChainReader), AddTokenError> {
    let chain = ports.chains.get(id);
    let name = chain.map_or_else(|| id.to_string(), |chain| chain.name.clone());
    let reader = ports.readers.iter().find(|reader| reader.chains().contains(id));
    let (Some(chain), Some(reader)) = (chain, reader) else {
        return Err(AddTokenError::Chain(format!("{name} is not read by this server.")));
    };
    let finds_all = reader.profile().capabilities.iter().any(|able| able == ALL_TOKENS);
    let has_mints = chain.addresses.contains(&ports::address::Form::Solana);
    if has_mints || finds_all {
        let text = format!("Not needed: every token that you hold on {name} is found without it.");
        return Err(AddTokenError::Chain(text));
    }
    if id.evm_number().is_none() {
        return Err(AddTokenError::Chain(format!("No tokens are read on {name}.")));
    }
    Ok((chain, reader.as_ref()))
}

/// Parses a contract address. A pasted secret is rejected before anything else reads the text, and no part of it is
/// repeated in the error.
fn token(chain: &Chain, contract: &str) -> Result<AssetId, AddTokenError> {
    let contract = contract.trim();
    if let Some(secret) = pasted_secret::find(contract) {
        return Err(AddTokenError::Contract(secret.warning().to_owned()));
    }
    let parsed: Result<Address, _> = contract.parse();
    let address = parsed.map_err(|error| AddTokenError::Contract(error.to_string()))?;
    let id = address.evm_bytes().and_then(|_| AssetId::token(&chain.id, &address));
    let form = || {
        AddTokenError::Contract(format!(
            "A contract address on {} starts with 0x, followed by 40 characters.",
            chain.name
        ))
    };
    id.ok_or_else(form)
}

/// Requests the metadata of a contract. Contracts without decimals, or without both symbol and name, are rejected.
async fn read_metadata(reader: &dyn ChainReader, chain: &Chain, asset: &AssetId) -> Result<Metadata, AddTokenError> {
    let answer = reader.metadata(&chain.id, std::slice::from_ref(asset)).await;
    let answer = answer.map_err(|error: RemoteError| {
        AddTokenError::Source(format!("{} did not answer just now: {error}. Try again.", chain.name))
    })?;
    let found = answer
        .into_iter()
        .find(|(id, _)| id == asset)
        .map(|(_, metadata)| metadata);
    let metadata = found.unwrap_or_default();
    let is_silent = metadata.symbol.is_empty() && metadata.name.is_empty();
    match metadata.decimals {
        None if is_silent => Err(AddTokenError::Contract(format!(
            "There is no token contract at this address on {}. Check the address and the network.",
            chain.name
        ))),
        Some(_) if is_silent => Err(AddTokenError::Contract(
            "This contract has no symbol and no name, so it is not a token.".to_owned(),
        )),
        None => Err(AddTokenError::Contract(
            "This contract doesn't state its decimals, so amounts can't be calculated.".to_owned(),
        )),
        Some(_) => Ok(metadata),
    }
}

/// Stores the token for the user. Data already stored about the asset is kept.
async fn keep(ports: &Ports, user: UserId, token: &AddedTokenDetails) -> Result<(), StorageError> {
    let AddedTokenDetails { added, metadata } = token;
    let asset = Asset {
        id: added.asset.clone(),
        metadata: metadata.clone(),
        group: added.asset.to_string(),
        origin: added_token::ORIGIN.to_owned(),
        confirmed: true,
        unreadable_since: None,
        listed: false,
        holders: None,
        assumed: None,
    };
    let mut work = ports.storage.begin().await?;
    work.assets().add(std::slice::from_ref(&asset)).await?;
    work.assets().confirm(&[(asset.id, asset.metadata)]).await?;
    work.added_tokens().add(user, added).await?;
    work.commit().await
}
