//! Invariants of every portfolio answer, whatever has failed: sums, counts and texts.

use ports::Amount;
use serde_json::{Value, json};

/// Asserts the invariants of an answer of `wallet/user-wallet/get-balance`.
///
/// The total is the sum of its rows, and null instead of zero if nothing is known; each row is the sum of its parts; the same
/// holds by network and by wallet. A part is its amount times its price. Every holding is counted once, as priced or unpriced.
/// The answer is complete exactly if nothing is missing; missing data is named with a reason. No number is invalid or negative.
pub fn invariants(answer: &Value) {
    numbers(answer, "");
    let total = sum(answer, "/total").unwrap_or(Amount::ZERO);
    let coverage = &answer["coverage"];
    let unconverted = coverage["unconverted"]["holdings"].as_i64().unwrap_or_default();
    let known = sum(answer, "/coverage/known");
    assert_eq!(
        known.is_none(),
        unconverted > 0 && unconverted == count(coverage, "priced")
    );
    assert_eq!(
        total,
        known.unwrap_or(Amount::ZERO),
        "the total is the sum of the known values"
    );
    let missing = ["unpriced", "failed"]
        .iter()
        .any(|list| !rows_of(&coverage[*list]).is_empty());
    let nothing_shown = count(coverage, "priced") == unconverted;
    let unknown = nothing_shown && (missing || unconverted > 0 || count(coverage, "reading") > 0);
    assert!(
        answer["total"].is_null() == (unknown || answer["as_of"].is_null()),
        "the total is known if anything is known, and never an invented zero: {coverage}"
    );
    let assets = rows(answer, "/user_wallet/assets");
    for (place, list) in [
        ("assets", assets),
        ("networks", rows(answer, "/networks")),
        ("wallets", rows(answer, "/wallets")),
    ] {
        near(total, &values(list), place);
    }
    assets.iter().for_each(row);
    for wallet in rows(answer, "/wallets") {
        near(
            money(&wallet["value"]),
            &values(rows(wallet, "/chains")),
            "a wallet by chains",
        );
    }
    counts(answer, assets);
    words(&answer["coverage"]);
}

/// Explains figures of an answer with `ask`, which calls `wallet/figure/explain`: each explanation equals the figure and the
/// result of its own tree.
pub async fn explained(answer: &Value, mut ask: impl AsyncFnMut(Value) -> Value) {
    let figures = answer["figures"].as_object().expect("an answer has figures");
    let money = |pointer: &&String| pointer.ends_with("/value") && !pointer.contains("/parts/");
    let total = figures.contains_key("/total").then(|| "/total".to_owned());
    for pointer in total.iter().chain(figures.keys().filter(money).take(4)) {
        let why = ask(json!({ "figure": figures[pointer] })).await;
        let exact = parsed(&why["exact"]).unwrap_or_else(|| panic!("{pointer}: {why}"));
        assert_eq!(recomputed(&why["tree"]), Some(exact), "{pointer} follows from its tree");
        let shown = answer.pointer(pointer).and_then(parsed);
        assert_eq!(shown, Some(exact.at_edge()), "{pointer} is what is shown");
        assert_eq!(why["recomputed"], false, "{pointer} is of the same inputs");
    }
}

/// Returns the place, amount, price and value of each part of an answer. Times and names of the reading are left out, so that
/// two answers about the same holdings are equal.
pub fn parts(answer: &Value) -> Vec<Value> {
    let rows = rows(answer, "/user_wallet/assets").iter();
    let parts = rows.flat_map(|row| rows_of(&row["parts"]));
    let mut parts: Vec<Value> = parts
        .map(|part| {
            json!([
                part["asset"],
                part["chain"],
                part["wallet_address"],
                part["amount"],
                part["price"],
                part["value"]
            ])
        })
        .collect();
    parts.sort_by_key(Value::to_string);
    parts
}

