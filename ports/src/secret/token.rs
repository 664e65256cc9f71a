//! Bearer tokens.

use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::secret::Secret;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH: usize = 32;
const CHECK_LENGTH: usize = 6;
/// How many of the random characters people see of a token that is stored. 28 of them, about 166 bits, stay unknown.
const SHOWN_LENGTH: usize = 4;

/// What a token grants; the prefix identifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenKind {
    /// A session of a user: `spy_session_`.
    Session,
    /// A visitor's session for a shared portfolio or one address, valid for one hour: `spy_share_`.
    Share,
    /// The link in a mail that proves an e-mail address, valid for 24 hours and used once: `spy_email_`.
    EmailLink,
    /// A key with which a program of a user reads their data: `spy_key_`.
    ApiKey,
    /// The state of a request for consent at an exchange, valid for 10 minutes and used once: `spy_oauth_`.
    OAuthState,
}

impl TokenKind {
    const ALL: [Self; 5] = [
        Self::Session,
        Self::Share,
        Self::EmailLink,
        Self::ApiKey,
        Self::OAuthState,
    ];

    /// Returns the prefix, which secret scanners and users recognize.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Session => "spy_session_",
            Self::Share => "spy_share_",
            Self::EmailLink => "spy_email_",
            Self::ApiKey => "spy_key_",
            Self::OAuthState => "spy_oauth_",
        }
    }
}

/// A token: a prefix, 32 random base-62 characters, and a checksum of 6 characters. Only its hash is stored.
pub struct Token {
    kind: TokenKind,
    text: Secret<String>,
}

/// Why a text is not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a Spyhop token")]
pub struct ParseTokenError;

impl Token {
    /// Makes a token from 32 random bytes (the 32 base-62 characters hold about 190 bits).
    #[must_use]
    pub fn new(kind: TokenKind, random: &[u8; 32]) -> Self {
        let body = base62(random, RANDOM_LENGTH);
        let text = format!("{}{body}{}", kind.prefix(), checksum(kind, &body));
        Self {
            kind,
            text: Secret::new(text),
        }
    }

    /// Returns what it grants.
    #[must_use]
    pub fn kind(&self) -> TokenKind {
        self.kind
    }

    /// Returns the text, for the one answer that contains it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        self.text.reveal()
    }

    /// Returns the prefix and the first 4 random characters, by which people recognize a token that is stored as a hash.
    #[must_use]
    pub fn shown_start(&self) -> &str {
        let text = self.text.reveal();
        &text[..self.kind.prefix().len() + SHOWN_LENGTH]
    }

    /// Returns the SHA-256 of the text, which is stored and looked up.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.text.reveal().as_bytes()).into()
    }
}

/// Returns `length` unbiased base-62 characters: bytes of a hash chain over the randomness, skipping those of 248 and above
/// (4 × 62 = 248).
pub(crate) fn base62(random: &[u8; 32], length: usize) -> String {
    let seed = *random;
    (0u32..)
        .flat_map(move |round| {
            Sha256::new()
                .chain_update(seed)
                .chain_update(round.to_be_bytes())
                .finalize()
                .to_vec()
        })
        .filter(|byte| *byte < 248)
        .map(|byte| char::from(ALPHABET[usize::from(byte % 62)]))
        .take(length)
        .collect()
}

fn checksum(kind: TokenKind, body: &str) -> String {
    let digest = Sha256::new().chain_update(kind.prefix()).chain_update(body).finalize();
    let mut number = u64::from(u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]));
    let mut text = String::with_capacity(CHECK_LENGTH);
    for _ in 0..CHECK_LENGTH {
        text.push(char::from(ALPHABET[usize::try_from(number % 62).unwrap_or(0)]));
        number /= 62;
    }
    text
}

impl FromStr for Token {
    type Err = ParseTokenError;

    /// Checks format and checksum, so that a mistyped token costs no look-up in storage.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let kind = TokenKind::ALL
            .into_iter()
            .find(|kind| text.starts_with(kind.prefix()))
            .ok_or(ParseTokenError)?;
        let rest = &text[kind.prefix().len()..];
        if rest.len() != RANDOM_LENGTH + CHECK_LENGTH || !rest.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(ParseTokenError);
        }
        let (body, check) = rest.split_at(RANDOM_LENGTH);
        if checksum(kind, body) == check {
            Ok(Self {
                kind,
                text: Secret::new(text.to_owned()),
            })
        } else {
            Err(ParseTokenError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_recognised_and_a_mistyped_one_is_not() {
        let token = Token::new(TokenKind::Session, &[7; 32]);
        let text = token.reveal().to_owned();
        assert!(text.starts_with("spy_session_"));
        assert_eq!(text.len(), 12 + 32 + 6);
        assert_eq!(text.parse::<Token>().unwrap().hash(), token.hash());
        let mut wrong = text.clone().into_bytes();
        wrong[20] = if wrong[20] == b'a' { b'b' } else { b'a' };
        assert!(String::from_utf8(wrong).unwrap().parse::<Token>().is_err());
        assert!(text[..49].parse::<Token>().is_err());
        assert!("spy_other_".parse::<Token>().is_err());
    }

    #[test]
    fn prefixes_stay_what_scanners_know() {
        let prefixes = TokenKind::ALL.map(TokenKind::prefix);
        assert_eq!(
            prefixes,
            ["spy_session_", "spy_share_", "spy_email_", "spy_key_", "spy_oauth_"]
        );
        for kind in TokenKind::ALL {
            let again: Token = Token::new(kind, &[3; 32]).reveal().parse().unwrap();
            assert_eq!(again.kind(), kind);
        }
        let share = Token::new(TokenKind::Share, &[3; 32]);
        let turned = share.reveal().replace("share", "session");
        assert!(turned.parse::<Token>().is_err(), "the kind is part of the checksum");
    }

    #[test]
    fn the_shown_start_of_a_token_is_not_enough_to_guess_it() {
        let token = Token::new(TokenKind::ApiKey, &[7; 32]);
        let start = token.shown_start();
        assert!(token.reveal().starts_with(start));
        assert_eq!(start.len(), "spy_key_".len() + 4);
        assert_eq!(token.reveal().len() - start.len(), 28 + 6);
    }

    #[test]
    fn different_randomness_gives_different_tokens() {
        let one = Token::new(TokenKind::Session, &[1; 32]);
        let two = Token::new(TokenKind::Session, &[2; 32]);
        assert_ne!(one.reveal(), two.reveal());
    }
}
