//! The link of the caller's own share.

use ports::{Share, ShareLink};

use crate::{
    caller::Caller,
    share::{ShareError, Shares},
};

/// The requested change of a share's link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// There is a link afterwards. An existing one is kept.
    On,
    /// There is no link afterwards.
    Off,
    /// There is a new link afterwards.
    New,
}

impl Shares {
    /// Changes the link of the caller's share and returns the current one. Removing or replacing a link immediately
    /// ends every share session that was opened with it.
    pub async fn rotate(&self, caller: &Caller, rotation: Rotation) -> Result<Option<ShareLink>, ShareError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let user = work.users().lock(caller.user).await?.ok_or(ShareError::NotFound)?;
        let link = match (rotation, user.link) {
            (Rotation::Off, _) => {
                work.shares().remove(user.id).await?;
                None
            }
            (Rotation::On, Some(link)) => Some(link),
            (Rotation::On | Rotation::New, _) => {
                let share = Share {
                    user: user.id,
                    slug: ShareLink::new(&self.ports.entropy.bytes()),
                    created_at: now,
                };
                work.shares().put(&share).await?;
                Some(share.slug)
            }
        };
        work.commit().await?;
        Ok(link)
    }
}
