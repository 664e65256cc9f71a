//! Insights over the demo world: every term computes and explains itself, and what is not known is stated.

use std::collections::BTreeSet;

use ports::Amount;
use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    test_server::{Person, ServerOptions, TestServer},
};

const INSIGHTS: &str = "/api/wallet/user-wallet/get-wallet-insights";
const PROTOCOLS: &str = "/api/wallet/user-wallet/get-protocol-balance";
const EXPLAIN: &str = "/api/wallet/figure/explain";
const RULES: usize = 29;

async fn read(addresses: &[&str]) -> (TestServer, Person) {
    let server = TestServer::start().await;
    let person = server.person(addresses).await;
    server.run_jobs_of(&person).await;
    (server, person)
}

async fn insights(server: &TestServer, person: &Person, body: &Value) -> Value {
    let answer = server.call_as(person, INSIGHTS, body).await;
    expect_described(INSIGHTS, &answer);
    answer.data()
}

fn list<'a>(of: &'a Value, name: &str) -> &'a Vec<Value> {
    of[name].as_array().unwrap_or_else(|| panic!("{of} has no list {name}"))
}

fn amount(value: &Value) -> Amount {
    let text = value.as_str().unwrap_or_else(|| panic!("{value} is no number"));
    text.parse().unwrap()
}

fn names(of: &Value, list_name: &str, field: &str) -> BTreeSet<String> {
    let texts = list(of, list_name).iter().map(|row| row[field].as_str().unwrap());
    texts.map(ToOwned::to_owned).collect()
}

/// Computes the terms of an insight; `None` where it states values only.
fn computed(insight: &Value) -> Option<(Amount, Amount)> {
    let mut sum = Amount::ZERO;
    for term in list(insight, "arithmetic") {
        let value = || amount(&term["value"]["value"]);
        sum = match term["sign"].as_str().unwrap() {
            "+" => sum.add(value()).unwrap(),
            "−" => sum.sub(value()).unwrap(),
            "×" => sum.mul(value()).unwrap(),
            "÷" => sum.div(value()).unwrap(),
            "=" => return Some((sum, value())),
            _ if term["value"]["value"].is_null() => sum,
            _ => value(),
        };
    }
    None
}

#[tokio::test]
async fn every_rule_is_evaluated_or_says_why_not() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let all = insights(&server, &person, &json!({})).await;
    let rules = names(&all, "rules", "id");
    assert_eq!(rules.len(), RULES);
    assert!(names(&all, "insights", "rule").is_subset(&rules));
    let not_evaluated = names(&all, "not_evaluated", "rule");
    assert!(not_evaluated.is_subset(&rules), "{not_evaluated:?}");
    let checked = usize::try_from(all["checked"].as_i64().unwrap()).unwrap();
    assert!(checked <= RULES && checked + not_evaluated.len() >= RULES, "{all}");
    for row in list(&all, "not_evaluated") {
        assert!(row["text"].as_str().unwrap().ends_with('.'), "{row}");
    }
    assert!(!list(&all, "insights").is_empty(), "{all}");
}

#[tokio::test]
async fn the_terms_of_an_insight_give_its_figure_and_explain_themselves() {
    let (server, person) = read(&["vitalik.eth", "harbourmaster.eth"]).await;
    for code in ["USD", "EUR"] {
        let all = insights(&server, &person, &json!({ "currency_code": code })).await;
        assert_eq!(all["currency_code"], code);
        for insight in list(&all, "insights") {
            if let Some((sum, result)) = computed(insight) {
                assert_eq!(sum.rounded(4), result.rounded(4), "{insight}");
            }
        }
        let figures = all["figures"].as_object().unwrap();
        for (pointer, figure) in figures {
            let why = server.call_as(&person, EXPLAIN, &json!({ "figure": figure })).await;
            let (shown, explained) = (all.pointer(pointer).unwrap(), &why.data()["value"]);
            assert_eq!(
                amount(shown).rounded(10),
                amount(explained).rounded(10),
                "{code} {pointer}"
            );
        }
    }
}

/// Shares are parts of what is owned, which is more than the total of a person with loans.
#[tokio::test]
async fn a_share_of_a_person_with_loans_explains_itself() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let all = insights(&server, &person, &json!({})).await;
    let of_chain = list(&all, "insights")
        .iter()
        .position(|one| one["rule"] == "conc.chain");
    for term in 0..2 {
        let pointer = format!("/insights/{}/arithmetic/{term}/value/value", of_chain.unwrap());
        assert!(!all["figures"][&pointer].is_null(), "{pointer} of {all}");
    }
    for (pointer, figure) in all["figures"].as_object().unwrap() {
        let why = server.call_as(&person, EXPLAIN, &json!({ "figure": figure })).await;
        let (shown, explained) = (all.pointer(pointer).unwrap(), &why.data()["value"]);
        assert_eq!(amount(shown).rounded(10), amount(explained).rounded(10), "{pointer}");
    }
}

