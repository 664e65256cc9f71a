//! Looks up the name that an address claims. The resolver returns it only if the name resolves back to the address.

use std::{collections::BTreeMap, time::Duration};

use ports::{
    Address, Name, Ports, SourceId, StorageError, Timestamp, UnitOfWork, Wallet, WorldKind,
    job::Lease,
    name::{ResolveError, ReverseName},
};

use crate::sync::{
    failure,
    kind::{LOOK_UP_REVERSE_NAME, job},
    read_account::end_unread,
    stopped::Stopped,
    want::resting,
};

/// A reverse name is looked up again after this time.
pub const REVERSE_EVERY: Duration = Duration::from_hours(24);
/// A reverse name is shown for this long after it was last confirmed.
const REVERSE_SHOWN: Duration = Duration::from_hours(7 * 24);
/// The most reverse names enqueued at the same time, because the nodes that answer them also read balances.
pub const REVERSE_AT_ONCE: u32 = 50;
/// Delay of the first look-up of a new address, so that its balances are read first.
const AFTER_BALANCES: Duration = Duration::from_secs(5);

/// Looks up the reverse name of one address and stores the answer. If the look-up fails, the stored name is kept.
pub async fn run(ports: &Ports, lease: &Lease) -> Result<(), Stopped> {
    let address: Address = lease
        .job
        .subject
        .parse()
        .map_err(|_| Stopped::Nonsense("not an address".to_owned()))?;
    if !can_ask(ports) || !ports.stores.names.is_reverse_wanted(&address).await? {
        return end_unread(ports, lease).await;
    }
    if is_fresh(ports, &address).await? {
        return end_unread(ports, lease).await;
    }
    let service = ports.names.profile().id;
    let name = look_up(ports, &service, &address).await?;
    let now = ports.clock.now();
    let found = ReverseName {
        address,
        name,
        checked_at: now,
    };
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(Stopped::LeaseLost);
    }
    work.names().keep_reverse(&found).await?;
    work.sources().answered(&service, now).await?;
    Ok(work.commit().await?)
}

/// Returns the confirmed name of an address. Postpones the job while the name service is in back-off.
async fn look_up(ports: &Ports, service: &SourceId, address: &Address) -> Result<Option<Name>, Stopped> {
    if let Some(until) = resting(ports).await?.get(service) {
        return Err(Stopped::Resting(*until));
    }
    match ports.names.reverse(address).await {
        Ok(name) => Ok(name),
        Err(ResolveError::Remote(error)) => {
            failure::note(ports, service, Some(&error)).await?;
            Err(error.into())
        }
        // These are permanent: the claimed name cannot be confirmed.
        Err(
            ResolveError::NotRegistered
            | ResolveError::NoAddress
            | ResolveError::OffChain
            | ResolveError::Expired { .. },
        ) => Ok(None),
    }
}

/// Returns whether the address was looked up recently, for example for another user who watches it.
async fn is_fresh(ports: &Ports, address: &Address) -> Result<bool, StorageError> {
    let (now, one) = (ports.clock.now(), std::slice::from_ref(address));
    let found = ports.stores.names.reverse(one, now.minus(REVERSE_EVERY), now).await?;
    Ok(!found.is_empty())
}

/// Returns whether there is a name service to query. It has no host if no node of its chain is configured, which is not
/// a failure of the look-up. The demo world needs no host.
pub fn can_ask(ports: &Ports) -> bool {
    ports.world.kind == WorldKind::Demo || !ports.names.profile().hosts.is_empty()
}

/// Returns the addresses of wallets without a name that can have a reverse name.
fn candidates<'a>(wallets: impl Iterator<Item = &'a Wallet>) -> impl Iterator<Item = &'a Address> {
    let unnamed = wallets.filter(|wallet| wallet.name.is_none());
    let addresses = unnamed.filter_map(|wallet| wallet.address.as_ref());
    addresses.filter(|address| address.is_evm())
}

/// Enqueues look-ups for the wallets that were added at this moment, up to [`REVERSE_AT_ONCE`]. The rounds enqueue the
/// others.
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
    for (_, address) in (0..REVERSE_AT_ONCE).zip(candidates(added)) {
        let wanted = job(ports, LOOK_UP_REVERSE_NAME, address.as_str(), now.plus(AFTER_BALANCES));
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}

/// Returns the reverse names to show for those wallets that have no name, not older than [`REVERSE_SHOWN`].
pub async fn reverse_names(ports: &Ports, wallets: &[Wallet]) -> Result<BTreeMap<Address, ReverseName>, StorageError> {
    let addresses: Vec<Address> = candidates(wallets.iter()).cloned().collect();
    if addresses.is_empty() {
        return Ok(BTreeMap::new());
    }
    let now = ports.clock.now();
    let found = ports
        .stores
        .names
        .reverse(&addresses, now.minus(REVERSE_SHOWN), now)
        .await?;
    let named = found.into_iter().filter(|found| found.name.is_some());
    Ok(named.map(|found| (found.address.clone(), found)).collect())
}
