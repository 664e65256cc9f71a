//! Where portfolios are valued: a few at once, the others wait for their turn.

use std::num::NonZero;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::App;
use crate::problem::Problem;

/// The fewest: some more than there are readers of an SQLite file, so that a core has something to do while others wait for
/// the database. With many more, what each has gathered drives that of the others out of the caches (decision 29).
const FEWEST: usize = 8;
const FOR_EACH_CORE: usize = 4;

/// As many desks as this machine's cores can serve.
pub fn desks() -> Arc<Semaphore> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    Arc::new(Semaphore::new(FEWEST.max(FOR_EACH_CORE * cores)))
}

/// A desk of one's own until the call is answered. Calls that value take one: who comes first has one first.
pub struct Desk {
    _turn: OwnedSemaphorePermit,
}

impl Desk {
    async fn at(desks: &Arc<Semaphore>) -> Result<Self, Problem> {
        let turn = Arc::clone(desks).acquire_owned().await;
        // They are never closed.
        turn.map(|turn| Self { _turn: turn }).map_err(|_| Problem::Internal)
    }
}

impl FromRequestParts<App> for Desk {
    type Rejection = Problem;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<Self, Problem> {
        Self::at(app.seats().desks()).await
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn who_finds_no_desk_free_waits_and_who_came_first_is_first() {
        let desks = Arc::new(Semaphore::new(2));
        let at_work = (Desk::at(&desks).await.ok(), Desk::at(&desks).await.ok());
        assert!(at_work.0.is_some() && at_work.1.is_some());
        let (mut first, mut second) = (Desk::at(&desks).boxed(), Desk::at(&desks).boxed());
        assert!(futures::poll!(&mut first).is_pending());
        assert!(futures::poll!(&mut second).is_pending());
        drop(at_work.1);
        assert!(futures::poll!(&mut second).is_pending(), "another came before");
        // Who goes away while waiting is in nobody's way.
        drop(first);
        assert!(second.now_or_never().is_some_and(|desk| desk.is_ok()));
        assert_eq!(desks.available_permits(), 1);
        drop(at_work.0);
        assert_eq!(desks.available_permits(), 2);
    }
}
