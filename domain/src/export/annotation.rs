//! What users added to entries and addresses.

use async_trait::async_trait;
use ports::{
    Annotation, OwnLabel, Ports, StorageError, UserId,
    annotation::{AnnotationContent, EntryMark},
};

use crate::export::{
    cells::cell,
    owned::ExportedRows,
    table::{ExportRow, ExportTable},
};

#[async_trait]
impl ExportedRows for Annotation {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "annotations",
        about: "What you added to transactions: notes, marks, costs, and your decisions on transfers.",
        columns: &["account", "transaction", "key", "content", "set_at"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let annotations = ports.stores.annotations.of_user(user).await?.into_iter();
        let row = |one: Annotation| {
            vec![
                cell(&one.entry.account),
                cell(&one.entry.transaction),
                cell(one.content.key()),
                cell(content(&one.content)),
                cell(one.set_at),
            ]
        };
        Ok(annotations.map(row).collect())
    }
}

#[async_trait]
impl ExportedRows for OwnLabel {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "labels",
        about: "What you call addresses.",
        columns: &["namespace", "address", "label", "set_at"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let labels = ports.stores.own_labels.of_user(user).await?.into_iter();
        let row = |one: OwnLabel| {
            vec![
                cell(one.place.namespace),
                cell(one.place.address),
                cell(one.text.as_str()),
                cell(one.set_at),
            ]
        };
        Ok(labels.map(row).collect())
    }
}

/// Returns the content of an annotation as one text.
fn content(content: &AnnotationContent) -> String {
    match content {
        AnnotationContent::Note(text) => text.clone(),
        AnnotationContent::Mark(mark) => mark_text(*mark).to_owned(),
        AnnotationContent::Cost {
            asset,
            amount,
            currency,
        } => format!("{amount} {} for {asset}", currency.as_str()),
        AnnotationContent::Match { other, matches: true } => format!("same transfer as {other}"),
        AnnotationContent::Match { other, matches: false } => format!("not the same transfer as {other}"),
    }
}

fn mark_text(mark: EntryMark) -> &'static str {
    match mark {
        EntryMark::Gift => "gift",
        EntryMark::Income => "income",
        EntryMark::Airdrop => "airdrop",
    }
}
