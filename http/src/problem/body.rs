//! The body of an error response.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::Code;

/// The body of an error response.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Refusal)]
pub struct ProblemBody {
    /// Always true.
    #[schema(example = true)]
    pub(super) error: bool,
    /// The message for people.
    #[schema(example = "Not found")]
    pub(super) message: String,
    pub(super) code: Code,
    pub(super) data: Option<ProblemData>,
    /// The same as the header `X-Request-Id`.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub(super) request_id: String,
}

impl ProblemBody {
    /// Returns an example with this code for the OpenAPI document.
    pub fn example(code: Code, request_id: &str) -> Self {
        let data = match code {
            Code::InvalidInput => {
                let text = "Please enter an address or a name".to_owned();
                Some(ProblemData::Fields(FieldProblems {
                    fields: BTreeMap::from([("wallet_address".to_owned(), text)]),
                }))
            }
            Code::PlanLimit => Some(ProblemData::Limit(LimitReached {
                limit: 5,
                used: 6,
                upgrade_trigger: 1,
            })),
            _ => None,
        };
        Self {
            error: true,
            message: code.message().to_owned(),
            code,
            data,
            request_id: request_id.to_owned(),
        }
    }
}

/// The details of a problem.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RefusalData)]
#[serde(untagged)]
pub enum ProblemData {
    Fields(FieldProblems),
    Limit(LimitReached),
}

/// The invalid fields of a request.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldProblems {
    /// The reason, by field.
    #[schema(example = json!({"wallet_address": "Please enter an address or a name"}))]
    pub(super) fields: BTreeMap<String, String>,
}

/// The limit of a plan.
#[derive(Debug, Serialize, ToSchema)]
pub struct LimitReached {
    /// How many the plan allows.
    #[schema(example = 5)]
    pub(super) limit: i64,
    /// How many are in use; for a whole list, how many there would be.
    #[schema(example = 6)]
    pub(super) used: i64,
    /// Which upgrade dialog to open.
    #[schema(example = 1)]
    pub(super) upgrade_trigger: i64,
}
