//! What a person enters so that an exchange is read.

use std::{collections::BTreeMap, fmt};

use crate::{secret::Secret, time::clock::Timestamp};

/// How many of the last characters of a key people see of it.
const SHOWN_LENGTH: usize = 4;
/// The most characters of a field; a private key in PEM has about 1,700.
const LONGEST: usize = 4_096;

/// A key of an exchange: the fields of its profile by name, such as `api_key` and `api_secret`. Tokens of an access that a person granted
/// on the page of the exchange are such fields too. It cannot be printed.
pub struct ExchangeKey {
    fields: BTreeMap<String, Secret<String>>,
}

/// Why a text is no field of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyFieldError {
    /// It is empty.
    #[error("Enter this field.")]
    Empty,
    /// It is longer than any key.
    #[error("This is longer than any key.")]
    TooLong,
    /// It has control characters in the middle, which no key has.
    #[error("This has characters that no key has. Copy it again.")]
    Characters,
}

/// Why a stored text is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a stored key of an exchange")]
pub struct ParseExchangeKeyError;

impl ExchangeKey {
    /// The field that identifies the key, and is shown in part.
    pub const API_KEY: &str = "api_key";
    /// The field with which requests are signed.
    pub const API_SECRET: &str = "api_secret";
    /// The field with the phrase that some exchanges require beside the secret.
    pub const API_PASSPHRASE: &str = "api_passphrase";

    const ACCESS_TOKEN: &str = "access_token";
    const REFRESH_TOKEN: &str = "refresh_token";
    /// When the access token expires, in milliseconds since 1970. Every key of tokens has it.
    const EXPIRES_AT: &str = "expires_at";

    /// Makes a key of tokens, the second of which is exchanged for new ones where there is one.
    #[must_use]
    pub fn of_tokens(access: String, refresh: Option<String>, expires_at: Timestamp) -> Self {
        let access = (Self::ACCESS_TOKEN, access);
        let refresh = refresh.map(|refresh| (Self::REFRESH_TOKEN, refresh));
        let tokens = [access].into_iter().chain(refresh);
        Self {
            fields: tokens
                .chain([(Self::EXPIRES_AT, expires_at.millis().to_string())])
                .map(|(name, text)| (name.to_owned(), Secret::new(text)))
                .collect(),
        }
    }

    /// Returns a key of tokens without them, which states that the access has ended.
    #[must_use]
    pub fn ended() -> Self {
        let end = (Self::EXPIRES_AT.to_owned(), Secret::new("0".to_owned()));
        Self {
            fields: BTreeMap::from([end]),
        }
    }

    /// Returns when the access token expires; `None` of keys without tokens.
    #[must_use]
    pub fn tokens_expire_at(&self) -> Option<Timestamp> {
        let millis = self.get(Self::EXPIRES_AT)?.parse().ok()?;
        Some(Timestamp::from_millis(millis))
    }

    /// Returns the token that is sent with each request.
    #[must_use]
    pub fn access_token(&self) -> Option<&str> {
        self.get(Self::ACCESS_TOKEN)
    }

    /// Returns the token that is exchanged for new ones.
    #[must_use]
    pub fn refresh_token(&self) -> Option<&str> {
        self.get(Self::REFRESH_TOKEN)
    }

    /// Makes a key of fields; spaces and line breaks around each are removed. Fails with the name of the first field that no key has.
    pub fn new(fields: impl IntoIterator<Item = (String, String)>) -> Result<Self, (String, KeyFieldError)> {
        let mut own = BTreeMap::new();
        for (name, text) in fields {
            match checked(&text) {
                Ok(text) => own.insert(name, Secret::new(text)),
                Err(error) => return Err((name, error)),
            };
        }
        Ok(Self { fields: own })
    }

