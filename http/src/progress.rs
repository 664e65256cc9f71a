//! The progress of people who are looking: one board per person, shared by all of that person's streams and polls.
//!
//! Nothing runs by itself here. Whoever looks brings the board up to date for the others, and a board goes when nobody
//! has looked for a while. Each change of a job is read once per process, however many people follow it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use domain::sync::{ProgressBoard, Progresses, SyncStatus};
use ports::{Job, StorageError, UserId};
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::Instant;

use crate::App;
use crate::problem::Problem;

/// Streams of one person at the same time.
pub const MOST_STREAMS: usize = 4;
/// Lines that are shown to a person; those that matter least are left out.
pub const MOST_LINES: usize = 500;
/// How long a board is kept after somebody polled.
const KEEP: Duration = Duration::from_secs(10);
/// Changes that are read at once; with more, everything is loaded again.
const MOST_CHANGES: u32 = 30_000;
/// Changes that are kept for boards that have not seen them yet.
const KEPT_CHANGES: usize = 40_000;
/// Reads of changes that are kept likewise.
const KEPT_BATCHES: usize = 1_000;
/// How long changes are kept without a reader: every board still in use was loaded since.
const FORGET: Duration = Duration::from_secs(30);

/// What a board showed at one moment. Two looks between which nothing changed share it.
pub type Shown = Arc<SyncStatus>;

/// The boards of those who are looking.
#[derive(Default)]
pub struct Progress {
    feeds: Mutex<HashMap<UserId, Weak<Feed>>>,
    changes: AsyncMutex<Changes>,
    streams: Arc<Mutex<HashMap<UserId, usize>>>,
}

/// One person's board.
pub struct Feed {
    caller: domain::Caller,
    state: AsyncMutex<Option<State>>,
    /// Whether a poll keeps it already.
    is_kept: Mutex<bool>,
}

struct State {
    board: ProgressBoard,
    shown: Shown,
    /// When the last look began.
    looked_at: Instant,
}

/// A place among a person's streams; dropping it gives it back.
pub struct StreamPermit {
    user: UserId,
    streams: Arc<Mutex<HashMap<UserId, usize>>>,
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = streams.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                streams.remove(&self.user);
            }
        }
    }
}

impl Progress {
    /// A place for one more stream of a person. The fifth is refused: ending the oldest one instead would have five browsers
    /// end each other's streams for ever.
    pub fn open_stream(&self, user: UserId) -> Result<StreamPermit, Problem> {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let count = streams.entry(user).or_default();
        if *count >= MOST_STREAMS {
            return Err(Problem::TooManyStreams);
        }
        *count += 1;
        Ok(StreamPermit {
            user,
            streams: Arc::clone(&self.streams),
        })
    }

    /// The board of a person, shared by all of their open streams.
    pub fn feed(&self, caller: &domain::Caller) -> Arc<Feed> {
        let mut feeds = self.feeds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(feed) = feeds.get(&caller.user).and_then(Weak::upgrade) {
            return feed;
        }
        feeds.retain(|_, feed| feed.strong_count() > 0);
        let feed = Arc::new(Feed {
            caller: *caller,
            state: AsyncMutex::default(),
            is_kept: Mutex::default(),
        });
        feeds.insert(caller.user, Arc::downgrade(&feed));
        feed
    }

    /// The same for a poll: the board is kept for the next one.
    pub fn kept_feed(&self, caller: &domain::Caller) -> Arc<Feed> {
        let feed = self.feed(caller);
        let mut is_kept = feed.is_kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !*is_kept {
            *is_kept = true;
            let feed = Arc::clone(&feed);
            tokio::spawn(async move {
                tokio::time::sleep(KEEP).await;
                *feed.is_kept.lock().unwrap_or_else(PoisonError::into_inner) = false;
            });
        }
        drop(is_kept);
        feed
    }

    /// A person's wallets were changed: those who look see it at their next look.
    pub async fn invalidate(&self, user: UserId) {
        let feed = self
            .feeds
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&user)
            .and_then(Weak::upgrade);
        if let Some(feed) = feed
            && let Some(state) = feed.state.lock().await.as_mut()
        {
            state.board.invalidate();
        }
    }
}

impl Feed {
    /// What the person waits for, as it is after `since`: a look that another began later is shared.
    pub async fn shown_since(&self, app: &App, since: Instant) -> Result<Shown, StorageError> {
        let mut state = self.state.lock().await;
        let state = self.up_to_date(app, &mut state, since).await?;
        Ok(Arc::clone(&state.shown))
    }

