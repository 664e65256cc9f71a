//! Files that people attach to what they write.

mod bodies;

pub use bodies::*;

use axum::extract::{RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use domain::attachment::{AcceptedFiles, AttachmentError};
use ports::AttachmentId;
use ports::attachment::{AttachmentKind, SanitizeError};
use ports::pasted_secret;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::admission::on_own_thread;
use crate::body::MultipartBody;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_hour};
use crate::problem::{Code, Problem};

const MAX_SUB_MODULE: usize = 250;

/// Limits files that are decoded and stored.
static ATTACHMENT: CallLimit = CallLimit::new("attachment", "files", per_hour::<20>());

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::AnyUser)
                .takes_file()
                .problems(&[Code::NotFound, Code::Busy])
                .limited(&ATTACHMENT),
            routes!(upload_attachment),
        )
        .add(
            Call::read(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(download_attachment),
        )
}

/// Uploads a file to attach to feedback.
///
/// Images (PNG, JPEG, GIF, WebP), videos (MP4, WebM), PDF, CSV and text of at most 2,000,000 bytes, which are recognized by their content; anything else is refused. Images are encoded again, so that metadata such as a location is removed; GIF and WebP become PNG, and an animation its first image. The body may be `multipart/form-data` with the same fields, and has at most 2,100,000 bytes. The file is stored encrypted on this server and is erased with the person. One that is attached to nothing is removed after a day.
#[utoipa::path(post, path = "/common/attachment/upload", tag = "attachment", operation_id = "uploadAttachment",
    request_body(content = UploadAttachmentRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UploadAttachmentAnswer)))]
async fn upload_attachment(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    MultipartBody { body: request, file }: MultipartBody<UploadAttachmentRequest>,
) -> Answer<UploadAttachmentData> {
    let UploadAttachmentRequest {
        module: AttachmentModule::Feedback,
        sub_module,
        media_type,
        ..
    } = request;
    if sub_module.unwrap_or_default().chars().count() > MAX_SUB_MODULE {
        return Err(Problem::field("sub_module", "Use at most 250 characters."));
    }
    // A long text takes a while to search.
    let searched = on_own_thread(async move {
        let secret = std::str::from_utf8(&file).ok().and_then(pasted_secret::find_in_text);
        (file, secret)
    });
    let (file, secret) = searched.await;
    if let Some(secret) = secret {
        return Err(Problem::field("file", secret.warning()));
    }
    let accepted = media_type.map_or(AcceptedFiles::All, Into::into);
    let added = app.tracker().attachments().add(&caller, file, accepted).await?;
    Ok(Envelope::of(UploadAttachmentData {
        id: added.id.to_string(),
        url: format!("/api/common/attachment/download?id={}", added.id),
    }))
}

/// Downloads a file that the caller attached.
///
/// It is always a download and never shown in the page. The name ends with the extension of its kind.
#[utoipa::path(get, path = "/common/attachment/download", tag = "attachment", operation_id = "downloadAttachment",
    params(("id" = String, Query, description = "The id of the attachment.", example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c12")),
    responses((status = 200, description = "The file.", body = String, content_type = "application/octet-stream",
        example = "It is slow.")))]
async fn download_attachment(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let id = id(&query.unwrap_or_default())?;
    let found = app.tracker().attachments().find(&caller, id).await?;
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{}\"", file_name(found.id, found.file.kind)),
        ),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, found.file.bytes).into_response())
}

/// Returns the id in a query.
fn id(query: &str) -> Result<AttachmentId, Problem> {
    let fields: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap_or_default();
    match &fields[..] {
        [(name, id)] if name == "id" => id.parse().map_err(|_| Problem::NotFound),
        [(name, _), ..] if name != "id" => Err(Problem::field(name, "Use one of: id.")),
        [] => Err(Problem::field("id", "This field is required.")),
        _ => Err(Problem::field("id", "This field is repeated.")),
    }
}

/// Returns the name of an attachment as a file.
pub fn file_name(id: AttachmentId, kind: AttachmentKind) -> String {
    format!("attachment-{id}.{}", kind.as_str())
}

answers! {
    UploadAttachmentAnswer = UploadAttachmentData,
}

impl From<AttachmentError> for Problem {
    fn from(error: AttachmentError) -> Self {
        let message = error.to_string();
        match error {
            AttachmentError::NotSanitized(SanitizeError::Busy) => Self::Busy,
            AttachmentError::NotSanitized(SanitizeError::Rejected) | AttachmentError::TooMuch => {
                Self::field("file", message)
            }
            AttachmentError::NotFound => Self::NotFound,
            AttachmentError::Storage(error) => error.into(),
        }
    }
}