#[tokio::test]
async fn a_plan_lists_the_worst_insights_and_states_how_many_more_there_are() {
    let server = TestServer::with(ServerOptions {
        plans_on: true,
        ..ServerOptions::default()
    })
    .await;
    let person = server.person(&["vitalik.eth"]).await;
    server.run_jobs_of(&person).await;
    let limited = insights(&server, &person, &json!({})).await;
    assert_eq!(list(&limited, "insights").len(), 2);
    let (unlimited, other) = read(&["vitalik.eth"]).await;
    let all = insights(&unlimited, &other, &json!({})).await;
    assert_eq!(all["beyond_plan"], 0);
    let more = limited["beyond_plan"].as_i64().unwrap();
    assert!(more > 0, "{limited}");
    assert_eq!(usize::try_from(more).unwrap() + 2, list(&all, "insights").len());
}

/// What the owner put away and how long they know it is private.
#[tokio::test]
async fn a_visitor_sees_the_insights_of_public_addresses_whatever_the_owner_put_away() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let own = insights(&server, &person, &json!({})).await;
    let (rule, subject) = keys(&own, "insights").first().unwrap().clone();
    let of = json!({"rule": rule, "subject": subject});
    server.call_as(&person, DISMISS, &of).await.data();
    let token = crate::share::token_of(&server.open_link(&server.share(&person).await).await);
    let seen = crate::share::see(&server, &token, INSIGHTS, json!({})).await;
    expect_described(INSIGHTS, &seen);
    let seen = seen.data();
    assert_eq!(keys(&seen, "insights"), keys(&own, "insights"));
    assert_eq!(list(&seen, "put_away").len(), 0);
    for insight in list(&seen, "insights") {
        assert_eq!(insight["found_on"], seen["evaluated_on"]);
    }
    for (pointer, figure) in seen["figures"].as_object().unwrap() {
        let why = crate::share::see(&server, &token, EXPLAIN, json!({ "figure": figure }))
            .await
            .data();
        let (shown, explained) = (seen.pointer(pointer).unwrap(), &why["value"]);
        assert_eq!(amount(shown).rounded(10), amount(explained).rounded(10), "{pointer}");
    }
    let refused = crate::share::see(&server, &token, DISMISS, of).await;
    assert_eq!(refused.status, 401, "{}", refused.text);
}

#[tokio::test]
async fn a_loan_has_an_insight_exactly_where_its_protocol_states_a_low_factor() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let all = insights(&server, &person, &json!({})).await;
    let found = list(&all, "insights").iter().filter(|one| one["rule"] == "liq.hf");
    let found: Vec<String> = found
        .map(|one| one["figure"]["value"].as_str().unwrap().to_owned())
        .collect();
    let cards = server.call_as(&person, PROTOCOLS, &json!({})).await.data();
    let positions = list(&cards, "user_wallet")
        .iter()
        .flat_map(|card| list(card, "positions"));
    let factors: Vec<&Value> = positions
        .map(|position| &position["health_factor"])
        .filter(|factor| !factor.is_null())
        .collect();
    assert!(!factors.is_empty(), "{cards}");
    for factor in factors {
        let is_low = amount(factor) < "1.5".parse().unwrap();
        let is_found = found.iter().any(|one| one.as_str() == factor.as_str().unwrap());
        assert_eq!(is_low, is_found, "{factor} {found:?}");
    }
}

#[tokio::test]
async fn a_person_without_wallets_has_no_insights_and_an_unknown_currency_is_refused() {
    let (server, person) = read(&[]).await;
    let all = insights(&server, &person, &json!({})).await;
    assert_eq!(list(&all, "insights").len(), 0, "{all}");
    assert_eq!(all["minor"], 0);
    let refused = server
        .call_as(&person, INSIGHTS, &json!({"currency_code": "XXQ"}))
        .await;
    assert_eq!(refused.status, 400, "{}", refused.text);
}

#[tokio::test]
async fn sentences_are_parts_without_markup() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let all = insights(&server, &person, &json!({})).await;
    for insight in list(&all, "insights") {
        let parts = ["title", "change"].into_iter().flat_map(|name| list(insight, name));
        for part in parts {
            let (kind, text) = (part["kind"].as_str().unwrap(), part["text"].as_str().unwrap());
            assert!(!text.is_empty() && !text.contains('<'), "{part}");
            let has_number = ["money", "percent", "number", "quantity"].contains(&kind);
            assert_eq!(has_number, !part["value"].is_null(), "{part}");
            assert_eq!(kind == "asset", !part["asset"].is_null(), "{part}");
            assert_eq!(kind == "network", !part["chain"].is_null(), "{part}");
        }
    }
}

const SNOOZE: &str = "/api/wallet/insight/snooze-insight";
const DISMISS: &str = "/api/wallet/insight/dismiss-insight";
const RESTORE: &str = "/api/wallet/insight/restore-insight";

/// Returns the keys of the insights in a list.
fn keys(of: &Value, list_name: &str) -> BTreeSet<(String, String)> {
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    let rows = list(of, list_name).iter();
    rows.map(|row| (text(row, "rule"), text(row, "subject"))).collect()
}

