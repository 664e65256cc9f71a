//! Files that exchanges export, imported into accounts there.

mod bodies;
mod rows;

pub use bodies::*;

use axum::extract::State;
use domain::exchange_file::{ExchangeFileError, FileImport};
use ports::wallet::Nickname;
use ports::{ChainId, Timestamp};
use utoipa_axum::routes;

use self::rows::{file_row, preview_data};
use crate::App;
use crate::access::{Access, Call};
use crate::body::{Body, MultipartBody};
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_hour};
use crate::problem::{Code, Problem};
use crate::routes::exchange::{exchange_id, nickname};

/// Limits files that are read and compared with a history.
static FILES: CallLimit = CallLimit::new("exchange_file", "files of exchanges", per_hour::<120>());

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::read(Access::AnyUser)
                .takes_export()
                .computes()
                .problems(&[Code::NotFound])
                .limited(&FILES),
            routes!(preview_exchange_file),
        )
        .add(
            Call::write(Access::Registered)
                .takes_export()
                .computes()
                .problems(&[Code::NotFound])
                .limited(&FILES),
            routes!(import_exchange_file),
        )
        .add(
            Call::read(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(get_exchange_files),
        )
        .add(
            Call::write(Access::Registered).computes().problems(&[Code::NotFound]),
            routes!(delete_exchange_file),
        )
}

/// Returns what a file that an exchange exported would change in an account there.
///
/// Nothing is stored. Each row has a verdict: it counts, it counts already, it is of a time that is read from the exchange and not in its
/// lists, it changed nothing, or it cannot be read. With `new_account` the account does not exist yet. The body may be `multipart/form-data` with the same fields, and has at most
/// 8,400,000 bytes.
#[utoipa::path(post, path = "/organisation/user/preview-exchange-file", tag = "exchange", operation_id = "previewExchangeFile",
    request_body(content = PreviewFileRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = PreviewExchangeFileAnswer)))]
async fn preview_exchange_file(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    MultipartBody { body: request, file }: MultipartBody<PreviewFileRequest>,
) -> Answer<FilePreviewData> {
    let (exchange, name) = named(&app, &request.exchange, &request.account_name)?;
    let files = app.tracker().exchange_files();
    let preview = if request.new_account {
        files.preview_new(&caller, (&exchange, &name), &file).await?
    } else {
        files.preview(&caller, (&exchange, &name), &file).await?
    };
    Ok(Envelope::of(preview_data(&preview)))
}

/// Imports a file that an exchange exported into an account there.
///
/// What counts already does not count again, also where the exchange is read further back later. The times of which the file has
/// everything close the gaps of the history there. With `new_account` the account is opened with this file, without a key: nothing of it is
/// read from the exchange, and what it holds is not known until a key is added. The body may be `multipart/form-data` with the same fields, and has at most 8,400,000
/// bytes.
#[utoipa::path(post, path = "/organisation/user/import-exchange-file", tag = "exchange", operation_id = "importExchangeFile",
    request_body(content = ImportFileRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ImportExchangeFileAnswer)))]
async fn import_exchange_file(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    MultipartBody { body: request, file }: MultipartBody<ImportFileRequest>,
) -> Answer<AccountFileRow> {
    let (exchange, name) = named(&app, &request.exchange, &request.account_name)?;
    let stated = FileImport {
        times: (
            request.start_datetime.map(Timestamp::from_seconds),
            request.end_datetime.map(Timestamp::from_seconds),
        ),
        counts_unlisted: request.count_unlisted,
    };
    let files = app.tracker().exchange_files();
    let imported = if request.new_account {
        files.import_new(&caller, (&exchange, &name), &stated, &file).await?
    } else {
        files.import(&caller, (&exchange, &name), &stated, &file).await?
    };
    Ok(Envelope::of(file_row(&imported)))
}

/// Returns the files that were imported into an account at an exchange.
///
/// The files themselves are not kept, only their rows.
#[utoipa::path(post, path = "/organisation/user/get-exchange-files", tag = "exchange", operation_id = "getExchangeFiles",
    request_body(content = AccountFilesRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetExchangeFilesAnswer)))]
async fn get_exchange_files(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AccountFilesRequest>,
) -> Answer<AccountFilesData> {
    let (exchange, name) = named(&app, &request.exchange, &request.account_name)?;
    let files = app.tracker().exchange_files().list(&caller, &exchange, &name).await?;
    Ok(Envelope::of(AccountFilesData {
        files: files.iter().map(file_row).collect(),
    }))
}

/// Removes a file from an account at an exchange.
///
/// What only this file stated counts no more, and the gaps that it closed are open again. The file can be imported again.
#[utoipa::path(post, path = "/organisation/user/delete-exchange-file", tag = "exchange", operation_id = "deleteExchangeFile",
    request_body(content = DeleteFileRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = DeleteExchangeFileAnswer)))]
async fn delete_exchange_file(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<DeleteFileRequest>,
) -> Answer<DeletedFileData> {
    let (exchange, name) = named(&app, &request.exchange, &request.account_name)?;
    let id = request.id.trim().parse().map_err(|_| Problem::NotFound)?;
    let files = app.tracker().exchange_files();
    files.remove(&caller, (&exchange, &name), id).await?;
    let left = files.list(&caller, &exchange, &name).await?;
    Ok(Envelope::of(DeletedFileData {
        files: left.iter().map(file_row).collect(),
    }))
}

fn named(app: &App, exchange: &str, name: &str) -> Result<(ChainId, Nickname), Problem> {
    Ok((exchange_id(app, exchange)?, nickname("account_name", name)?))
}

impl From<ExchangeFileError> for Problem {
    fn from(error: ExchangeFileError) -> Self {
        let message = error.to_string();
        match error {
            ExchangeFileError::NotFound => Self::NotFound,
            ExchangeFileError::Times(_) => Self::field("start_datetime", message),
            ExchangeFileError::Problem(_)
            | ExchangeFileError::NoRows
            | ExchangeFileError::TooMany(_)
            | ExchangeFileError::Imported => Self::field("file", message),
            ExchangeFileError::Account(error) => error.into(),
            ExchangeFileError::Storage(error) => error.into(),
        }
    }
}

answers! {
    PreviewExchangeFileAnswer = FilePreviewData,
    ImportExchangeFileAnswer = AccountFileRow,
    GetExchangeFilesAnswer = AccountFilesData,
    DeleteExchangeFileAnswer = DeletedFileData,
}
