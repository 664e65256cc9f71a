//! Events, and which logs have their layout.

/// An event. Different events may have the same topic, because it says nothing about what is indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EventType {
    /// The first topic.
    pub topic: &'static str,
    /// The signature, with `*` behind indexed arguments; with `?` at the end where contracts index different ones.
    pub signature: &'static str,
}

impl EventType {
    /// Returns whether a log with this number of topics and of whole words of data has the layout. Arguments without a fixed size
    /// need one word at least.
    pub fn fits(self, topics: usize, words: usize) -> bool {
        let list = self.signature.trim_end_matches('?');
        let arguments = arguments(list);
        let indexed = arguments.iter().filter(|one| one.ends_with('*')).count();
        let data = arguments.iter().filter(|one| !one.ends_with('*'));
        let sizes: Vec<Option<usize>> = data.map(|one| size(one)).collect();
        let least: usize = sizes.iter().map(|size| size.unwrap_or(1)).sum();
        let (indexed, found, least) = if self.signature.ends_with('?') {
            (topics, topics.saturating_sub(1) + words, least)
        } else {
            (indexed + 1, words, least)
        };
        topics == indexed && topics > 0 && (found == least || (found > least && sizes.contains(&None)))
    }
}

/// Returns the arguments of a signature or the members of a tuple.
fn arguments(list: &str) -> Vec<&str> {
    let inner = list.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')'));
    let inner = inner.map_or("", |(inner, _)| inner);
    let (mut depth, mut start, mut found) = (0_usize, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.extend(inner.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.extend(inner.get(start..).filter(|last| !last.is_empty()));
    found
}

/// Returns the number of words that a type has in the data; `None` where it depends on the value.
fn size(argument: &str) -> Option<usize> {
    if let Some((element, count)) = argument.strip_suffix(']').and_then(|list| list.rsplit_once('[')) {
        return Some(size(element)? * count.parse::<usize>().ok()?);
    }
    match argument {
        "bytes" | "string" => None,
        tuple if tuple.starts_with('(') => arguments(tuple).into_iter().map(size).sum(),
        _ => Some(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitting(signature: &'static str) -> Vec<(usize, usize)> {
        let event = EventType { topic: "", signature };
        let all = (0..=4).flat_map(|topics| (0..8).map(move |words| (topics, words)));
        all.filter(|(topics, words)| event.fits(*topics, *words)).collect()
    }

    #[test]
    fn what_is_indexed_is_a_topic_and_the_rest_is_data() {
        assert_eq!(fitting("Mint(address,uint256,uint256)"), [(1, 3)]);
        assert_eq!(fitting("Mint(address*,uint256,uint256)"), [(2, 2)]);
        assert_eq!(fitting("Closed()"), [(1, 0)]);
        assert_eq!(fitting("Added(address*,uint256[2],uint256)"), [(2, 3)]);
        assert_eq!(fitting("Pair((address,uint256)*,(address,uint256))"), [(2, 2)]);
        assert_eq!(
            fitting("Transfer(address,address,uint256)?"),
            [(1, 3), (2, 2), (3, 1), (4, 0)]
        );
    }

    #[test]
    fn arguments_without_a_fixed_size_may_be_longer() {
        for signature in [
            "Sent(address*,bytes)",
            "Sent(address*,uint256[])",
            "Sent(address*,(bytes))",
        ] {
            assert_eq!(fitting(signature).first(), Some(&(2, 1)), "{signature}");
            assert_eq!(fitting(signature).last(), Some(&(2, 7)), "{signature}");
        }
        assert_eq!(fitting("Sent(address*,bytes,uint256)").first(), Some(&(2, 2)));
    }
}
