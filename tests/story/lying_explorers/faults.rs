//! Eighteen ways in which an explorer does not say what happened.

use serde_json::{Value, json};

use super::true_chain::{Row, TrueChain};

/// How an explorer lies or fails.
#[derive(Clone, Copy)]
pub enum Fault {
    /// It reports these rows instead.
    Rows(fn(&TrueChain) -> Vec<Row>),
    /// It answers requests for this list, or for every one, with this.
    Answer(Option<&'static str>, fn() -> (u16, Value)),
    /// Its index ends this number of blocks before the newest one.
    Behind(u64),
    /// Its rows are newest first, and only as many as this.
    Newest(usize),
}

pub const FAULTS: [(&str, Fault); 18] = [
    ("it is down", Fault::Answer(None, down)),
    ("it wants another key", Fault::Answer(None, wrong_key)),
    ("its limit is reached", Fault::Answer(None, limit)),
    ("it refuses with a web page", Fault::Answer(None, web_page)),
    ("its answers are cut off", Fault::Answer(None, cut_off)),
    ("it has no transactions", Fault::Rows(|chain| without(chain, "txlist"))),
    (
        "it has no transfers by contracts",
        Fault::Rows(|chain| without(chain, "txlistinternal")),
    ),
    (
        "it has no transfers of tokens",
        Fault::Rows(|chain| without(chain, "tokentx")),
    ),
    (
        "it does not serve transfers by contracts",
        Fault::Answer(Some("txlistinternal"), unfinished),
    ),
    ("two of a list are all it has", Fault::Rows(two)),
    ("one in the middle is missing", Fault::Rows(one_less)),
    ("the newest are missing", Fault::Rows(without_newest)),
    ("its index is behind", Fault::Behind(1_000)),
    ("a transfer by a contract is invented", Fault::Rows(invented_call)),
    ("a transfer of a token is invented", Fault::Rows(invented_token)),
    ("its amounts are others", Fault::Rows(other_amounts)),
    ("its rows are of another chain", Fault::Rows(other_chain)),
    ("it gives the newest rows only", Fault::Newest(5)),
];

fn error(text: &str) -> Value {
    json!({ "status": "0", "message": "NOTOK", "result": text })
}

fn down() -> (u16, Value) {
    (503, json!("down"))
}

fn wrong_key() -> (u16, Value) {
    (200, error("Invalid API Key"))
}

fn limit() -> (u16, Value) {
    (200, error("Max rate limit reached"))
}

fn web_page() -> (u16, Value) {
    (403, json!("<html>checking your browser</html>"))
}

fn cut_off() -> (u16, Value) {
    (200, json!({ "status": "1", "message": "OK" }))
}

fn unfinished() -> (u16, Value) {
    let message = "Some internal transactions within this block range have not yet been processed";
    (200, json!({ "status": "2", "message": message, "result": [] }))
}

fn without(chain: &TrueChain, list: &str) -> Vec<Row> {
    chain.rows.iter().filter(|row| row.list != list).cloned().collect()
}

fn two(chain: &TrueChain) -> Vec<Row> {
    let mut kept = 0;
    let of_list = |row: &&Row| {
        kept += usize::from(row.list == "tokentx");
        row.list != "tokentx" || kept <= 2
    };
    chain.rows.iter().filter(of_list).cloned().collect()
}

fn one_less(chain: &TrueChain) -> Vec<Row> {
    let mut rows = chain.rows.clone();
    let internal = rows.iter().rposition(|row| row.list == "txlistinternal");
    rows.remove(internal.unwrap());
    rows
}

fn without_newest(chain: &TrueChain) -> Vec<Row> {
    let kept = chain.rows.len() - 3;
    chain.rows[..kept].to_vec()
}

/// Adds a copy of the last row of a list as another transaction.
fn invented(chain: &TrueChain, list: &str) -> Vec<Row> {
    let mut rows = chain.rows.clone();
    let mut one = rows.iter().rfind(|row| row.list == list).unwrap().clone();
    one.fields["hash"] = json!(format!("0x{:064x}", 0xbad));
    rows.push(one);
    rows
}

fn invented_call(chain: &TrueChain) -> Vec<Row> {
    invented(chain, "txlistinternal")
}

fn invented_token(chain: &TrueChain) -> Vec<Row> {
    invented(chain, "tokentx")
}

fn other_amounts(chain: &TrueChain) -> Vec<Row> {
    let mut rows = chain.rows.clone();
    for row in rows.iter_mut().filter(|row| row.list != "txlist") {
        let value: u128 = row.fields["value"].as_str().unwrap().parse().unwrap();
        row.fields["value"] = json!((2 * value).to_string());
    }
    rows
}

/// What the address did on another chain: other transactions of other amounts in other blocks.
fn other_chain(chain: &TrueChain) -> Vec<Row> {
    let mut rows = chain.rows.clone();
    for row in &mut rows {
        let hash = row.fields["hash"].as_str().unwrap().replace("abc", "def");
        row.block += 7;
        let value: u128 = row.fields["value"].as_str().unwrap().parse().unwrap();
        row.fields["hash"] = json!(hash);
        row.fields["value"] = json!((value * 3 / 2).to_string());
        row.fields["blockNumber"] = json!(row.block.to_string());
        row.fields["blockHash"] = json!(format!("0x{:064x}", 0xdef_000 + row.block));
    }
    let internal = rows.iter().position(|row| row.list == "txlistinternal").unwrap();
    rows.remove(internal);
    rows
}
