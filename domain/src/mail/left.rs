//! Erases mails that a mailer keeps, such as one that writes them into files.

use std::{collections::BTreeMap, time::Duration};

use ports::{EmailAddress, MailId, Ports, StorageError, Timestamp};

/// How long a mail to an address that no user has verified is kept, because its reader may be about to verify it.
const UNVERIFIED: Duration = Duration::from_hours(1);

/// Erases the mails that the mailer keeps to addresses that no user has verified: of users who were erased, of addresses that were
/// replaced, and of people who never signed in. They are found by the addresses, so nothing has to be remembered about who left. The
/// mailer logs what it cannot erase, and the next run tries again.
pub async fn erase_left_mails(ports: &Ports, now: Timestamp) -> Result<(), StorageError> {
    let Ok(mailer) = ports.mail.mailer() else {
        return Ok(());
    };
    let Ok(kept) = mailer.kept().await else {
        return Ok(());
    };
    let before = now.minus(UNVERIFIED);
    let mut of_address: BTreeMap<EmailAddress, Vec<MailId>> = BTreeMap::new();
    for mail in kept.into_iter().filter(|mail| mail.created_at <= before) {
        of_address.entry(mail.to).or_default().push(mail.id);
    }
    let mut left = Vec::new();
    for (address, mails) in of_address {
        if ports.stores.user_emails.owner(&address).await?.is_none() {
            left.extend(mails);
        }
    }
    let _logged = mailer.erase(&left).await;
    Ok(())
}
