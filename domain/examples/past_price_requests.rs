//! Prints how many requests the past prices of a thousand entries need: entries of five years in forty assets, thirty of which
//! exchanges list, with the sources that ship. Nothing is sent.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
};

use spyhop::{
    ports::{AssetId, Day, PastPrice, Price, Timestamp},
    price::{PastEvidence, PastPriceIndex, PastRequest, plan_requests},
};
use spyhop_adapters::{Config, connect};

const MARKETS: &str = include_str!("../../adapters/data/markets.csv");
const TOKENS: &str = include_str!("../../adapters/data/tokens.csv");
const ENTRIES: i64 = 1_000;
const FIVE_YEARS: i64 = 1_826;

fn assets() -> Result<Vec<AssetId>, Box<dyn Error>> {
    let mut listed: Vec<AssetId> = Vec::new();
    for row in MARKETS.lines().skip(1) {
        let asset = row.split(',').nth(2).unwrap_or_default().parse()?;
        if !listed.contains(&asset) {
            listed.push(asset);
        }
    }
    let mut unlisted = Vec::new();
    for row in TOKENS.lines().skip(1).filter(|row| row.starts_with("eip155:1,")) {
        let contract = row.split(',').nth(1).unwrap_or_default();
        let asset: AssetId = format!("eip155:1/erc20:{contract}").parse()?;
        if !listed.contains(&asset) {
            unlisted.push(asset);
        }
    }
    Ok(listed
        .into_iter()
        .take(30)
        .chain(unlisted.into_iter().take(10))
        .collect())
}

/// Returns a row for each day of a request, as if its source had a price for it.
fn answers(request: &PastRequest) -> Vec<PastPrice> {
    let days = (request.from.number()..=request.to.number()).map(|day| request.from.plus(day - request.from.number()));
    let row = |day: Day| PastPrice {
        asset: request.asset.clone(),
        day,
        source: request.source.clone(),
        price: Some(Price::ONE),
        quoted_in: None,
        at: day.plus(1).start(),
        confidence: None,
        read_at: day.plus(1).start(),
    };
    days.map(row).collect()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let ports = connect(&Config::in_memory()).await?;
    let now = Timestamp::from_seconds(1_795_000_000);
    let last = Day::of(now).plus(-1);
    let assets = assets()?;
    let mut needed: BTreeMap<AssetId, BTreeSet<Day>> = BTreeMap::new();
    for (entry, asset) in (0..ENTRIES).zip(assets.iter().cycle()) {
        let day = last.plus(-(entry * 7_919) % FIVE_YEARS);
        let units = ports.redeemables.needed(&[]);
        for asset in std::iter::once(asset).chain(&units) {
            if let Ok(series) = ports.price_series.on(asset, day) {
                needed.entry(series.asset).or_default().insert(day);
            }
        }
    }
    let (mut evidence, mut count) = (PastEvidence::default(), 0);
    loop {
        let index = PastPriceIndex::new(&ports, &evidence, now);
        let requests = plan_requests(&index, &needed, &BTreeSet::new(), last);
        if requests.is_empty() {
            break;
        }
        count += requests.len();
        evidence.prices.extend(requests.iter().flat_map(answers));
    }
    println!("{count}");
    Ok(())
}
