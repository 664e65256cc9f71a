//! Enqueues mails.

use ports::{Mail, Ports, StorageError, UnitOfWork};

use crate::job::SEND_MAIL;

/// Enqueues a mail and the job that sends it, in the caller's unit of work: a worker takes the job as soon as the unit is
/// committed. Does nothing where a mail with the same purpose and cause was enqueued before.
///
/// The mail is sent at least once. It is sent twice only where the process ends after the mail server has accepted it, but
/// before that is stored; both have the same Message-ID, by which mail servers recognize the second one.
pub async fn enqueue_mail(ports: &Ports, work: &mut dyn UnitOfWork, mail: &Mail) -> Result<(), StorageError> {
    if !work.mails().enqueue(mail).await? {
        return Ok(());
    }
    let wanted = SEND_MAIL.job(ports, &mail.id.to_string(), mail.created_at);
    work.jobs().enqueue(&wanted, mail.created_at).await
}
