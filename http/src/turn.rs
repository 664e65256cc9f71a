//! How many calls are worked on at once: who comes when all hands are full is told so at once, instead of waiting until
//! nobody is answered in time.

use tokio::sync::Semaphore;

use crate::problem::Problem;

/// Does some work while there are hands for it. A stream of events gives its turn back when it has begun.
pub async fn with<T>(hands: &Semaphore, work: impl Future<Output = T>) -> Result<T, Problem> {
    let _turn = hands.try_acquire().map_err(|_| Problem::busy())?;
    Ok(work.await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_finds_no_hand_free_is_refused_at_once() {
        let hands = Semaphore::new(1);
        let first = with(&hands, with(&hands, async { "second" }));
        assert_eq!(first.await, Ok(Err(Problem::busy())));
        assert_eq!(
            with(&hands, async { "third" }).await,
            Ok("third"),
            "the turn was given back"
        );
    }
}
