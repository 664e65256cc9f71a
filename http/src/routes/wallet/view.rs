//! Whose portfolio a response is about.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Marks a response about the caller's own portfolio.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OwnView {
    /// The caller's own portfolio.
    #[default]
    Own,
}

/// Marks a response for a visitor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SharedView {
    /// A shared portfolio.
    #[default]
    Shared,
}
