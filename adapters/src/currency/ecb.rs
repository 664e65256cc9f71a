//! The euro foreign exchange reference rates of the European Central Bank,
//! <https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/>: about thirty currencies
//! against the euro, fixed on each TARGET business day at about 16:00 CET.
//!
//! Written from published copies of the files and from existing clients; no live run has confirmed the shapes yet.
//!
//! - `eurofxref-daily.xml`: the last day, `<Cube time="2026-04-13"><Cube currency="USD" rate="1.1684"/>…</Cube>`.
//! - `eurofxref-hist-90d.xml`: the last ninety days, in the same shape.
//! - `eurofxref-hist.zip`: all days since 1999 as one CSV, `Date,USD,JPY,…`, with a row for each day, `N/A` where a
//!   currency had no rate, and an empty column at the end.
//!
//! The bank's terms allow free use of the rates when the bank is named and they are not changed.

mod csv;
mod xml;

use std::{
    io::{Cursor, Read},
    sync::Arc,
};

use async_trait::async_trait;
use ports::{
    clock::Clock,
    currency::{CurrencySource, DayRates},
    day::Day,
    disclosure::DisclosedField,
    source::{Profile, RemoteError, SourceId, SourceKind},
};

use super::source_spec::{LIMIT, SourceSpec};
use crate::{
    http_client::{HttpClient, OutgoingRequest, RequestContext, host_key},
    source::Endpoint,
};

/// The source at its public endpoint.
pub(super) const SPEC: SourceSpec = SourceSpec {
    slug: SLUG,
    base: "https://www.ecb.europa.eu/stats/eurofxref/",
    fallbacks: &[],
    takes_key: false,
    per_minute: 10,
    keyed_per_minute: None,
    limit: LIMIT,
    chain_bases: None,
    build: |(client, clock), endpoint| vec![Arc::new(Ecb::new(client, clock, endpoint))],
};

const SLUG: &str = "ecb";
const NAME: &str = "European Central Bank";
/// The number of days for which the 90-day file is used.
const RECENT_DAYS: i64 = 80;
/// The maximum decompressed size of the history, which is about two million bytes.
const MAX_DECOMPRESSED: u64 = 32 << 20;

/// The files, by the period that they cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RateFile {
    Daily,
    Recent,
    History,
}

impl RateFile {
    /// Returns the smallest file that contains every business day after `after`.
    fn since(after: Option<Day>, today: Day) -> Self {
        let Some(after) = after else { return Self::History };
        if today.number() - after.number() > RECENT_DAYS {
            return Self::History;
        }
        let missed = (after.number() + 1..=today.number()).filter(|day| after.plus(day - after.number()).is_weekday());
        if missed.count() > 1 { Self::Recent } else { Self::Daily }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Daily => "eurofxref-daily.xml",
            Self::Recent => "eurofxref-hist-90d.xml",
            Self::History => "eurofxref-hist.zip",
        }
    }
}

/// The currency source for the European Central Bank.
pub struct Ecb {
    client: Arc<HttpClient>,
    clock: Arc<dyn Clock>,
    endpoint: Endpoint,
}

impl Ecb {
    /// Creates the source at an endpoint, which may be a mirror.
    #[must_use]
    pub fn new(client: Arc<HttpClient>, clock: Arc<dyn Clock>, endpoint: Endpoint) -> Self {
        Self {
            client,
            clock,
            endpoint,
        }
    }

    fn context() -> RequestContext {
        RequestContext {
            who: NAME.to_owned(),
            source: SourceId::fixed(SLUG),
            purpose: "currency rates",
            disclosed: DisclosedField::Nothing,
            chain: None,
        }
    }

    fn read(&self, file: RateFile, bytes: &[u8]) -> Result<Vec<DayRates>, &'static str> {
        let days = match file {
            RateFile::Daily | RateFile::Recent => xml::days(bytes)?,
            RateFile::History => history(&decompressed(bytes)?)?,
        };
        let tomorrow = Day::of(self.clock.now()).plus(1);
        if days.is_empty() || days.iter().any(|one| one.day > tomorrow || one.rates.is_empty()) {
            return Err("no rates, or rates of a future day");
        }
        Ok(days)
    }
}

/// Parses the CSV of the history.
pub fn history(text: &str) -> Result<Vec<DayRates>, &'static str> {
    csv::days(text)
}

/// Extracts the only file of an archive.
fn decompressed(bytes: &[u8]) -> Result<String, &'static str> {
    let invalid = "an archive that cannot be opened";
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| invalid)?;
    let file = archive.by_index(0).map_err(|_| invalid)?;
    let mut text = String::new();
    let read = file
        .take(MAX_DECOMPRESSED)
        .read_to_string(&mut text)
        .map_err(|_| invalid)?;
    if u64::try_from(read).is_ok_and(|read| read < MAX_DECOMPRESSED) {
        Ok(text)
    } else {
        Err("an archive that is too large")
    }
}

#[async_trait]
impl CurrencySource for Ecb {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed(SLUG),
            name: NAME.to_owned(),
            kind: SourceKind::Currency,
            website: "https://www.ecb.europa.eu".to_owned(),
            learns: "No user data. Every server downloads the same files.".to_owned(),
            capabilities: vec!["rates of currencies of every business day since 1999".to_owned()],
            rate_limit: "once on each business day".to_owned(),
            hosts: host_key(&self.endpoint.base).into_iter().collect(),
            credentials: Vec::new(),
        }
    }

    async fn rates(&self, after: Option<Day>) -> Result<Vec<DayRates>, RemoteError> {
        let context = Self::context();
        let file = RateFile::since(after, Day::of(self.clock.now()));
        let mut url = self.endpoint.base.clone();
        match url.path_segments_mut() {
            Ok(mut path) => drop(path.pop_if_empty().push(file.name())),
            Err(()) => return Err(context.refused("its base URL cannot be extended")),
        }
        let bytes = self.client.send(&OutgoingRequest::get(url), &context).await?;
        self.read(file, &bytes).map_err(|what| context.malformed(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_file_that_covers_all_days_is_requested() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        let monday = day("2026-04-13");
        for (after, file) in [
            (None, RateFile::History),
            (Some("1999-01-04"), RateFile::History),
            (Some("2026-01-22"), RateFile::History),
            (Some("2026-01-23"), RateFile::Recent),
            (Some("2026-04-09"), RateFile::Recent),
            (Some("2026-04-10"), RateFile::Daily),
            (Some("2026-04-13"), RateFile::Daily),
            (Some("2027-01-01"), RateFile::Daily),
        ] {
            assert_eq!(RateFile::since(after.map(day), monday), file, "{after:?}");
        }
    }
}
