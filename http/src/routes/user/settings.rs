//! What the caller chose for the computation and the display of their portfolio.

use std::collections::BTreeMap;

use axum::extract::State;
use domain::accounting::rule_text::RULES;
use domain::user::{SettingsChange, SettingsError};
use ports::{TimeZone, UserSettings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::body::Body;
use crate::caller::{ReadingCaller, SessionCaller};
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::Problem;
use crate::wire::NoFields;

/// The request of `update-settings`. What it leaves out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"time_zone": "Europe/Berlin", "cost_rules": {"lot_method": "hifo"}}))]
pub struct UpdateSettingsRequest {
    /// The name of a zone in the IANA database.
    #[schema(example = "Europe/Berlin", max_length = 60)]
    pub time_zone: Option<String>,
    /// The codes of choices, by the ids of their rules.
    #[serde(default)]
    #[schema(example = json!({"lot_method": "hifo"}))]
    pub cost_rules: BTreeMap<String, String>,
}

/// The caller's settings.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingsData {
    /// The zone of days, months and years; null until it is chosen, which means UTC.
    #[schema(example = "Europe/Berlin")]
    pub time_zone: Option<String>,
    /// The rules of the cost basis, each with the caller's choice.
    pub cost_rules: Vec<CostRuleRow>,
}

/// A rule of the cost basis.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CostRule)]
pub struct CostRuleRow {
    /// The id for `update-settings`.
    #[schema(example = "lot_method")]
    pub id: String,
    /// The name to show.
    #[schema(example = "Method")]
    pub name: String,
    /// The code of the caller's choice.
    #[schema(example = "fifo")]
    pub choice: String,
    /// The choices, the default first.
    pub choices: Vec<CostRuleChoice>,
}

/// A choice of a rule of the cost basis.
#[derive(Debug, Serialize, ToSchema)]
pub struct CostRuleChoice {
    /// The code for `update-settings`.
    #[schema(example = "fifo")]
    pub code: String,
    /// The name to show.
    #[schema(example = "FIFO")]
    pub name: String,
    /// What it means.
    #[schema(example = "What you acquired first leaves first.")]
    pub text: String,
}

/// Returns the caller's time zone and rules of the cost basis, with all choices.
#[utoipa::path(post, path = "/organisation/user/get-settings", tag = "user", operation_id = "getSettings",
    request_body(content = NoFields, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetSettingsAnswer)))]
pub async fn get_settings(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(NoFields {}): Body<NoFields>,
) -> Answer<SettingsData> {
    let settings = app.tracker().users().settings(&caller).await?;
    Ok(Envelope::of(settings_data(&settings)))
}

/// Changes the caller's time zone or rules of the cost basis.
///
/// All figures of costs and gains follow the rules from then on. Nothing is changed where a part of the request is invalid.
#[utoipa::path(post, path = "/organisation/user/update-settings", tag = "user", operation_id = "updateSettings",
    request_body(content = UpdateSettingsRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UpdateSettingsAnswer)))]
pub async fn update_settings(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<UpdateSettingsRequest>,
) -> Answer<SettingsData> {
    let change = SettingsChange {
        time_zone: request.time_zone,
        cost_rules: request.cost_rules,
    };
    let settings = app.tracker().users().change_settings(&caller, &change).await?;
    Ok(Envelope::of(settings_data(&settings)))
}

fn settings_data(settings: &UserSettings) -> SettingsData {
    let rules = RULES.iter().map(|rule| CostRuleRow {
        id: rule.id.to_owned(),
        name: rule.name.to_owned(),
        choice: rule.choice(&settings.cost_rules).to_owned(),
        choices: rule
            .choices
            .iter()
            .map(|choice| CostRuleChoice {
                code: choice.code.to_owned(),
                name: choice.name.to_owned(),
                text: choice.text.to_owned(),
            })
            .collect(),
    });
    SettingsData {
        time_zone: settings.time_zone.as_ref().map(TimeZone::to_string),
        cost_rules: rules.collect(),
    }
}

impl From<SettingsError> for Problem {
    fn from(error: SettingsError) -> Self {
        match error {
            SettingsError::Storage(error) => error.into(),
            SettingsError::TimeZone => Self::field("time_zone", error.to_string()),
            SettingsError::Rule(_) | SettingsError::Choice(_) => Self::field("cost_rules", error.to_string()),
        }
    }
}

answers! {
    GetSettingsAnswer = SettingsData,
    UpdateSettingsAnswer = SettingsData,
}
