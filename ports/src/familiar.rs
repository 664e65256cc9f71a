//! Tokens that everybody knows, by how their symbols look; and those that are known to be bad.

use std::collections::{BTreeMap, BTreeSet};

use unicode_security::confusable_detection::skeleton;

use crate::asset::AssetId;

/// Tokens that everybody knows.
#[derive(Clone, Debug, Default)]
pub struct Familiar {
    assets: BTreeSet<AssetId>,
    /// By how they look, in both ways of looking: the symbol as it is written.
    looks: BTreeMap<String, String>,
    bad: BTreeSet<AssetId>,
}

/// A well-known symbol that another one looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The well-known one.
    pub symbol: String,
    /// Whether the letters are the same but for their case.
    pub same_letters: bool,
}

impl Familiar {
    /// Of these assets with their symbols.
    #[must_use]
    pub fn new<'a>(known: impl IntoIterator<Item = (AssetId, &'a str)>) -> Self {
        let mut familiar = Self::default();
        for (asset, symbol) in known {
            familiar.assets.insert(asset);
            for look in looks(symbol) {
                familiar.looks.entry(look).or_insert_with(|| symbol.to_owned());
            }
        }
        familiar
    }

    /// With these known to be bad, whatever they are called.
    #[must_use]
    pub fn with_bad(mut self, bad: impl IntoIterator<Item = AssetId>) -> Self {
        self.bad.extend(bad);
        self
    }

    /// Whether it is known to be bad.
    #[must_use]
    pub fn is_bad(&self, asset: &AssetId) -> bool {
        self.bad.contains(asset)
    }

    /// Whether it is one of them.
    #[must_use]
    pub fn knows(&self, asset: &AssetId) -> bool {
        self.assets.contains(asset)
    }

    /// What a symbol looks like, where it is another asset's.
    #[must_use]
    pub fn likeness(&self, asset: &AssetId, symbol: &str) -> Option<Likeness> {
        if self.knows(asset) || symbol.is_empty() {
            return None;
        }
        let known = looks(symbol).into_iter().find_map(|look| self.looks.get(&look))?;
        Some(Likeness {
            same_letters: known.eq_ignore_ascii_case(symbol),
            symbol: known.clone(),
        })
    }
}

/// How a symbol looks, by Unicode's table of confusable letters (UTS 39): as written, and in small letters, because a small
/// L looks like a large I and a large one does not.
fn looks(symbol: &str) -> [String; 2] {
    let as_written: String = skeleton(symbol).collect();
    let small: String = skeleton(&symbol.to_lowercase()).collect();
    [format!("A{}", as_written.to_lowercase()), format!("a{small}")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_look_the_same_are_the_same_look() {
        let id = |n: u32| -> AssetId { format!("eip155:1/slip44:{n}").parse().unwrap() };
        let familiar = Familiar::new([(id(1), "USDC"), (id(2), "UNI"), (id(3), "WBTC")]);
        let like = |symbol: &str| {
            familiar
                .likeness(&id(9), symbol)
                .map(|one| (one.symbol, one.same_letters))
        };
        assert_eq!(like("usdc"), Some(("USDC".into(), true)));
        assert_eq!(like("USD\u{421}"), Some(("USDC".into(), false)));
        assert_eq!(like("UNl"), Some(("UNI".into(), false)));
        assert_eq!(like("TIDE"), None);
        assert_eq!(like(""), None);
        assert_eq!(familiar.likeness(&id(1), "USDC"), None, "it is itself");
    }
}
