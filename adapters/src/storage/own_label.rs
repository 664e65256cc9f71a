//! What users call addresses that are none of their wallets.

use async_trait::async_trait;
use ports::{
    Address, LabelPlace, OwnLabel, StorageError, UserId,
    own_label::{OwnLabelReader, OwnLabelWriter},
};

use super::database::{
    Database, SqlWork,
    sql::{Row, sql},
};

fn own_label(row: &Row) -> Result<OwnLabel, StorageError> {
    let row = row.of("own_labels", &["user_id"]);
    Ok(OwnLabel {
        user: row.parsed("user_id")?,
        place: LabelPlace {
            namespace: row.text("namespace")?,
            address: row.kept("address", Address::kept)?,
        },
        text: row.parsed("label")?,
        set_at: row.time("set_at")?,
    })
}

#[async_trait]
impl OwnLabelReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<OwnLabel>, StorageError> {
        let text = "SELECT user_id, namespace, address, label, set_at FROM own_labels WHERE user_id = $1 \
             ORDER BY namespace, address";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        rows.iter().map(own_label).collect()
    }
}

#[async_trait]
impl OwnLabelWriter for SqlWork {
    async fn set(&mut self, label: &OwnLabel) -> Result<(), StorageError> {
        let text = "INSERT INTO own_labels (user_id, namespace, address, label, set_at) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (user_id, namespace, address) DO UPDATE SET label = excluded.label, set_at = excluded.set_at";
        let set = sql(text)
            .bind(label.user.to_string())
            .bind(label.place.namespace.as_str())
            .bind(label.place.address.as_str())
            .bind(label.text.as_str())
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
