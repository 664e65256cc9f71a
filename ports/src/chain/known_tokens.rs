//! Well-known tokens, to detect look-alike symbols, and tokens known to be scams.

use std::collections::{BTreeMap, BTreeSet};

use unicode_security::confusable_detection::skeleton as uts39_skeleton;

use crate::chain::asset::AssetId;

/// Well-known tokens and known scams.
#[derive(Clone, Debug, Default)]
pub struct KnownTokens {
    assets: BTreeSet<AssetId>,
    /// The symbol of each token, by both of its skeletons (see [`skeletons`]).
    by_skeleton: BTreeMap<String, String>,
    bad: BTreeSet<AssetId>,
}

/// The well-known symbol that another symbol looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookalikeOf {
    /// The well-known symbol.
    pub symbol: String,
    /// Whether both differ in case only.
    pub same_letters: bool,
}

impl KnownTokens {
    /// Makes the table of these assets and symbols.
    #[must_use]
    pub fn new<'a>(known: impl IntoIterator<Item = (AssetId, &'a str)>) -> Self {
        let mut known_tokens = Self::default();
        for (asset, symbol) in known {
            known_tokens.assets.insert(asset);
            for skeleton in skeletons(symbol) {
                known_tokens
                    .by_skeleton
                    .entry(skeleton)
                    .or_insert_with(|| symbol.to_owned());
            }
        }
        known_tokens
    }

    /// Adds known scams, which are flagged whatever their symbol.
    #[must_use]
    pub fn with_bad(mut self, bad: impl IntoIterator<Item = AssetId>) -> Self {
        self.bad.extend(bad);
        self
    }

    /// Returns whether the asset is a known scam.
    #[must_use]
    pub fn is_bad(&self, asset: &AssetId) -> bool {
        self.bad.contains(asset)
    }

    /// Returns whether the asset is a well-known one.
    #[must_use]
    pub fn knows(&self, asset: &AssetId) -> bool {
        self.assets.contains(asset)
    }

    /// Returns the well-known symbol that `symbol` looks like, unless `asset` is itself well known.
    #[must_use]
    pub fn lookalike_of(&self, asset: &AssetId, symbol: &str) -> Option<LookalikeOf> {
        if self.knows(asset) || symbol.is_empty() {
            return None;
        }
        let known = skeletons(symbol)
            .into_iter()
            .find_map(|skeleton| self.by_skeleton.get(&skeleton))?;
        Some(LookalikeOf {
            same_letters: known.eq_ignore_ascii_case(symbol),
            symbol: known.clone(),
        })
    }
}

/// Returns the skeletons of a symbol by Unicode's table of confusable letters (UTS 39): of the symbol as written, and of
/// its lower-case form, because a lower-case L looks like a capital I and a capital one does not.
fn skeletons(symbol: &str) -> [String; 2] {
    let as_written: String = uts39_skeleton(symbol).collect();
    let small: String = uts39_skeleton(&symbol.to_lowercase()).collect();
    [format!("A{}", as_written.to_lowercase()), format!("a{small}")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_with_confusable_letters_are_found() {
        let id = |n: u32| -> AssetId { format!("eip155:1/slip44:{n}").parse().unwrap() };
        let known_tokens = KnownTokens::new([(id(1), "USDC"), (id(2), "UNI"), (id(3), "WBTC")]);
        let lookalike = |symbol: &str| {
            known_tokens
                .lookalike_of(&id(9), symbol)
                .map(|one| (one.symbol, one.same_letters))
        };
        assert_eq!(lookalike("usdc"), Some(("USDC".into(), true)));
        assert_eq!(lookalike("USD\u{421}"), Some(("USDC".into(), false)));
        assert_eq!(lookalike("UNl"), Some(("UNI".into(), false)));
        assert_eq!(lookalike("TIDE"), None);
        assert_eq!(lookalike(""), None);
        assert_eq!(known_tokens.lookalike_of(&id(1), "USDC"), None, "it is itself");
    }
}
