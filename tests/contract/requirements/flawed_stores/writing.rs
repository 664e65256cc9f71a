//! The faults of the writing side: a unit of work that loses, keeps or hides what it should not.

use async_trait::async_trait;
use futures::FutureExt as _;
use ports::{StorageError, Timestamp, UnitOfWork, User, UserId, UserWriter, with_writers};

use super::{Fault, FaultyUnit};

impl Drop for FaultyUnit {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take().filter(|_| self.fault == Fault::KeepsDropped) {
            // A commit in memory never waits.
            inner.commit().now_or_never().unwrap().unwrap();
        }
    }
}

/// A store of the writing side: with a fault, or that of the stores below.
macro_rules! writer {
    ($unit:ident users) => {
        $unit
    };
    ($unit:ident facts) => {
        $unit
    };
    ($unit:ident entries) => {
        $unit
    };
    ($unit:ident annotations) => {
        $unit
    };
    ($unit:ident $name:ident) => {
        $unit.inner().$name()
    };
}

macro_rules! writers {
    ($($name:ident: $writer:path;)*) => {
        $(fn $name(&mut self) -> &mut dyn $writer {
            writer!(self $name)
        })*
    };
}

#[async_trait]
impl UnitOfWork for FaultyUnit {
    with_writers!(writers);

    async fn commit(mut self: Box<Self>) -> Result<(), StorageError> {
        match self.inner.take() {
            Some(inner) if self.fault != Fault::LosesCommits => inner.commit().await,
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl UserWriter for FaultyUnit {
    async fn add(&mut self, user: &User) -> Result<(), StorageError> {
        match self.inner().users().add(user).await {
            Err(StorageError::Conflict { .. }) if self.fault == Fault::HidesConflicts => Ok(()),
            added => added,
        }
    }

    async fn lock(&mut self, id: UserId) -> Result<Option<User>, StorageError> {
        self.inner().users().lock(id).await
    }

    async fn set_version(&mut self, id: UserId, version: i64) -> Result<(), StorageError> {
        self.inner().users().set_version(id, version).await
    }

    async fn set_uploads(&mut self, id: UserId, uploads: u32) -> Result<(), StorageError> {
        self.inner().users().set_uploads(id, uploads).await
    }

    async fn leave(&mut self, id: UserId, now: Timestamp) -> Result<bool, StorageError> {
        self.inner().users().leave(id, now).await
    }

    async fn erase(&mut self, id: UserId) -> Result<bool, StorageError> {
        if self.fault == Fault::ErasesNothing {
            return Ok(true);
        }
        self.inner().users().erase(id).await
    }

    async fn erase_left(&mut self, before: Timestamp, limit: u32) -> Result<u64, StorageError> {
        self.inner().users().erase_left(before, limit).await
    }
}