#[tokio::test]
async fn an_insight_is_put_away_for_a_time_or_for_good_and_restored() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let listed = keys(&insights(&server, &person, &json!({})).await, "insights");
    let (rule, subject) = listed.first().unwrap().clone();
    let of = json!({"rule": rule, "subject": subject});
    let snoozed = server
        .call_as(&person, SNOOZE, &json!({"rule": rule, "subject": subject, "days": 7}))
        .await;
    expect_described(SNOOZE, &snoozed);
    assert!(snoozed.data()["until"].is_string(), "{}", snoozed.text);
    let during = insights(&server, &person, &json!({})).await;
    assert!(
        !keys(&during, "insights").contains(&(rule.clone(), subject.clone())),
        "{during}"
    );
    assert_eq!(
        keys(&during, "put_away"),
        BTreeSet::from([(rule.clone(), subject.clone())])
    );
    let restored = server.call_as(&person, RESTORE, &of).await;
    expect_described(RESTORE, &restored);
    assert_eq!(keys(&insights(&server, &person, &json!({})).await, "insights"), listed);
    let dismissed = server.call_as(&person, DISMISS, &of).await;
    expect_described(DISMISS, &dismissed);
    let after = insights(&server, &person, &json!({})).await;
    assert_eq!(list(&after, "put_away")[0]["until"], Value::Null);
    assert_eq!(keys(&after, "insights").len(), listed.len() - 1);
}

#[tokio::test]
async fn an_insight_that_was_not_found_and_other_numbers_of_days_are_refused() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let all = insights(&server, &person, &json!({})).await;
    let (rule, subject) = keys(&all, "insights").first().unwrap().clone();
    let mut of = json!({"rule": rule, "subject": subject, "days": 8});
    assert_eq!(server.call_as(&person, SNOOZE, &of).await.status, 400);
    of["days"] = json!(7);
    let other = server.person(&[]).await;
    assert_eq!(
        server.call_as(&other, SNOOZE, &of).await.status,
        404,
        "another person's insight"
    );
    let unknown = json!({"rule": "conc.asset", "subject": "never found"});
    for call in [DISMISS, RESTORE] {
        assert_eq!(server.call_as(&person, call, &unknown).await.status, 404, "{call}");
    }
}

const SET_RULE: &str = "/api/wallet/insight/set-insight-rule";

#[tokio::test]
async fn a_person_changes_the_thresholds_of_a_rule_and_turns_it_off() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let set = async |body: Value| {
        let answer = server.call_as(&person, SET_RULE, &body).await;
        expect_described(SET_RULE, &answer);
    };
    let of_rule = |all: &Value, list_name: &str| {
        let row = list(all, list_name)
            .iter()
            .find(|row| row["rule"] == "conc.chain" || row["id"] == "conc.chain");
        row.cloned()
    };
    let before = insights(&server, &person, &json!({})).await;
    assert!(of_rule(&before, "insights").is_some(), "{before}");
    set(json!({"rule": "conc.chain", "enabled": true, "thresholds": [{"name": "share", "limit": "99.5"}]})).await;
    let changed = insights(&server, &person, &json!({})).await;
    assert!(of_rule(&changed, "insights").is_none(), "{changed}");
    let threshold = &of_rule(&changed, "rules").unwrap()["thresholds"][0];
    assert_eq!(
        (&threshold["chosen"], &threshold["default"]),
        (&json!("99.5"), &json!("70"))
    );
    let token = crate::share::token_of(&server.open_link(&server.share(&person).await).await);
    let seen = crate::share::see(&server, &token, INSIGHTS, json!({})).await.data();
    assert!(
        of_rule(&seen, "insights").is_some(),
        "what the owner changed is private"
    );
    set(json!({"rule": "conc.chain", "enabled": false, "thresholds": []})).await;
    let off = insights(&server, &person, &json!({})).await;
    assert_eq!(of_rule(&off, "rules").unwrap()["enabled"], false);
    assert_eq!(
        off["checked"].as_i64().unwrap() + 1,
        before["checked"].as_i64().unwrap()
    );
    set(json!({"rule": "conc.chain", "enabled": true, "thresholds": [{"name": "share", "limit": "70.0"}]})).await;
    let again = insights(&server, &person, &json!({})).await;
    let rule = of_rule(&again, "rules").unwrap();
    assert_eq!(
        (&rule["enabled"], &rule["thresholds"][0]["chosen"]),
        (&json!(true), &Value::Null)
    );
    assert!(of_rule(&again, "insights").is_some(), "{again}");
}

#[tokio::test]
async fn an_unknown_rule_and_a_threshold_out_of_range_are_refused() {
    let (server, person) = read(&[]).await;
    let status = async |rule: &str, name: &str, limit: &str| {
        let body = json!({"rule": rule, "enabled": true, "thresholds": [{"name": name, "limit": limit}]});
        server.call_as(&person, SET_RULE, &body).await.status.as_u16()
    };
    assert_eq!(status("conc.nothing", "share", "1").await, 404);
    assert_eq!(status("conc.chain", "shares", "1").await, 400);
    for limit in ["-1", "100.01", "1e3", "", "many", "NaN"] {
        assert_eq!(status("conc.chain", "share", limit).await, 400, "{limit}");
    }
    assert_eq!(status("conc.chain", "share", "100").await, 200);
}
