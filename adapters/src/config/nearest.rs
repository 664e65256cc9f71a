//! The nearest known name of a mistyped one.

/// The minimum length of a common prefix.
const SHORTEST: usize = 3;

/// Returns the nearest of `known`, if it is near enough: at most a third of its letters differ, or one of both names is a
/// unique prefix of the other.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let near = |candidate: &&'a str| {
        let away = strsim::levenshtein(&name.to_lowercase(), &candidate.to_lowercase());
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

#[cfg(test)]
mod tests {
    use super::*;

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
