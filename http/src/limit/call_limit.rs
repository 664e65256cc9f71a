//! A rate limit of calls, as it is declared beside a call.

use std::num::NonZeroU32;
use std::time::Duration;

use ports::counter::Rate;

/// A rate limit of one or more calls. It is a constant beside a call, which declares it; the limits of a server, the headers and
/// the description follow from what the calls declare.
#[derive(Debug, PartialEq, Eq)]
pub struct CallLimit {
    /// Its name, in the configuration, the headers and the description.
    pub name: &'static str,
    /// What it counts, in the plural.
    counted: &'static str,
    /// The rate of a network, unless the configuration sets another.
    pub rate: Rate,
    /// A higher rate for programs on this machine, unless the configuration sets the limit. A request that a proxy forwarded does
    /// not count as local. Only limits that are counted in the database have one.
    pub local: Option<Rate>,
    /// Whether it is counted in the memory of this process.
    pub in_memory: bool,
}

impl CallLimit {
    /// Returns a limit that is counted in the database, so that several processes count together.
    pub const fn new(name: &'static str, counted: &'static str, rate: Rate) -> Self {
        Self {
            name,
            counted,
            rate,
            local: None,
            in_memory: false,
        }
    }

    /// Allows programs on this machine another rate.
    pub const fn with_local(self, rate: Rate) -> Self {
        Self {
            local: Some(rate),
            ..self
        }
    }

    /// Counts the limit in the memory of this process: for calls that come with every change of a text and use only this process.
    pub const fn in_memory(self) -> Self {
        Self {
            in_memory: true,
            ..self
        }
    }

    /// Returns the sentence about the limit in the description of a call.
    pub fn description(&self) -> String {
        let Self {
            name, counted, rate, ..
        } = self;
        let local = self
            .local
            .map(|local| format!("; {} from the server's own machine", local.count));
        let period = match rate.per.as_secs() {
            1 => "a second",
            60 => "a minute",
            3600 => "an hour",
            _ => "a day",
        };
        format!(
            "`{name}`: {} {counted} {period}{}",
            rate.count,
            local.unwrap_or_default()
        )
    }
}

/// Returns a rate within any 60 seconds.
pub const fn per_minute<const COUNT: u32>() -> Rate {
    rate::<COUNT>(Duration::from_secs(60))
}

/// Returns a rate within any 60 minutes.
pub const fn per_hour<const COUNT: u32>() -> Rate {
    rate::<COUNT>(Duration::from_secs(3600))
}

/// Returns a rate within any 24 hours.
pub const fn per_day<const COUNT: u32>() -> Rate {
    rate::<COUNT>(Duration::from_secs(86_400))
}

/// A count of zero does not compile.
const fn rate<const COUNT: u32>(per: Duration) -> Rate {
    Rate {
        count: const { NonZeroU32::new(COUNT).unwrap() },
        per,
    }
}