    /// Returns a field; `None` where the key has none of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(|text| text.reveal().as_str())
    }

    /// Returns the last four characters of the field that identifies it, by which people tell keys apart. Of a shorter key it is empty.
    #[must_use]
    pub fn shown_end(&self) -> &str {
        let key = self.get(Self::API_KEY).unwrap_or_default();
        let start = key.char_indices().rev().nth(SHOWN_LENGTH - 1).map(|(at, _)| at);
        // Half of a key must stay unknown.
        let is_long = key.chars().count() >= 2 * SHOWN_LENGTH;
        start.filter(|_| is_long).map_or("", |start| &key[start..])
    }

    /// Returns the key as the text that a storage encrypts.
    #[must_use]
    pub fn to_stored(&self) -> Secret<String> {
        let fields: BTreeMap<&str, &str> = self
            .fields
            .iter()
            .map(|(name, text)| (name.as_str(), text.reveal().as_str()))
            .collect();
        Secret::new(serde_json::json!(fields).to_string())
    }

    /// Reads a key as [`to_stored`](Self::to_stored) wrote it.
    pub fn from_stored(text: &str) -> Result<Self, ParseExchangeKeyError> {
        let fields: BTreeMap<String, String> = serde_json::from_str(text).map_err(|_| ParseExchangeKeyError)?;
        let fields = fields.into_iter().map(|(name, text)| (name, Secret::new(text)));
        Ok(Self {
            fields: fields.collect(),
        })
    }
}

impl fmt::Debug for ExchangeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.fields.keys()).finish()
    }
}

fn checked(text: &str) -> Result<String, KeyFieldError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(KeyFieldError::Empty);
    }
    if text.len() > LONGEST {
        return Err(KeyFieldError::TooLong);
    }
    // A private key in PEM has lines.
    let is_strange = |c: char| c.is_control() && c != '\n' && c != '\r';
    if text.chars().any(is_strange) {
        return Err(KeyFieldError::Characters);
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(fields: &[(&str, &str)]) -> Result<ExchangeKey, (String, KeyFieldError)> {
        ExchangeKey::new(
            fields
                .iter()
                .map(|(name, text)| ((*name).to_owned(), (*text).to_owned())),
        )
    }

    #[test]
    fn a_key_is_read_back_and_never_printed() {
        let own = key(&[("api_key", " abcdefgh1234 \n"), ("api_secret", "s3cret/+==")]).unwrap();
        assert_eq!(own.get("api_key"), Some("abcdefgh1234"));
        assert_eq!(own.shown_end(), "1234");
        assert_eq!(format!("{own:?}"), r#"{"api_key", "api_secret"}"#);
        let stored = own.to_stored();
        let read = ExchangeKey::from_stored(stored.reveal()).unwrap();
        assert_eq!(
            (read.get("api_secret"), read.get("api_passphrase")),
            (Some("s3cret/+=="), None)
        );
        assert_eq!(ExchangeKey::from_stored("[]").err(), Some(ParseExchangeKeyError));
    }

    #[test]
    fn tokens_are_read_back_until_the_access_ends() {
        let at = Timestamp::from_millis(1_700_000_000_123);
        let tokens = ExchangeKey::of_tokens("access".to_owned(), Some("refresh".to_owned()), at);
        let read = ExchangeKey::from_stored(tokens.to_stored().reveal()).unwrap();
        assert_eq!(
            (read.access_token(), read.refresh_token(), read.tokens_expire_at()),
            (Some("access"), Some("refresh"), Some(at))
        );
        assert_eq!((read.get(ExchangeKey::API_KEY), read.shown_end()), (None, ""));
        let ended = ExchangeKey::ended();
        assert_eq!((ended.access_token(), ended.refresh_token()), (None, None));
        assert!(
            ended.tokens_expire_at().is_some(),
            "it is none of the keys without tokens"
        );
        assert_eq!(key(&[("api_key", "abcd")]).unwrap().tokens_expire_at(), None);
    }

    #[test]
    fn a_short_key_is_not_shown_at_all() {
        for (text, shown) in [("abcdefg", ""), ("abcdefgh", "efgh"), ("schlüsselß", "selß")] {
            assert_eq!(key(&[("api_key", text)]).unwrap().shown_end(), shown, "{text}");
        }
        assert_eq!(key(&[]).unwrap().shown_end(), "");
    }

    #[test]
    fn what_no_key_has_is_refused_by_the_name_of_its_field() {
        let long = "x".repeat(LONGEST + 1);
        for (text, error) in [
            (" \t", KeyFieldError::Empty),
            ("ab\u{7}cd", KeyFieldError::Characters),
            (long.as_str(), KeyFieldError::TooLong),
        ] {
            let found = key(&[("api_key", "abcd"), ("api_secret", text)]).err();
            assert_eq!(found, Some(("api_secret".to_owned(), error)));
        }
    }
}
