//! The progress of reads: one board per person, shared by all of that person's streams and polls.
//!
//! There is no background task. Each stream or poll updates the board for the others, and a board is dropped when it has not been
//! used for a while. Each change of a job is read once per process, however many people follow it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use domain::Tracker;
use domain::sync::{ProgressBoard, Progresses, SyncStatus};
use ports::{Job, StorageError, UserId};
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::Instant;

use crate::problem::Problem;

/// The most simultaneous streams of one person.
const MAX_STREAMS: usize = 4;
/// The most lines that a person is sent. The least important ones are left out.
const MAX_LINES: usize = 500;
/// How long a board is kept after a poll.
const POLL_RETENTION: Duration = Duration::from_secs(10);
/// The most changes that are read in one query. If there are more, the board is loaded again.
const MAX_CHANGES: u32 = 30_000;
/// The most changes that are kept for boards that have not applied them yet.
const MAX_KEPT_CHANGES: usize = 40_000;
/// The most batches of changes that are kept for them.
const MAX_KEPT_BATCHES: usize = 1_000;
/// How long changes are kept without being read. Every board still in use was loaded since then.
const CHANGES_RETENTION: Duration = Duration::from_secs(30);

/// The status that a board had at one moment. Consecutive reads share it if nothing changed.
pub type StatusSnapshot = Arc<SyncStatus>;

/// The boards of the people who follow their progress.
#[derive(Default)]
pub struct ProgressFeeds {
    feeds: Mutex<HashMap<UserId, Weak<Feed>>>,
    changes: Arc<AsyncMutex<ChangeLog>>,
    streams: Arc<Mutex<HashMap<UserId, usize>>>,
}

/// One person's board.
pub struct Feed {
    caller: domain::Caller,
    changes: Arc<AsyncMutex<ChangeLog>>,
    state: AsyncMutex<Option<BoardState>>,
    /// Whether a timer keeps it for the next poll.
    is_retained: Mutex<bool>,
}

struct BoardState {
    board: ProgressBoard,
    status: StatusSnapshot,
    /// When the last update started.
    updated_at: Instant,
}

/// Permission to keep one stream open; dropping it releases the stream's place.
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

impl ProgressFeeds {
    /// Returns a permit for one more stream of a person. The fifth stream is refused: if the oldest one were ended instead, five
    /// browsers would end each other's streams forever.
    pub fn open_stream(&self, user: UserId) -> Result<StreamPermit, Problem> {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let count = streams.entry(user).or_default();
        if *count >= MAX_STREAMS {
            return Err(Problem::TooManyStreams);
        }
        *count += 1;
        Ok(StreamPermit {
            user,
            streams: Arc::clone(&self.streams),
        })
    }

    /// Returns the feed of a person, which all of their open streams share.
    pub fn feed(&self, caller: &domain::Caller) -> Arc<Feed> {
        let mut feeds = self.feeds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(feed) = feeds.get(&caller.user).and_then(Weak::upgrade) {
            return feed;
        }
        feeds.retain(|_, feed| feed.strong_count() > 0);
        let feed = Arc::new(Feed {
            caller: *caller,
            changes: Arc::clone(&self.changes),
            state: AsyncMutex::default(),
            is_retained: Mutex::default(),
        });
        feeds.insert(caller.user, Arc::downgrade(&feed));
        feed
    }

    /// Returns the feed of a person and keeps it for the next poll.
    pub fn retained_feed(&self, caller: &domain::Caller) -> Arc<Feed> {
        let feed = self.feed(caller);
        let mut is_retained = feed.is_retained.lock().unwrap_or_else(PoisonError::into_inner);
        if !*is_retained {
            *is_retained = true;
            let feed = Arc::clone(&feed);
            tokio::spawn(async move {
                tokio::time::sleep(POLL_RETENTION).await;
                *feed.is_retained.lock().unwrap_or_else(PoisonError::into_inner) = false;
            });
        }
        drop(is_retained);
        feed
    }

    /// Marks a person's board as outdated after their wallets changed.
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
    /// Returns the status as of `since` or later. An update that another stream started after `since` is shared.
    pub async fn status_since(&self, tracker: &Tracker, since: Instant) -> Result<StatusSnapshot, StorageError> {
        let mut state = self.state.lock().await;
        let state = self.updated(tracker, &mut state, since).await?;
        Ok(Arc::clone(&state.status))
    }

    /// Returns the current status.
    pub async fn status(&self, tracker: &Tracker) -> Result<StatusSnapshot, StorageError> {
        self.status_since(tracker, Instant::now()).await
    }

