//! `OutboxMailer`: files that only their owner can read.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use adapters::mail::OutboxMailer;
use ports::{
    Mail, MailError, Mailer as _,
    mail::{KeptMail, MailDestination},
};
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

#[tokio::test]
async fn kept_mails_are_found_by_their_recipient_and_erased() {
    let folder = Folder::create("outbox");
    let outbox = folder.path().join("outbox");
    let mailer = OutboxMailer::new(outbox.clone(), sender());
    assert_eq!(mailer.kept().await, Ok(vec![]), "there is no folder yet");
    for n in 1..=3 {
        mailer.send(&mail(n)).await.unwrap();
    }
    let [first, second, third] = [1, 2, 3].map(|n| KeptMail {
        id: mail(n).id,
        to: mail(n).to,
        created_at: mail(n).created_at,
    });
    // A process that is killed while it writes leaves the file under its first name.
    let left = outbox.join(format!(".{}.tmp", second.id));
    fs::rename(outbox.join(format!("{}.eml", second.id)), &left).unwrap();
    for name in ["notes.eml", "README.md", ".check"] {
        fs::write(outbox.join(name), "To: ann1@example.com\r\n\r\n").unwrap();
    }
    let mut kept = mailer.kept().await.unwrap();
    kept.sort_by_key(|mail| mail.id);
    assert_eq!(kept, [first.clone(), second.clone(), third.clone()]);
    for _ in 0..2 {
        assert_eq!(mailer.erase(&[first.id, second.id]).await, Ok(()));
    }
    let expected = [
        ".check".to_owned(),
        format!("{}.eml", third.id),
        "README.md".to_owned(),
        "notes.eml".to_owned(),
    ];
    assert_eq!(names(&outbox), expected);
    fs::remove_dir_all(&outbox).unwrap();
    fs::write(&outbox, "no folder").unwrap();
    assert_eq!(mailer.kept().await, Err(MailError::NotErased));
    assert_eq!(mailer.erase(&[third.id]).await, Err(MailError::NotErased));
}
