//! A valid sign-in message.

use std::{fmt, str::FromStr};

use super::{
    fields::SignInFields,
    parse::{MessagePart, ParseSignInMessageError, parse},
};

/// The most bytes of a sign-in message. EIP-4361 has no limit; ours are below 500 bytes.
pub const MAX_SIGN_IN_BYTES: usize = 8 << 10;

/// A sign-in message of version 1 (EIP-4361) with its text, which is the one that its fields print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInMessage {
    text: String,
    fields: SignInFields,
}

impl SignInMessage {
    /// Returns the fields.
    #[must_use]
    pub fn fields(&self) -> &SignInFields {
        &self.fields
    }

    /// Returns the text that the wallet signs.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl TryFrom<SignInFields> for SignInMessage {
    type Error = ParseSignInMessageError;

    /// Makes the message with these fields. A field that would be read as another one, such as a statement of two lines, is an
    /// error.
    fn try_from(fields: SignInFields) -> Result<Self, ParseSignInMessageError> {
        let message: Self = fields.to_string().parse()?;
        if message.fields == fields {
            Ok(message)
        } else {
            Err(ParseSignInMessageError(MessagePart::End))
        }
    }
}

impl FromStr for SignInMessage {
    type Err = ParseSignInMessageError;

    /// Parses the text that was signed, which is neither trimmed nor changed.
    fn from_str(text: &str) -> Result<Self, ParseSignInMessageError> {
        if text.len() > MAX_SIGN_IN_BYTES {
            return Err(ParseSignInMessageError(MessagePart::End));
        }
        let fields = parse(text)?;
        Ok(Self {
            text: text.to_owned(),
            fields,
        })
    }
}

impl fmt::Display for SignInMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
