//! Requirements for what is remembered of the insights of users.

use ports::{InsightChoice, InsightState};

use super::{TestStorage, requirement::requirements, samples::at};

requirements! { "insight_state":
    "what is remembered of an insight belongs to one user and is replaced" => a_state_belongs_to_one_user_and_is_replaced,
    "a choice has an end or none, and can be taken back" => a_choice_has_an_end_or_none,
}

fn state(rule: &str, subject: &str) -> InsightState {
    InsightState {
        rule: rule.to_owned(),
        subject: subject.to_owned(),
        found_at: at(1),
        checked_at: at(2),
        level: 3,
        missed: 0,
        choice: None,
    }
}

async fn a_state_belongs_to_one_user_and_is_replaced(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    let worse = InsightState {
        level: 4,
        missed: 1,
        checked_at: at(5),
        ..state("conc.asset", "eth")
    };
    let mut work = db.begin().await;
    for (owner, one) in [
        (user, state("liq.hf", "loan")),
        (user, state("conc.asset", "eth")),
        (other, state("conc.asset", "eth")),
        (user, worse.clone()),
    ] {
        work.insight_states().set(owner, &one).await.unwrap();
    }
    work.commit().await.unwrap();
    let remembered = db.stores.insight_states.of_user(user).await.unwrap();
    assert_eq!(remembered, [worse, state("liq.hf", "loan")]);
    let mut work = db.begin().await;
    work.insight_states().forget(user, "conc.asset", "eth").await.unwrap();
    work.insight_states()
        .forget(user, "conc.asset", "never found")
        .await
        .unwrap();
    work.commit().await.unwrap();
    let left = db.stores.insight_states.of_user(user).await.unwrap();
    assert_eq!(left, [state("liq.hf", "loan")]);
    let others = db.stores.insight_states.of_user(other).await.unwrap();
    assert_eq!(others, [state("conc.asset", "eth")], "another user's is not affected");
}

async fn a_choice_has_an_end_or_none(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    let stored = state("conc.asset", "eth");
    let mut work = db.begin().await;
    let was = work
        .insight_states()
        .choose(user, "conc.asset", "eth", None)
        .await
        .unwrap();
    assert!(!was, "nothing is remembered of it");
    work.insight_states().set(user, &stored).await.unwrap();
    work.insight_states().set(other, &stored).await.unwrap();
    work.commit().await.unwrap();
    for until in [Some(at(9)), None] {
        let choice = Some(InsightChoice {
            level: 3,
            until,
            decided_at: at(4),
        });
        let mut work = db.begin().await;
        assert!(
            work.insight_states()
                .choose(user, "conc.asset", "eth", choice)
                .await
                .unwrap()
        );
        work.insight_states().set(user, &stored).await.unwrap();
        work.commit().await.unwrap();
        let chosen = InsightState {
            choice,
            ..stored.clone()
        };
        assert_eq!(db.stores.insight_states.of_user(user).await.unwrap(), [chosen]);
    }
    let mut work = db.begin().await;
    assert!(
        work.insight_states()
            .choose(user, "conc.asset", "eth", None)
            .await
            .unwrap()
    );
    work.commit().await.unwrap();
    let left = db.stores.insight_states.of_user(user).await.unwrap();
    assert_eq!(left, std::slice::from_ref(&stored));
    assert_eq!(db.stores.insight_states.of_user(other).await.unwrap(), [stored]);
}
