//! The request and the response of the calls about attachments.

use domain::attachment::AcceptedFiles;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::body::FileField;

/// What a file is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttachmentModule {
    Feedback,
}

/// Which kinds of files are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = AttachmentMediaType)]
pub enum MediaTypeName {
    Image,
    Video,
    AllFormat,
}

impl From<MediaTypeName> for AcceptedFiles {
    fn from(name: MediaTypeName) -> Self {
        match name {
            MediaTypeName::Image => Self::Images,
            MediaTypeName::Video => Self::Videos,
            MediaTypeName::AllFormat => Self::All,
        }
    }
}

/// The request of `upload`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"file": "SXQgaXMgc2xvdy4K", "module": "feedback", "media_type": "ALL_FORMAT"}))]
pub struct UploadAttachmentRequest {
    /// The file: in JSON and forms as base64, in `multipart/form-data` as it is.
    #[schema(example = "SXQgaXMgc2xvdy4K")]
    pub file: String,
    /// What the file is attached to.
    pub module: AttachmentModule,
    /// A part of the module, at most 250 characters. It is not stored.
    #[schema(example = json!(null), max_length = 250)]
    pub sub_module: Option<String>,
    /// Which kinds of files are accepted; without it all.
    pub media_type: Option<MediaTypeName>,
}

impl FileField for UploadAttachmentRequest {
    fn file(&self) -> &str {
        &self.file
    }
}

/// A file that was attached.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadAttachmentData {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c12")]
    pub id: String,
    /// Where its owner downloads it.
    #[schema(example = "/api/common/attachment/download?id=01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c12")]
    pub url: String,
}
