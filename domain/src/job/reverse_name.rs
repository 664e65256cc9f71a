//! Enqueues look-ups of the names that addresses claim.

use std::time::Duration;

use ports::{Ports, StorageError, Timestamp, UnitOfWork, Wallet, WorldKind};

use crate::{
    account::candidates,
    job::kind::{LOOK_UP_REVERSE_NAME, job},
};

/// A reverse name is looked up at least this often.
pub const REVERSE_EVERY: Duration = Duration::from_hours(24);

/// Reverse names that are wanted at once at most: the nodes that answer them read balances as well.
pub const REVERSE_BATCH: u32 = 50;

/// The first look-up of a new address leaves its balances time to come first.
const AFTER_BALANCES: Duration = Duration::from_secs(5);

/// Whether there is a name service to ask. Where none of the configured nodes is of its chain it has no host, and that is no
/// failure of anybody's look-up. The demo world needs no host.
pub fn can_ask(ports: &Ports) -> bool {
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
    if !can_ask(ports) {
        return Ok(());
    }
    let added = wallets.iter().filter(|wallet| wallet.created_at == now);
    for (_, address) in (0..REVERSE_BATCH).zip(candidates(added)) {
        let wanted = job(ports, LOOK_UP_REVERSE_NAME, address.as_str(), now.plus(AFTER_BALANCES));
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}
