//! Looks up the name that an address claims; the resolver answers it only if the name points back.

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

/// A reverse name is looked up at least this often.
pub const REVERSE_EVERY: Duration = Duration::from_hours(24);
/// A reverse name is shown this long after it was last confirmed.
const REVERSE_SHOWN: Duration = Duration::from_hours(7 * 24);
/// Reverse names that are wanted at once at most: the nodes that answer them read balances as well.
pub const REVERSE_AT_ONCE: u32 = 50;
/// The first look-up of a new address leaves its balances time to come first.
const AFTER_BALANCES: Duration = Duration::from_secs(5);

/// Asks the name service about one address and keeps the answer. A look-up that fails keeps what was known.
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

/// The confirmed name of an address. While the service rests, for it failed about something else, this waits for it.
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
        // Facts about the claimed name: it cannot be confirmed.
        Err(
            ResolveError::NotRegistered
            | ResolveError::NoAddress
            | ResolveError::OffChain
            | ResolveError::Expired { .. },
        ) => Ok(None),
    }
}

/// Whether somebody else who watches the address had it looked up lately.
async fn is_fresh(ports: &Ports, address: &Address) -> Result<bool, StorageError> {
    let (now, one) = (ports.clock.now(), std::slice::from_ref(address));
    let found = ports.stores.names.reverse(one, now.minus(REVERSE_EVERY), now).await?;
    Ok(!found.is_empty())
}

/// Whether there is a name service to ask. Where none of the configured nodes is of its chain it has no host, and that is no
/// failure of anybody's look-up. The demo world needs no host.
pub fn can_ask(ports: &Ports) -> bool {
    ports.world.kind == WorldKind::Demo || !ports.names.profile().hosts.is_empty()
}

/// The addresses of wallets without a name that can have a reverse name.
fn candidates<'a>(wallets: impl Iterator<Item = &'a Wallet>) -> impl Iterator<Item = &'a Address> {
    let unnamed = wallets.filter(|wallet| wallet.name.is_none());
    let addresses = unnamed.filter_map(|wallet| wallet.address.as_ref());
    addresses.filter(|address| address.is_evm())
}

/// Wants the reverse names of the wallets among these that were added at this moment, up to [`REVERSE_AT_ONCE`]; the rounds
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
    for (_, address) in (0..REVERSE_AT_ONCE).zip(candidates(added)) {
        let wanted = job(ports, LOOK_UP_REVERSE_NAME, address.as_str(), now.plus(AFTER_BALANCES));
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}

/// The reverse names to show beside these wallets: of those without a name, not older than [`REVERSE_SHOWN`].
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
