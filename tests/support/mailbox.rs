//! A mailer that accepts every mail, and the mails that wait to be sent.

use async_trait::async_trait;
use ports::{
    Mail, Ports,
    mail::{MailDestination, MailError, Mailer},
};

/// Accepts every mail and sends none.
pub struct AcceptingMailer;

#[async_trait]
impl Mailer for AcceptingMailer {
    fn destination(&self) -> MailDestination {
        MailDestination::Server("mail.test:25".to_owned())
    }

    async fn send(&self, _: &Mail) -> Result<(), MailError> {
        Ok(())
    }

    async fn check(&self) -> Result<(), MailError> {
        Ok(())
    }
}

/// Returns the mails to an address that wait to be sent, the oldest first.
pub async fn queued_mails(ports: &Ports, to: &str) -> Vec<Mail> {
    let mails = &ports.stores.mails;
    let mut found = Vec::new();
    for id in mails.due(ports.clock.now(), 100).await.unwrap() {
        let queued = mails.queued(id).await.unwrap().unwrap();
        if queued.mail.to.as_str() == to {
            found.push(queued.mail);
        }
    }
    found
}

/// Returns the code in a mail.
pub fn code_in(mail: &Mail) -> String {
    let is_code =
        |word: &&str| word.len() == 8 && word.bytes().all(|one| one.is_ascii_uppercase() || one.is_ascii_digit());
    let mut words = mail.subject.split_whitespace();
    words.find(is_code).expect("the subject has the code").to_owned()
}

/// Returns the token of the link in a mail.
pub fn token_in(mail: &Mail) -> String {
    let (_, rest) = mail.text.split_once("token=").expect("the text has a link");
    rest.split_whitespace().next().unwrap().to_owned()
}
