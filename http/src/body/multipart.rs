//! The body of a call with a file of any content: `multipart/form-data` with the file as it is, or JSON or a form with base64.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::stream;
use multer::Multipart;
use serde::de::DeserializeOwned;

use super::{ContentType, MAX_FILE_BYTES, bounds, form, media_type, parse, read, secret::SecretPolicy};
use crate::problem::Problem;

/// The field with the file.
const FILE: &str = "file";

/// The fields of a call, and the file of its field `file`.
pub struct MultipartBody<T> {
    pub body: T,
    pub file: Vec<u8>,
}

/// A body that has its file in the field `file`, as base64.
pub trait FileField {
    /// The most bytes of the body.
    const MOST_BYTES: usize = MAX_FILE_BYTES;

    fn file(&self) -> &str;
}

impl<S: Send + Sync, T: DeserializeOwned + FileField> FromRequest<S> for MultipartBody<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, Problem> {
        let is_multipart = media_type(&request).is_some_and(|media_type| media_type == "multipart/form-data");
        let content_type = ContentType::of(&request);
        let boundary = request.headers().get(header::CONTENT_TYPE).cloned();
        let bytes = read(&mut request, T::MOST_BYTES).await?;
        if is_multipart {
            let header = boundary
                .as_ref()
                .and_then(|text| text.to_str().ok())
                .unwrap_or_default();
            return parts(header, bytes).await;
        }
        let body: T = parse(content_type, &bytes, SecretPolicy::RejectAll)?;
        let file = STANDARD.decode(body.file());
        let file = file.map_err(|_| Problem::field(FILE, "This is not base64. Or send multipart/form-data."))?;
        Ok(Self { body, file })
    }
}

fn malformed() -> Problem {
    Problem::field(
        "body",
        "This is not multipart/form-data: parts with a name, between its boundaries.",
    )
}

/// Reads the parts of a body. The texts are parsed like those of a form.
async fn parts<T: DeserializeOwned>(content_type: &str, bytes: Bytes) -> Result<MultipartBody<T>, Problem> {
    let boundary = multer::parse_boundary(content_type).map_err(|_| malformed())?;
    let mut parts = Multipart::new(stream::iter([Ok::<_, std::convert::Infallible>(bytes)]), boundary);
    let (mut texts, mut file) = (Vec::new(), None);
    while let Some(part) = parts.next_field().await.map_err(|_| malformed())? {
        let name = part.name().ok_or_else(malformed)?.to_owned();
        let content = part.bytes().await.map_err(|_| malformed())?;
        if name == FILE && file.is_none() {
            file = Some(content.to_vec());
            // It satisfies the type of the field; the bytes are returned beside it.
            texts.push((name, String::new()));
        } else {
            let text = String::from_utf8(content.to_vec()).map_err(|_| malformed())?;
            texts.push((name, text));
        }
        if texts.len() > bounds::MAX_FIELDS {
            return Err(bounds::too_many_fields());
        }
    }
    Ok(MultipartBody {
        body: form::parse_fields(texts, SecretPolicy::RejectAll)?,
        file: file.unwrap_or_default(),
    })
}
