//! The world that figures come from, and the switch from an automatic demo to live sources.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_minute};
use crate::problem::{Code, Problem};
use crate::wire::{NoFields, World};

/// Limits checks of live sources.
static ASK_LIVE: CallLimit = CallLimit::new("ask-live", "calls", per_minute::<12>());

/// The calls of this file.
pub fn router() -> Calls {
    let call = || {
        Call::write(Access::AnyUser)
            .problems(&[Code::Conflict])
            .limited(&ASK_LIVE)
    };
    Calls::default()
        .add(call(), routes!(ask_live))
        .add(call(), routes!(go_live))
}

/// Checks from an automatic demo whether live sources respond now.
///
/// `world.live_answers_again` has the result. The check discloses nothing about any user. If the configuration selects the world, the response is 409.
#[utoipa::path(post, path = "/common/world/ask-live", tag = "world", operation_id = "askLive",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = AskLiveAnswer)))]
async fn ask_live(State(app): State<App>, _: SessionCaller, _: Body<NoFields>) -> Answer<AskLiveData> {
    app.check_live().await?;
    Ok(Envelope::of(AskLiveData { world: app.world() }))
}

/// Switches from an automatic demo to the live world, for everyone and permanently.
///
/// The live world has its own data: nothing of the demo is kept, including sessions. Call `create-user` afterwards and store its token under the new `instance`. The response is 409 if the configuration selects the world, and while no live source responds.
#[utoipa::path(post, path = "/common/world/go-live", tag = "world", operation_id = "goLive",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GoLiveAnswer)))]
async fn go_live(State(app): State<App>, _: SessionCaller, _: Body<NoFields>) -> Answer<GoLiveData> {
    // On a separate task, so that the switch completes even if the caller disconnects.
    let switching = tokio::spawn(async move { app.go_live().await });
    let live = switching.await.map_err(|_| Problem::Internal)??;
    Ok(Envelope::of(GoLiveData {
        world: live.world(),
        instance: live.instance().to_owned(),
    }))
}

answers! {
    AskLiveAnswer = AskLiveData,
    GoLiveAnswer = GoLiveData,
}

/// The world, with the result of the check.
#[derive(Debug, Serialize, ToSchema)]
pub struct AskLiveData {
    pub world: World,
}

/// The world that is served from now on.
#[derive(Debug, Serialize, ToSchema)]
pub struct GoLiveData {
    pub world: World,
    /// Identifies the new data; a page stores its session under it.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub instance: String,
}
