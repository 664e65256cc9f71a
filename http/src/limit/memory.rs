//! A limit that is counted in the memory of this process.

use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use ports::counter::Rate;

use crate::client::Client;

/// The number of clients in memory above which those that have not called lately are removed.
pub const CLEANUP_CLIENTS: usize = 10_000;

type Limiter = RateLimiter<Client, DefaultKeyedStateStore<Client>, DefaultClock, StateInformationMiddleware>;

/// Token buckets that are refilled evenly, for the networks of clients and for the sites of these networks.
pub struct MemoryCounter {
    clients: Limiter,
    sites: Limiter,
}

impl MemoryCounter {
    /// Returns a counter with the rates of a network and of a site, on which nobody called yet.
    pub fn new(of_network: Rate, of_site: Rate) -> Self {
        Self {
            clients: limiter(of_network),
            sites: limiter(of_site),
        }
    }

    /// Counts one call and returns how many more are allowed now, or how long to wait.
    pub fn pass(&self, client: Client) -> Result<u32, Duration> {
        let left = pass(&self.clients, client)?;
        match client.site() {
            Some(site) => pass(&self.sites, site).map(|of_site| left.min(of_site)),
            None => Ok(left),
        }
    }
}

fn pass(limiter: &Limiter, client: Client) -> Result<u32, Duration> {
    if limiter.len() > CLEANUP_CLIENTS {
        limiter.retain_recent();
    }
    let passed = limiter.check_key(&client);
    let left = passed.map(|state| state.remaining_burst_capacity());
    left.map_err(|refused| refused.wait_time_from(DefaultClock::default().now()))
}

fn limiter(rate: Rate) -> Limiter {
    let Rate { count, per } = rate;
    let one = (per / count.get()).max(Duration::from_nanos(1));
    let quota = Quota::with_period(one)
        .unwrap_or_else(|| Quota::per_second(count))
        .allow_burst(count);
    RateLimiter::keyed(quota).with_middleware()
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::num::NonZeroU32;

    use super::*;

    fn counter() -> MemoryCounter {
        let rate = |count| Rate {
            count: NonZeroU32::new(count).unwrap(),
            per: Duration::from_hours(1),
        };
        MemoryCounter::new(rate(2), rate(8))
    }

    #[test]
    fn each_client_is_counted_separately() {
        let (counter, client) = (counter(), |last| Client::from(IpAddr::from([127, 0, 0, last])));
        assert_eq!(counter.pass(client(1)), Ok(1));
        assert_eq!(counter.pass(client(1)), Ok(0));
        let retry_after = counter.pass(client(1)).expect_err("a loopback client is limited");
        assert!(retry_after > Duration::from_secs(1700) && retry_after <= Duration::from_secs(1800));
        assert_eq!(counter.pass(client(2)), Ok(1));
    }

    #[test]
    fn networks_of_one_site_share_a_larger_limit() {
        let counter = counter();
        let network = |number: u16| Client::from(IpAddr::from([0x2001, 0xdb8, 0, number, 0, 0, 0, 1]));
        let passed = |number| counter.pass(network(number)).is_ok();
        let count = (0..20).filter(|number| passed(*number)).count();
        assert_eq!(count, 8, "the limit of the site");
        assert!(passed(0x100), "another site");
    }
}
