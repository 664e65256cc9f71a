//! Requirements for what users changed of the rules of insights.

use std::collections::BTreeMap;

use ports::InsightSetting;

use super::{TestStorage, requirement::requirements};

requirements! { "insight_setting":
    "what a user changed of a rule is theirs alone, is replaced and can be deleted" => a_setting_belongs_to_one_user_and_is_replaced,
}

fn setting(rule: &str, is_on: bool, limits: &[(&str, &str)]) -> InsightSetting {
    let limit = |(name, limit): &(&str, &str)| (String::from(*name), limit.parse().unwrap());
    InsightSetting {
        rule: rule.to_owned(),
        is_on,
        limits: limits.iter().map(limit).collect::<BTreeMap<_, _>>(),
    }
}

async fn a_setting_belongs_to_one_user_and_is_replaced(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    let exact = [("large_share", "70.000000000000000001"), ("share", "55.5")];
    let mut work = db.begin().await;
    for (owner, one) in [
        (user, setting("liq.hf", false, &[])),
        (user, setting("conc.asset", true, &[("share", "50")])),
        (other, setting("conc.asset", false, &[("share", "10")])),
        (user, setting("conc.asset", true, &exact)),
    ] {
        work.insight_settings().set(owner, &one).await.unwrap();
    }
    work.commit().await.unwrap();
    let stored = db.stores.insight_settings.of_user(user).await.unwrap();
    assert_eq!(
        stored,
        [setting("conc.asset", true, &exact), setting("liq.hf", false, &[])]
    );
    let mut work = db.begin().await;
    work.insight_settings().forget(user, "conc.asset").await.unwrap();
    work.insight_settings().forget(user, "never changed").await.unwrap();
    work.commit().await.unwrap();
    let left = db.stores.insight_settings.of_user(user).await.unwrap();
    assert_eq!(left, [setting("liq.hf", false, &[])]);
    let others = db.stores.insight_settings.of_user(other).await.unwrap();
    assert_eq!(
        others,
        [setting("conc.asset", false, &[("share", "10")])],
        "another user's is not affected"
    );
}
