//! What users sent to the operator, and their files.

use async_trait::async_trait;
use ports::{Attachment, AttachmentSummary, Feedback, Ports, StorageError, UserId, feedback::FeedbackSubject};

use crate::export::{
    cells::{cell, maybe},
    owned::ExportedRows,
    table::{ExportRow, ExportTable},
};

#[async_trait]
impl ExportedRows for Feedback {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "feedback",
        about: "Feedback that you sent to the operator of this server.",
        columns: &["sent_at", "section", "rating", "opinion", "text", "attachment"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let feedback = ports.stores.feedback.of_user(user).await?.into_iter();
        let row = |one: Feedback| {
            let [section, rating, opinion] = match one.subject {
                FeedbackSubject::Section(section, rating) => [cell(section.as_str()), cell(rating.get()), None],
                FeedbackSubject::Product(opinion) => [None, None, cell(opinion.as_str())],
            };
            vec![
                cell(one.sent_at),
                section,
                rating,
                opinion,
                cell(one.text.as_str()),
                maybe(one.attachment),
            ]
        };
        Ok(feedback.map(row).collect())
    }
}

#[async_trait]
impl ExportedRows for Attachment {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "attachments",
        about: "Files that you attached. The files themselves are in the folder attachments.",
        columns: &["id", "kind", "bytes", "added_at"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let attachments = ports.stores.attachments.of_user(user).await?.into_iter();
        let row = |one: AttachmentSummary| {
            vec![
                cell(one.id),
                cell(one.kind.as_str()),
                cell(one.size),
                cell(one.added_at),
            ]
        };
        Ok(attachments.map(row).collect())
    }
}
