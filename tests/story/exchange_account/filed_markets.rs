//! Files that stand for markets that are not read.

use std::time::Duration;

use domain::exchange_file::FileImport;
use ports::{Timestamp, fact::ExchangeRowKind};

use super::{
    history::{ETHER, EURO, lines, row},
    markets::{add, coverage, leave_out, with_two_markets},
    trial::TrialRow,
    *,
};

#[tokio::test]
async fn a_file_closes_the_gap_of_a_market_for_its_times_and_its_trades_there_count() {
    const DOGE: &str = "exchange:trial/code:DOGE";
    let (fixture, held, person, _) = with_two_markets().await;
    add(&fixture, &person, "DOGEEUR").await.unwrap();
    leave_out(&fixture, &person, "DOGEEUR", true).await.unwrap();
    settle(&fixture).await;
    let before = lines(&fixture, &person).await.len();
    let at = fixture.now().minus(Duration::from_hours(30));
    {
        let mut held = held.lock().unwrap();
        let sold = held.rows.iter().find(|row| row.event == "ETHEUR-1").unwrap().clone();
        let traded =
            |event, amounts: &[(&'static str, &'static str, bool)]| row(event, at, ExchangeRowKind::Trade, amounts);
        held.file = vec![
            // The file names the events in its own way. This one is listed, and that after it is not.
            TrialRow { event: "F1", ..sold },
            traded("F2", &[(DOGE, "40", false), (EURO, "-8", false)]),
            traded("F3", &[(ETHER, "-0.01", false), (EURO, "20", false)]),
        ];
    }
    let name = "Main".parse().unwrap();
    let files = fixture.tracker.exchange_files();
    let stated = |end: Timestamp| FileImport {
        times: (Some(Timestamp::from_seconds(0)), Some(end)),
        ..FileImport::default()
    };
    let of = (&exchange(), &name);
    let file = files
        .import(&person, of, &stated(fixture.now()), b"a file")
        .await
        .unwrap();
    settle(&fixture).await;
    assert_eq!(
        lines(&fixture, &person).await.len(),
        before + 1,
        "only the trade of the market counts"
    );
    let (_, gaps) = coverage(&fixture, &person).await;
    assert!(gaps.iter().all(|(code, _)| *code != "market_left_out"), "{gaps:?}");

    // The file does not have what happened since.
    fixture.clock.advance(Duration::from_hours(9));
    settle(&fixture).await;
    let (state, gaps) = coverage(&fixture, &person).await;
    assert_eq!(state, HistoryState::Partial);
    assert!(gaps.iter().any(|(code, _)| *code == "market_left_out"), "{gaps:?}");

    files.remove(&person, of, file.id).await.unwrap();
    settle(&fixture).await;
    assert_eq!(lines(&fixture, &person).await.len(), before);
}
