//! Requests and responses about API keys.

use ports::ApiKeyScope;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::Time;

/// A part of a person's data that an API key may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ApiKeyScope)]
pub enum ScopeName {
    /// Balances, the change of a day, and the explanations of figures.
    Portfolio,
    /// Transactions with their facts, notes and costs, and the comparison of history and balances.
    Ledger,
    /// The issues of the data, the state of sources, and the progress of reads.
    Health,
}

impl From<ScopeName> for ApiKeyScope {
    fn from(name: ScopeName) -> Self {
        match name {
            ScopeName::Portfolio => Self::Portfolio,
            ScopeName::Ledger => Self::Ledger,
            ScopeName::Health => Self::Health,
        }
    }
}

impl From<ApiKeyScope> for ScopeName {
    fn from(scope: ApiKeyScope) -> Self {
        match scope {
            ApiKeyScope::Portfolio => Self::Portfolio,
            ApiKeyScope::Ledger => Self::Ledger,
            ApiKeyScope::Health => Self::Health,
        }
    }
}

/// The request of `create-api-key`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Spreadsheet", "scopes": ["portfolio"], "expires_in_days": 90}))]
pub struct CreateApiKeyRequest {
    /// What the person calls the key, up to 60 characters.
    #[schema(example = "Spreadsheet")]
    pub name: String,
    /// What the key may read, at least one.
    pub scopes: Vec<ScopeName>,
    /// 30, 90 or 365. Without it the key has no end.
    #[schema(example = 90)]
    pub expires_in_days: Option<i64>,
}

/// A new API key.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreateApiKeyData {
    /// The key itself. It is returned once and stored as a hash.
    #[schema(example = "spy_key_4hK2mQ8tYzB1nW6rC3xVdE7pL9sFgJ0aUiO5b2Xk")]
    pub token: String,
    pub api_key: ApiKeyRow,
}

/// An API key of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApiKey)]
pub struct ApiKeyRow {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
    /// What the person calls it.
    #[schema(example = "Spreadsheet")]
    pub name: String,
    /// The first characters of the key.
    #[schema(example = "spy_key_4hK2")]
    pub prefix: String,
    /// What it may read.
    pub scopes: Vec<ScopeName>,
    pub created_on: Time,
    /// When it was last used, to the minute; null if it was never used.
    pub last_used_on: Option<Time>,
    /// When it expires; null if it has no end. A key that is not used for 365 days ends in any case.
    pub expires_on: Option<Time>,
}

impl From<&ports::ApiKey> for ApiKeyRow {
    fn from(key: &ports::ApiKey) -> Self {
        Self {
            id: key.id.to_string(),
            name: key.name.to_string(),
            prefix: key.token_start.clone(),
            scopes: key.scopes.iter().copied().map(Into::into).collect(),
            created_on: key.created_at.into(),
            last_used_on: key.used_at.map(Into::into),
            expires_on: key.expires_at.map(Into::into),
        }
    }
}

/// The request of `list-api-keys`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct ListApiKeysRequest {}

/// The caller's API keys.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListApiKeysData {
    /// The newest first.
    pub api_keys: Vec<ApiKeyRow>,
}

/// The request of `revoke-api-key`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"id": "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11"}))]
pub struct RevokeApiKeyRequest {
    /// The key to end.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
}

/// The key was ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevokeApiKeyData {
    /// Always true.
    #[schema(example = true)]
    pub revoked: bool,
}
