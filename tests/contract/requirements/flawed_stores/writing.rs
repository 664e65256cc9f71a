//! The faults of the writing side: a unit of work that loses, keeps or hides what it should not.

use async_trait::async_trait;
use futures::FutureExt as _;
use ports::{
    Merge, StorageError, Timestamp, UnitOfWork, User, UserId, UserSettings, UserSettingsWriter, UserWriter,
    registration::RegistrationWriter, with_writers,
};

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
    ($unit:ident user_settings) => {
        $unit
    };
    ($unit:ident registrations) => {
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

#[async_trait]
impl UserSettingsWriter for FaultyUnit {
    async fn of_user(&mut self, user: UserId) -> Result<Option<UserSettings>, StorageError> {
        self.inner().user_settings().of_user(user).await
    }

    async fn set(&mut self, settings: &UserSettings) -> Result<(), StorageError> {
        match self.inner().user_settings().set(settings).await {
            Err(StorageError::Conflict { .. }) if self.fault == Fault::HidesConflicts => Ok(()),
            set => set,
        }
    }
}

#[async_trait]
impl RegistrationWriter for FaultyUnit {
    async fn register(&mut self, user: UserId, at: Timestamp, from: Option<&str>) -> Result<bool, StorageError> {
        self.inner().registrations().register(user, at, from).await
    }

    async fn set_deletion(&mut self, user: UserId, at: Option<Timestamp>) -> Result<(), StorageError> {
        self.inner().registrations().set_deletion(user, at).await
    }

    async fn erase_due(&mut self, now: Timestamp, limit: u32) -> Result<u64, StorageError> {
        self.inner().registrations().erase_due(now, limit).await
    }

    async fn move_data(&mut self, source: UserId, target: UserId) -> Result<(), StorageError> {
        let settings = self.inner().user_settings().of_user(source).await?;
        self.inner().registrations().move_data(source, target).await?;
        match settings.filter(|_| self.fault == Fault::ReplacesSettings) {
            Some(settings) => {
                let replaced = UserSettings {
                    user: target,
                    ..settings
                };
                self.inner().user_settings().set(&replaced).await
            }
            None => Ok(()),
        }
    }

    async fn add_merge(&mut self, merge: &Merge) -> Result<(), StorageError> {
        self.inner().registrations().add_merge(merge).await
    }

    async fn merge(&mut self, user: UserId, source: UserId) -> Result<Option<Merge>, StorageError> {
        self.inner().registrations().merge(user, source).await
    }

    async fn forget_merges(&mut self, before: Timestamp) -> Result<(), StorageError> {
        self.inner().registrations().forget_merges(before).await
    }
}
