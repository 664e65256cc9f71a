//! Closing a database.

use ports::StorageError;

use super::{
    pools::{Sql, SqlitePools},
    statement::sql,
};

impl Sql {
    /// Runs `PRAGMA optimize` and checkpoints the log into the file. Closing the last connection checkpoints it as well, unless
    /// another process reads it. A file that was removed, replaced or only inspected is not changed.
    ///
    /// Connections do not optimize when they are closed: a reader would fail and be closed later, perhaps after the writer, and
    /// the writer would add to the checkpointed log.
    async fn checkpoint_log(&self, pools: &SqlitePools) -> Result<(), StorageError> {
        let in_use = pools.file.as_ref().is_some_and(|file| file.is_in_use());
        if in_use && !pools.write.is_closed() {
            for text in ["PRAGMA optimize", "PRAGMA wal_checkpoint(TRUNCATE)"] {
                sql(text).without_limit().execute(self).await?;
            }
        }
        Ok(())
    }

    /// Closes every connection.
    pub(crate) async fn close(&self) {
        match self {
            Self::Postgres(pools) => pools.pool.close().await,
            Self::Sqlite(pools) => {
                if let Some(anchor) = &pools.anchor {
                    anchor.close().await;
                }
                pools.read.close().await;
                if let Err(error) = self.checkpoint_log(pools).await {
                    tracing::warn!(%error, "the log was not folded into the file");
                }
                pools.write.close().await;
                if let Some(file) = &pools.file {
                    file.sync();
                }
            }
        }
    }
}