/// Asserts that every number is valid and not negative, or null.
fn numbers(value: &Value, place: &str) {
    const MONEY: [&str; 8] = [
        "total",
        "known",
        "value",
        "amount",
        "price",
        "share",
        "spread",
        "confidence",
    ];
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let place = format!("{place}/{name}");
                if MONEY.contains(&name.as_str()) && field.is_string() {
                    let number = parsed(field).unwrap_or_else(|| panic!("{place} is no number: {field}"));
                    assert!(!number.is_negative(), "{place} is below zero: {field}");
                }
                numbers(field, &place);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| numbers(item, place)),
        _ => {}
    }
}

/// Asserts that an asset's row is the sum of its parts, each of which is its amount times its price or has a reason.
fn row(row: &Value) {
    let name = row["symbol"].to_string();
    let parts = rows_of(&row["parts"]);
    near(money(&row["value"]), &values(parts), &name);
    for part in parts {
        match (parsed(&part["amount"]), parsed(&part["price"]), parsed(&part["value"])) {
            (Some(amount), Some(price), Some(value)) => {
                let product = amount.mul(price).expect("it was multiplied before");
                let off = amount.mul(step()).and_then(|off| off.add(step())).expect("it is small");
                assert!(apart(product, value) <= off, "{name}: {part}");
            }
            (_, _, None) => assert!(has_reason(&part["reason"]), "{name}: {part}"),
            _ => panic!("{name} has a value out of nothing: {part}"),
        }
    }
}

/// Asserts that each holding is counted once, as priced or unpriced, in total and by network.
fn counts(answer: &Value, assets: &[Value]) {
    let coverage = &answer["coverage"];
    let parts: Vec<&Value> = assets.iter().flat_map(|row| rows_of(&row["parts"])).collect();
    let (priced, unpriced) = (count(coverage, "priced"), rows_of(&coverage["unpriced"]).len() as i64);
    let unconverted = coverage["unconverted"]["holdings"].as_i64().unwrap_or_default();
    let valued = parts.iter().filter(|part| !part["value"].is_null()).count() as i64 + unconverted;
    assert_eq!((priced, unpriced), (valued, parts.len() as i64 - valued), "{coverage}");
    let networks = rows(answer, "/networks");
    let each = |name: &str| networks.iter().map(|network| count(network, name)).sum::<i64>();
    assert_eq!((priced, unpriced), (each("priced"), each("unpriced")), "by network");
    assert_eq!(count(coverage, "reading"), each("reading"), "{networks:?}");
    let all_is_looked_for = coverage["not_looked_for"].as_array().is_none_or(Vec::is_empty);
    assert_eq!(
        coverage["complete"],
        is_whole(coverage) && all_is_looked_for && unconverted == 0,
        "{coverage}"
    );
}

/// Returns whether nothing that is looked for is missing. Without lists and explorers, as in the test world, a total is never
/// complete, because tokens on no list are not looked for.
pub fn is_whole(coverage: &Value) -> bool {
    let unread = match &coverage["unread"] {
        Value::Array(wallets) => wallets.is_empty(),
        number => *number == 0,
    };
    let is_empty = |list: &str| rows_of(&coverage[list]).is_empty();
    unread && ["unpriced", "failed", "stale"].into_iter().all(is_empty) && count(coverage, "reading") == 0
}

/// Asserts that missing and stale data is named with a reason.
fn words(coverage: &Value) {
    for failed in rows_of(&coverage["failed"]) {
        assert!(
            is_text(&failed["name"]) && is_text(&failed["reason"]) && sentence(&failed["text"]),
            "{failed}"
        );
    }
    for stale in rows_of(&coverage["stale"]) {
        assert!(
            is_text(&stale["name"]) && is_text(&stale["as_of"]) && sentence(&stale["text"]),
            "{stale}"
        );
    }
    for unpriced in rows_of(&coverage["unpriced"]) {
        assert!(
            is_text(&unpriced["name"]) && is_text(&unpriced["reason"]) && is_text(&unpriced["text"]),
            "{unpriced}"
        );
        assert!(is_text(&unpriced["amount"]) || is_text(&unpriced["raw_amount"]) || unpriced["reason"] == "unreadable");
    }
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

fn sentence(value: &Value) -> bool {
    is_text(value) && value.as_str().is_some_and(|text| text.ends_with('.'))
}

fn has_reason(reason: &Value) -> bool {
    is_text(&reason["code"]) && is_text(&reason["text"])
}

fn count(value: &Value, name: &str) -> i64 {
    value[name]
        .as_i64()
        .unwrap_or_else(|| panic!("{name} is a number in {value}"))
}

fn rows<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).map_or(&[], |list| rows_of(list))
}

