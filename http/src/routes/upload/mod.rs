//! Files of wallets: what they say, and adding it.

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
use crate::access::{Access, Call, Calls};
use crate::body::{Body, File};
use crate::caller::Caller;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};
use crate::routes::user::{self, WalletKind};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::read(Access::AnyUser)
                .takes_file()
                .refuses(&[Code::NotFound])
                .limited("upload"),
            routes!(read_upload),
        )
        .add(
            Call::write(Access::AnyUser)
                .refuses(&[Code::PlanLimit, Code::NotFound])
                .counts("look-up-names"),
            routes!(add_upload),
        )
}

/// What a CSV or text file of wallets says: a verdict for each row.
///
/// Nothing is kept and nobody is asked: addresses are judged by their form, and names are looked up when they are added. The file is UTF-8 with a row in each line: an address or a name, then a nickname and a kind if wanted; a first line may name the columns. It may be sent as it is, with `text/csv` or `text/plain`. At most 5,000 rows and 2,100,000 bytes. Secrets are refused and not repeated.
#[utoipa::path(post, path = "/wallet/user-wallet/read-upload", tag = "upload", operation_id = "readUpload",
    request_body(content((ReadUploadRequest = "application/json"), (String = "text/csv", example = "vitalik.eth,Savings\n"), (String = "text/plain", example = "vitalik.eth\n"))),
    responses((status = 200, description = "Done.", body = ReadUploadAnswer)))]
async fn read_upload(
    State(app): State<App>,
    Caller(caller): Caller,
    File { bytes, .. }: File<ReadUploadRequest>,
) -> Answer<ReadUploadData> {
    let read = app.tracker().uploads().read(&caller, &bytes).await?;
    let upload::Upload {
        rows,
        skipped,
        has_header,
        room,
    } = read;
    let reach = app.tracker().chains().support();
    Ok(Envelope::of(ReadUploadData {
        rows: rows.into_iter().map(|row| UploadRow::of(row, &reach)).collect(),
        skipped: count(skipped),
        has_header,
        room: room.into(),
    }))
}

/// Adds rows of a file behind the caller's wallets, all in one.
///
/// Rows that are there already stay as they are: the same call again changes nothing. Names are looked up; a row that is no address and no name that points somewhere is left out, with its reason. Where the plan does not allow as many, none is added.
#[utoipa::path(post, path = "/wallet/user-wallet/add-upload", tag = "upload", operation_id = "addUpload",
    request_body(content = AddUploadRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = AddUploadAnswer)))]
async fn add_upload(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Caller(caller): Caller,
    Body(request): Body<AddUploadRequest>,
) -> Answer<AddUploadData> {
    let AddUploadRequest { rows } = request;
    let rows = stated(rows)?;
    let uploads = app.tracker().uploads();
    app.spend_look_ups(client, uploads.look_ups(&rows).await?)?;
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

fn count(many: usize) -> i64 {
    i64::try_from(many).unwrap_or(i64::MAX)
}

/// The rows with their nicknames and kinds read, or what is wrong with each.
fn stated(rows: Vec<WantedRow>) -> Result<Vec<UploadedWallet>, Problem> {
    let mut wrong = BTreeMap::new();
    let mut good = Vec::new();
    for (at, row) in rows.into_iter().enumerate() {
        let WantedRow {
            wallet_address,
            nickname,
            wallet_id,
        } = row;
        let nickname = nickname.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let nickname: Result<Option<Nickname>, _> = nickname.map(str::parse).transpose();
        let kind: Result<Option<ports::WalletKind>, _> = wallet_id.as_deref().map(str::parse).transpose();
        let mut refuse = |field: &str, text: String| drop(wrong.insert(format!("rows[{at}].{field}"), text));
        match (nickname, kind) {
            (Ok(nickname), Ok(kind)) => good.push(UploadedWallet {
                text: wallet_address,
                nickname,
                kind,
            }),
            (Err(error), _) => refuse("nickname", error.to_string()),
            (Ok(_), Err(error)) => refuse("wallet_id", error.to_string()),
        }
    }
    if wrong.is_empty() {
        Ok(good)
    } else {
        Err(Problem::InvalidInput {
            message: "Please check the rows below".to_owned(),
            fields: wrong,
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
        let (verdict, duplicate_of) = verdict_of(status);
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
            verdict,
            duplicate_of,
            reason_code,
            reason,
            note,
        }
    }
}

fn verdict_of(verdict: upload::UploadRowStatus) -> (Verdict, Option<i64>) {
    match verdict {
        upload::UploadRowStatus::Add => (Verdict::Add, None),
        upload::UploadRowStatus::AlreadyYours => (Verdict::AlreadyYours, None),
        upload::UploadRowStatus::Duplicate { of } => (Verdict::Duplicate, Some(i64::from(of))),
        upload::UploadRowStatus::OverLimit => (Verdict::OverLimit, None),
        upload::UploadRowStatus::NotSupported => (Verdict::NotSupported, None),
        upload::UploadRowStatus::Invalid => (Verdict::Invalid, None),
        upload::UploadRowStatus::Secret => (Verdict::Secret, None),
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