    /// Whether a wallet or account that `matches` accepts is being read or waits to be read.
    pub async fn is_reading(
        &self,
        tracker: &Tracker,
        matches: impl Fn(Option<ports::WalletId>, Option<&ports::AccountId>) -> bool,
    ) -> Result<bool, StorageError> {
        let mut state = self.state.lock().await;
        let state = self.updated(tracker, &mut state, Instant::now()).await?;
        Ok(tracker.sync().is_reading(&state.board, matches))
    }

    async fn updated<'a>(
        &self,
        tracker: &Tracker,
        state: &'a mut Option<BoardState>,
        since: Instant,
    ) -> Result<&'a BoardState, StorageError> {
        let sync = tracker.sync();
        let updated = match state.take() {
            Some(known) if known.updated_at >= since => known,
            Some(known) => self.apply_changes(&sync, known).await?,
            None => self.load(&sync).await?,
        };
        Ok(state.insert(updated))
    }

    async fn load(&self, sync: &Progresses) -> Result<BoardState, StorageError> {
        let updated_at = Instant::now();
        let board = sync.board(&self.caller).await?;
        let status = Arc::new(sync.shown(&board, MAX_LINES));
        Ok(BoardState {
            board,
            status,
            updated_at,
        })
    }

    async fn apply_changes(&self, sync: &Progresses, state: BoardState) -> Result<BoardState, StorageError> {
        let updated_at = Instant::now();
        let batches = self
            .changes
            .lock()
            .await
            .after(sync, state.board.revision(), updated_at)
            .await?;
        let Some((revision, batches)) = batches else {
            return self.load(sync).await;
        };
        let BoardState { mut board, status, .. } = state;
        let jobs = batches.iter().flat_map(|batch| batch.jobs.iter());
        let is_changed = sync.follow(&mut board, jobs, revision).await?;
        let status = if is_changed {
            Arc::new(sync.shown(&board, MAX_LINES))
        } else {
            status
        };
        Ok(BoardState {
            board,
            status,
            updated_at,
        })
    }
}

/// The latest changes of jobs, which all boards of this process share.
#[derive(Default)]
struct ChangeLog {
    batches: VecDeque<Arc<Batch>>,
    read_at: Option<Instant>,
}

/// The jobs whose revision is above `above` and at most `up_to`.
struct Batch {
    above: i64,
    up_to: i64,
    jobs: Vec<Job>,
}

impl ChangeLog {
    /// Returns the changes above a revision and the revision that they lead to, or `None` if the changes are no longer kept.
    async fn after(
        &mut self,
        sync: &Progresses,
        revision: i64,
        since: Instant,
    ) -> Result<Option<(i64, Vec<Arc<Batch>>)>, StorageError> {
        if self.read_at.is_none_or(|at| at < since) && !self.read(sync, revision).await? {
            return Ok(None);
        }
        let is_known = self.batches.front().is_some_and(|first| first.above <= revision);
        let up_to = self.batches.back().map_or(revision, |last| last.up_to);
        if !is_known && up_to > revision {
            return Ok(None);
        }
        let newer = self.batches.iter().filter(|batch| batch.up_to > revision);
        Ok(Some((up_to.max(revision), newer.cloned().collect())))
    }

    /// Reads new changes. Returns `false` if there are too many to apply.
    async fn read(&mut self, sync: &Progresses, revision: i64) -> Result<bool, StorageError> {
        let now = Instant::now();
        if self
            .read_at
            .is_some_and(|at| now.duration_since(at) > CHANGES_RETENTION)
        {
            self.batches.clear();
        }
        let above = self.batches.back().map_or(revision, |last| last.up_to);
        let Some(changes) = sync.changed_since(above, MAX_CHANGES).await? else {
            self.batches.clear();
            return Ok(false);
        };
        self.read_at = Some(now);
        if changes.revision > above || self.batches.is_empty() {
            self.batches.push_back(Arc::new(Batch {
                above,
                up_to: changes.revision.max(above),
                jobs: changes.jobs,
            }));
        }
        let mut kept: usize = self.batches.iter().map(|batch| batch.jobs.len()).sum();
        while (kept > MAX_KEPT_CHANGES || self.batches.len() > MAX_KEPT_BATCHES)
            && self.batches.len() > 1
            && let Some(oldest) = self.batches.pop_front()
        {
            kept -= oldest.jobs.len();
        }
        Ok(true)
    }
}
