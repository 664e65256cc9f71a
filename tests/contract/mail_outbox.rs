//! `OutboxMailer`: files that only their owner can read.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use adapters::mail::OutboxMailer;
use ports::{Mail, MailError, Mailer as _, mail::MailDestination};
use support::folder::Folder;

use crate::mail::{mail, sender};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn each_mail_is_a_file_of_its_own() {
    let folder = Folder::create("outbox");
    let outbox = folder.path().join("data/outbox");
    let mailer = OutboxMailer::new(outbox.clone(), sender());
    assert_eq!(mailer.destination(), MailDestination::Folder(outbox.clone()));
    for n in [1, 2, 1] {
        assert_eq!(mailer.send(&mail(n)).await, Ok(()));
    }
    let files = [1, 2].map(|n| format!("{}.eml", mail(n).id));
    assert_eq!(names(&outbox), files, "a second attempt writes the same file");
    let file = outbox.join(&files[0]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("Message-ID: <0197f000-0000-7000-8000-000000000001@example.org>\r\n"),
        "{text}"
    );
    assert!(text.contains("K7RM2QXD"));
    assert_eq!((mode(&file), mode(&outbox)), (0o600, 0o700));
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_reported() {
    let folder = Folder::create("outbox");
    let outbox = folder.path().join("file");
    fs::write(&outbox, "no folder").unwrap();
    let mailer = OutboxMailer::new(outbox, sender());
    assert_eq!(mailer.send(&mail(1)).await, Err(MailError::NotWritten));
    assert_eq!(mailer.check().await, Err(MailError::NotWritten));
    assert!(!MailError::NotWritten.is_permanent());
}

#[tokio::test]
async fn a_check_leaves_no_file() {
    let folder = Folder::create("outbox");
    let outbox = folder.path().join("outbox");
    let mailer = OutboxMailer::new(outbox.clone(), sender());
    assert_eq!(mailer.check().await, Ok(()));
    assert!(!outbox.exists(), "the first mail makes the folder");
    fs::create_dir(&outbox).unwrap();
    assert_eq!(mailer.check().await, Ok(()));
    assert_eq!(names(&outbox), Vec::<String>::new());
    let invalid = Mail {
        subject: "a\r\nb".to_owned(),
        ..mail(1)
    };
    assert_eq!(mailer.send(&invalid).await, Err(MailError::InvalidMail));
    assert_eq!(names(&outbox), Vec::<String>::new());
}
