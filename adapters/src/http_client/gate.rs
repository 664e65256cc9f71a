//! The gate before each host: its pace, and the breaker that leaves a failing host alone.

use std::{collections::HashMap, sync::Mutex, time::Duration};

use ports::RemoteError;
use tokio::time::Instant;

use super::hosts::Rate;

/// The state of a host's breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaker {
    /// The host is asked.
    Closed,
    /// The host failed too often and is left alone.
    Open,
    /// The rest is over: the next question decides.
    HalfOpen,
}

/// How a host is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostHealth {
    /// The host.
    pub host: String,
    /// Whether it is asked.
    pub breaker: Breaker,
    /// Failures in a row.
    pub failures: u32,
    /// How long it will not be asked yet, because it failed or asked for a pause.
    pub resting: Option<Duration>,
}

/// Why a gate lets nobody through, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// The breaker is open.
    Resting(Duration),
    /// The host asked for a pause.
    Busy(Duration),
    /// It is asked no faster than it bears, and others come first.
    Paced(Duration),
}

struct Gate {
    /// When the next request is due if requests kept exactly to the pace (the generic cell rate algorithm).
    due: Instant,
    failures: u32,
    open_until: Option<Instant>,
    paused_until: Option<Instant>,
    /// How often in a row it wanted a pause without saying how long.
    unsaid: u32,
}

/// A pause of a host that does not say how long: this first, and each in a row is twice as long, up to 64 seconds.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const DOUBLINGS: u32 = 6;

/// One gate for each host.
pub(super) struct Gates {
    gates: Mutex<HashMap<String, Gate>>,
    failures: u32,
    rest: Duration,
}

impl Gates {
    pub(super) fn new(failures: u32, rest: Duration) -> Self {
        Self {
            gates: Mutex::default(),
            failures: failures.max(1),
            rest,
        }
    }

    /// Takes a turn: how long to wait for it. After the breaker's rest exactly one caller is let through for each
    /// further rest, until one succeeds.
    pub(super) fn enter(&self, host: &str, rate: Rate, patience: Duration, now: Instant) -> Result<Duration, Closed> {
        self.with(host, now, |gate| {
            gate.admit(now, self.rest)?;
            gate.turns(1, rate, patience, now)
        })
    }

    /// Takes turns for questions that come later, all of them or none.
    pub(super) fn book(
        &self,
        host: &str,
        turns: u32,
        (rate, patience): (Rate, Duration),
        now: Instant,
    ) -> Result<Duration, Closed> {
        self.with(host, now, |gate| {
            gate.closed(now).map_or(Ok(()), Err)?;
            gate.turns(turns, rate, patience, now)
        })
    }

    /// Comes with a turn that was booked.
    pub(super) fn enter_booked(&self, host: &str, now: Instant) -> Result<Duration, Closed> {
        self.with(host, now, |gate| gate.admit(now, self.rest).map(|()| Duration::ZERO))
    }

    /// Notes what speaks against the host, if anything. One that asked for a pause gets it; that is no failure.
    pub(super) fn leave(&self, host: &str, against: Option<&RemoteError>, now: Instant) {
        self.with(host, now, |gate| match against {
            None => {
                gate.failures = 0;
                gate.unsaid = 0;
                gate.open_until = None;
            }
            Some(RemoteError::RateLimited { retry_after, .. }) => {
                gate.pause(*retry_after, now);
                gate.open_until = None;
            }
            Some(_) => {
                gate.failures = gate.failures.saturating_add(1);
                if gate.failures >= self.failures {
                    gate.open_until = Some(now + self.rest);
                }
            }
        });
    }

    pub(super) fn health(&self, now: Instant) -> Vec<HostHealth> {
        let gates = self.gates.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut hosts: Vec<HostHealth> = gates.iter().map(|(host, gate)| gate.health(host, now)).collect();
        hosts.sort_by(|one, other| one.host.cmp(&other.host));
        hosts
    }

    fn with<T>(&self, host: &str, now: Instant, act: impl FnOnce(&mut Gate) -> T) -> T {
        let mut gates = self.gates.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        act(gates.entry(host.to_owned()).or_insert(Gate {
            due: now,
            failures: 0,
            open_until: None,
            paused_until: None,
            unsaid: 0,
        }))
    }
}

impl Gate {
    /// Of the questions that were under way together only the first that is refused makes a pause longer.
    fn pause(&mut self, said: Option<Duration>, now: Instant) {
        let rests = self.paused_until.is_some_and(|until| until > now);
        let pause = match said {
            Some(said) => said,
            None if rests => return,
            None => {
                self.unsaid = self.unsaid.saturating_add(1);
                FIRST_PAUSE * 2u32.pow((self.unsaid - 1).min(DOUBLINGS))
            }
        };
        self.paused_until = Some(now + pause);
    }

    /// Why it lets nobody through, whatever the pace.
    fn closed(&self, now: Instant) -> Option<Closed> {
        let left = |until: Option<Instant>| Some(until?.saturating_duration_since(now)).filter(|left| !left.is_zero());
        let resting = left(self.open_until).map(Closed::Resting);
        resting.or_else(|| left(self.paused_until).map(Closed::Busy))
    }

    /// Lets somebody through; after a rest nobody else until the next one is over.
    fn admit(&mut self, now: Instant, rest: Duration) -> Result<(), Closed> {
        self.closed(now).map_or(Ok(()), Err)?;
        self.open_until = self.open_until.map(|_| now + rest);
        Ok(())
    }

