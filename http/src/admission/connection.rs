//! The limit on open connections, in all and for each client.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::client::Client;

/// A limit on open connections, in all and for each client.
pub struct ConnectionLimit {
    total: usize,
    per_client: usize,
    open: Arc<Mutex<OpenConnections>>,
}

#[derive(Default)]
struct OpenConnections {
    total: usize,
    by_client: HashMap<Client, usize>,
}

/// Permission to keep one connection open; dropping it releases the connection's place.
pub struct ConnectionPermit {
    client: Option<Client>,
    open: Arc<Mutex<OpenConnections>>,
}

impl ConnectionLimit {
    /// Allows `total` connections, at most `per_client` of them to one client.
    pub fn new(total: usize, per_client: usize) -> Self {
        Self {
            total,
            per_client,
            open: Arc::default(),
        }
    }

    /// Returns a permit for a connection of `client`, or `None` when one of the limits is reached.
    pub fn try_acquire(&self, client: Client) -> Option<ConnectionPermit> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let of_client = open.by_client.get(&client).copied().unwrap_or_default();
        if open.total >= self.total || of_client >= self.per_client {
            return None;
        }
        open.total += 1;
        *open.by_client.entry(client).or_default() += 1;
        Some(ConnectionPermit {
            client: Some(client),
            open: Arc::clone(&self.open),
        })
    }

    /// Returns a permit for a connection of a trusted proxy. Only the total limit applies, because a proxy forwards the
    /// requests of many clients.
    pub fn try_acquire_for_proxy(&self) -> Option<ConnectionPermit> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.total >= self.total {
            return None;
        }
        open.total += 1;
        Some(ConnectionPermit {
            client: None,
            open: Arc::clone(&self.open),
        })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.total -= 1;
        let Some(client) = self.client else { return };
        if let Some(count) = open.by_client.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                open.by_client.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn connections_are_limited_per_client_and_in_total() {
        let limit = ConnectionLimit::new(3, 2);
        let (one, two) = (
            Client::from(IpAddr::from([192, 0, 2, 1])),
            Client::from(IpAddr::from([192, 0, 2, 2])),
        );
        let first = limit.try_acquire(one);
        let second = limit.try_acquire(one);
        assert!(first.is_some() && second.is_some());
        assert!(limit.try_acquire(one).is_none(), "two are allowed to one client");
        let other = limit.try_acquire(two);
        assert!(other.is_some());
        assert!(limit.try_acquire_for_proxy().is_none(), "three are allowed in total");
        drop(first);
        assert!(limit.try_acquire(one).is_some());
    }
}
