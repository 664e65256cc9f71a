//! Names of tokens are untrusted text. These tests follow them from the contract to the answer that the page shows.

use serde_json::{Value, json};
use support::{
    installation::Installation,
    product::MockUpstreams,
    program::{Program, built},
    world::TestWorld,
};

/// The longest text that an answer may contain; figure ids are the longest.
const LONGEST: usize = 600;

/// Collects every text of an answer with its path, field names included.
fn texts(value: &Value, place: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => found.push((place.to_owned(), text.clone())),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(at, item)| texts(item, &format!("{place}/{at}"), found));
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                found.push((format!("{place}/name"), name.clone()));
                texts(field, &format!("{place}/{name}"), found);
            }
        }
        _ => {}
    }
}

/// Whether a character changes the direction of text, joins letters, or is invisible.
fn deceives(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

fn expect_plain(answer: &Value) {
    let mut found = Vec::new();
    texts(answer, "", &mut found);
    for (place, text) in found {
        // The text of an explanation has several lines.
        let deceiving = text.chars().find(|c| deceives(*c) && !(place == "/text" && *c == '\n'));
        assert_eq!(deceiving, None, "{place}: {text:?}");
        assert!(place == "/text" || text.chars().count() <= LONGEST, "{place}: {text:?}");
    }
}

async fn wait_until_read(program: &Program, token: &str) -> Value {
    let since = std::time::Instant::now();
    while since.elapsed() < support::patience(20) {
        let answer = program.call("wallet/user-wallet/get-balance", token, &json!({})).await;
        if answer["coverage"]["reading"] == 0 && answer["refreshing"] == false {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("reading did not finish");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_names_of_tokens_reach_the_page_bounded_and_plain() {
    let world = TestWorld::start().unwrap();
    let upstreams = MockUpstreams::to(&world);
    let site = Installation::new(&world, &upstreams).await;
    let program = site.start(&built());
    let manifest = world.chain(1).manifest();
    let hostile = ["control-symbol", "long-symbol"].map(|kind| {
        let token = manifest.tokens.iter().find(|token| token.kind == kind).unwrap();
        assert!(token.symbol.as_ref().unwrap().chars().any(deceives) || token.symbol.as_ref().unwrap().len() == 10_000);
        token
    });
    let holds = |person: &&support::manifest::Person| {
        let some = |token| person.balance(token).is_some_and(|raw| raw != "0");
        hostile.iter().all(|token| some(token))
    };
    let holder = manifest.persons.iter().find(holds).unwrap();
    let token = program.person(std::slice::from_ref(&holder.address)).await;
    let portfolio = wait_until_read(&program, &token).await;
    expect_plain(&portfolio);
    let rows = portfolio["user_wallet"]["assets"].as_array().unwrap();
    let named = |symbol: &str| rows.iter().find(|row| row["symbol"] == symbol);
    let control = named("USDC X").expect("hidden characters are removed and the rest is kept");
    assert_eq!(control["name"], "Control characters");
    assert!(named(&"L".repeat(32)).is_some(), "a long name is truncated");

    let total = &portfolio["figures"]["/total"];
    let why = program
        .call("wallet/figure/explain", &token, &json!({"figure": total}))
        .await;
    expect_plain(&why);
    assert!(why["text"].as_str().unwrap().contains("USDC X"));
    let missing = program.call("common/health/get-data-health", &token, &json!({})).await;
    expect_plain(&missing);
}
