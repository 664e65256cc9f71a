//! Requests the rights of a key from the exchange, before anything is stored and before any other request.

use std::sync::Arc;

use ports::{
    AccountIdHash, Address, Chain, ChainId, ExchangeKey, ExchangeReader, KeyRights, Ports,
    pasted_secret::{self, PastedSecret},
};

use crate::{
    account::readable,
    connection::{error::ConnectionError, warning::KeyWarning},
};

/// A key that may be stored.
pub struct CheckedKey {
    pub key: ExchangeKey,
    pub rights: KeyRights,
    /// What tells its account apart.
    pub id_hashes: Vec<AccountIdHash>,
}

/// Returns the row of an exchange that is read, with its reader.
pub fn exchange<'a>(ports: &'a Ports, id: &ChainId) -> Result<(Chain, &'a Arc<dyn ExchangeReader>), ConnectionError> {
    let not_read = || ConnectionError::NotRead(id.clone());
    let chain = readable(ports).into_iter().find(|chain| chain.id == *id);
    let chain = chain.filter(|chain| chain.exchange().is_some()).ok_or_else(not_read)?;
    let reader = ports.exchanges.iter().find(|reader| reader.profile().id == *id);
    Ok((chain, reader.ok_or_else(not_read)?))
}

/// Returns the key of the fields of the exchange's profile. Others are ignored, so that nothing is stored that is not used.
pub fn key_of(
    reader: &dyn ExchangeReader,
    mut given: impl FnMut(&str) -> Option<String>,
) -> Result<ExchangeKey, ConnectionError> {
    let mut fields = Vec::new();
    for field in reader.profile().fields {
        let text = given(&field.name).unwrap_or_default();
        // Keys of exchanges are private keys too, but never those of wallets in these two forms.
        if let Some(secret @ (PastedSecret::SeedPhrase | PastedSecret::ExtendedPrivateKey)) = pasted_secret::find(&text)
        {
            return Err(ConnectionError::Secret {
                field: field.name,
                warning: secret.warning().to_owned(),
            });
        }
        fields.push((field.name, text));
    }
    ExchangeKey::new(fields).map_err(|(field, error)| ConnectionError::Field { field, error })
}

/// Requests the rights of the key, and its balances to prove that it reads. Fails where it may do more than read, where the exchange does not
/// answer, and where something is to be known about it and `accepts_warnings` is not set. Then what tells the account apart is requested.
pub async fn checked(
    ports: &Ports,
    reader: &dyn ExchangeReader,
    (account, key): (&Address, ExchangeKey),
    accepts_warnings: bool,
) -> Result<CheckedKey, ConnectionError> {
    let rights = checked_rights(reader, (account, &key)).await?;
    let warnings = KeyWarning::of(&rights, ports.clock.now());
    if !warnings.is_empty() && !accepts_warnings {
        return Err(ConnectionError::Warnings { warnings });
    }
    let id_hashes = reader
        .id_hashes(account, &key)
        .await
        .map_err(ConnectionError::Exchange)?;
    Ok(CheckedKey { key, rights, id_hashes })
}

/// Requests the rights of the key, and its balances to prove that it reads. Fails where it may do more than read or cannot read everything.
pub async fn checked_rights(
    reader: &dyn ExchangeReader,
    (account, key): (&Address, &ExchangeKey),
) -> Result<KeyRights, ConnectionError> {
    let rights = reader.rights(account, key).await.map_err(ConnectionError::Exchange)?;
    let excess: Vec<_> = rights.excess().into_iter().cloned().collect();
    if !excess.is_empty() {
        return Err(ConnectionError::TooManyRights { rights: excess });
    }
    if !rights.missing.is_empty() {
        return Err(ConnectionError::MissingRights { rights: rights.missing });
    }
    reader.balances(account, key).await.map_err(ConnectionError::Exchange)?;
    Ok(rights)
}
