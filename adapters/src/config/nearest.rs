//! The nearest known name of a mistyped one.

/// The minimum length of a common prefix.
const SHORTEST: usize = 3;

/// Returns the nearest of `known`, if it is near enough: at most a third of its letters differ, or one of both names is a
/// unique prefix of the other.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let near = |candidate: &&'a str| {
        let away = distance(name, candidate);
        (away * 3 <= candidate.chars().count().max(3)).then_some((away, *candidate))
    };
    let nearest = known.iter().filter_map(near).min_by_key(|(away, _)| *away);
    nearest.map(|(_, candidate)| candidate).or_else(|| begun(name, &known))
}

/// Returns the only one of `known` that has `name` as a prefix or is a prefix of `name`. Very short prefixes do not count.
fn begun<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let is_start = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        let shorter = name.len().min(candidate.len());
        shorter >= SHORTEST && (name.starts_with(&candidate) || candidate.starts_with(&name))
    };
    let mut starts = known.iter().filter(|candidate| is_start(candidate));
    starts.next().filter(|_| starts.next().is_none()).copied()
}

/// Returns the Levenshtein distance, ignoring case.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in one.to_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (column, another) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *another);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_counted_in_letters() {
        for (one, other, away) in [
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("SPYHOP", "spyhop", 0),
            ("ab", "ba", 2),
        ] {
            assert_eq!(distance(one, other), away, "{one} {other}");
        }
    }

    #[test]
    fn only_near_names_are_offered() {
        let known = ["DATA", "DATABASE_URL", "PLANS"];
        assert_eq!(nearest("DATE", known), Some("DATA"));
        assert_eq!(nearest("DATABASEURL", known), Some("DATABASE_URL"));
        assert_eq!(nearest("COLOUR", known), None);
        assert_eq!(nearest("key", ["endpoints"]), None);
    }

    #[test]
    fn a_unique_prefix_is_offered() {
        let known = ["SPYHOP_DATA", "SPYHOP_LISTEN", "ethereum", "bitcoin", "bitcoin-cash"];
        assert_eq!(nearest("SPYHOP_DATA_DIR", known), Some("SPYHOP_DATA"));
        assert_eq!(nearest("eth", known), Some("ethereum"));
        assert_eq!(nearest("bitc", known), None, "two begin so");
        assert_eq!(nearest("et", known), None, "too short");
    }
}
