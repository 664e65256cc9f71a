//! Disclosures. Rows keep the time of their first disclosure, so that a user sees exactly what was disclosed since they added
//! an address. Rows of old days are folded into one row a day.

use std::{collections::BTreeMap, time::Duration};

use async_trait::async_trait;
use ports::{
    Disclosure, StorageError, Timestamp,
    disclosure::{DisclosedField, DisclosureQuery, DisclosureStore},
};

use crate::{
    rows::{DisclosureKey, DisclosureSubject, Sum},
    storage::MemoryStorage,
    tables::{Tables, most},
};

const FOLDED_AFTER: Duration = Duration::from_hours(48);

/// Returns the disclosed address or name as text.
fn text(disclosed: &DisclosedField) -> String {
    match disclosed {
        DisclosedField::Address(address) => address.to_string(),
        DisclosedField::Name(name) => name.to_string(),
        DisclosedField::Assets => "assets".to_owned(),
        DisclosedField::Nothing => "nothing".to_owned(),
    }
}

/// Returns the kind of the disclosed data. Kinds sort alphabetically.
fn kind(disclosed: &DisclosedField) -> &'static str {
    match disclosed {
        DisclosedField::Address(_) => "address:",
        DisclosedField::Name(_) => "name:",
        DisclosedField::Assets | DisclosedField::Nothing => "",
    }
}

/// Returns the addresses and names whose disclosures the query may see, each with the start time.
fn allowed(query: &DisclosureQuery) -> BTreeMap<DisclosedField, Timestamp> {
    let mut since: BTreeMap<DisclosedField, Timestamp> = BTreeMap::new();
    let addresses = query
        .addresses
        .iter()
        .map(|(address, at)| (DisclosedField::Address(address.clone()), *at));
    let names = query
        .names
        .iter()
        .map(|(name, at)| (DisclosedField::Name(name.clone()), *at));
    let impersonal = query
        .impersonal_since
        .map(|at| [(DisclosedField::Assets, at), (DisclosedField::Nothing, at)]);
    for (disclosed, at) in addresses.chain(names).chain(impersonal.into_iter().flatten()) {
        let earliest = since.entry(disclosed).or_insert(at);
        *earliest = at.min(*earliest);
    }
    since
}

/// Returns whether a row matches the filters of a query, regardless of who may see it.
fn matches(query: &DisclosureQuery, subject: &DisclosureSubject, first_at: Timestamp, sum: &Sum) -> bool {
    let is_found = |search: &String| {
        let search = search.trim().to_lowercase();
        let texts = [&subject.host, &subject.purpose, &text(&subject.disclosed)];
        query.sources.contains(&subject.source) || texts.iter().any(|text| text.to_lowercase().contains(&search))
    };
    query.search.as_ref().is_none_or(is_found)
        && query.purpose.as_ref().is_none_or(|purpose| *purpose == subject.purpose)
        && (query.chain.is_none() || query.chain == subject.chain)
        && query.from.is_none_or(|from| sum.last_at >= from)
        && query.until.is_none_or(|until| first_at < until)
}

/// Returns the matching daily sums, newest first.
fn found(tables: &Tables, query: &DisclosureQuery) -> Vec<Disclosure> {
    let allowed = allowed(query);
    let mut sums: BTreeMap<&DisclosureSubject, Disclosure> = BTreeMap::new();
    for ((subject, first_at), sum) in tables.disclosures.iter() {
        let is_allowed = allowed.get(&subject.disclosed).is_some_and(|since| first_at >= since);
        if !is_allowed || !matches(query, subject, *first_at, sum) {
            continue;
        }
        let new = || Disclosure {
            host: subject.host.clone(),
            source: subject.source.clone(),
            purpose: subject.purpose.clone(),
            disclosed: subject.disclosed.clone(),
            chain: subject.chain.clone(),
            count: 0,
            first_at: *first_at,
            last_at: sum.last_at,
        };
        let whole = sums.entry(subject).or_insert_with(new);
        whole.count = whole.count.saturating_add(sum.times);
        whole.first_at = whole.first_at.min(*first_at);
        whole.last_at = whole.last_at.max(sum.last_at);
    }
    let mut found: Vec<Disclosure> = sums.into_values().collect();
    found.sort_by_cached_key(|one| {
        let disclosed = format!("{}{}", kind(&one.disclosed), text(&one.disclosed));
        let order = (one.host.clone(), one.purpose.clone(), disclosed, one.chain.clone());
        (std::cmp::Reverse(one.last_at), order)
    });
    found
}

/// Adds a sum to the row of its key.
fn add(tables: &mut Tables, key: DisclosureKey, sum: &Sum) {
    let new = || Sum {
        times: 0,
        last_at: sum.last_at,
    };
    let known = tables.disclosures.entry(key).or_insert_with(new);
    known.times = known.times.saturating_add(sum.times);
    known.last_at = known.last_at.max(sum.last_at);
}

/// Merges the rows of each sum of the days before this one into its earliest row.
fn fold(tables: &mut Tables, day: &str) {
    let is_old = |((subject, _), _): &(&DisclosureKey, &Sum)| subject.day.as_str() < day;
    let mut first: BTreeMap<DisclosureSubject, Timestamp> = BTreeMap::new();
    let mut later: Vec<(DisclosureKey, Sum)> = vec![];
    // The rows of a subject are ordered by time.
    for (key @ (subject, first_at), sum) in tables.disclosures.iter().filter(is_old) {
        if first.contains_key(subject) {
            later.push((key.clone(), sum.clone()));
        } else {
            first.insert(subject.clone(), *first_at);
        }
    }
    for (key, sum) in later {
        tables.disclosures.remove(&key);
        if let Some(first_at) = first.get(&key.0) {
            add(tables, (key.0, *first_at), &sum);
        }
    }
}

#[async_trait]
impl DisclosureStore for MemoryStorage {
    async fn search(&self, query: &DisclosureQuery) -> Result<(Vec<Disclosure>, u64), StorageError> {
        let found = found(&self.tables(), query);
        let all = found.len() as u64;
        let page = found.into_iter().skip(most(query.start)).take(most(query.limit));
        Ok((page.collect(), all))
    }

    async fn record(&self, disclosures: &[Disclosure]) -> Result<(), StorageError> {
        let Some(newest) = disclosures.iter().map(|disclosure| disclosure.first_at).max() else {
            return Ok(());
        };
        let record = |tables: &mut Tables| {
            let last_day = tables.disclosures.keys().map(|(subject, _)| &subject.day).max();
            if last_day.is_some_and(|day| *day < newest.day()) {
                fold(tables, &newest.minus(FOLDED_AFTER).day());
            }
            for one in disclosures {
                let subject = DisclosureSubject {
                    day: one.first_at.day(),
                    host: one.host.clone(),
                    source: one.source.clone(),
                    purpose: one.purpose.clone(),
                    disclosed: one.disclosed.clone(),
                    chain: one.chain.clone(),
                };
                let sum = Sum {
                    times: one.count,
                    last_at: one.last_at,
                };
                add(tables, (subject, one.first_at), &sum);
            }
            Ok(())
        };
        self.change(record).await
    }
}
