//! The assets of markets, and amounts with the code of their asset behind them.

use crate::exchange::account::{Quantity, number, number_if_any};

/// In what the markets of older files are quoted.
const QUOTES: [&str; 34] = [
    "USDT", "USDC", "FDUSD", "BUSD", "TUSD", "USDP", "USD1", "USDS", "PAX", "DAI", "BTC", "ETH", "BNB", "XRP", "TRX",
    "DOGE", "DOT", "EUR", "GBP", "TRY", "BRL", "AUD", "JPY", "PLN", "UAH", "RUB", "NGN", "ZAR", "IDRT", "BIDR", "BKRW",
    "RON", "CZK", "MXN",
];

const NO_MARKET: &str = "The assets of this market are not certain. Export the statement of all accounts instead.";
const NO_AMOUNT: &str = "This is no amount with its asset as the exchange writes it.";

/// Returns the codes of both assets of a market such as `BTCUSDT`; an error where more than one pair of codes is possible.
pub(super) fn assets_of_market(market: &str) -> Result<(&str, &str), &'static str> {
    let split = |quote: &&'static str| {
        let base = market.strip_suffix(quote)?;
        (!base.is_empty()).then(|| market.split_at(base.len()))
    };
    let mut found = QUOTES.iter().filter_map(split);
    match (found.next(), found.next()) {
        (Some(assets), None) => Ok(assets),
        _ => Err(NO_MARKET),
    }
}

/// A trade whose amounts have the codes of their assets behind them.
pub(super) struct GluedTrade<'a> {
    pub(super) base: (Quantity, &'a str),
    pub(super) quote: (Quantity, &'a str),
    pub(super) fee: (Quantity, &'a str),
}

impl<'a> GluedTrade<'a> {
    /// Reads the market, what was traded, what was paid or received for it, and the fee. Codes may begin with digits, so that the market decides
    /// where they begin.
    pub(super) fn read([market, executed, amount, fee]: [&'a str; 4]) -> Result<Self, &'static str> {
        let ends = amount.char_indices().map(|(at, _)| at).skip(1);
        let sides = ends.filter_map(|at| {
            let (paid, quote) = amount.split_at(at);
            let base = market.strip_suffix(quote).filter(|base| !base.is_empty())?;
            let traded = executed.strip_suffix(base)?;
            let (traded, paid) = (number(traded).ok()?, number(paid).ok()?);
            Some(((traded, market.split_at(base.len()).0), (paid, quote)))
        });
        let sides: Vec<_> = sides.collect();
        let [(base, quote)] = sides.as_slice() else {
            return Err(NO_AMOUNT);
        };
        Ok(Self {
            base: *base,
            quote: *quote,
            fee: fee_of(fee, [base.1, quote.1])?,
        })
    }
}

/// Reads a fee, which may be in one of the assets of the trade or in a third one.
fn fee_of<'a>(fee: &'a str, own: [&'a str; 2]) -> Result<(Quantity, &'a str), &'static str> {
    let of_trade = own.into_iter().find_map(|code| {
        let quantity = number(fee.strip_suffix(code)?).ok()?;
        Some((quantity, code))
    });
    let in_third = || {
        let begin = fee.find(|c: char| c.is_alphabetic())?;
        let (quantity, code) = fee.split_at(begin);
        Some((number(quantity).ok()?, code))
    };
    // Nothing, or zero without an asset.
    let none = || Some((number_if_any(fee).ok().filter(|fee| fee.is_zero())?, own[1]));
    of_trade.or_else(in_third).or_else(none).ok_or(NO_AMOUNT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_market_has_two_assets_or_is_refused() {
        for (market, expected) in [
            ("BTCUSDT", Ok(("BTC", "USDT"))),
            ("1INCHBTC", Ok(("1INCH", "BTC"))),
            ("LUNAEUR", Ok(("LUNA", "EUR"))),
            ("USDT", Err(NO_MARKET)),
            ("BTCXYZ", Err(NO_MARKET)),
            ("", Err(NO_MARKET)),
        ] {
            assert_eq!(assets_of_market(market), expected, "{market}");
        }
    }

    #[test]
    fn the_market_decides_where_a_code_begins() {
        let shown = |(quantity, code): (Quantity, &str)| {
            format!("{} {code}", quantity.at_exchange().unwrap().in_units(18).unwrap())
        };
        let read = |cells| GluedTrade::read(cells).map(|trade| [trade.base, trade.quote, trade.fee].map(shown));
        for (cells, expected) in [
            (
                ["BTCUSDT", "0.5BTC", "10,000.5USDT", "0.01BNB"],
                ["0.5 BTC", "10000.5 USDT", "0.01 BNB"],
            ),
            (
                ["1000SATSUSDT", "501000SATS", "0.25USDT", "11000SATS"],
                ["50 1000SATS", "0.25 USDT", "1 1000SATS"],
            ),
            (
                ["1INCHBTC", "1011INCH", "0.1BTC", "0BTC"],
                ["101 1INCH", "0.1 BTC", "0 BTC"],
            ),
            (["ETHBTC", "1ETH", "0.1BTC", ""], ["1 ETH", "0.1 BTC", "0 BTC"]),
        ] {
            assert_eq!(read(cells), Ok(expected.map(str::to_owned)), "{cells:?}");
        }
        for cells in [
            ["BTCUSDT", "0.5", "10USDT", "0BNB"],
            ["BTCUSDT", "0.5BTC", "10EUR", "0BNB"],
            ["BTCUSDT", "0,5BTC", "10USDT", "0BNB"],
            ["BTCUSDT", "0.5BTC", "10USDT", "1,5BNB"],
        ] {
            assert_eq!(read(cells).err(), Some(NO_AMOUNT), "{cells:?}");
        }
    }
}
