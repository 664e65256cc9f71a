//! Addresses of accounts at exchanges: the name of the exchange and a random text, joined by a dot, such as
//! `kraken.4hK2mQ8tYzB1nW6rC3xVdE`. The server makes them when a person connects an exchange. They are not recognized among the
//! texts that people enter, because who enters an address sees its account.

use crate::secret::token::base62;

/// The number of random characters: 131 bits.
const RANDOM_LENGTH: usize = 22;
/// The longest name of an exchange: the reference of a CAIP-2 id.
const LONGEST_NAME: usize = 32;

/// The parts of the address of an account at an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeAccount {
    /// The name of the exchange, such as `kraken`: a lower-case letter, then lower-case letters and digits.
    pub exchange: String,
    /// 22 letters and digits that belong to one connected account.
    pub id: String,
}

impl ExchangeAccount {
    /// Makes a new account at an exchange from 32 random bytes; `None` where the text is not the name of an exchange.
    #[must_use]
    pub fn new(exchange: &str, random: &[u8; 32]) -> Option<Self> {
        is_name(exchange).then(|| Self {
            exchange: exchange.to_owned(),
            id: base62(random, RANDOM_LENGTH),
        })
    }
}

/// Writes the canonical text.
pub fn write(of: &ExchangeAccount) -> String {
    format!("{}.{}", of.exchange, of.id)
}

/// Parses the canonical text; `None` for any other.
pub fn parse(text: &str) -> Option<ExchangeAccount> {
    let (exchange, id) = text.split_once('.')?;
    let is_id = id.len() == RANDOM_LENGTH && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_name(exchange) && is_id).then(|| ExchangeAccount {
        exchange: exchange.to_owned(),
        id: id.to_owned(),
    })
}

fn is_name(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    (1..=LONGEST_NAME).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Address, address::Parts};

    const TEXT: &str = "kraken.4hK2mQ8tYzB1nW6rC3xVdE";

    #[test]
    fn an_account_is_its_exchange_and_a_random_text() {
        let address: Address = TEXT.parse().unwrap();
        assert_eq!((address.as_str(), address.short().as_str()), (TEXT, "kraken…xVdE"));
        assert!(address.is_of_exchange() && !address.is_evm());
        assert_eq!(Address::kept(TEXT), Ok(address.clone()));
        let Some(Parts::Exchange(account)) = address.parts() else {
            panic!("{address} is no account at an exchange");
        };
        assert_eq!(Address::exchange(&account), address);
        for random in 0..=255 {
            let new = Address::exchange(&ExchangeAccount::new("kraken", &[random; 32]).unwrap());
            assert_eq!(new.as_str().parse(), Ok(new.clone()));
            assert_ne!(new, address);
        }
    }

    #[test]
    fn other_texts_are_no_accounts() {
        for name in ["", "Kraken", "0x", "kra-ken", "kra ken", "kra.ken", &"k".repeat(33)] {
            assert_eq!(ExchangeAccount::new(name, &[7; 32]), None, "{name}");
            assert_eq!(parse(&TEXT.replace("kraken", name)), None, "{name}");
        }
        for text in [
            "kraken",
            "kraken.",
            &TEXT[..28],
            &format!("{TEXT}x"),
            &TEXT.replace('K', "-"),
            "vitalik.eth",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
