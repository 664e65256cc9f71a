//! Parses documented replies.

use ports::{
    asset::AssetId,
    clock::Timestamp,
    quote::{AssetQuote, QuoteAnswer},
    source::RemoteError,
};

use super::{coingecko, defillama, error_reply};
use crate::{
    source::batch::{KeyedAssets, grouped},
    test_json::parsed,
};

/// Wednesday, 5 August 2026, 12:00 UTC.
const NOW: Timestamp = Timestamp::from_seconds(1_785_931_200);

fn requested(keys: &[&str]) -> Vec<KeyedAssets> {
    let asset = |index: usize| -> AssetId { format!("eip155:1/slip44:{index}").parse().unwrap() };
    grouped(
        keys.iter()
            .enumerate()
            .map(|(index, key)| ((*key).to_owned(), asset(index))),
    )
}

/// The answers as short texts.
fn shown(quoted: &[AssetQuote]) -> Vec<String> {
    let one = |quoted: &AssetQuote| match &quoted.answer {
        QuoteAnswer::Price { price, .. } => price.amount().to_string(),
        QuoteAnswer::WorthZero => "zero".to_owned(),
        QuoteAnswer::NotListed => "not listed".to_owned(),
        QuoteAnswer::Unusable { what } => what.clone(),
    };
    quoted.iter().map(one).collect()
}

#[test]
fn defillama_rows_are_parsed_one_by_one() {
    let requested = requested(&[
        "ethereum:0x0000000000000000000000000000000000000a01",
        "ethereum:0x0000000000000000000000000000000000000a02",
        "ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
        "ethereum:0x0000000000000000000000000000000000000a03",
        "coingecko:ethereum",
        "ethereum:0x0000000000000000000000000000000000000a04",
        "ethereum:0x0000000000000000000000000000000000000a05",
        "ethereum:0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce",
        "ethereum:0x0000000000000000000000000000000000000bad",
    ]);
    let reply = parsed(include_str!("fixtures/defillama/current.json"));
    let quoted = defillama::read(&reply, &requested, NOW).unwrap();
    assert_eq!(
        shown(&quoted),
        [
            "zero",
            "its price is below zero",
            "0.99987",
            "its price is not a number",
            "3180.4200000000001",
            "its time is in the future",
            "its price is not a number",
            "0.000009123456789012345",
            "not listed",
        ]
    );
    assert_eq!(quoted[2].source_time, Some(Timestamp::from_seconds(1_785_931_123)));
    let sure = |quoted: &AssetQuote| match &quoted.answer {
        QuoteAnswer::Price { confidence, .. } => confidence.map(|share| share.amount().to_string()),
        _ => None,
    };
    assert_eq!(sure(&quoted[2]).as_deref(), Some("0.99"));
    assert_eq!(sure(&quoted[7]), None, "what the source does not state is not stated");
}

#[test]
fn a_past_price_has_its_own_time() {
    let reply = parsed(include_str!("fixtures/defillama/historical.json"));
    let quoted = defillama::read(&reply, &requested(&["coingecko:ethereum"]), NOW).unwrap();
    assert_eq!(shown(&quoted), ["2410.0625"]);
    assert_eq!(quoted[0].source_time, Some(Timestamp::from_seconds(1_750_000_012)));
}

#[test]
fn coingecko_rows_are_parsed_one_by_one() {
    let requested = requested(&[
        "status",
        "maker",
        "ethereum",
        "dai",
        "shiba-inu",
        "tether",
        "absent",
        "usd-coin",
    ]);
    let reply = parsed(include_str!("fixtures/coingecko/price.json"));
    assert_eq!(error_reply::code_of(&reply), None, "the coin called status is a coin");
    let quoted = coingecko::read(&reply, &requested, NOW);
    assert_eq!(
        shown(&quoted),
        [
            "0.0211",
            "its price is below zero",
            "3181.0549999999998",
            "not listed",
            "0.00000912",
            "not listed",
            "not listed",
            "0.999791",
        ]
    );
    assert_eq!(quoted[2].source_time, Some(Timestamp::from_seconds(1_785_931_150)));
}

#[test]
fn contract_prices_of_coingecko_are_exact() {
    let requested = requested(&["0x0000000000000000000000000000000000000a01"]);
    let reply = parsed(include_str!("fixtures/coingecko/token_price.json"));
    assert_eq!(shown(&coingecko::read(&reply, &requested, NOW)), ["0.000000000001"]);
}

#[test]
fn errors_inside_replies_are_classified() {
    let context = coingecko::context();
    let error = |text: &str| {
        let code = error_reply::code_of(&parsed(text)).unwrap();
        error_reply::error(code, &context)
    };
    let too_many = error(include_str!("fixtures/coingecko/too_many.json"));
    assert!(matches!(too_many, RemoteError::RateLimited { .. }));
    let no_key = error(include_str!("fixtures/coingecko/no_key.json"));
    assert!(matches!(no_key, RemoteError::Refused { why, .. } if why == "it needs an API key"));
    let one = error(include_str!("fixtures/coingecko/one_contract.json"));
    assert!(matches!(one, RemoteError::Refused { why, .. } if why.starts_with("the request exceeds")));
    let not_found = error(include_str!("fixtures/coingecko/not_found.json"));
    assert!(matches!(not_found, RemoteError::Malformed { .. }));
}

#[test]
fn a_request_to_defillama_is_one_url() {
    let requested = requested(&[
        "coingecko:ethereum",
        "base:0x4200000000000000000000000000000000000006",
        "coingecko:a b/c?d",
    ]);
    let base = "https://coins.llama.fi".parse().unwrap();
    assert_eq!(
        defillama::url(&base, &requested[..2], None).unwrap().as_str(),
        "https://coins.llama.fi/prices/current/coingecko:ethereum,base:0x4200000000000000000000000000000000000006?searchWidth=4h"
    );
    let odd = defillama::url(
        &"https://example.com/key/coins/".parse().unwrap(),
        &requested[2..],
        Some(NOW),
    )
    .unwrap();
    assert_eq!(
        odd.as_str(),
        "https://example.com/key/coins/prices/historical/1785931200/coingecko:a%20b%2Fc%3Fd?searchWidth=4h"
    );
}

#[test]
fn a_full_request_to_defillama_fits_its_limit() {
    let keys: Vec<String> = (0..100)
        .map(|index| format!("polygon-long-slug:0x{index:040}"))
        .collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let requested = requested(&keys);
    let base = defillama::SPEC.public().unwrap().base;
    let url = defillama::url(&base, &requested, Some(NOW)).unwrap();
    assert!(url.as_str().len() < 9_000, "{}", url.as_str().len());
}
