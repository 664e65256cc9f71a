//! The world that the figures come from.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether the figures are real, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct World {
    /// `live` reads real sources; `demo` has invented figures, which every page mentions.
    pub kind: WorldKind,
    /// `asked` if the configuration selects the world, `automatic` if no live source responded to an empty installation.
    pub chosen: WorldChosen,
    /// Why this world was chosen, for people.
    #[schema(example = "No live source answered within 3 seconds.")]
    pub reason: Option<String>,
    /// Whether an automatic demo found that live sources respond again, so that the page may offer to switch.
    pub live_answers_again: bool,
}

impl From<&ports::World> for World {
    fn from(world: &ports::World) -> Self {
        let ports::World {
            kind,
            is_configured,
            reason,
            own_nodes_only: _,
        } = world;
        Self {
            kind: match kind {
                ports::WorldKind::Live => WorldKind::Live,
                ports::WorldKind::Demo => WorldKind::Demo,
            },
            chosen: if *is_configured {
                WorldChosen::Configured
            } else {
                WorldChosen::Automatic
            },
            reason: reason.clone(),
            live_answers_again: false,
        }
    }
}

/// `live` or `demo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WorldKind {
    /// Real sources.
    Live,
    /// Invented, stable figures.
    Demo,
}

/// What chose the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WorldChosen {
    /// The configuration.
    Configured,
    /// The server, on an empty data folder.
    Automatic,
}