    /// What the person waits for now.
    pub async fn shown(&self, app: &App) -> Result<Shown, StorageError> {
        self.shown_since(app, Instant::now()).await
    }

    /// Whether anything that fits is being read or waits for it.
    pub async fn is_reading(
        &self,
        app: &App,
        fits: impl Fn(Option<ports::WalletId>, Option<&ports::AccountId>) -> bool,
    ) -> Result<bool, StorageError> {
        let mut state = self.state.lock().await;
        let state = self.up_to_date(app, &mut state, Instant::now()).await?;
        Ok(app.tracker().sync().is_reading(&state.board, fits))
    }

    async fn up_to_date<'a>(
        &self,
        app: &App,
        state: &'a mut Option<State>,
        since: Instant,
    ) -> Result<&'a State, StorageError> {
        let sync = app.tracker().sync();
        let fresh = match state.take() {
            Some(known) if known.looked_at >= since => known,
            Some(known) => self.follow(app, &sync, known).await?,
            None => self.load(&sync).await?,
        };
        Ok(state.insert(fresh))
    }

    async fn load(&self, sync: &Progresses) -> Result<State, StorageError> {
        let looked_at = Instant::now();
        let board = sync.board(&self.caller).await?;
        let shown = Arc::new(sync.shown(&board, MOST_LINES));
        Ok(State {
            board,
            shown,
            looked_at,
        })
    }

    async fn follow(&self, app: &App, sync: &Progresses, state: State) -> Result<State, StorageError> {
        let looked_at = Instant::now();
        let batches = app
            .progress()
            .changes
            .lock()
            .await
            .after(sync, state.board.revision(), looked_at)
            .await?;
        let Some((revision, batches)) = batches else {
            return self.load(sync).await;
        };
        let State { mut board, shown, .. } = state;
        let jobs = batches.iter().flat_map(|batch| batch.jobs.iter());
        let is_changed = sync.follow(&mut board, jobs, revision).await?;
        let shown = if is_changed {
            Arc::new(sync.shown(&board, MOST_LINES))
        } else {
            shown
        };
        Ok(State {
            board,
            shown,
            looked_at,
        })
    }
}

/// The changes of jobs that were read lately, for every board of this process.
#[derive(Default)]
struct Changes {
    batches: VecDeque<Arc<Batch>>,
    looked_at: Option<Instant>,
}

/// The jobs that changed above one revision and up to another.
struct Batch {
    above: i64,
    up_to: i64,
    jobs: Vec<Job>,
}

impl Changes {
    /// Everything that changed above a revision, and the revision that it leads to; `None` where that is not known any more.
    async fn after(
        &mut self,
        sync: &Progresses,
        revision: i64,
        since: Instant,
    ) -> Result<Option<(i64, Vec<Arc<Batch>>)>, StorageError> {
        if self.looked_at.is_none_or(|at| at < since) && !self.read(sync, revision).await? {
            return Ok(None);
        }
        let is_known = self.batches.front().is_some_and(|first| first.above <= revision);
        let up_to = self.batches.back().map_or(revision, |last| last.up_to);
        if !is_known && up_to > revision {
            return Ok(None);
        }
        let news = self.batches.iter().filter(|batch| batch.up_to > revision);
        Ok(Some((up_to.max(revision), news.cloned().collect())))
    }

    /// Reads what is new; `false` when that is too much to follow.
    async fn read(&mut self, sync: &Progresses, revision: i64) -> Result<bool, StorageError> {
        let looked_at = Instant::now();
        if self.looked_at.is_some_and(|at| looked_at.duration_since(at) > FORGET) {
            self.batches.clear();
        }
        let above = self.batches.back().map_or(revision, |last| last.up_to);
        let Some(changes) = sync.changed_since(above, MOST_CHANGES).await? else {
            self.batches.clear();
            return Ok(false);
        };
        self.looked_at = Some(looked_at);
        if changes.revision > above || self.batches.is_empty() {
            self.batches.push_back(Arc::new(Batch {
                above,
                up_to: changes.revision.max(above),
                jobs: changes.jobs,
            }));
        }
        let mut kept: usize = self.batches.iter().map(|batch| batch.jobs.len()).sum();
        while (kept > KEPT_CHANGES || self.batches.len() > KEPT_BATCHES)
            && self.batches.len() > 1
            && let Some(oldest) = self.batches.pop_front()
        {
            kept -= oldest.jobs.len();
        }
        Ok(true)
    }
}
