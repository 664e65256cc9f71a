//! The currencies that amounts can be shown in, with names from ISO 4217 and the usual number of decimal places.
//! Abolished currencies are kept for days on which they had a rate.

use ports::{ChainId, Currency};

/// A supported currency and how its amounts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// ISO 4217 code, or the ticker of a coin.
    pub code: &'static str,
    /// English name.
    pub name: &'static str,
    /// Symbol written next to an amount.
    pub symbol: &'static str,
    /// Usual number of decimal places.
    pub places: u8,
}

const fn known(code: &'static str, name: &'static str, symbol: &'static str, places: u8) -> Known {
    Known {
        code,
        name,
        symbol,
        places,
    }
}

/// All supported currencies, the most used first.
pub const KNOWN: [Known; 44] = [
    known("USD", "US dollar", "$", 2),
    known("EUR", "Euro", "€", 2),
    known("GBP", "Pound sterling", "£", 2),
    known("JPY", "Japanese yen", "¥", 0),
    known("CHF", "Swiss franc", "CHF", 2),
    known("AUD", "Australian dollar", "A$", 2),
    known("BRL", "Brazilian real", "R$", 2),
    known("CAD", "Canadian dollar", "CA$", 2),
    known("CNY", "Chinese yuan", "CN¥", 2),
    known("CZK", "Czech koruna", "Kč", 2),
    known("DKK", "Danish krone", "kr", 2),
    known("HKD", "Hong Kong dollar", "HK$", 2),
    known("HUF", "Hungarian forint", "Ft", 2),
    known("IDR", "Indonesian rupiah", "Rp", 0),
    known("ILS", "Israeli new shekel", "₪", 2),
    known("INR", "Indian rupee", "₹", 2),
    known("ISK", "Icelandic króna", "kr", 0),
    known("KRW", "South Korean won", "₩", 0),
    known("MXN", "Mexican peso", "MX$", 2),
    known("MYR", "Malaysian ringgit", "RM", 2),
    known("NOK", "Norwegian krone", "kr", 2),
    known("NZD", "New Zealand dollar", "NZ$", 2),
    known("PHP", "Philippine peso", "₱", 2),
    known("PLN", "Polish złoty", "zł", 2),
    known("RON", "Romanian leu", "lei", 2),
    known("SEK", "Swedish krona", "kr", 2),
    known("SGD", "Singapore dollar", "S$", 2),
    known("THB", "Thai baht", "฿", 2),
    known("TRY", "Turkish lira", "₺", 2),
    known("ZAR", "South African rand", "R", 2),
    known("BTC", "Bitcoin", "₿", 8),
    known("ETH", "Ether", "Ξ", 8),
    known("BGN", "Bulgarian lev", "лв", 2),
    known("CYP", "Cyprus pound", "CYP", 2),
    known("EEK", "Estonian kroon", "EEK", 2),
    known("HRK", "Croatian kuna", "kn", 2),
    known("LTL", "Lithuanian litas", "Lt", 2),
    known("LVL", "Latvian lats", "Ls", 2),
    known("MTL", "Maltese lira", "MTL", 2),
    known("ROL", "Romanian leu (until 2005)", "ROL", 0),
    known("RUB", "Russian rouble", "₽", 2),
    known("SIT", "Slovenian tolar", "SIT", 2),
    known("SKK", "Slovak koruna", "Sk", 2),
    known("TRL", "Turkish lira (until 2004)", "TRL", 0),
];

/// The coins that amounts can be shown in: the code, and the chain whose native asset it is.
const COINS: [(&str, &str); 2] = [("BTC", "bip122:000000000019d6689c085ae165831e93"), ("ETH", "eip155:1")];

/// Returns the chain whose native asset the currency is, if it is a coin.
#[must_use]
pub fn coin(currency: &Currency) -> Option<ChainId> {
    let found = COINS.iter().find(|(code, _)| *code == currency.as_str());
    found.and_then(|(_, chain)| chain.parse().ok())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_valid_and_unique() {
        let codes: BTreeSet<Currency> = KNOWN.iter().map(|one| one.code.parse().unwrap()).collect();
        assert_eq!(codes.len(), KNOWN.len());
        for (code, _) in COINS {
            assert!(coin(&code.parse().unwrap()).is_some(), "{code}");
        }
        assert_eq!(coin(&Currency::eur()), None);
    }
}
