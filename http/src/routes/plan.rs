//! Plans and their limits.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::wire::NoFields;

/// The default length of a trial in days.
const TRIAL_DAYS: i64 = 5;

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default().add(Call::read(Access::Public), routes!(get_all_plans))
}

/// Lists every plan with its limits, the smallest first.
///
/// If plans are disabled there is a single plan without limits. Plans cannot be bought yet.
#[utoipa::path(post, path = "/commerce/plan/get-all-plans", tag = "plan", operation_id = "getAllPlans",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAllPlansAnswer)))]
async fn get_all_plans(State(app): State<App>, _: Body<NoFields>) -> Answer<GetAllPlansData> {
    let plans = domain::Plan::all(app.tracker().ports().plans_on);
    Ok(Envelope::of(GetAllPlansData {
        plans: plans.iter().copied().map(Plan::from).collect(),
    }))
}

answers! {
    GetAllPlansAnswer = GetAllPlansData,
}

/// Every plan, the smallest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetAllPlansData {
    pub plans: Vec<Plan>,
}

/// The limits of a plan. -1 means no limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the contract names each of them")]
pub struct Plan {
    #[schema(example = "free")]
    pub id: String,
    #[schema(example = "Free")]
    pub name: String,
    #[schema(example = 5)]
    pub wallet_address_limit: i64,
    #[schema(example = 1)]
    pub whale_pod_limit: i64,
    #[schema(example = 5)]
    pub whale_pod_address_limit: i64,
    #[schema(example = 1)]
    pub influencer_pod_limit: i64,
    pub notifications_provided: bool,
    #[schema(example = 0)]
    pub notifications_limit: i64,
    pub defi_enabled: bool,
    pub insight: bool,
    #[schema(example = 1)]
    pub export_address_limit: i64,
    #[schema(example = 5)]
    pub upload_csv: i64,
    pub is_default: bool,
    pub is_trial: bool,
    #[schema(example = 5)]
    pub trial_days: i64,
    /// Whether this server enforces plans at all.
    pub enforced: bool,
}

impl From<domain::Plan> for Plan {
    fn from(plan: domain::Plan) -> Self {
        let domain::Plan {
            id,
            name,
            wallet_address_limit,
            whale_pod_limit,
            whale_pod_address_limit,
            influencer_pod_limit,
            notifications_provided,
            notifications_limit,
            defi_enabled,
            insight,
            export_address_limit,
            upload_csv,
            is_default,
            enforced,
        } = plan;
        Self {
            id: id.to_owned(),
            name: name.to_owned(),
            wallet_address_limit,
            whale_pod_limit,
            whale_pod_address_limit,
            influencer_pod_limit,
            notifications_provided,
            notifications_limit,
            defi_enabled,
            insight,
            export_address_limit,
            upload_csv,
            is_default,
            is_trial: false,
            trial_days: TRIAL_DAYS,
            enforced,
        }
    }
}
