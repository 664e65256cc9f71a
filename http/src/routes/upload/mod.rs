//! Uploads: reading a file of wallets and adding its rows.

mod bodies;

pub use bodies::*;

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::State;
use domain::upload::{self, Added, Room, UnreadableUpload, UploadError, UploadedWallet};
use domain::{ChainSupport, UserError};
use ports::wallet::Nickname;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::app::LOOK_UP_NAMES;
use crate::body::{Body, FileBody};
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_hour};
use crate::problem::{Code, Problem};
use crate::routes::user::{self, WalletKind};

/// Limits files of wallets.
static UPLOAD: CallLimit = CallLimit::new("upload", "files", per_hour::<20>());

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::read(Access::AnyUser)
                .takes_file()
                .problems(&[Code::NotFound])
                .limited(&UPLOAD)
                .computes(),
            routes!(read_upload),
        )
        .add(
            Call::write(Access::AnyUser)
                .problems(&[Code::PlanLimit, Code::NotFound])
                .counts(&LOOK_UP_NAMES),
            routes!(add_upload),
        )
}

/// Reads a CSV or text file of wallets and returns a status for each row.
///
/// Nothing is stored and no provider is queried: addresses are checked by their form, and names are resolved when they are added. The file has one row per line: an address or a name, and optionally a nickname and a kind. The first line may be a header, in one of several languages. The text is UTF-8, UTF-16 or Windows-1252; a line that is not text in the encoding of the file is an error. The file may be sent as the body with `text/csv` or `text/plain`. At most 5,000 rows and 2,100,000 bytes. Secrets are rejected and not echoed.
#[utoipa::path(post, path = "/wallet/user-wallet/read-upload", tag = "upload", operation_id = "readUpload",
    request_body(content((ReadUploadRequest = "application/json"), (String = "text/csv", example = "vitalik.eth,Savings\n"), (String = "text/plain", example = "vitalik.eth\n"))),
    responses((status = 200, description = "Done.", body = ReadUploadAnswer)))]
async fn read_upload(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    FileBody { bytes, .. }: FileBody<ReadUploadRequest>,
) -> Answer<ReadUploadData> {
    let read = app.tracker().uploads().read(&caller, &bytes).await?;
    let upload::Upload {
        rows,
        skipped,
        has_header,
        encoding,
        room,
    } = read;
    let reach = app.tracker().chains().support();
    Ok(Envelope::of(ReadUploadData {
        rows: rows.into_iter().map(|row| UploadRow::of(row, &reach)).collect(),
        skipped: count(skipped),
        has_header,
        encoding: encoding.into(),
        room: room.into(),
    }))
}

/// Adds rows of a file to the end of the caller's wallets, in one transaction.
///
/// Existing rows are not changed, so a repeated call has no effect. Names are resolved; a row that is neither an address nor a name with an address is left out, with the reason. If the plan does not allow all rows, none is added.
#[utoipa::path(post, path = "/wallet/user-wallet/add-upload", tag = "upload", operation_id = "addUpload",
    request_body(content = AddUploadRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = AddUploadAnswer)))]
async fn add_upload(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AddUploadRequest>,
) -> Answer<AddUploadData> {
    let AddUploadRequest { rows } = request;
    let rows = parse_rows(rows)?;
    let uploads = app.tracker().uploads();
    app.count_lookups(client, uploads.look_ups(&rows).await?).await?;
    let Added {
        view,
        added,
        known,
        left_out,
    } = uploads.add(&caller, &rows).await?;
    let left_out = left_out.into_iter().map(|(row, problem)| LeftOutRow {
        row: count(row),
        reason_code: problem.code,
        reason: problem.text,
    });
    Ok(Envelope::of(AddUploadData {
        user_wallets: user::wallets_of(&view.wallets, &view.support),
        added: count(added),
        known: count(known),
        left_out: left_out.collect(),
    }))
}

