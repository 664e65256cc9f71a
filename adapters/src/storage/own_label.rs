//! What users call addresses that are none of their wallets.

use async_trait::async_trait;
use ports::{
    Address, LabelPlace, OwnLabel, StorageError, UserId,
    own_label::{OwnLabelReader, OwnLabelWriter},
};

use super::{
    database::{
        Database, Keyring, SqlWork, UserKeys,
        sql::{Row, sql},
    },
    owned::{self, MovedRows, moving},
    sealed_column::LABEL,
};

fn own_label(keyring: &Keyring, keys: &mut UserKeys, row: &Row) -> Result<OwnLabel, StorageError> {
    let row = row.of("own_labels", &["user_id"]);
    let user = row.parsed("user_id")?;
    let text = LABEL.open(keys.of_row(keyring, &row)?, user, &row)?;
    Ok(OwnLabel {
        user,
        place: LabelPlace {
            namespace: row.text("namespace")?,
            address: row.kept("address", Address::kept)?,
        },
        text: text.parse().map_err(|_| row.corrupt(LABEL.column))?,
        set_at: row.time("set_at")?,
    })
}

#[async_trait]
impl MovedRows for OwnLabel {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = moving!(
            "own_labels",
            "own.namespace = own_labels.namespace AND own.address = own_labels.address",
            "namespace, address, sealed_label"
        );
        owned::run_sealed(work, &[&LABEL], text, source, target).await
    }
}

#[async_trait]
impl OwnLabelReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<OwnLabel>, StorageError> {
        let text = "SELECT user_id, namespace, address, sealed_label, set_at, users.data_key FROM own_labels \
             JOIN users ON users.id = own_labels.user_id WHERE user_id = $1 ORDER BY namespace, address";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        let (keyring, mut keys) = (self.keyring(), UserKeys::default());
        rows.iter().map(|row| own_label(keyring, &mut keys, row)).collect()
    }
}

#[async_trait]
impl OwnLabelWriter for SqlWork {
    async fn set(&mut self, label: &OwnLabel) -> Result<(), StorageError> {
        let OwnLabel { user, place, .. } = label;
        let key = self.user_key(*user).await?;
        let sealed = LABEL.seal(
            &key,
            *user,
            &[&place.namespace, place.address.as_str()],
            label.text.as_str(),
        )?;
        let text = "INSERT INTO own_labels (user_id, namespace, address, sealed_label, set_at) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, namespace, address) \
             DO UPDATE SET sealed_label = excluded.sealed_label, set_at = excluded.set_at";
        let set = sql(text)
            .bind(user.to_string())
            .bind(place.namespace.as_str())
            .bind(place.address.as_str())
            .bind(sealed)
            .bind(label.set_at);
        set.execute(self.tx()).await.map(drop)
    }

    async fn clear(&mut self, user: UserId, place: &LabelPlace) -> Result<bool, StorageError> {
        let text = "DELETE FROM own_labels WHERE user_id = $1 AND namespace = $2 AND address = $3";
        let cleared = sql(text)
            .bind(user.to_string())
            .bind(place.namespace.as_str())
            .bind(place.address.as_str());
        Ok(cleared.execute(self.tx()).await? > 0)
    }
}
