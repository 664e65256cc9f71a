//! Enqueues look-ups of the names that addresses claim.

use std::time::Duration;

use ports::{Ports, StorageError, Timestamp, UnitOfWork, Wallet, WorldKind};

use crate::{account::candidates, job::kind::LOOK_UP_REVERSE_NAME};

/// A reverse name is looked up again after this time.
pub const REVERSE_EVERY: Duration = Duration::from_hours(24);

/// The most reverse names enqueued at the same time, because the nodes that answer them also read balances.
pub const REVERSE_BATCH: u32 = 50;

/// Delay of the first look-up of a new address, so that its balances are read first.
const AFTER_BALANCES: Duration = Duration::from_secs(5);

/// Returns whether there is a name service to query. It has no host if no node of its chain is configured, which is not
/// a failure of the look-up. The demo world needs no host.
pub fn has_name_service(ports: &Ports) -> bool {
    ports.world.kind == WorldKind::Demo || !ports.names.profile().hosts.is_empty()
}

/// Wants the reverse names of the wallets among these that were added at this moment, up to [`REVERSE_BATCH`]; the rounds
/// want the others.
pub async fn want(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    wallets: &[Wallet],
    now: Timestamp,
) -> Result<(), StorageError> {
    if !has_name_service(ports) {
        return Ok(());
    }
    let added = wallets.iter().filter(|wallet| wallet.created_at == now);
    for (_, address) in (0..REVERSE_BATCH).zip(candidates(added)) {
        let wanted = LOOK_UP_REVERSE_NAME.job(ports, address.as_str(), now.plus(AFTER_BALANCES));
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}
