//! Threads for work that computes for long. The operating system shares the cores between them and the threads of the runtime, which
//! serves their sockets and timers.
//!
//! The pool of the runtime for blocking work is not used, because it wakes the thread that was idle longest: many threads would
//! take turns, and the allocator keeps memory for each.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// How long a thread waits for more work before it ends.
const KEPT: Duration = Duration::from_secs(10);

type Work = Box<dyn FnOnce() + Send>;

/// The threads without work, the one that became idle last at the end.
static IDLE: Mutex<Vec<(ThreadId, Sender<Work>)>> = Mutex::new(Vec::new());

/// Runs `work` on a thread of its own, so that no other task waits while it computes.
///
/// If the returned future is dropped, the work ends when it waits next. A panic of the work continues in the caller.
pub async fn on_own_thread<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    let runtime = Handle::current();
    let (awaited, abandoned) = oneshot::channel::<()>();
    let (sender, result) = oneshot::channel();
    start(Box::new(move || {
        let until_abandoned = async {
            tokio::select! {
                result = work => Some(result),
                _ = abandoned => None,
            }
        };
        let done = catch_unwind(AssertUnwindSafe(|| runtime.block_on(until_abandoned)));
        // The receiver is gone if the caller no longer awaits the result.
        let _abandoned = sender.send(done);
    }));
    let done = result.await;
    drop(awaited);
    match done {
        Ok(Ok(Some(result))) => result,
        Ok(Err(panic)) => resume_unwind(panic),
        Ok(Ok(None)) | Err(_) => unreachable!("the work sends its result unless this future is dropped"),
    }
}

/// Starts work on the thread that became idle last, or on a new one.
fn start(work: Work) {
    let newest = idle().pop();
    let refused = match newest {
        Some((_, thread)) => thread.send(work).err().map(|refused| refused.0),
        None => Some(work),
    };
    if let Some(work) = refused {
        thread::spawn(move || run(work));
    }
}

/// Runs work until there is none for a while.
fn run(mut work: Work) {
    let (sender, more) = mpsc::channel();
    let own = thread::current().id();
    loop {
        work();
        idle().push((own, sender.clone()));
        work = match more.recv_timeout(KEPT) {
            Ok(work) => work,
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                let mut idle = idle();
                if let Some(at) = idle.iter().position(|(thread, _)| *thread == own) {
                    idle.remove(at);
                    return;
                }
                drop(idle);
                // It was chosen a moment ago.
                match more.recv() {
                    Ok(work) => work,
                    Err(_) => return,
                }
            }
        };
    }
}

fn idle() -> MutexGuard<'static, Vec<(ThreadId, Sender<Work>)>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[tokio::test]
    async fn work_on_its_own_thread_does_not_delay_other_tasks() {
        let (release, released) = mpsc::channel::<()>();
        // It occupies its thread until the test, on the only thread of this runtime, releases it.
        let stalled = tokio::spawn(on_own_thread(async move { released.recv().is_ok() }));
        tokio::task::yield_now().await;
        assert_eq!(on_own_thread(async { "another" }).await, "another");
        assert!(!stalled.is_finished());
        release.send(()).unwrap();
        assert!(stalled.await.unwrap());
    }

    #[tokio::test]
    async fn work_that_is_not_awaited_ends_when_it_waits() {
        let (ended, has_ended) = oneshot::channel::<()>();
        let work = tokio::spawn(on_own_thread(async move {
            let _dropped_with_the_work = ended;
            std::future::pending::<()>().await;
        }));
        tokio::task::yield_now().await;
        work.abort();
        assert!(has_ended.await.is_err(), "it was dropped, not finished");
    }

    #[tokio::test]
    async fn a_panic_of_the_work_continues_in_the_caller() {
        let work = tokio::spawn(on_own_thread(async { panic!("on purpose") }));
        assert!(work.await.unwrap_err().is_panic());
    }

    #[tokio::test]
    async fn timers_and_tasks_of_the_runtime_work_there() {
        let work = on_own_thread(async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            tokio::spawn(async { 7 }).await
        });
        assert_eq!(work.await.unwrap(), 7);
    }

    #[tokio::test]
    async fn an_idle_thread_is_used_again() {
        let mut used = HashSet::new();
        // A thread becomes idle a moment after its result is known, so the next work may come too early for it.
        for _ in 0..100 {
            if !used.insert(on_own_thread(async { thread::current().id() }).await) {
                return;
            }
        }
        panic!("every work had another thread");
    }
}