fn rows_of(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

fn parsed(value: &Value) -> Option<Amount> {
    value.as_str()?.parse().ok()
}

fn money(value: &Value) -> Amount {
    parsed(value).unwrap_or(Amount::ZERO)
}

fn sum(answer: &Value, pointer: &str) -> Option<Amount> {
    answer.pointer(pointer).and_then(parsed)
}

fn values(list: &[Value]) -> Vec<Amount> {
    list.iter().map(|row| money(&row["value"])).collect()
}

/// The last decimal place of amounts in answers.
fn step() -> Amount {
    "0.000000000000000001".parse().expect("it is a number")
}

fn apart(one: Amount, other: Amount) -> Amount {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high.sub(low).expect("their difference is a number")
}

/// Asserts that a total is near its sum: each number was rounded once, so the sum may be off by half a step for each row.
fn near(total: Amount, parts: &[Amount], place: &str) {
    let sum = parts
        .iter()
        .fold(Amount::ZERO, |sum, part| sum.add(*part).expect("it was added before"));
    let off = Amount::from(u32::try_from(parts.len() + 1).expect("rows are few")).mul(step());
    assert!(
        apart(total, sum) <= off.expect("it is small"),
        "{place}: {total} is not {sum}"
    );
}

/// Computes the result of an explanation from its printed tree.
pub fn recomputed(node: &Value) -> Option<Amount> {
    let children = rows_of(&node["children"]).iter();
    let counts =
        |node: &&Value| node["reason"].is_null() && node["operation"] != "gap" && node["operation"] != "hidden";
    let mut counted = children.filter(counts).map(recomputed);
    match node["operation"].as_str()? {
        "sum" => counted.try_fold(Amount::ZERO, |sum, part| sum.add(part?).ok()),
        "product" => product(rows_of(&node["children"]).iter().filter(counts)),
        "quotient" => product(std::iter::once(node)),
        "rounded" => rounded(rows_of(&node["children"]).first()?),
        "difference" => counted.next()??.sub(counted.next()??).ok(),
        "median" | "average" => median(counted.collect::<Option<Vec<_>>>()?),
        "observation" | "constant" => parsed(&node["value"]),
        _ => None,
    }
}

/// Rounds to 18 places, a quotient in one step.
fn rounded(node: &Value) -> Option<Amount> {
    match (node["operation"].as_str(), rows_of(&node["children"])) {
        (Some("quotient"), [first, second]) => recomputed(first)?.div_rounded(recomputed(second)?, 18).ok(),
        _ => Some(recomputed(node)?.rounded(18)),
    }
}

/// Multiplies the numerators, then divides by the denominators, so that nothing is rounded before.
fn product<'a>(nodes: impl Iterator<Item = &'a Value>) -> Option<Amount> {
    let (mut over, mut under) = (Amount::ONE, Amount::ONE);
    for node in nodes {
        match (node["operation"].as_str(), rows_of(&node["children"])) {
            (Some("quotient"), [first, second]) => {
                let (first, second) = (recomputed(first)?, recomputed(second)?);
                if first != second {
                    over = over.mul(first).ok()?;
                    under = under.mul(second).ok()?;
                }
            }
            _ => over = over.mul(recomputed(node)?).ok()?,
        }
    }
    if under == Amount::ONE {
        Some(over)
    } else {
        over.div(under).ok()
    }
}

fn median(mut values: Vec<Amount>) -> Option<Amount> {
    values.sort();
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        return values.get(middle).copied();
    }
    values
        .get(middle.checked_sub(1)?)?
        .add(values[middle])
        .ok()?
        .half()
        .ok()
}
