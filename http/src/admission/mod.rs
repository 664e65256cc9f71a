//! Concurrency limits: how many connections are open, how many requests are handled and how many of them compute for long at
//! the same time.

mod computation;
mod connection;
mod own_thread;
mod request;
mod write_timeout;

pub use computation::ComputationPermits;
pub use connection::{ConnectionLimit, ConnectionPermit};
pub use own_thread::on_own_thread;
pub use request::RequestPermits;
pub use write_timeout::WriteTimeout;

/// The concurrency limits of a server.
pub struct Admission {
    /// Open connections, in all and for each client.
    pub connections: ConnectionLimit,
    /// Requests that are being handled.
    pub requests: RequestPermits,
    /// Requests that compute for long.
    pub computations: ComputationPermits,
}

impl Admission {
    /// Allows `connections` in all and `per_client` for one client. One request is handled for every four connections: enough
    /// for several clients that use all of their connections, and few enough that each is answered soon.
    pub fn new(connections: usize, per_client: usize) -> Self {
        Self {
            connections: ConnectionLimit::new(connections, per_client),
            requests: RequestPermits::new(connections.div_ceil(4)),
            computations: ComputationPermits::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_request_permit_for_four_connections() {
        let admission = Admission::new(8, 2);
        let permits = [admission.requests.try_acquire(), admission.requests.try_acquire()];
        assert!(admission.requests.are_exhausted() && permits.iter().all(Result::is_ok));
        drop(permits);
        assert!(!admission.requests.are_exhausted());
    }
}
