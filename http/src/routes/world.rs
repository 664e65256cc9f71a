//! The world that figures come from, and the way from an automatic demo to live sources.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call, Calls};
use crate::body::Body;
use crate::caller::Caller;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};
use crate::wire::{NoFields, World};

/// The calls of this file.
pub fn router() -> Calls {
    let call = || {
        Call::write(Access::AnyUser)
            .refuses(&[Code::Conflict])
            .limited("ask-live")
    };
    Calls::default()
        .add(call(), routes!(ask_live))
        .add(call(), routes!(go_live))
}

/// Asks the live sources now whether they answer, from an automatic demo.
///
/// The answer is in `world.live_answers_again`. Nothing about anybody is told. A world that the configuration names is 409.
#[utoipa::path(post, path = "/common/world/ask-live", tag = "world", operation_id = "askLive",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = AskLiveAnswer)))]
async fn ask_live(State(app): State<App>, _: Caller, _: Body<NoFields>) -> Answer<AskLiveData> {
    app.ask_live().await?;
    Ok(Envelope::of(AskLiveData { world: app.world() }))
}

/// Leaves an automatic demo for the live world, for everybody and for good.
///
/// The live world has its own data: nothing of the demo goes along, sessions neither. Call `create-user` afterwards and keep its token under the new `instance`. It is 409 in a world that the configuration names, and while no live source answers.
#[utoipa::path(post, path = "/common/world/go-live", tag = "world", operation_id = "goLive",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GoLiveAnswer)))]
async fn go_live(State(app): State<App>, _: Caller, _: Body<NoFields>) -> Answer<GoLiveData> {
    // On a task of its own: a caller who hangs up does not leave the change half done.
    let led = tokio::spawn(async move { app.go_live().await });
    let live = led.await.map_err(|_| Problem::Internal)??;
    Ok(Envelope::of(GoLiveData {
        world: live.world(),
        instance: live.instance().to_owned(),
    }))
}

answers! {
    AskLiveAnswer = AskLiveData,
    GoLiveAnswer = GoLiveData,
}

/// What the live sources said.
#[derive(Debug, Serialize, ToSchema)]
pub struct AskLiveData {
    pub world: World,
}

/// The world that is served from now on.
#[derive(Debug, Serialize, ToSchema)]
pub struct GoLiveData {
    pub world: World,
    /// Names the new data; a page keeps its session under it.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub instance: String,
}
