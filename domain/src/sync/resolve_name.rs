//! Looks a name up again; where it moved, every wallet that carries it follows and keeps where it was.

use ports::{
    Address, Name, Ports, Timestamp, UnitOfWork, Wallet,
    job::Lease,
    name::{Resolution, ResolveError},
};

use crate::{
    sync::{read_lately, want_reading, work::Stopped},
    valuation::accounts_at,
    wallet::recognise::unresolved,
};

/// After this many failures a name waits for the next day's round.
pub const ATTEMPTS: u32 = 6;

/// Resolves and keeps.
pub async fn run(ports: &Ports, lease: &Lease) -> Result<(), Stopped> {
    let name: Name = lease
        .job
        .subject
        .parse()
        .map_err(|_| Stopped::Nonsense("not a name".to_owned()))?;
    let found = match ports.names.resolve(&name).await {
        Err(ResolveError::Remote(error)) => return Err(error.into()),
        found => found,
    };
    let now = ports.clock.now();
    let accounts = accounts_at(ports, found.iter());
    let lately = read_lately(ports, &accounts).await?;
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(Stopped::LeaseLost);
    }
    if let Ok(address) = &found {
        work.names()
            .add(&Resolution {
                name: name.clone(),
                address: address.clone(),
                resolved_at: now,
            })
            .await?;
    }
    let wallets = work.wallets().named(&name).await?;
    for wallet in wallets {
        follow(work.as_mut(), wallet, &found, now).await?;
    }
    work.accounts().add(&accounts, now).await?;
    want_reading(ports, work.as_mut(), &accounts, &lately, now).await?;
    Ok(work.commit().await?)
}

/// A name that points nowhere any more keeps its last address: what is shown stays, and the row says what happened.
async fn follow(
    work: &mut dyn UnitOfWork,
    wallet: Wallet,
    found: &Result<Address, ResolveError>,
    now: Timestamp,
) -> Result<(), Stopped> {
    let mut wallet = Wallet {
        resolved_at: Some(now),
        ..wallet
    };
    match found {
        Ok(address) => {
            if wallet.address.as_ref().is_some_and(|before| before != address) {
                wallet.previous_address = wallet.address.clone();
            }
            wallet.address = Some(address.clone());
            wallet.problem = None;
        }
        Err(error) => wallet.problem = Some(unresolved(error)),
    }
    Ok(work.wallets().save(&wallet).await?)
}
