//! Adds the data of an anonymous user to a registered one.
//!
//! Where both have the same thing, that of the registered user counts: a price, a hidden asset, a note, a cost, a decision on a
//! match. A wallet that both have stays at its place; it gets the nickname, the group and the wallet app that it lacks, and the earlier
//! date.
//! Wallets over the limit of the plan are kept and shown, and count in nothing.

use std::time::Duration;

use ports::{Merge, Timestamp, UnitOfWork, UserDetails, UserId, Wallet};

use crate::{
    caller::Caller,
    sign_in::{SignInError, SignIns},
    user::{UserView, Users},
    wallet::freeze_over_limit,
};

/// How long a merge can be read again.
const KNOWN_FOR: Duration = Duration::from_hours(24);

impl SignIns {
    /// Returns the merge of an anonymous user into the caller, which signing in has made within the last day. The same call
    /// again returns the same. Somebody who was registered as they are has the same id as before, and nothing was added.
    pub async fn merged(&self, caller: &Caller, source: UserId) -> Result<(UserView, Merge), SignInError> {
        if source == caller.user {
            return self.merged_with_self(caller).await;
        }
        let mut work = self.ports.storage.begin().await?;
        let found = work.registrations().merge(caller.user, source).await?;
        drop(work);
        let since = self.ports.clock.now().minus(KNOWN_FOR);
        let merge = found.filter(|merge| merge.merged_at >= since);
        let merge = merge.ok_or(SignInError::NotFound)?;
        let view = Users::new(self.ports.clone()).get(caller).await;
        Ok((view.map_err(|_| SignInError::NotFound)?, merge))
    }

    async fn merged_with_self(&self, caller: &Caller) -> Result<(UserView, Merge), SignInError> {
        let view = Users::new(self.ports.clone()).get(caller).await;
        let view = view.map_err(|_| SignInError::NotFound)?;
        let frozen = view.wallets.iter().filter(|wallet| wallet.is_frozen()).count();
        let merge = Merge {
            user: caller.user,
            source: caller.user,
            wallets: 0,
            frozen: u32::try_from(frozen).unwrap_or(u32::MAX),
            merged_at: self.ports.clock.now(),
        };
        Ok((view, merge))
    }

    /// Moves everything of `source` to `target` and erases `source`, with its sessions, share link, visitors and idempotency keys.
    /// Both rows are locked.
    pub(super) async fn merge(
        &self,
        work: &mut dyn UnitOfWork,
        source: UserId,
        target: UserId,
        now: Timestamp,
    ) -> Result<Merge, SignInError> {
        let user = work.users().lock(target).await?.ok_or(SignInError::NotFound)?;
        let from = work.users().lock(source).await?.ok_or(SignInError::NotFound)?;
        let (own, theirs) = (current(work, target, now).await?, current(work, source, now).await?);
        for wallet in own.iter().filter_map(|wallet| completed(wallet, &theirs)) {
            work.wallets().save(&wallet).await?;
        }
        let (details, others) = (
            work.user_details().of_user(target).await?,
            work.user_details().of_user(source).await?,
        );
        if others != UserDetails::default() {
            work.user_details().set(target, &details.or(others)).await?;
        }
        work.registrations().move_data(source, target).await?;
        let mut rows = current(work, target, now).await?;
        let plan = Users::new(self.ports.clone()).plan();
        let changed = freeze_over_limit(&mut rows, &plan);
        let frozen = rows.iter().filter(|wallet| wallet.is_frozen()).count();
        for wallet in rows.iter().filter(|wallet| changed.contains(&wallet.id)) {
            work.wallets().save(wallet).await?;
        }
        work.users().set_version(target, user.version + 1).await?;
        work.users()
            .set_uploads(target, user.uploads.saturating_add(from.uploads))
            .await?;
        work.users().erase(source).await?;
        let merge = Merge {
            user: target,
            source,
            wallets: u32::try_from(rows.len() - own.len()).unwrap_or(u32::MAX),
            frozen: u32::try_from(frozen).unwrap_or(u32::MAX),
            merged_at: now,
        };
        work.registrations().add_merge(&merge).await?;
        work.registrations().forget_merges(now.minus(KNOWN_FOR)).await?;
        Ok(merge)
    }
}

/// Returns the wallets of a user that are not removed.
async fn current(work: &mut dyn UnitOfWork, user: UserId, now: Timestamp) -> Result<Vec<Wallet>, SignInError> {
    let mut wallets = work.wallets().of_user(user, now).await?;
    wallets.retain(|wallet| wallet.removed_at.is_none());
    Ok(wallets)
}

/// Returns a wallet with what it lacks and the other user's row has; `None` where nothing changes.
fn completed(wallet: &Wallet, others: &[Wallet]) -> Option<Wallet> {
    let other = others.iter().find(|other| other.key() == wallet.key())?;
    let changed = Wallet {
        nickname: wallet.nickname.clone().or_else(|| other.nickname.clone()),
        group: wallet.group.clone().or_else(|| other.group.clone()),
        kind: wallet.kind.or(other.kind),
        created_at: wallet.created_at.min(other.created_at),
        ..wallet.clone()
    };
    (changed != *wallet).then_some(changed)
}
