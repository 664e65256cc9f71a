//! The stream of progress: looks once a second and sends what changed. Any process can serve it, because it reads what
//! every worker writes. All streams of one person share a board (`progress`).

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use domain::sync::SyncStatus;
use futures::Stream;
use tokio::sync::watch;
use tokio::time::Instant;

use super::changes::{Changes, Cursor};
use super::{PortfolioChanged, SyncStatus as Sent};
use crate::App;
use crate::caller::OpenSession;
use crate::progress::{Feed, Shown, StreamPermit};
use crate::seats::Seat;
use crate::wire::World;

/// How often the jobs are looked at.
const LOOK: Duration = Duration::from_secs(1);
/// A look that another stream of the person began this lately is shared.
const SHARED: Duration = Duration::from_millis(500);
/// How often something is said when nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Lines for which the portfolio is read again once a second while they are read; with more of them less often, because what
/// reading it costs grows with them.
const LINES_PER_SECOND: usize = 1_000;
/// The longest that a change of the portfolio is held back.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Who listens, and from where on.
pub struct Listener {
    pub app: App,
    pub session: OpenSession,
    /// The state that the client has, from `Last-Event-ID`.
    pub since: Option<Cursor>,
    /// The person's board.
    pub feed: Arc<Feed>,
    /// The place among the person's streams.
    pub _permit: StreamPermit,
    /// The seat of a client behind a proxy, held as long as it listens.
    pub _seat: Option<Arc<Seat>>,
}

/// A listener, and what it was sent.
struct Connection {
    listener: Listener,
    draining: watch::Receiver<bool>,
    sent: Option<Shown>,
    world: World,
    waiting: VecDeque<Event>,
    portfolio: PortfolioNews,
    looked: bool,
    /// Everybody was led to another world: what waits is the last that is sent.
    left: bool,
}

/// What changes from now on; it ends with the session and with the server.
pub fn stream(listener: Listener) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let world = listener.app.world();
    let waiting = event("world", None, &world).into_iter().collect();
    let draining = listener.app.draining();
    let connection = Connection {
        listener,
        draining,
        sent: None,
        world,
        waiting,
        portfolio: PortfolioNews::default(),
        looked: false,
        left: false,
    };
    let events = futures::stream::unfold(connection, |mut connection| async move {
        let event = connection.next().await?;
        Some((Ok(event), connection))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}

impl Connection {
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
            if *self.draining.borrow() {
                return None;
            }
            self.look().await?;
        }
    }

    /// One look; `None` when the session is over. A look that fails is made up for by the next.
    async fn look(&mut self) -> Option<()> {
        self.looked = true;
        let Listener { app, session, feed, .. } = &self.listener;
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
        let now = Instant::now();
        match feed.shown_since(app, now.checked_sub(SHARED).unwrap_or(now)).await {
            Ok(shown) => self.send(shown, now),
            Err(error) => tracing::debug!(%error, "progress could not be read; trying again"),
        }
        Some(())
    }

    fn send(&mut self, shown: Shown, now: Instant) {
        let changes = match &self.sent {
            None => Some(Changes::since(&shown, self.listener.since)),
            Some(before) if Arc::ptr_eq(before, &shown) => None,
            Some(before) => Some(Changes::between(before, &shown)),
        };
        let id = Cursor::of(&shown).to_string();
        if let Some(changes) = changes {
            self.portfolio.look(self.sent.as_deref(), &shown, &changes);
            let is_known = self.sent.is_none() && changes.since.is_some() && changes.sources.is_empty();
            if !is_known {
                let status = Sent::changed(&changes, &shown, self.world.clone());
                self.waiting.extend(event("status", Some(&id), &status));
            }
            self.sent = Some(Arc::clone(&shown));
        }
        if self.portfolio.is_due(shown.counts.total, now) {
            self.waiting
                .extend(event("portfolio", Some(&id), &PortfolioChanged { changed: true }));
        }
    }
}

/// Whether the portfolio changed, and when its listener last heard of that.
#[derive(Default)]
struct PortfolioNews {
    is_waiting: bool,
    sent_at: Option<Instant>,
}

impl PortfolioNews {
    /// Notes whether anything was read or given up, or went away.
    fn look(&mut self, before: Option<&SyncStatus>, now: &SyncStatus, changes: &Changes<'_>) {
        let is_news = match before {
            Some(before) => before.settled != now.settled || before.layout != now.layout,
            None => changes
                .since
                .map_or(now.settled > 0, |since| since.is_before(now.settled)),
        };
        self.is_waiting |= is_news;
    }

    /// Whether it is sent now.
    fn is_due(&mut self, lines: usize, now: Instant) -> bool {
        let seconds = u64::try_from(lines / LINES_PER_SECOND).unwrap_or(u64::MAX);
        let wait = Duration::from_secs(seconds).min(LONGEST_WAIT);
        let is_due = self.is_waiting && self.sent_at.is_none_or(|at| now.duration_since(at) >= wait);
        if is_due {
            (self.is_waiting, self.sent_at) = (false, Some(now));
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
    fn a_large_portfolio_is_read_again_less_often_and_its_last_change_is_not_lost() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut news = PortfolioNews {
            is_waiting: true,
            sent_at: None,
        };
        assert!(news.is_due(24_000, at(0)), "the first at once");
        assert!(!news.is_due(24_000, at(60)), "nothing changed");
        news.is_waiting = true;
        assert!(news.is_due(24_000, at(61)));
        news.is_waiting = true;
        assert!(!news.is_due(24_000, at(84)));
        assert!(news.is_due(24_000, at(85)));
        news.is_waiting = true;
        assert!(news.is_due(900, at(85)), "a small one each time");
        news.is_waiting = true;
        assert!(
            !news.is_due(1_000_000, at(100)) && news.is_due(1_000_000, at(115)),
            "half a minute at most"
        );
    }
}
