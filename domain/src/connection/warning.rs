//! What a person should know about a key before it is stored.

use std::fmt;

use ports::{Day, KeyEnd, KeyNetwork, KeyRights, Timestamp};

/// Keys that end within this many days have the warning [`KeyWarning::Ends`].
const SOON_DAYS: i64 = 30;

/// What a person should know about a key before it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyWarning {
    /// The exchange does not state what its keys may do.
    RightsNotStated,
    /// It may be used from any address.
    AnyAddress,
    /// It ends soon.
    Ends(Timestamp),
    /// It may read a part of the history only.
    HistoryLimited,
}

impl KeyWarning {
    /// Returns the stable code that is sent on the wire.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::RightsNotStated => "rights_not_stated",
            Self::AnyAddress => "any_address",
            Self::Ends(_) => "ends_soon",
            Self::HistoryLimited => "history_limited",
        }
    }

    /// Returns what should be known about a key with these rights.
    #[must_use]
    pub fn of(rights: &KeyRights, now: Timestamp) -> Vec<Self> {
        let ends = match rights.end {
            KeyEnd::At(end) if end.millis() - now.millis() < SOON_DAYS * 86_400_000 => Some(Self::Ends(end)),
            _ => None,
        };
        let found = [
            (!rights.is_stated()).then_some(Self::RightsNotStated),
            (rights.network == KeyNetwork::Any).then_some(Self::AnyAddress),
            ends,
            (rights.history != (None, None)).then_some(Self::HistoryLimited),
        ];
        found.into_iter().flatten().collect()
    }
}

impl fmt::Display for KeyWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RightsNotStated => {
                f.write_str("The exchange can't tell what a key may do. Check there that this one can only read.")
            }
            Self::AnyAddress => f.write_str("This key works from any address. Bind it to the address of this server."),
            Self::Ends(end) => write!(f, "This key ends on {}.", Day::of(*end)),
            Self::HistoryLimited => f.write_str("This key reads a part of the history only."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_warned_about_by_what_is_stated() {
        let at = Timestamp::from_seconds;
        let bound = KeyRights {
            granted: Some(vec![]),
            missing: vec![],
            network: KeyNetwork::Only(vec!["203.0.113.24".to_owned()]),
            end: KeyEnd::NotStated,
            history: (None, None),
        };
        assert_eq!(KeyWarning::of(&bound, at(0)), []);
        let day = 86_400;
        let ends = |seconds| {
            KeyWarning::of(
                &KeyRights {
                    end: KeyEnd::At(at(seconds)),
                    ..bound.clone()
                },
                at(0),
            )
        };
        assert_eq!(ends(30 * day), []);
        assert_eq!(ends(30 * day - 1), [KeyWarning::Ends(at(30 * day - 1))]);
        let loose = KeyRights {
            granted: None,
            network: KeyNetwork::Any,
            history: (Some(at(5)), None),
            ..bound
        };
        let codes: Vec<&str> = KeyWarning::of(&loose, at(0))
            .into_iter()
            .map(KeyWarning::code)
            .collect();
        assert_eq!(codes, ["rights_not_stated", "any_address", "history_limited"]);
    }
}
