//! The notes of a row, which state both sides of an exchange: `Converted 49.15 XLM to 91.5 DOGE`, `Bought 0.035 SOL for 6.6899 EUR on SOL-EUR
//! at 190 EUR/SOL`, `Sold 0.5 ETH for $900.00 USD`. What a purchase cost contains its fee, and of what a sale brought it is subtracted.

use crate::exchange::account::{Quantity, number};

/// An amount in the notes: how much of which code.
pub(super) type NotedAmount<'a> = (Quantity, &'a str);

/// An exchange as the notes state it.
pub(super) struct NotedExchange<'a> {
    /// What was bought, sold or converted.
    pub(super) first: NotedAmount<'a>,
    /// What was paid or received for it.
    pub(super) second: NotedAmount<'a>,
    first_leaves: bool,
}

impl<'a> NotedExchange<'a> {
    /// Reads notes. `None` for anything else, and where a number is not certain.
    pub(super) fn read(notes: &'a str) -> Option<Self> {
        let words: Vec<&str> = notes.split_whitespace().collect();
        let [verb, one, first, link, other, second, rest @ ..] = words.as_slice() else {
            return None;
        };
        let first_leaves = match (verb.to_lowercase().as_str(), *link) {
            ("bought", "for") => false,
            ("sold", "for") | ("converted", "to") => true,
            _ => return None,
        };
        let amount = |text: &str, code: &'a str| {
            let is_code = code.chars().all(|c| c.is_ascii_alphanumeric());
            let amount = number(text).ok().filter(|amount| !amount.is_negative());
            amount.filter(|_| is_code).map(|amount| (amount, code))
        };
        let exchange = Self {
            first: amount(one, first)?,
            second: amount(other, second)?,
            first_leaves,
        };
        exchange.is_on(rest).then_some(exchange)
    }

    /// Returns whether the market that is named, if any, is that of both assets.
    fn is_on(&self, rest: &[&str]) -> bool {
        let market = match rest {
            ["on", market, ..] => market.split_once('-'),
            _ => None,
        };
        market.is_none_or(|market| market == (self.first.1, self.second.1)) && self.first.1 != self.second.1
    }

    pub(super) fn is_about(&self, code: &str) -> bool {
        [self.first.1, self.second.1].contains(&code)
    }

    pub(super) fn is_first(&self, code: &str) -> bool {
        self.first.1 == code
    }

    /// Returns whether this asset left.
    pub(super) fn leaves(&self, code: &str) -> bool {
        self.is_first(code) == self.first_leaves
    }

    /// Returns the side of this asset, and the other one.
    pub(super) fn sides(&self, code: &str) -> (NotedAmount<'a>, NotedAmount<'a>) {
        if self.is_first(code) {
            (self.first, self.second)
        } else {
            (self.second, self.first)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(notes: &str) -> Option<String> {
        let noted = NotedExchange::read(notes)?;
        let amount = |(quantity, code): NotedAmount<'_>| {
            let sign = if noted.leaves(code) { "-" } else { "" };
            format!("{sign}{} {code}", quantity.at_exchange().unwrap().in_units(18).unwrap())
        };
        Some(format!("{}, {}", amount(noted.first), amount(noted.second)))
    }

    #[test]
    fn both_sides_are_read_or_none() {
        for (notes, expected) in [
            ("Converted 49.15 XLM to 91.5 DOGE", "-49.15 XLM, 91.5 DOGE"),
            (
                "Bought 0.035 SOL for 6.6899 EUR on SOL-EUR at 190 EUR/SOL",
                "0.035 SOL, -6.6899 EUR",
            ),
            ("Sold 0.5 ETH for $1,900.00 USD", "-0.5 ETH, 1900 USD"),
            ("Bought 126.7 ADA for 50 EUR using Euro Wallet", "126.7 ADA, -50 EUR"),
        ] {
            assert_eq!(read(notes).as_deref(), Some(expected));
        }
        for notes in [
            "",
            "Bought BTC",
            "Sent 1 SOL to an external wallet",
            "Converted 1,5 XLM to 3,2 DOGE",
            "Converted 1 XLM into 3 DOGE",
            "Bought 1 SOL for 2 USDC on SOL-EUR at 2 EUR/SOL",
            "Bought 1 SOL for 2 SOL",
        ] {
            assert_eq!(read(notes), None, "{notes}");
        }
    }
}
