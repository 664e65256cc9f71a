//! The stream of progress: looks at the jobs once a second and tells what changed. Any process can serve it, because it
//! reads what every worker writes.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use domain::sync::{SyncState, SyncStatus};
use futures::Stream;
use tokio::sync::watch;

use super::{PortfolioChanged, SyncSource};
use crate::App;
use crate::caller::OpenSession;
use crate::seats::Seat;
use crate::wire::World;

/// How often the jobs are looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How often something is said when nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Who listens, and from where on.
pub struct Listener {
    pub app: App,
    pub session: OpenSession,
    /// The last event that arrived before, from `Last-Event-ID`.
    pub since: Option<i64>,
    /// The seat of a client behind a proxy, held as long as it listens.
    pub _seat: Option<Arc<Seat>>,
}

/// A listener, and what it has heard.
struct Hearing {
    listener: Listener,
    draining: watch::Receiver<bool>,
    told: Option<SyncStatus>,
    world: World,
    waiting: VecDeque<Event>,
    looked: bool,
    /// Everybody was led to another world: what waits is the last that is told.
    left: bool,
}

/// What changes from now on; it ends with the session and with the server.
pub fn stream(listener: Listener) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let world = listener.app.world();
    let waiting = event("world", None, &world).into_iter().collect();
    let draining = listener.app.draining();
    let hearing = Hearing {
        listener,
        draining,
        told: None,
        world,
        waiting,
        looked: false,
        left: false,
    };
    let events = futures::stream::unfold(hearing, |mut hearing| async move {
        let event = hearing.next().await?;
        Some((Ok(event), hearing))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}

impl Hearing {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            if self.left {
                return None;
            }
            if self.looked {
                tokio::select! {
                    _ = self.draining.wait_for(|draining| *draining) => return None,
                    () = tokio::time::sleep(LOOK) => {}
                }
            }
            self.look().await?;
        }
    }

    /// One look; `None` when the session is over. A look that fails is made up for by the next.
    async fn look(&mut self) -> Option<()> {
        self.looked = true;
        let Listener {
            app,
            session,
            since,
            _seat: _,
        } = &self.listener;
        if session.is_over(app).await {
            return None;
        }
        if let Some(next) = app.exit().next() {
            self.waiting.extend(event("world", None, &next.world()));
            self.left = true;
            return Some(());
        }
        let world = app.world();
        if world != self.world {
            self.waiting.extend(event("world", None, &world));
            self.world = world;
        }
        match app.tracker().sync().status(&session.caller).await {
            Ok(now) => {
                self.waiting.extend(changes(self.told.as_ref(), &now, *since));
                self.told = Some(now);
            }
            Err(error) => tracing::debug!(%error, "progress could not be read; trying again"),
        }
        Some(())
    }
}

/// The events that lead from what was told to what is now. All of them carry the same id: going on from it misses nothing.
fn changes(told: Option<&SyncStatus>, now: &SyncStatus, since: Option<i64>) -> Vec<Event> {
    let before = |id: &str| told.and_then(|status| status.sources.iter().find(|source| source.id == id));
    let changed = now.sources.iter().filter(|source| match told {
        None => since.is_none_or(|since| source.revision > since),
        Some(_) => before(&source.id) != Some(source),
    });
    let changed: Vec<_> = changed.cloned().collect();
    let gone = told.is_some_and(|told| told.sources.len() > now.sources.len());
    let settled = |state: SyncState| matches!(state, SyncState::Done | SyncState::Failed);
    let news = gone || changed.iter().any(|source| settled(source.state));
    let id = now.revision.to_string();
    let mut events: Vec<_> = changed
        .into_iter()
        .filter_map(|source| event("source", Some(&id), &SyncSource::from(source)))
        .collect();
    if news {
        events.extend(event("portfolio", Some(&id), &PortfolioChanged { changed: true }));
    }
    events
}

fn event(name: &str, id: Option<&str>, data: &impl serde::Serialize) -> Option<Event> {
    let event = Event::default().event(name);
    let event = match id {
        Some(id) => event.id(id),
        None => event,
    };
    event.json_data(data).ok()
}
