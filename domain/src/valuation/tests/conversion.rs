//! Valuations in other currencies.

use ports::{Currency, Fixing};

use super::*;
use crate::currency::{Conversion, ConversionBasis, NoRate};

/// Dollars, another currency by the rates of a day, a coin by its price, or a currency without a rate.
pub fn conversion() -> impl Strategy<Value = Conversion> {
    let rates = (
        1..50_000_000_000u64,
        1..5_000_000u64,
        prop::sample::select(vec!["EUR", "JPY", "IDR"]),
    );
    let coin = (1..200_000_000u64).prop_map(|price| {
        let coin = asset(1, 200);
        let decision = agree(&quotes(&coin, &vec![Some(price)]), None, &[], AT, &Rules::CURRENT);
        Conversion::by_coin("BTC".parse().unwrap(), Some((coin, Some(decision))))
    });
    let missing = Conversion::by_fixing(Currency::eur(), None, AT);
    prop_oneof![
        2 => Just(Conversion::dollars()),
        4 => rates.prop_map(|(own, dollars, code)| by_rates(code, own, dollars)),
        2 => coin,
        1 => Just(missing),
    ]
}

/// A conversion by generated rates against the euro, in thousandths.
fn by_rates(code: &str, own: u64, dollars: u64) -> Conversion {
    let currency: Currency = code.parse().unwrap();
    let fixing = Fixing {
        id: id(1),
        source: SourceId::fixed("ecb"),
        day: ports::Day::of(AT),
        rates: [
            (currency.clone(), thousandths(own)),
            (Currency::usd(), thousandths(dollars)),
        ]
        .into(),
        received_at: AT,
    };
    Conversion::by_fixing(currency, Some(fixing), AT)
}

proptest! {
    #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

    /// A total in another currency equals the converted dollar total: the rounding of the parts is far below the
    /// displayed places. Without a rate there is no amount, and every priced holding keeps its price.
    #[test]
    fn converting_keeps_the_total(inputs in case()) {
        let result = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let dollars = fold(&Inputs { conversion: Conversion::dollars(), ..inputs.clone() }, &Filter::default(), "", &mut NoTrace);
        let Some(expected) = inputs.conversion.of_dollars(dollars.known) else {
            prop_assert_eq!(&inputs.conversion.basis, &ConversionBasis::Missing(NoRate::NotRequestedYet));
            prop_assert!(result.holdings.iter().all(|one| one.valued().is_none()));
            let unconverted = result.holdings.iter().filter(|one| matches!(one.outcome, Outcome::Unconverted(_))).count();
            prop_assert_eq!(unconverted, dollars.holdings.iter().filter(|one| one.valued().is_some()).count());
            return Ok(());
        };
        let off = result.known.sub(expected).unwrap().abs();
        prop_assert!(off < "0.000000000000000000000000000000001".parse().unwrap(), "{off}");
        prop_assert_eq!(result.known.at_edge(), expected.at_edge());
    }

    /// Prices are decided in dollars, so coverage has the same counts in every currency, and a total without a rate is
    /// unknown and not zero.
    #[test]
    fn coverage_does_not_depend_on_the_currency(inputs in case()) {
        let in_dollars = Inputs { conversion: Conversion::dollars(), ..inputs.clone() };
        let coverage = |inputs: &Inputs| Coverage::of(inputs, &fold(inputs, &Filter::default(), "", &mut NoTrace));
        let (result, dollars) = (coverage(&inputs), coverage(&in_dollars));
        let counts = |one: &Coverage| (one.priced, one.unpriced.len(), one.hidden, one.reading);
        prop_assert_eq!(counts(&result), counts(&dollars));
        let reasons = |one: &Coverage| one.unpriced.iter().map(|gap| gap.reason.clone()).collect::<Vec<_>>();
        prop_assert_eq!(reasons(&result), reasons(&dollars));
        prop_assert_eq!(dollars.unconverted, None);
        let has_rate = inputs.conversion.exchange().is_ok();
        prop_assert_eq!(result.unconverted.is_none(), has_rate || dollars.priced == 0);
        if let Some(unconverted) = &result.unconverted {
            prop_assert_eq!(unconverted.holdings, dollars.priced);
            prop_assert_eq!((result.total(), result.complete()), (None, false));
        }
    }
}