fn count(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

/// Parses the nicknames and kinds of the rows, or returns the problem of every invalid field.
fn parse_rows(rows: Vec<WantedRow>) -> Result<Vec<UploadedWallet>, Problem> {
    let mut invalid = BTreeMap::new();
    let mut wallets = Vec::new();
    for (at, row) in rows.into_iter().enumerate() {
        let WantedRow {
            wallet_address,
            nickname,
            wallet_id,
        } = row;
        let nickname = nickname.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let nickname: Result<Option<Nickname>, _> = nickname.map(str::parse).transpose();
        let kind: Result<Option<ports::WalletKind>, _> = wallet_id.as_deref().map(str::parse).transpose();
        let mut reject = |field: &str, text: String| drop(invalid.insert(format!("rows[{at}].{field}"), text));
        match (nickname, kind) {
            (Ok(nickname), Ok(kind)) => wallets.push(UploadedWallet {
                text: wallet_address,
                nickname,
                kind,
            }),
            (Err(error), _) => reject("nickname", error.to_string()),
            (Ok(_), Err(error)) => reject("wallet_id", error.to_string()),
        }
    }
    if invalid.is_empty() {
        Ok(wallets)
    } else {
        Err(Problem::InvalidInput {
            message: "Please check the rows below".to_owned(),
            fields: invalid,
        })
    }
}

impl UploadRow {
    fn of(row: upload::UploadRow, reach: &ChainSupport) -> Self {
        let upload::UploadRow {
            line,
            text,
            kind,
            address,
            name,
            nickname,
            wallet,
            chains,
            status,
            problem,
            note,
        } = row;
        let (status, duplicate_of) = status_of(status);
        let network = chains.first().and_then(|id| {
            let known = reach.all().iter().find(|(chain, _)| chain.id == *id);
            known.map(|(chain, _)| chain.name.clone())
        });
        let (reason_code, reason) = problem.map(|problem| (problem.code, problem.text)).unzip();
        Self {
            line: i64::from(line),
            wallet_address: text,
            kind: kind.into(),
            address: address.as_ref().map(ToString::to_string),
            display_address: name.as_ref().map(ToString::to_string),
            nickname: nickname.map(|nickname| nickname.as_str().to_owned()),
            wallet: wallet.map(WalletKind::from),
            chains: chains.iter().map(Into::into).collect(),
            network,
            status,
            duplicate_of,
            reason_code,
            reason,
            note,
        }
    }
}

fn status_of(status: upload::UploadRowStatus) -> (UploadRowStatus, Option<i64>) {
    match status {
        upload::UploadRowStatus::Add => (UploadRowStatus::Add, None),
        upload::UploadRowStatus::AlreadyYours => (UploadRowStatus::AlreadyYours, None),
        upload::UploadRowStatus::Duplicate { of } => (UploadRowStatus::Duplicate, Some(i64::from(of))),
        upload::UploadRowStatus::OverLimit => (UploadRowStatus::OverLimit, None),
        upload::UploadRowStatus::NotSupported => (UploadRowStatus::NotSupported, None),
        upload::UploadRowStatus::Invalid => (UploadRowStatus::Invalid, None),
        upload::UploadRowStatus::Secret => (UploadRowStatus::Secret, None),
    }
}

impl From<upload::TextEncoding> for TextEncoding {
    fn from(encoding: upload::TextEncoding) -> Self {
        match encoding {
            upload::TextEncoding::Utf8 => Self::Utf8,
            upload::TextEncoding::Utf16Le => Self::Utf16Le,
            upload::TextEncoding::Utf16Be => Self::Utf16Be,
            upload::TextEncoding::Windows1252 => Self::Windows1252,
        }
    }
}

impl From<Room> for UploadRoom {
    fn from(room: Room) -> Self {
        let Room { left, text, plan } = room;
        Self {
            left: count(left),
            text,
            limit: plan.map(|plan| plan.limit),
            used: plan.map(|plan| count(plan.used)),
            upgrade_trigger: plan.map(|plan| i64::from(plan.upgrade_trigger)),
        }
    }
}

answers! {
    ReadUploadAnswer = ReadUploadData,
    AddUploadAnswer = AddUploadData,
}

impl From<UploadError> for Problem {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::Unreadable(why) => unreadable(why),
            UploadError::NoRoom(Room { text, plan: None, .. }) => Self::field("rows", text),
            UploadError::NoRoom(Room {
                text, plan: Some(plan), ..
            }) => Self::PlanLimit {
                message: text,
                limit: plan.limit,
                used: count(plan.used),
                upgrade_trigger: i64::from(plan.upgrade_trigger),
            },
            UploadError::User(UserError::Rows(rows)) => Self::InvalidInput {
                message: "Please check the rows below".to_owned(),
                fields: rows
                    .into_iter()
                    .map(|(row, text)| (format!("rows[{row}].wallet_address"), text))
                    .collect(),
            },
            UploadError::User(error @ UserError::TooManyWallets { .. }) => Self::field("rows", error.to_string()),
            UploadError::User(error) => error.into(),
            UploadError::Storage(error) => error.into(),
        }
    }
}

fn unreadable(why: UnreadableUpload) -> Problem {
    Problem::field("content", why.to_string())
}
