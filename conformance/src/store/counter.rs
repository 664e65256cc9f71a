//! Requirements for rate limit counters.

use std::{num::NonZeroU32, time::Duration};

use futures::future::join_all;
use ports::{
    Timestamp,
    counter::{Counter, Rate, RateDecision},
};

use super::{TestStorage, requirement::requirements, samples::at};

requirements! { "counter":
    "a counter refuses when it is full and passes again later" => a_full_counter_refuses_until_attempts_expire,
    "a counter that would pass anything can be forgotten" => empty_counters_are_removed,
    "attempts from before the clock was set back count for one period" => a_clock_that_is_set_back_limits_for_one_period,
    "no window of the rate's length passes more than the rate" => no_window_exceeds_the_rate,
    "several events are allowed together or not at all" => several_events_pass_together_or_not_at_all,
    "concurrent tries pass no more than the rate" => concurrent_attempts_do_not_exceed_the_rate,
}
fn counter(n: u8) -> Counter {
    Counter {
        name: "create-user".to_owned(),
        subject: format!("192.0.2.{n}/32"),
    }
}

fn rate(text: &str) -> Rate {
    text.parse().unwrap()
}

async fn take(db: &TestStorage, counter: &Counter, rate: Rate, now: Timestamp) -> RateDecision {
    take_several(db, counter, rate, 1, now).await
}

async fn take_several(db: &TestStorage, counter: &Counter, rate: Rate, events: u32, now: Timestamp) -> RateDecision {
    let (mut work, events) = (db.begin().await, NonZeroU32::new(events).unwrap());
    let counted = work.counters().take(counter, rate, events, now).await.unwrap();
    work.commit().await.unwrap();
    counted
}

fn passed(left: u32) -> RateDecision {
    RateDecision::Passed { left }
}

fn refused(seconds: u64) -> RateDecision {
    RateDecision::Refused {
        retry_after: Duration::from_secs(seconds),
    }
}

async fn a_full_counter_refuses_until_attempts_expire(db: TestStorage) {
    let (one, rate) = (counter(1), rate("3/h"));
    for (second, left) in [(0, 2), (10, 1), (20, 0)] {
        assert_eq!(take(&db, &one, rate, at(second)).await, passed(left));
    }
    assert_eq!(take(&db, &one, rate, at(20)).await, refused(3580));
    assert_eq!(
        take(&db, &one, rate, at(3599)).await,
        refused(1),
        "a refusal does not count"
    );
    assert_eq!(take(&db, &one, rate, at(3600)).await, passed(0));
    assert_eq!(
        take(&db, &one, rate, at(3600)).await,
        refused(10),
        "the next attempt expires"
    );
    assert_eq!(
        take(&db, &counter(2), rate, at(3600)).await,
        passed(2),
        "another subject"
    );
    let other = Counter {
        name: "other".to_owned(),
        ..one.clone()
    };
    assert_eq!(take(&db, &other, rate, at(3600)).await, passed(2), "another counter");
    for left in [2, 1, 0] {
        assert_eq!(take(&db, &one, rate, at(90_000)).await, passed(left), "a day later");
    }
    assert_eq!(
        take(&db, &one, rate, at(90_000)).await,
        refused(3600),
        "a longer wait does not raise the limit"
    );
    assert_eq!(
        take(&db, &one, rate, at(0)).await,
        refused(3600),
        "setting the clock back by a day forgets nothing"
    );
}

async fn several_events_pass_together_or_not_at_all(db: TestStorage) {
    let (one, rate) = (counter(1), rate("10/h"));
    assert_eq!(take_several(&db, &one, rate, 4, at(0)).await, passed(6));
    assert_eq!(take_several(&db, &one, rate, 5, at(60)).await, passed(1));
    assert_eq!(
        take_several(&db, &one, rate, 2, at(100)).await,
        refused(3500),
        "one of them would pass"
    );
    assert_eq!(
        take_several(&db, &one, rate, 6, at(100)).await,
        refused(3560),
        "they pass when the first nine have expired"
    );
    assert_eq!(
        take_several(&db, &one, rate, 1, at(100)).await,
        passed(0),
        "one alone does"
    );
    assert_eq!(take_several(&db, &one, rate, 4, at(3600)).await, passed(0));
    let large = take_several(&db, &counter(2), rate, 5000, at(0)).await;
    assert_eq!(large, passed(0), "more than the rate uses up all of it");
    assert_eq!(take(&db, &counter(2), rate, at(1)).await, refused(3599));
    let late = take_several(&db, &one, rate, 5000, at(4000)).await;
    assert_eq!(late, refused(3200), "they pass when nothing counts");
}

/// Attempts come in bursts and pauses at the worst times: at the end of one hour and the start of the next.
async fn no_window_exceeds_the_rate(db: TestStorage) {
    let (one, rate) = (counter(1), rate("30/h"));
    let bursts = [
        (0, 5),
        (900, 7),
        (3590, 40),
        (3600, 40),
        (4499, 3),
        (4500, 40),
        (7189, 9),
        (7190, 40),
        (10_790, 40),
    ];
    let mut passed: Vec<i64> = vec![];
    for (second, tries) in bursts {
        for _ in 0..tries {
            let within = passed.iter().filter(|at| second - **at < 3600).count();
            let counted = take(&db, &one, rate, at(second)).await;
            let has_passed = matches!(counted, RateDecision::Passed { .. });
            assert_eq!(has_passed, within < 30, "at {second} after {within}");
            if has_passed {
                passed.push(second);
            }
        }
    }
    for start in 0..=10_790 {
        let hour = passed.iter().filter(|at| (start..start + 3600).contains(*at)).count();
        assert!(hour <= 30, "{hour} in the hour from {start}");
    }
}

async fn empty_counters_are_removed(db: TestStorage) {
    let rate = rate("1/h");
    take(&db, &counter(1), rate, at(0)).await;
    take(&db, &counter(2), rate, at(60)).await;
    let mut work = db.begin().await;
    work.counters().forget_rested(at(3600)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(take(&db, &counter(1), rate, at(3600)).await, passed(0));
    assert_eq!(take(&db, &counter(2), rate, at(3600)).await, refused(60));
}

async fn a_clock_that_is_set_back_limits_for_one_period(db: TestStorage) {
    let rate = rate("1/h");
    take(&db, &counter(1), rate, at(1_000_000)).await;
    let mut work = db.begin().await;
    work.counters().forget_rested(at(0)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(take(&db, &counter(1), rate, at(60)).await, refused(3540));
    assert_eq!(take(&db, &counter(1), rate, at(3600)).await, passed(0));
}

async fn concurrent_attempts_do_not_exceed_the_rate(db: TestStorage) {
    let (one, rate) = (counter(1), rate("30/h"));
    let tries = (0..100).map(|n| {
        let (database, one) = (db.storage.clone(), one.clone());
        tokio::spawn(async move {
            let mut work = database.begin().await.unwrap();
            // Clocks of several machines differ.
            let counted = work
                .counters()
                .take(&one, rate, NonZeroU32::MIN, at(n % 2))
                .await
                .unwrap();
            work.commit().await.unwrap();
            matches!(counted, RateDecision::Passed { .. })
        })
    });
    let passed = join_all(tries)
        .await
        .into_iter()
        .filter(|passed| *passed.as_ref().unwrap());
    assert_eq!(passed.count(), 30);
}
