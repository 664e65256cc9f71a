//! Why an exchange does not answer to a key.

use std::fmt;

/// Why an exchange does not answer to a key. None of these ends by waiting, but for a wrong clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum KeyProblem {
    /// It does not know the key: it is wrong, was deleted, or has ended.
    BadKey,
    /// The signature does not fit the key: the secret or the phrase is wrong.
    BadSignature,
    /// The key is bound to other addresses than that of this server.
    IpDenied,
    /// The key may not read what is requested.
    NoPermission,
    /// The key may do more than read.
    TooManyRights,
    /// The clocks of the exchange and of this server differ.
    ClockSkew,
    /// The exchange does not serve the country of this server.
    RegionBlocked,
    /// The key belongs to another site of the exchange.
    WrongSite,
    /// There is no key for the account any more, or it cannot be decrypted.
    NoKey,
    /// The access that its owner granted there has ended.
    Reconnect,
}

impl KeyProblem {
    /// Every problem.
    pub const ALL: [Self; 10] = [
        Self::BadKey,
        Self::BadSignature,
        Self::IpDenied,
        Self::NoPermission,
        Self::TooManyRights,
        Self::ClockSkew,
        Self::RegionBlocked,
        Self::WrongSite,
        Self::NoKey,
        Self::Reconnect,
    ];

    /// Returns the stable code that is stored and sent on the wire.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::BadKey => "bad_key",
            Self::BadSignature => "bad_signature",
            Self::IpDenied => "ip_denied",
            Self::NoPermission => "no_permission",
            Self::TooManyRights => "too_many_rights",
            Self::ClockSkew => "clock_skew",
            Self::RegionBlocked => "region_blocked",
            Self::WrongSite => "wrong_site",
            Self::NoKey => "no_key",
            Self::Reconnect => "reconnect",
        }
    }

    /// Returns what to do about it, as a sentence.
    #[must_use]
    pub fn next_step(self) -> &'static str {
        match self {
            Self::BadKey => "Create a new read-only key there and replace this one.",
            Self::BadSignature => "Copy key and secret again, both from the same key.",
            Self::IpDenied => "Add this server's address to the key, or remove the key's list of addresses.",
            Self::NoPermission => "Give the key the reading rights that the steps name.",
            Self::TooManyRights => "Switch these rights off there, or create a read-only key.",
            Self::ClockSkew => "Correct the clock of this server.",
            Self::RegionBlocked => "Run the server where the exchange answers, or import its CSV file.",
            Self::WrongSite => "Choose the site on which the key was created.",
            Self::NoKey => "Enter the key again.",
            Self::Reconnect => "Reconnect it.",
        }
    }
}

impl fmt::Display for KeyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BadKey => "did not accept the key",
            Self::BadSignature => "did not accept the signature made with this secret",
            Self::IpDenied => "does not accept this key from the address of this server",
            Self::NoPermission => "does not let this key read",
            Self::TooManyRights => "lets this key do more than read",
            Self::ClockSkew => "has another time than this server",
            Self::RegionBlocked => "does not answer servers in this country",
            Self::WrongSite => "knows this key on another of its sites",
            Self::NoKey => "cannot be read, because this server has no key of the account",
            Self::Reconnect => "has ended the access of this server to the account",
        })
    }
}
