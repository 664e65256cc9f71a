//! An archive of everything that is stored about the caller, written while it is sent.
//!
//! The rows come from the database, and a thread of its own packs them. Where reading fails, the response is cut off: an archive that
//! can be opened is whole.

use std::io::{self, Write};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use domain::Caller;
use domain::attachment::AttachmentError;
use domain::export::{ExportRow, ExportTable, Exports};
use futures::{StreamExt, channel::mpsc as rows, stream};
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use super::ExportUserDataRequest;
use crate::App;
use crate::admission::on_own_thread;
use crate::body::Body as Request;
use crate::caller::SessionCaller;
use crate::problem::Problem;
use crate::routes::attachment::file_name;
use crate::wire::csv;

/// How many rows and blocks wait to be packed and sent.
const WAITING: usize = 16;
/// How many bytes of a table are packed at once.
const BLOCK: usize = 64 * 1024;

/// A form in which each table is in the archive.
#[derive(Clone, Copy)]
enum FileForm {
    Csv,
    JsonLines,
}

/// A part of the archive.
enum ArchivePart {
    File(String),
    Content(Vec<u8>),
    End,
}

/// Downloads everything that is stored about the caller.
///
/// A ZIP archive with a README and each table as CSV and as JSON Lines: the person, email addresses, sign-in wallets, sessions, API keys, wallets with removed ones that can be restored, prices and choices, what was added to transactions, labels, feedback, attachments, disclosures, and all transactions. Tokens and codes are not part of it.
#[utoipa::path(post, path = "/organisation/user/export-user-data", tag = "person", operation_id = "exportUserData",
    request_body(content = Option<ExportUserDataRequest>, content_type = "application/json"),
    responses((status = 200, description = "The archive.", body = String, content_type = "application/zip",
        example = "PK")))]
pub async fn export_user_data(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    _: Request<ExportUserDataRequest>,
) -> Result<Response, Problem> {
    let day = app.clock().now().day();
    let (to_packer, parts) = mpsc::channel(WAITING);
    let (to_client, blocks) = mpsc::channel(WAITING);
    tokio::task::spawn_blocking(move || pack(parts, &to_client));
    tokio::spawn(on_own_thread(async move {
        if let Err(problem) = send_parts(&app, &caller, &to_packer).await {
            tracing::warn!(?problem, "an export of a person's data was cut off");
        }
    }));
    let blocks = stream::unfold(blocks, |mut blocks| async move { Some((blocks.recv().await?, blocks)) });
    let headers = [
        (CONTENT_TYPE, "application/zip".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"spyhop-data-{day}.zip\""),
        ),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(blocks)).into_response())
}

/// Sends every part. Nothing is sent any more where the client has gone.
async fn send_parts(app: &App, caller: &Caller, to: &mpsc::Sender<ArchivePart>) -> Result<(), Problem> {
    let gone = |_| Problem::Internal;
    to.send(ArchivePart::File("README.txt".to_owned()))
        .await
        .map_err(gone)?;
    to.send(ArchivePart::Content(readme(app).into_bytes()))
        .await
        .map_err(gone)?;
    for table in Exports::tables() {
        for form in [FileForm::Csv, FileForm::JsonLines] {
            send_table(app, caller, (table, form), to).await?;
        }
    }
    for file in app.tracker().attachments().list(caller).await? {
        let found = match app.tracker().attachments().find(caller, file.id).await {
            // It was removed meanwhile.
            Err(AttachmentError::NotFound) => continue,
            found => found?,
        };
        let name = format!("attachments/{}", file_name(file.id, file.kind));
        to.send(ArchivePart::File(name)).await.map_err(gone)?;
        to.send(ArchivePart::Content(found.file.bytes)).await.map_err(gone)?;
    }
    to.send(ArchivePart::End).await.map_err(gone)
}

