//! Currency codes.

use std::{fmt, str::FromStr};

/// A currency code: two to ten capital letters or digits (`USD`, `EUR`, `BTC`).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency(String);

/// Why a text is not a currency code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a currency code such as USD")]
pub struct ParseCurrencyError;

impl Currency {
    /// The US dollar, in which prices are quoted, and the default display currency.
    #[must_use]
    pub fn usd() -> Self {
        Self("USD".to_owned())
    }

    /// The euro, against which rates are published.
    #[must_use]
    pub fn eur() -> Self {
        Self("EUR".to_owned())
    }

    /// Returns the code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Currency {
    fn default() -> Self {
        Self::usd()
    }
}

impl FromStr for Currency {
    type Err = ParseCurrencyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = (2..=10).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        if fits {
            Ok(Self(text.to_owned()))
        } else {
            Err(ParseCurrencyError)
        }
    }
}

impl TryFrom<String> for Currency {
    type Error = ParseCurrencyError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.0
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currency_codes_are_capital_letters() {
        assert!("usd".parse::<Currency>().is_err());
        assert_eq!("EUR".parse::<Currency>().unwrap().to_string(), "EUR");
    }
}
