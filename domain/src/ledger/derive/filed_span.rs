//! The times of which files have everything of a list.

use std::collections::BTreeMap;

use ports::{ExchangeFile, FilePart, Stream, Timestamp};

/// The first and the last moment of a time, in milliseconds.
pub(super) type Span = (u64, u64);

/// Returns the times of which files have everything of a list, apart from each other and in their order: those of files that replace the
/// list, and those that files of all parts of the account have.
pub(super) fn spans(files: &[ExchangeFile], stream: Stream) -> Vec<Span> {
    let own = files.iter().filter(|file| file.replaces(stream)).map(span);
    let mut parts: BTreeMap<&FilePart, Vec<Span>> = BTreeMap::new();
    for file in files {
        if let Some(part) = &file.part {
            parts.entry(part).or_default().push(span(file));
        }
    }
    let mut exchanges: BTreeMap<u64, Vec<Vec<Span>>> = BTreeMap::new();
    for (part, spans) in parts {
        exchanges.entry(part.of).or_default().push(merged(spans));
    }
    let whole = exchanges
        .into_iter()
        .filter(|(of, parts)| parts.len() as u64 == *of)
        .filter_map(|(_, parts)| parts.into_iter().reduce(|one, other| common(&one, &other)));
    merged(own.chain(whole.flatten()).collect())
}

/// Returns what of a time is in none of these.
pub(super) fn outside((first, last): Span, spans: &[Span]) -> Vec<Span> {
    let mut open = vec![(first, last)];
    for (from, to) in spans {
        let rest = |(first, last): Span| {
            let before = from.checked_sub(1).filter(|end| *end >= first);
            let after = to.checked_add(1).filter(|begin| *begin <= last);
            let before = before.map(|end| (first, end.min(last)));
            before
                .into_iter()
                .chain(after.map(|begin| (begin.max(first), last)))
                .collect::<Vec<_>>()
        };
        open = open.into_iter().flat_map(rest).collect();
    }
    open
}

pub(super) fn block(at: Timestamp) -> u64 {
    u64::try_from(at.millis()).unwrap_or_default()
}

fn span(file: &ExchangeFile) -> Span {
    (block(file.times.0), block(file.times.1))
}

/// Returns these times in their order, with those that follow each other without a moment between them as one.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut found: Vec<Span> = Vec::new();
    for (first, last) in spans {
        match found.last_mut() {
            Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
            _ => found.push((first, last)),
        }
    }
    found
}

/// Returns what is in both.
fn common(one: &[Span], other: &[Span]) -> Vec<Span> {
    let both = one
        .iter()
        .flat_map(|a| other.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))));
    both.filter(|(first, last)| first <= last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_put_into_one_another_and_taken_out() {
        assert_eq!(
            merged(vec![(5, 9), (0, 3), (4, 4), (20, 30), (8, 12)]),
            [(0, 12), (20, 30)]
        );
        assert_eq!(common(&[(0, 10), (20, 30)], &[(5, 25)]), [(5, 10), (20, 25)]);
        assert_eq!(common(&[(0, 10)], &[(11, 12)]), []);
        for (spans, expected) in [
            (vec![], vec![(10, 20)]),
            (vec![(0, 9)], vec![(10, 20)]),
            (vec![(21, 30)], vec![(10, 20)]),
            (vec![(0, 10)], vec![(11, 20)]),
            (vec![(20, u64::MAX)], vec![(10, 19)]),
            (vec![(12, 14), (16, 16)], vec![(10, 11), (15, 15), (17, 20)]),
            (vec![(0, 30)], vec![]),
        ] {
            assert_eq!(outside((10, 20), &spans), expected, "{spans:?}");
        }
    }
}
