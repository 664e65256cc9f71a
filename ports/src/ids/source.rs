//! Source ids.

use std::{str::FromStr, sync::Arc};

use crate::{ids::chain::ChainId, text_type::text};

/// The maximum length of an id: a slug of 40 characters, a colon, and a chain id of at most 41 (CAIP-2).
const LONGEST: usize = 82;

/// A source's id: a lower-case slug such as `defillama` or `evm`, or a slug with a chain, such as `evm:eip155:1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(Arc<str>);

/// Why a text is not a source id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a source id such as defillama")]
pub struct ParseSourceIdError;

impl SourceId {
    /// Returns the id of a built-in source, whose slug is a constant in its own file. Text from anywhere else is parsed.
    #[must_use]
    pub fn fixed(slug: &'static str) -> Self {
        debug_assert!(slug.parse::<Self>().is_ok(), "{slug} is not a source id");
        Self(slug.into())
    }

    /// Returns the source id of prices that users set.
    #[must_use]
    pub fn manual() -> Self {
        Self("manual".into())
    }

    /// Returns the id of this source on one chain, because it may fail on one chain and work on others.
    #[must_use]
    pub fn at(&self, chain: &ChainId) -> Self {
        let chain = chain.as_str().to_lowercase().replace('_', "-");
        Self(format!("{self}:{chain}").into())
    }

    /// Returns the id of one of several things of this source, such as a file, whose id has lower-case letters, digits and hyphens.
    #[must_use]
    pub fn of(&self, id: uuid::Uuid) -> Self {
        Self(format!("{self}:{}", id.as_hyphenated()).into())
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SourceId {
    type Err = ParseSourceIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = (1..=LONGEST).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b':');
        if fits {
            Ok(Self(text.into()))
        } else {
            Err(ParseSourceIdError)
        }
    }
}

text!(SourceId);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// A source id with any chain id parses back to itself.
        #[test]
        fn a_source_has_an_id_on_every_chain(slug in "[-a-z0-9]{1,40}", chain in "[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}") {
            let id = slug.parse::<SourceId>().unwrap().at(&chain.parse().unwrap());
            prop_assert_eq!(id.as_str().parse::<SourceId>().unwrap(), id);
        }
    }

    #[test]
    fn ids_have_a_maximum_length() {
        assert!("a".repeat(LONGEST).parse::<SourceId>().is_ok());
        for bad in [
            String::new(),
            "a".repeat(LONGEST + 1),
            "A".into(),
            "a b".into(),
            "a_b".into(),
            "a%".into(),
        ] {
            assert!(bad.parse::<SourceId>().is_err(), "{bad}");
        }
    }
}
