//! Reading an address that was derived from an extended public key: beside its balance it matters whether it was ever
//! used, because that is how far the key is looked at.

use ports::{
    AccountId, ChainReader, Ports, RemoteError, StorageError, Timestamp, UnitOfWork, WalletId,
    account::Activity,
    chain::{Probe, Reading},
};

use crate::{extended_key::gap, job::enqueue_scan, sync::job_error::JobError};

/// What a reading found.
pub struct Read {
    /// What is held.
    pub reading: Reading,
    /// How it is read next.
    pub activity: Activity,
    /// How it was used.
    pub usage: Usage,
}

/// How an address was used.
pub struct Usage {
    transactions: u64,
    /// The wallets whose keys are to be looked through again, because something happened.
    scans: Vec<WalletId>,
}

/// Reads an account, if it was derived for some wallet. A reader that cannot tell whether it was used is refused: the gap
/// could not be found.
pub async fn read(ports: &Ports, reader: &dyn ChainReader, account: &AccountId) -> Result<Option<Read>, JobError> {
    let holders = ports.stores.extended_keys.holders(account).await?;
    if holders.is_empty() {
        return Ok(None);
    }
    let probe = reader.probe(account).await?.ok_or_else(|| RemoteError::Unsupported {
        who: reader.profile().name,
        what: "whether an address was ever used".to_owned(),
    })?;
    let states = ports.stores.accounts.states(std::slice::from_ref(account)).await?;
    let before = states.first().and_then(|state| state.transactions);
    let happened = probe.sent != before.unwrap_or(0);
    let activity = activity(ports, account, &holders, &probe).await?;
    let Probe { sent, reading, .. } = probe;
    Ok(Some(Read {
        reading,
        activity,
        usage: Usage {
            transactions: sent,
            scans: if happened { holders } else { Vec::new() },
        },
    }))
}

/// What holds something, waits for a block or is used next is read often; what is used up or far behind, daily.
async fn activity(
    ports: &Ports,
    account: &AccountId,
    holders: &[WalletId],
    probe: &Probe,
) -> Result<Activity, StorageError> {
    if !probe.reading.balances.is_empty() || probe.pending > 0 {
        return Ok(Activity::Active);
    }
    if probe.sent > 0 {
        return Ok(Activity::Quiet);
    }
    for holder in holders {
        let wallet = ports.stores.extended_keys.wallet(*holder).await?;
        let Some(extended) = wallet.and_then(|wallet| wallet.extended) else {
            continue;
        };
        let next = gap::next(&extended.key.scripts(), &extended.derived);
        let own = extended.derived.iter().filter(|one| one.account == *account);
        if own.into_iter().any(|one| next.contains(&one.path)) {
            return Ok(Activity::Active);
        }
    }
    Ok(Activity::Quiet)
}

/// Keeps how an address was used, and wants what follows from it.
pub async fn keep(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    account: &AccountId,
    usage: &Usage,
    now: Timestamp,
) -> Result<(), StorageError> {
    work.accounts().counted(account, usage.transactions).await?;
    for wallet in &usage.scans {
        enqueue_scan(ports, work, *wallet, now).await?;
    }
    Ok(())
}