    /// Takes turns one after the other: how long it is to the last of them.
    fn turns(&mut self, turns: u32, rate: Rate, patience: Duration, now: Instant) -> Result<Duration, Closed> {
        let step = Duration::from_mins(1) / rate.per_minute.max(1);
        let slack = step * rate.burst.max(1).saturating_sub(1);
        let last = self.due.max(now) + step * turns.saturating_sub(1);
        let wait = last.saturating_duration_since(now).saturating_sub(slack);
        if wait > patience {
            return Err(Closed::Paced(wait));
        }
        self.due = last + step;
        Ok(wait)
    }

    fn health(&self, host: &str, now: Instant) -> HostHealth {
        let left = |until: Option<Instant>| until.map(|until| until.saturating_duration_since(now));
        let breaker = match left(self.open_until) {
            None => Breaker::Closed,
            Some(Duration::ZERO) => Breaker::HalfOpen,
            Some(_) => Breaker::Open,
        };
        HostHealth {
            host: host.to_owned(),
            breaker,
            failures: self.failures,
            resting: left(self.open_until)
                .max(left(self.paused_until))
                .filter(|left| !left.is_zero()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate {
        per_minute: 600,
        burst: 3,
    };
    const SECOND: Duration = Duration::from_secs(1);

    fn failure() -> RemoteError {
        RemoteError::Unavailable {
            who: String::new(),
            why: String::new(),
            retry_after: None,
        }
    }

    #[tokio::test]
    async fn a_burst_passes_and_the_rest_is_spread() {
        let (gates, now) = (Gates::new(5, SECOND), Instant::now());
        let waits: Vec<u128> = (0..6)
            .map(|_| gates.enter("a", RATE, SECOND, now).unwrap().as_millis())
            .collect();
        assert_eq!(waits, [0, 0, 0, 100, 200, 300]);
        assert_eq!(gates.enter("b", RATE, SECOND, now), Ok(Duration::ZERO));
        let impatient = gates.enter("a", RATE, Duration::from_millis(50), now);
        assert_eq!(impatient, Err(Closed::Paced(Duration::from_millis(400))));
    }

    #[tokio::test]
    async fn turns_are_booked_all_together_or_not_at_all() {
        let (gates, now) = (Gates::new(5, SECOND), Instant::now());
        let book = |turns, at| gates.book("a", turns, (RATE, Duration::ZERO), at);
        let step = Duration::from_millis(100);
        assert_eq!(book(2, now), Ok(Duration::ZERO));
        assert_eq!(book(2, now), Err(Closed::Paced(step)), "one is left, and stays");
        assert_eq!(book(1, now), Ok(Duration::ZERO));
        assert_eq!(book(3, now + step), Err(Closed::Paced(step * 2)));
        assert_eq!(book(3, now + step * 3), Ok(Duration::ZERO));
        assert_eq!(gates.enter_booked("a", now + step * 3), Ok(Duration::ZERO));
        let asked = RemoteError::RateLimited {
            who: String::new(),
            retry_after: Some(SECOND),
        };
        gates.leave("a", Some(&asked), now);
        assert_eq!(book(1, now), Err(Closed::Busy(SECOND)));
        assert_eq!(gates.enter_booked("a", now), Err(Closed::Busy(SECOND)));
    }

    #[tokio::test]
    async fn the_breaker_opens_lets_one_try_and_closes() {
        let (gates, now) = (Gates::new(2, SECOND), Instant::now());
        let enter = |at| gates.enter("a", RATE, SECOND, at);
        gates.leave("a", Some(&failure()), now);
        assert!(enter(now).is_ok());
        gates.leave("a", Some(&failure()), now);
        assert_eq!(enter(now), Err(Closed::Resting(SECOND)));
        assert_eq!(gates.health(now)[0].breaker, Breaker::Open);
        let later = now + SECOND;
        assert_eq!(gates.health(later)[0].breaker, Breaker::HalfOpen);
        assert!(enter(later).is_ok());
        assert_eq!(
            enter(later),
            Err(Closed::Resting(SECOND)),
            "one caller tries, the others wait"
        );
        gates.leave("a", None, later);
        assert!(enter(later).is_ok());
        assert_eq!(
            gates.health(later)[0],
            HostHealth {
                host: "a".to_owned(),
                breaker: Breaker::Closed,
                failures: 0,
                resting: None
            }
        );
    }

    #[tokio::test]
    async fn a_pause_that_was_asked_for_is_kept() {
        let (gates, now) = (Gates::new(2, SECOND), Instant::now());
        let asked = RemoteError::RateLimited {
            who: String::new(),
            retry_after: Some(SECOND * 7),
        };
        gates.leave("a", Some(&asked), now);
        assert_eq!(gates.enter("a", RATE, SECOND, now), Err(Closed::Busy(SECOND * 7)));
        assert!(gates.enter("a", RATE, SECOND, now + SECOND * 7).is_ok());
    }

    #[tokio::test]
    async fn a_pause_of_unsaid_length_doubles_until_an_answer_comes() {
        let (gates, mut now) = (Gates::new(2, SECOND), Instant::now());
        let asked = RemoteError::RateLimited {
            who: String::new(),
            retry_after: None,
        };
        for (seconds, answers) in [(1, false), (2, false), (4, true), (1, false), (2, false), (4, false)]
            .into_iter()
            .chain([(8, false), (16, false), (32, false), (64, false), (64, true), (1, true)])
        {
            // Two were under way together.
            gates.leave("a", Some(&asked), now);
            gates.leave("a", Some(&asked), now);
            let pause = SECOND * seconds;
            assert_eq!(
                gates.enter("a", RATE, SECOND, now),
                Err(Closed::Busy(pause)),
                "{seconds}"
            );
            now += pause;
            assert!(gates.enter("a", RATE, SECOND, now).is_ok(), "{seconds}");
            if answers {
                gates.leave("a", None, now);
            }
        }
    }
}
