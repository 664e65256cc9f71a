//! Which assets the markets of Gemini trade: `GET /v1/symbols/details/all`, without a key.
//!
//! It returns `[{"symbol": "BTCUSD", "base_currency": "BTC", "quote_currency": "USD", …}, …]`. A symbol alone does not say where its second
//! asset begins: PAXGUSD is PAXG and USD, BTCGUSD is BTC and GUSD.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use ports::json::Json;

/// Assets whose code ends with that of another one.
const LONGER: [&str; 2] = ["GUSD", "RLUSD"];

/// Both assets of each market, by its symbol in upper-case letters.
#[derive(Debug, Default)]
pub(in crate::exchange::gemini) struct Symbols(BTreeMap<String, (String, String)>);

/// The markets that are known in this process.
#[derive(Default)]
pub(in crate::exchange::gemini) struct KnownSymbols(Mutex<Arc<Symbols>>);

impl KnownSymbols {
    /// Returns the markets; `None` where one of these is not known.
    pub(super) fn of<'a>(&self, mut named: impl Iterator<Item = &'a str>) -> Option<Arc<Symbols>> {
        let known = self.lock().clone();
        let has_all = named.all(|symbol| known.0.contains_key(&symbol.to_ascii_uppercase()));
        has_all.then_some(known)
    }

    /// Reads the markets that Gemini lists, and keeps them.
    pub(super) fn keep(&self, answer: &Json) -> Result<Arc<Symbols>, &'static str> {
        let symbols = Arc::new(Symbols::read(answer)?);
        *self.lock() = symbols.clone();
        Ok(symbols)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Arc<Symbols>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Symbols {
    fn read(answer: &Json) -> Result<Self, &'static str> {
        let rows = answer.as_array().ok_or("no list of markets")?;
        let text = |row: &Json, field: &str| row[field].as_str().map(str::to_ascii_uppercase);
        let market = |row: &Json| {
            let assets = (text(row, "base_currency")?, text(row, "quote_currency")?);
            Some((text(row, "symbol")?, assets))
        };
        let markets: Option<BTreeMap<_, _>> = rows.iter().map(market).collect();
        markets.map(Self).ok_or("a market without its assets")
    }

    /// Returns both assets of a market. Of one that is not listed any more, the asset of the fee is the second one, where the symbol ends
    /// with it and with no longer code.
    pub(super) fn market(&self, symbol: &str, fee_code: &str) -> Option<(String, String)> {
        let symbol = symbol.to_ascii_uppercase();
        if let Some(assets) = self.0.get(&symbol) {
            return Some(assets.clone());
        }
        let is_unclear = |code: &str| symbol.ends_with(code) && fee_code.len() < code.len();
        let base = symbol.strip_suffix(fee_code).filter(|base| !base.is_empty())?;
        let is_clear = !fee_code.is_empty() && !LONGER.iter().any(|code| is_unclear(code));
        is_clear.then(|| (base.to_owned(), fee_code.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::exchange::account::test_answers::read_json;

    #[test]
    fn assets_of_markets_are_those_that_gemini_lists() {
        let row = |symbol: &str, base: &str, quote: &str| json!({ "symbol": symbol, "base_currency": base, "quote_currency": quote });
        let answer = json!([row("PAXGUSD", "PAXG", "USD"), row("BTCGUSD", "BTC", "GUSD")]);
        let symbols = Symbols::read(&read_json(&answer)).unwrap();
        let market = |symbol: &str, fee: &str| {
            symbols
                .market(symbol, fee)
                .map(|(base, quote)| format!("{base}/{quote}"))
        };
        assert_eq!(market("paxgusd", "USD").as_deref(), Some("PAXG/USD"));
        assert_eq!(market("BTCGUSD", "USD").as_deref(), Some("BTC/GUSD"));
        // No longer listed.
        assert_eq!(market("OXTBTC", "BTC").as_deref(), Some("OXT/BTC"));
        assert_eq!(market("ETHGUSD", "GUSD").as_deref(), Some("ETH/GUSD"));
        for (symbol, fee) in [
            ("ETHGUSD", "USD"),
            ("2ZRLUSD", "USD"),
            ("OXTBTC", "ETH"),
            ("BTC", "BTC"),
            ("OXTBTC", ""),
        ] {
            assert_eq!(market(symbol, fee), None, "{symbol} {fee}");
        }
    }

    #[test]
    fn a_list_that_cannot_be_read_is_refused() {
        for answer in [json!({}), json!([{ "symbol": "BTCUSD" }]), json!(["BTCUSD"])] {
            assert!(Symbols::read(&read_json(&answer)).is_err(), "{answer}");
        }
    }
}
