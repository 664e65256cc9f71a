//! The stream of progress. It checks the jobs once a second and sends what changed. Any process can serve it, because the state
//! comes from the database that all workers write to. All streams of one person share a board (`progress`).

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use domain::sync::SyncStatus;
use futures::Stream;
use tokio::sync::watch;
use tokio::time::Instant;

use super::bodies::{PortfolioChanged, SyncStatus as WireStatus};
use super::changes::{Changes, Cursor};
use crate::App;
use crate::admission::ConnectionPermit;
use crate::caller::OpenSession;
use crate::progress::{Feed, StatusSnapshot, StreamPermit};
use crate::wire::World;

/// How often the jobs are checked.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// An update that another stream of the person started within this time is shared.
const SHARING_WINDOW: Duration = Duration::from_millis(500);
/// The interval of comments on an idle stream.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// The number of sources for each second between two `portfolio` events: the cost of reading a portfolio again grows with them.
const SOURCES_PER_SECOND: usize = 1_000;
/// The longest delay of a `portfolio` event.
const MAX_DELAY: Duration = Duration::from_secs(30);

/// The client of a stream, and where it starts.
pub struct Subscriber {
    pub app: App,
    pub session: OpenSession,
    /// The state that the client has, from `Last-Event-ID`.
    pub since: Option<Cursor>,
    /// The person's board.
    pub feed: Arc<Feed>,
    /// The permit of the stream.
    pub _stream: StreamPermit,
    /// The connection permit of a client behind a proxy, which is held as long as the stream.
    pub _connection: Option<Arc<ConnectionPermit>>,
}

/// A subscriber, and what it was sent so far.
struct StreamState {
    subscriber: Subscriber,
    draining: watch::Receiver<bool>,
    sent: Option<StatusSnapshot>,
    world: World,
    waiting: VecDeque<Event>,
    portfolio: PortfolioEvents,
    /// Whether the jobs were checked at least once.
    polled: bool,
    /// Whether people switched to another world: the stream ends after the waiting events.
    ends: bool,
}

/// Returns the stream of changes. It ends with the session and when the server stops.
pub fn stream(subscriber: Subscriber) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let world = subscriber.app.world();
    let waiting = event("world", None, &world).into_iter().collect();
    let draining = subscriber.app.draining();
    let connection = StreamState {
        subscriber,
        draining,
        sent: None,
        world,
        waiting,
        portfolio: PortfolioEvents::default(),
        polled: false,
        ends: false,
    };
    let events = futures::stream::unfold(connection, |mut connection| async move {
        let event = connection.next().await?;
        Some((Ok(event), connection))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
}

impl StreamState {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            if self.ends {
                return None;
            }
            if self.polled {
                tokio::select! {
                    _ = self.draining.wait_for(|draining| *draining) => return None,
                    () = tokio::time::sleep(POLL_INTERVAL) => {}
                }
            }
            if *self.draining.borrow() {
                return None;
            }
            self.poll().await?;
        }
    }

    /// Checks the jobs once and queues events. Returns `None` if the session has ended. After an error the next check catches up.
    async fn poll(&mut self) -> Option<()> {
        self.polled = true;
        let Subscriber { app, session, feed, .. } = &self.subscriber;
        if session.is_over(app).await {
            return None;
        }
        if let Some(next) = app.live_switch().opened() {
            self.waiting.extend(event("world", None, &next.world()));
            self.ends = true;
            return Some(());
        }
        let world = app.world();
        if world != self.world {
            self.waiting.extend(event("world", None, &world));
            self.world = world;
        }
        let now = Instant::now();
        match feed
            .status_since(app.tracker(), now.checked_sub(SHARING_WINDOW).unwrap_or(now))
            .await
        {
            Ok(status) => self.send(status, now),
            Err(error) => tracing::debug!(%error, "progress could not be read; trying again"),
        }
        Some(())
    }

    fn send(&mut self, status: StatusSnapshot, now: Instant) {
        let changes = match &self.sent {
            None => Some(Changes::since(&status, self.subscriber.since)),
            Some(before) if Arc::ptr_eq(before, &status) => None,
            Some(before) => Some(Changes::between(before, &status)),
        };
        let id = Cursor::of(&status).to_string();
        if let Some(changes) = changes {
            self.portfolio.update(self.sent.as_deref(), &status, &changes);
            let is_known = self.sent.is_none() && changes.since.is_some() && changes.sources.is_empty();
            if !is_known {
                let status = WireStatus::changed(&changes, &status, self.world.clone());
                self.waiting.extend(event("status", Some(&id), &status));
            }
            self.sent = Some(Arc::clone(&status));
        }
        if self.portfolio.take_due(status.counts.total, now) {
            self.waiting
                .extend(event("portfolio", Some(&id), &PortfolioChanged { changed: true }));
        }
    }
}

/// Decides when a `portfolio` event is sent.
#[derive(Default)]
struct PortfolioEvents {
    is_pending: bool,
    sent_at: Option<Instant>,
}

impl PortfolioEvents {
    /// Records whether a read succeeded or failed for good, or the wallets changed.
    fn update(&mut self, before: Option<&SyncStatus>, now: &SyncStatus, changes: &Changes<'_>) {
        let is_changed = match before {
            Some(before) => before.settled != now.settled || before.layout != now.layout,
            None => changes
                .since
                .map_or(now.settled > 0, |since| since.is_before(now.settled)),
        };
        self.is_pending |= is_changed;
    }

    /// Whether the event is sent now.
    fn take_due(&mut self, sources: usize, now: Instant) -> bool {
        let seconds = u64::try_from(sources / SOURCES_PER_SECOND).unwrap_or(u64::MAX);
        let wait = Duration::from_secs(seconds).min(MAX_DELAY);
        let is_due = self.is_pending && self.sent_at.is_none_or(|at| now.duration_since(at) >= wait);
        if is_due {
            (self.is_pending, self.sent_at) = (false, Some(now));
        }
        is_due
    }
}

fn event(name: &str, id: Option<&str>, data: &impl serde::Serialize) -> Option<Event> {
    let event = Event::default().event(name);
    let event = match id {
        Some(id) => event.id(id),
        None => event,
    };
    event.json_data(data).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_portfolios_are_reloaded_less_often_and_the_last_change_is_sent() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut events = PortfolioEvents {
            is_pending: true,
            sent_at: None,
        };
        assert!(events.take_due(24_000, at(0)), "the first one is immediate");
        assert!(!events.take_due(24_000, at(60)), "nothing changed");
        events.is_pending = true;
        assert!(events.take_due(24_000, at(61)));
        events.is_pending = true;
        assert!(!events.take_due(24_000, at(84)));
        assert!(events.take_due(24_000, at(85)));
        events.is_pending = true;
        assert!(events.take_due(900, at(85)), "a small one is sent each time");
        events.is_pending = true;
        assert!(
            !events.take_due(1_000_000, at(100)) && events.take_due(1_000_000, at(115)),
            "half a minute at most"
        );
    }
}
