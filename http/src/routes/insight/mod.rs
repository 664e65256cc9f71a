//! Insights: what rules find in everything that a person holds, owes and paid.

mod bodies;
mod rows;

pub use bodies::*;

use std::collections::BTreeMap;

use axum::extract::State;
use domain::insight::{InsightChoiceError, InsightError, InsightSettingError};
use ports::{Amount, ApiKeyScope};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::{SessionCaller, Viewer};
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};
use crate::wire::currency;

/// The calls of this file.
pub fn router() -> Calls {
    let read = Call::read(Access::AnyUser)
        .shared()
        .scope(ApiKeyScope::Ledger)
        .problems(&[Code::NotFound])
        .computes();
    let write = || Call::write(Access::AnyUser).problems(&[Code::NotFound]);
    Calls::default()
        .add(read, routes!(get_wallet_insights))
        .add(write(), routes!(snooze_insight))
        .add(write(), routes!(dismiss_insight))
        .add(write(), routes!(restore_insight))
        .add(write(), routes!(set_insight_rule))
}

/// Returns what rules find in everything that the caller holds, owes and paid, each with its arithmetic.
///
/// Nothing is found in data that is old, has no price or was not read: a rule that needs such data is in `not_evaluated` with the
/// reason. Insights state figures and no advice. With the token of a share session of a portfolio it returns what the rules find in its
/// public addresses, whatever its owner put away.
#[utoipa::path(post, path = "/wallet/user-wallet/get-wallet-insights", tag = "insight", operation_id = "getWalletInsights",
    request_body(content = Option<GetWalletInsightsRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetWalletInsightsAnswer)))]
async fn get_wallet_insights(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<GetWalletInsightsRequest>,
) -> Answer<WalletInsightsData> {
    let currency = currency(request.currency_code.as_deref())?;
    let insights = app.tracker().insights();
    let report = match viewer {
        Viewer::Caller(caller) => insights.evaluate(&caller, &currency).await?,
        Viewer::Visitor(visitor) => insights.evaluate_shared(&visitor, &currency).await?,
    };
    Ok(Envelope::of(rows::data(&report)))
}

/// Puts an insight away for 7, 30 or 90 days.
///
/// It is listed earlier once it is worse, and is in `put_away` of `get-wallet-insights` until then.
#[utoipa::path(post, path = "/wallet/insight/snooze-insight", tag = "insight", operation_id = "snoozeInsight",
    request_body(content = SnoozeInsightRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SnoozeInsightAnswer)))]
async fn snooze_insight(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<SnoozeInsightRequest>,
) -> Answer<InsightChoiceData> {
    let of = (request.rule.as_str(), request.subject.as_str());
    let until = app.tracker().insights().snooze(&caller, of, request.days).await?;
    Ok(Envelope::of(InsightChoiceData {
        put_away: true,
        until: Some(until.into()),
    }))
}

/// Puts an insight away that is not a problem for the caller.
///
/// It is listed again once it is worse, or when it is restored.
#[utoipa::path(post, path = "/wallet/insight/dismiss-insight", tag = "insight", operation_id = "dismissInsight",
    request_body(content = InsightRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = DismissInsightAnswer)))]
async fn dismiss_insight(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<InsightRequest>,
) -> Answer<InsightChoiceData> {
    let of = (request.rule.as_str(), request.subject.as_str());
    app.tracker().insights().dismiss(&caller, of).await?;
    Ok(Envelope::of(InsightChoiceData {
        put_away: true,
        until: None,
    }))
}

/// Lists an insight again that was put away.
///
/// One that was not put away stays listed.
#[utoipa::path(post, path = "/wallet/insight/restore-insight", tag = "insight", operation_id = "restoreInsight",
    request_body(content = InsightRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = RestoreInsightAnswer)))]
async fn restore_insight(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<InsightRequest>,
) -> Answer<InsightChoiceData> {
    let of = (request.rule.as_str(), request.subject.as_str());
    app.tracker().insights().restore(&caller, of).await?;
    Ok(Envelope::of(InsightChoiceData {
        put_away: false,
        until: None,
    }))
}

/// Changes whether a rule of insights is evaluated, and its thresholds.
///
/// Money is in dollars and converted for each evaluation. What visitors of a share see has the defaults.
#[utoipa::path(post, path = "/wallet/insight/set-insight-rule", tag = "insight", operation_id = "setInsightRule",
    request_body(content = SetInsightRuleRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SetInsightRuleAnswer)))]
async fn set_insight_rule(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<SetInsightRuleRequest>,
) -> Answer<SetInsightRuleData> {
    let SetInsightRuleRequest {
        rule,
        enabled,
        thresholds,
    } = request;
    let mut limits = BTreeMap::new();
    for ThresholdChange { name, limit } in thresholds {
        let limit = limit.0.parse::<Amount>();
        let limit = limit.map_err(|_| Problem::field("thresholds", format!("{name} is not a decimal number")))?;
        limits.insert(name, limit);
    }
    app.tracker()
        .insights()
        .change_rule(&caller, &rule, enabled, limits)
        .await?;
    Ok(Envelope::of(SetInsightRuleData { enabled }))
}

impl From<InsightSettingError> for Problem {
    fn from(error: InsightSettingError) -> Self {
        match error {
            InsightSettingError::NotFound => Self::NotFound,
            InsightSettingError::UnknownThreshold(_) | InsightSettingError::OutOfRange(..) => {
                Self::field("thresholds", error.to_string())
            }
            InsightSettingError::Storage(error) => error.into(),
        }
    }
}

impl From<InsightChoiceError> for Problem {
    fn from(error: InsightChoiceError) -> Self {
        match error {
            InsightChoiceError::NotFound => Self::NotFound,
            InsightChoiceError::Days => Self::field("days", error.to_string()),
            InsightChoiceError::Storage(error) => error.into(),
        }
    }
}

impl From<InsightError> for Problem {
    fn from(error: InsightError) -> Self {
        match error {
            InsightError::Valuation(error) => error.into(),
            InsightError::Ledger(error) => error.into(),
            InsightError::Storage(error) => error.into(),
        }
    }
}

answers! {
    GetWalletInsightsAnswer = WalletInsightsData,
    SnoozeInsightAnswer = InsightChoiceData,
    DismissInsightAnswer = InsightChoiceData,
    RestoreInsightAnswer = InsightChoiceData,
    SetInsightRuleAnswer = SetInsightRuleData,
}
