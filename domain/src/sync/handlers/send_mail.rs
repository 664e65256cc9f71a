//! Sends one mail of the queue.

use async_trait::async_trait;
use ports::{
    MailId, Ports, StorageError, Timestamp,
    job::{Lease, NewJob},
    mail::QueuedMail,
};

use crate::{
    job::{JobKind, SEND_MAIL},
    mail::next_attempt,
    sync::handlers::{
        handler::{JobHandler, ROUND_BATCH},
        job_error::JobError,
    },
};

/// Handles jobs of [`SEND_MAIL`]. The lease of the job keeps two workers from sending one mail at the same time; a failed
/// attempt ends the job and enqueues the next one, because the pauses are those of the mail and not of a source.
pub struct SendMail;

/// What became of a mail.
enum SendOutcome {
    /// It was sent or given up before.
    EndedBefore,
    /// The mail server accepted it.
    Sent,
    /// It was not sent, and is tried again.
    Retry { code: String, at: Timestamp },
    /// It was not sent, and is not tried again.
    GivenUp { code: String },
}

#[async_trait]
impl JobHandler for SendMail {
    fn kind(&self) -> JobKind {
        SEND_MAIL
    }

    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let id: MailId = lease
            .job
            .subject
            .parse()
            .map_err(|_| JobError::Invalid("not a mail".to_owned()))?;
        let outcome = match ports.stores.mails.queued(id).await {
            Ok(Some(queued)) => attempt(ports, &queued).await,
            Ok(None) => SendOutcome::EndedBefore,
            // It will never be readable: its key is lost.
            Err(StorageError::Corrupt { .. }) => SendOutcome::GivenUp {
                code: "unreadable".to_owned(),
            },
            Err(error) => return Err(error.into()),
        };
        settle(ports, lease, id, &outcome).await
    }

    /// Returns the jobs of mails that wait without one: their process ended too often while it sent them.
    async fn due(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        let due = ports.stores.mails.due(now, ROUND_BATCH).await?;
        let job = |id: MailId| SEND_MAIL.job(ports, &id.to_string(), now);
        Ok(due.into_iter().map(job).collect())
    }
}

async fn attempt(ports: &Ports, queued: &QueuedMail) -> SendOutcome {
    if queued.mail.expires_at <= ports.clock.now() {
        return SendOutcome::GivenUp {
            code: "expired".to_owned(),
        };
    }
    let sent = match ports.mail.mailer() {
        Ok(mailer) => mailer.send(&queued.mail).await,
        Err(off) => Err(off),
    };
    let Err(error) = sent else {
        return SendOutcome::Sent;
    };
    let next = next_attempt(queued, ports.clock.now()).filter(|_| !error.is_permanent());
    let code = error.code();
    next.map_or(SendOutcome::GivenUp { code: code.clone() }, |at| SendOutcome::Retry {
        code,
        at,
    })
}

/// Stores the outcome with the end of the job.
async fn settle(ports: &Ports, lease: &Lease, id: MailId, outcome: &SendOutcome) -> Result<(), JobError> {
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    match outcome {
        SendOutcome::EndedBefore => {}
        SendOutcome::Sent => work.mails().sent(id, now).await?,
        SendOutcome::Retry { code, at } => {
            work.mails().retry(id, code, *at).await?;
            let next = SEND_MAIL.job(ports, &id.to_string(), *at);
            work.jobs().enqueue(&next, now).await?;
        }
        SendOutcome::GivenUp { code } => work.mails().give_up(id, code).await?,
    }
    Ok(work.commit().await?)
}
