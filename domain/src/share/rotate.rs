//! The link of the caller's own portfolio.

use ports::{Share, ShareLink};

use crate::{
    caller::Caller,
    share::{ShareError, Shares},
};

/// What is to become of the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// There is one afterwards; the one that was there stays.
    On,
    /// There is none afterwards.
    Off,
    /// There is another one afterwards.
    New,
}

impl Shares {
    /// Changes the link and answers the one that holds now. A link that is gone ends every look by it at once.
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
