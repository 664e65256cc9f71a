//! The rights of keys that an exchange documents.

use ports::{GrantedRight, RightAccess, asset::clean};

/// The longest name of a right that this version does not know.
const LONGEST: usize = 64;

/// A right that an exchange documents.
pub(crate) struct KnownRight {
    /// The exchange's own word for it.
    pub(crate) name: &'static str,
    /// What it allows.
    pub(crate) access: RightAccess,
    /// Where it is in the exchange's menu.
    pub(crate) menu: &'static str,
    /// Whether reading needs it.
    pub(crate) is_needed: bool,
}

impl KnownRight {
    /// Makes a right to read.
    pub(crate) const fn reads(name: &'static str, menu: &'static str, is_needed: bool) -> Self {
        Self {
            name,
            access: RightAccess::Reads,
            menu,
            is_needed,
        }
    }

    /// Makes a right to change something.
    pub(crate) const fn changes(name: &'static str, menu: &'static str) -> Self {
        Self {
            name,
            access: RightAccess::Changes,
            menu,
            is_needed: false,
        }
    }
}

/// Returns the rights with these names; one that is not documented is unknown.
pub(crate) fn granted<'a>(known: &[KnownRight], names: impl IntoIterator<Item = &'a str>) -> Vec<GrantedRight> {
    let mut rights: Vec<GrantedRight> = Vec::new();
    for name in names {
        let known = known.iter().find(|known| known.name == name);
        let access = known.map_or(RightAccess::Unknown, |known| known.access);
        let right = GrantedRight {
            name: clean(name, LONGEST),
            access,
            switch: known
                .filter(|_| access != RightAccess::Reads)
                .map_or_else(String::new, |known| known.menu.to_owned()),
        };
        if !rights.contains(&right) {
            rights.push(right);
        }
    }
    rights
}

/// Returns the rights that reading needs and that are not granted, by their place in the menu.
pub(crate) fn missing(known: &[KnownRight], granted: &[GrantedRight]) -> Vec<String> {
    let is_granted = |known: &KnownRight| granted.iter().any(|right| right.name == known.name);
    let missing = known.iter().filter(|known| known.is_needed && !is_granted(known));
    missing.map(|known| known.menu.to_owned()).collect()
}
