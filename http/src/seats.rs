//! How many connections there may be, in all and for one client, how many calls at once, and how many of them that value.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::client::Client;
use crate::desk;

/// The seats of the house.
pub struct Seats {
    each: usize,
    all: usize,
    taken: Arc<Mutex<Taken>>,
    hands: Semaphore,
    desks: Arc<Semaphore>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by_client: HashMap<Client, usize>,
}

/// A taken seat; dropping it gives it back.
pub struct Seat {
    client: Option<Client>,
    taken: Arc<Mutex<Taken>>,
}

impl Seats {
    /// `all` seats, at most `each` for one client. For every four seats one call is worked on at once: enough for several
    /// clients who use all that they have, and few enough that each is answered soon.
    pub fn new(all: usize, each: usize) -> Self {
        Self {
            each,
            all,
            taken: Arc::default(),
            hands: Semaphore::new(all.div_ceil(4)),
            desks: desk::desks(),
        }
    }

    /// One for each call that is worked on.
    pub fn hands(&self) -> &Semaphore {
        &self.hands
    }

    /// One for each portfolio that is being valued.
    pub fn desks(&self) -> &Arc<Semaphore> {
        &self.desks
    }

    /// Whether every hand is at work.
    pub fn are_busy(&self) -> bool {
        self.hands.available_permits() == 0
    }

    /// A seat for a client, unless the house or the client's share is full.
    pub fn take(&self, client: Client) -> Option<Seat> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.all >= self.all || taken.by_client.get(&client).is_some_and(|count| *count >= self.each) {
            return None;
        }
        taken.all += 1;
        *taken.by_client.entry(client).or_default() += 1;
        Some(Seat {
            client: Some(client),
            taken: Arc::clone(&self.taken),
        })
    }

    /// A seat for a trusted proxy, which stands for many clients.
    pub fn take_for_proxy(&self) -> Option<Seat> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.all >= self.all {
            return None;
        }
        taken.all += 1;
        Some(Seat {
            client: None,
            taken: Arc::clone(&self.taken),
        })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        let Some(client) = self.client else { return };
        if let Some(count) = taken.by_client.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                taken.by_client.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn one_hand_for_four_seats() {
        let seats = Seats::new(8, 2);
        let turns = [seats.hands().try_acquire(), seats.hands().try_acquire()];
        assert!(seats.are_busy() && turns.iter().all(Result::is_ok));
        drop(turns);
        assert!(!seats.are_busy());
    }

    #[test]
    fn a_client_has_its_share_and_the_house_has_its_size() {
        let seats = Seats::new(3, 2);
        let (one, two) = (
            Client::from(IpAddr::from([192, 0, 2, 1])),
            Client::from(IpAddr::from([192, 0, 2, 2])),
        );
        let first = seats.take(one);
        let second = seats.take(one);
        assert!(first.is_some() && second.is_some());
        assert!(seats.take(one).is_none(), "its share is two");
        let other = seats.take(two);
        assert!(other.is_some());
        assert!(seats.take_for_proxy().is_none(), "the house is full");
        drop(first);
        assert!(seats.take(one).is_some());
    }
}
