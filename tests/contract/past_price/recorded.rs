//! A recorded year of daily candles, outside the repository.

use std::{env, fmt::Write as _, fs, path::PathBuf};

use ports::{Amount, Day, Timestamp};

use super::{BINANCE, ETHER, fixture};

const FILE: &str = "price-history/binance_BTCUSDT_24h_2019_01_01_2020_01_01.csv";

/// Returns the recorded rows: seconds, volume, open, high, low, close. `None` if the folder is not configured.
fn rows() -> Option<Vec<[String; 6]>> {
    let Some(folder) = env::var_os("SPYHOP_VECTORS").map(PathBuf::from) else {
        assert_ne!(
            env::var("CI").as_deref(),
            Ok("true"),
            "SPYHOP_VECTORS must name the folder with the recorded data"
        );
        println!("SPYHOP_VECTORS is not set: {FILE} is left out");
        return None;
    };
    let text = fs::read_to_string(folder.join(FILE)).unwrap();
    let row = |line: &str| {
        let fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        fields.try_into().unwrap()
    };
    Some(text.lines().map(row).collect())
}

/// As published, the highest price of each recorded row repeats the close. Where the open is above it, the candle contradicts
/// itself, and its day has no price.
#[tokio::test]
async fn contradictory_candles_are_left_out_and_all_other_closes_are_kept() {
    let Some(rows) = rows() else { return };
    assert_eq!(rows.len(), 365);
    let mut klines = String::new();
    for [second, volume, open, high, low, close] in &rows {
        let comma = if klines.is_empty() { "" } else { "," };
        write!(
            klines,
            "{comma}[{second}000,\"{open}\",\"{high}\",\"{low}\",\"{close}\",\"{volume}\"]"
        )
        .unwrap();
    }
    let fixture = fixture(BINANCE, 200, &format!("[{klines}]"));
    let found = fixture.closes(ETHER, "2018-12-01", "2020-02-01").await;
    let amount = |text: &String| text.parse::<Amount>().unwrap();
    let consistent = rows
        .iter()
        .filter(|[_, _, open, high, low, _]| amount(open) <= amount(high) && amount(low) <= amount(open));
    let expected: Vec<(Day, Amount)> = consistent
        .map(|[second, .., close]| (Day::of(Timestamp::from_seconds(second.parse().unwrap())), amount(close)))
        .collect();
    let shown: Vec<(Day, Amount)> = found.iter().map(|one| (one.day, one.price.amount())).collect();
    assert_eq!(shown, expected);
    assert!(
        expected.len() > 150 && expected.len() < rows.len(),
        "{}",
        expected.len()
    );
    assert_eq!(shown[0], ("2019-01-01".parse().unwrap(), amount(&"3797.14".to_owned())));
}
