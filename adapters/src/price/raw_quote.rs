//! The fields of a price source about one asset, and their validation.

use ports::{
    amount::Amount,
    asset::AssetId,
    clock::Timestamp,
    json::Json,
    money::{Price, Ratio},
    quote::{AssetQuote, QuoteAnswer},
};

/// The unvalidated price fields of one asset.
#[derive(Debug, Default)]
pub(super) struct RawQuote<'a> {
    price: Option<&'a Json>,
    confidence: Option<&'a Json>,
    /// Seconds since 1970.
    second: Option<&'a Json>,
}

/// The names of the fields in the rows of a source.
pub(super) struct QuoteFields {
    pub price: &'static str,
    pub confidence: Option<&'static str>,
    pub second: &'static str,
}

impl<'a> RawQuote<'a> {
    /// Reads the fields of a row. Without a row the source does not list the asset.
    pub(super) fn row(row: Option<&'a Json>, fields: &QuoteFields) -> Self {
        match row {
            None => Self::default(),
            Some(Json::Object(row)) => Self {
                price: row.get(fields.price),
                confidence: fields.confidence.and_then(|field| row.get(field)),
                second: row.get(fields.second),
            },
            Some(_) => Self {
                price: Some(&Json::Bool(false)),
                ..Self::default()
            },
        }
    }

    /// Reads the price of a point in a chart.
    pub(super) fn point(price: &'a Json) -> Self {
        Self {
            price: Some(price),
            ..Self::default()
        }
    }

    /// Returns a quote with these fields for each asset. `now` is the time of receipt.
    pub(super) fn quotes(&self, assets: &[AssetId], now: Timestamp) -> Vec<AssetQuote> {
        match self.validated(now) {
            Ok((answer, source_time)) => quoted(assets, &answer, source_time),
            Err(what) => unusable(assets, what),
        }
    }

    fn validated(&self, now: Timestamp) -> Result<(QuoteAnswer, Option<Timestamp>), &'static str> {
        let Some(price) = present(self.price) else {
            return Ok((QuoteAnswer::NotListed, None));
        };
        let Json::Number(price) = price else {
            return Err("its price is not a number");
        };
        let amount = price
            .to_amount()
            .map_err(|_| "its price has more digits than we can store exactly")?;
        if amount.is_negative() {
            return Err("its price is below zero");
        }
        let source_time = present(self.second).map(|second| unix_time(second, now)).transpose()?;
        let confidence = present(self.confidence).map(confidence_ratio).transpose()?;
        let answer =
            Price::try_from(amount).map_or(QuoteAnswer::WorthZero, |price| QuoteAnswer::Price { price, confidence });
        Ok((answer, source_time))
    }
}

/// Returns unusable quotes for these assets.
pub(super) fn unusable(assets: &[AssetId], what: &str) -> Vec<AssetQuote> {
    quoted(assets, &QuoteAnswer::Unusable { what: what.to_owned() }, None)
}

fn quoted(assets: &[AssetId], answer: &QuoteAnswer, source_time: Option<Timestamp>) -> Vec<AssetQuote> {
    let quoted = assets.iter().map(|asset| AssetQuote {
        asset: asset.clone(),
        answer: answer.clone(),
        source_time,
        market: None,
    });
    quoted.collect()
}

pub(super) fn present(value: Option<&Json>) -> Option<&Json> {
    value.filter(|value| !value.is_null())
}

fn unix_time(value: &Json, now: Timestamp) -> Result<Timestamp, &'static str> {
    let second = value.as_i64().filter(|second| *second > 0);
    let moment = Timestamp::from_seconds(second.ok_or("its time is not a number of seconds")?);
    if moment > now.plus(AssetQuote::AHEAD) {
        Err("its time is in the future")
    } else {
        Ok(moment)
    }
}

pub(super) fn confidence_ratio(value: &Json) -> Result<Ratio, &'static str> {
    let number = value.as_number().ok_or("its confidence is not a number")?;
    let share = number.to_amount().map_err(|_| "its confidence is not a number")?;
    if share.is_negative() || share > Amount::ONE {
        Err("its confidence is not between 0 and 1")
    } else {
        Ok(Ratio::new(share))
    }
}

#[cfg(test)]
mod tests {
    use ports::chain::ChainId;

    use super::*;
    use crate::test_json::{json, parsed};

    const NOW: Timestamp = Timestamp::from_seconds(1_785_931_200);

    fn answer(price: &Json, second: &Json, confidence: &Json) -> QuoteAnswer {
        let raw = RawQuote {
            price: Some(price),
            confidence: Some(confidence),
            second: Some(second),
        };
        let assets = [AssetId::native(&ChainId::evm(1), 60)];
        raw.quotes(&assets, NOW).remove(0).answer
    }

    #[test]
    fn hostile_values_never_become_a_price() {
        let (good, null) = (json!(1_785_931_000), Json::Null);
        for (price, second, confidence) in [
            (json!(-1), &good, json!(0.9)),
            (json!("1.5"), &good, json!(0.9)),
            (json!([1]), &good, json!(0.9)),
            (json!(true), &good, json!(0.9)),
            (parsed("1e999"), &good, json!(0.9)),
            (json!(1), &good, json!(1.01)),
            (json!(1), &good, json!(-0.1)),
            (json!(1), &good, json!("high")),
            (json!(1), &json!(1_785_931_200_000_i64), json!(0.9)),
            (json!(1), &json!(-5), json!(0.9)),
            (json!(1), &json!("now"), json!(0.9)),
            (json!(1), &json!(1.5), json!(0.9)),
        ] {
            let validated = answer(&price, second, &confidence);
            assert!(
                matches!(validated, QuoteAnswer::Unusable { .. }),
                "{price} {second} {confidence}"
            );
        }
        assert_eq!(answer(&null, &good, &json!(0.9)), QuoteAnswer::NotListed);
        assert_eq!(answer(&json!(0), &good, &json!(0.9)), QuoteAnswer::WorthZero);
        assert_eq!(answer(&json!(0.0), &null, &null), QuoteAnswer::WorthZero);
    }

    #[test]
    fn a_price_has_every_digit_that_was_written() {
        for (written, exact) in [
            (
                "0.1000000000000000055511151231257827",
                "0.1000000000000000055511151231257827",
            ),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("0.30000000000000004", "0.30000000000000004"),
            ("1e-18", "0.000000000000000001"),
            ("1E+30", "1000000000000000000000000000000"),
            ("1.10", "1.1"),
        ] {
            let answer = answer(&parsed(written), &Json::Null, &parsed("0.9900000000000000000001"));
            let QuoteAnswer::Price { price, confidence } = answer else {
                panic!("{written}: {answer:?}")
            };
            assert_eq!(price.amount().to_string(), exact);
            assert_eq!(confidence.unwrap().amount().to_string(), "0.9900000000000000000001");
        }
        for none in ["-0", "0e5", "-0.0"] {
            assert_eq!(answer(&parsed(none), &Json::Null, &Json::Null), QuoteAnswer::WorthZero);
        }
    }

    #[test]
    fn a_missing_row_means_not_listed() {
        let assets = [AssetId::native(&ChainId::evm(1), 60)];
        assert_eq!(
            RawQuote::default().quotes(&assets, NOW)[0].answer,
            QuoteAnswer::NotListed
        );
    }
}