async fn send_table(
    app: &App,
    caller: &Caller,
    (table, form): (ExportTable, FileForm),
    to: &mpsc::Sender<ArchivePart>,
) -> Result<(), Problem> {
    let gone = |_| Problem::Internal;
    let extension = match form {
        FileForm::Csv => "csv",
        FileForm::JsonLines => "jsonl",
    };
    let name = format!("{}.{extension}", table.name);
    to.send(ArchivePart::File(name)).await.map_err(gone)?;
    let (sender, mut receiver) = rows::channel(WAITING);
    let exports = app.tracker().exports();
    let read = async { exports.send(caller, table, sender).await.map_err(Problem::from) };
    // It owns the receiver, so that reading ends with it.
    let write = async move {
        let mut block = match form {
            FileForm::Csv => csv::record(table.columns)?,
            FileForm::JsonLines => Vec::new(),
        };
        while let Some(row) = receiver.next().await {
            block.extend(rendered(table, form, row)?);
            if block.len() >= BLOCK {
                to.send(ArchivePart::Content(std::mem::take(&mut block)))
                    .await
                    .map_err(gone)?;
            }
        }
        to.send(ArchivePart::Content(block)).await.map_err(gone)
    };
    tokio::try_join!(read, write).map(|_| ())
}

fn rendered(table: ExportTable, form: FileForm, row: ExportRow) -> Result<Vec<u8>, Problem> {
    match form {
        FileForm::Csv => {
            let cells: Vec<String> = row.into_iter().map(Option::unwrap_or_default).collect();
            csv::record(&cells)
        }
        FileForm::JsonLines => {
            let columns = table.columns.iter().map(|column| (*column).to_owned());
            let object: Map<String, Value> = columns.zip(row.into_iter().map(Value::from)).collect();
            let mut line = serde_json::to_vec(&object).map_err(|_| Problem::Internal)?;
            line.push(b'\n');
            Ok(line)
        }
    }
}

/// Returns what the archive has, for people.
fn readme(app: &App) -> String {
    let tables = Exports::tables().into_iter();
    let tables: Vec<String> = tables
        .map(|table| format!("{}\n  {}\n", table.name, table.about))
        .collect();
    format!(
        "Your data on {}\nas of {}\n\nEach table is here twice: as .csv for spreadsheets and as .jsonl (one JSON object per line) for \
         programs.\nTimes are in UTC. An empty cell means that the value is unknown or there is none; it never means zero.\nIn .csv \
         files, a text that a spreadsheet would read as a formula begins with an apostrophe.\n\n{}\nNot included: tokens and codes, \
         which are stored as hashes only; copies of this data that are kept for about a day; visits to your share link, whose \
         visitors are unknown; and facts of blockchains, which are public and belong to everyone.\n",
        app.settings().origin.as_str(),
        app.clock().now(),
        tables.concat(),
    )
}

/// Packs parts until the last one, and reports an error instead of an end where they stop before it.
fn pack(mut parts: mpsc::Receiver<ArchivePart>, to: &mpsc::Sender<io::Result<Bytes>>) {
    if let Err(error) = packed(&mut parts, to) {
        // The client has gone where this fails.
        let _ = to.blocking_send(Err(error));
    }
}

fn packed(parts: &mut mpsc::Receiver<ArchivePart>, to: &mpsc::Sender<io::Result<Bytes>>) -> io::Result<()> {
    let mut archive = ZipWriter::new_stream(Blocks { to: to.clone() });
    let options = SimpleFileOptions::default()
        .last_modified_time(DateTime::default())
        .large_file(true);
    loop {
        match parts.blocking_recv() {
            Some(ArchivePart::File(name)) => archive.start_file(name, options)?,
            Some(ArchivePart::Content(bytes)) => archive.write_all(&bytes)?,
            Some(ArchivePart::End) => break,
            None => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
    archive.finish()?;
    Ok(())
}

/// Sends what is written.
struct Blocks {
    to: mpsc::Sender<io::Result<Bytes>>,
}

impl Write for Blocks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let block = Bytes::copy_from_slice(bytes);
        let sent = self.to.blocking_send(Ok(block));
        sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
