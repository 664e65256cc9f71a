//! Files of exchanges: what each row would change is shown before anything is stored, and what a file stated is removed with it.

use axum::body::{Body, to_bytes};
use axum::http::Request;
use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    export::{EXPORT, unpacked},
    test_server::{Person, Reply, TestServer, json_request},
};

const CONNECT: &str = "/api/organisation/user/add-update-user-account";
const PREVIEW: &str = "/api/organisation/user/preview-exchange-file";
const IMPORT: &str = "/api/organisation/user/import-exchange-file";
const FILES: &str = "/api/organisation/user/get-exchange-files";
const DELETE: &str = "/api/organisation/user/delete-exchange-file";
const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const ACCOUNTS: &str = "/api/organisation/user/get-user-account-by-exchange";
const BALANCES: &str = "/api/wallet/user-wallet/get-balance";
const REMOVE: &str = "/api/organisation/user/delete-user-account";
const RESTORE: &str = "/api/organisation/user/restore-user-account";

const OWNED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// A deposit and a purchase in a time that the key does not read, a row that cannot be read, and one that changed nothing.
const LEDGERS: &str = r#""txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
"","QDEP-1","2019-02-03 11:00:00","deposit","","currency","ZEUR",100.0000,0.0000,""
"LDEP-1","QDEP-1","2019-02-03 11:02:00","deposit","","currency","ZEUR",100.0000,0.0000,100.0000
"LTRA-1","TTRA-1","2019-02-03 11:10:00","trade","tradespot","currency","ZEUR",-50.0000,0.1300,49.8700
"LTRA-2","TTRA-1","2019-02-03 11:10:00","trade","tradespot","currency","XXBT",0.0150000000,0,0.0150000000
"LBAD-1","TBAD-1","2019-02-05 11:10:00","trade","","currency","XXBT","0,5",0,0
"#;

/// Sends a file with the fields of a call, as a browser does.
async fn send(server: &TestServer, person: &Person, path: &str, fields: &[(&str, &str)], file: &[u8]) -> Reply {
    let mut body = Vec::new();
    let account = [("exchange", "kraken"), ("account_name", "Main")];
    for (name, text) in account.iter().chain(fields) {
        let part = format!("--limit\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n");
        body.extend(part.into_bytes());
    }
    let head = "--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"ledgers.csv\"\r\nContent-Type: text/csv\r\n\r\n";
    body.extend([head.as_bytes(), file, b"\r\n--limit--\r\n"].concat());
    let request = Request::post(path)
        .header("content-type", "multipart/form-data; boundary=limit")
        .header("authorization", format!("Bearer {}", person.token))
        .body(Body::from(body))
        .unwrap();
    let reply = server.send(request).await;
    if reply.status.is_success() {
        expect_described(path, &reply);
    }
    reply
}

/// Returns a person with an account whose key reads only the newer part of its history.
async fn connected(server: &TestServer) -> Person {
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let key = json!({ "exchange": "kraken", "account_name": "Main", "api_key": "bound-recent-0001", "api_secret": "any",
        "accept_warnings": true });
    server.call_as(&person, CONNECT, &key).await.data();
    server.run_jobs_of(&person).await;
    person
}

async fn files(server: &TestServer, person: &Person) -> Vec<Value> {
    let of = json!({ "exchange": "kraken", "account_name": "Main" });
    let reply = server.call_as(person, FILES, &of).await;
    expect_described(FILES, &reply);
    reply.data()["files"].as_array().unwrap().clone()
}

/// Returns the kinds of the entries before 2020, the newest first.
async fn old_entries(server: &TestServer, person: &Person) -> Vec<String> {
    let query = json!({ "conditions": [{ "key": "chain", "value": "kraken" }], "limit": 200 });
    let found = server.call_as(person, SEARCH, &query).await.data();
    let rows = found["results"].as_array().unwrap().iter();
    let own = rows.filter(|row| row["timestamp"].as_str().unwrap() < "2020");
    own.map(|row| row["kind"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn each_row_is_shown_before_a_file_is_imported_and_leaves_with_it() {
    let server = TestServer::start().await;
    let person = connected(&server).await;
    let preview = send(&server, &person, PREVIEW, &[], LEDGERS.as_bytes()).await.data();
    assert_eq!(preview["form"], "Ledgers");
    let counts = ["counting", "listed", "unlisted", "unchanging", "unreadable"]
        .map(|name| preview[format!("{name}_count")].as_i64().unwrap());
    assert_eq!(counts, [3, 0, 0, 1, 1]);
    assert_eq!(
        (&preview["starts_on"], &preview["ends_on"]),
        (&json!("2019-02-03T11:02:00Z"), &json!("2019-02-03T11:10:00Z"))
    );
    let row = &preview["rows"][3];
    assert_eq!(
        (
            &row["line"],
            &row["verdict"],
            &row["words"],
            &row["amounts"][0]["symbol"],
            &row["amounts"][0]["amount"]
        ),
        (
            &json!(5),
            &json!("counts"),
            &json!("trade/tradespot"),
            &json!("BTC"),
            &json!("0.015")
        )
    );
    let reason = preview["rows"][4]["reason"].as_str().unwrap();
    assert!(reason.contains("decimal mark"), "{reason}");
    assert_eq!(files(&server, &person).await, [] as [Value; 0], "nothing is stored");

    let span = [("start_datetime", "1546300800")];
    let imported = send(&server, &person, IMPORT, &span, LEDGERS.as_bytes()).await.data();
    assert_eq!(
        (
            &imported["starts_on"],
            &imported["row_count"],
            &imported["unreadable_count"]
        ),
        (&json!("2019-01-01T00:00:00Z"), &json!(3), &json!(1))
    );
    assert_eq!(files(&server, &person).await, std::slice::from_ref(&imported));
    assert_eq!(old_entries(&server, &person).await, ["swap", "receive"]);
    let again = send(&server, &person, IMPORT, &[], LEDGERS.as_bytes()).await;
    assert_eq!(again.refusal().0, 400, "{}", again.json());
    assert_eq!(
        again.json()["data"]["fields"],
        json!({ "file": "This file was imported already." })
    );

    let delete = json!({ "exchange": "kraken", "account_name": "Main", "id": imported["id"] });
    let left = server.call_as(&person, DELETE, &delete).await;
    expect_described(DELETE, &left);
    assert_eq!(left.data()["files"], json!([]));
    assert_eq!(old_entries(&server, &person).await, [] as [String; 0]);
    assert_eq!(server.call_as(&person, DELETE, &delete).await.refusal().0, 404);
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_refused_with_what_to_do() {
    let server = TestServer::start().await;
    let person = connected(&server).await;
    let empty = LEDGERS.lines().next().unwrap();
    for (file, reason) in [
        (
            &b"PK\x03\x04\xff\xfe"[..],
            "This is no CSV file. Spreadsheets and PDF files are not read: save or export it as CSV.",
        ),
        (
            b"a,b\n1,2\n",
            "Kraken exports no such columns. These files are read: Ledgers.",
        ),
        (empty.as_bytes(), "This file has no rows."),
        (b"", "Kraken exports no such columns. These files are read: Ledgers."),
    ] {
        let refused = send(&server, &person, PREVIEW, &[], file).await;
        assert_eq!(refused.refusal().0, 400, "{}", refused.json());
        assert_eq!(refused.json()["data"]["fields"], json!({ "file": reason }));
    }
    let bad = LEDGERS
        .lines()
        .filter(|line| !line.contains("LDEP") && !line.contains("LTRA"));
    let refused = send(
        &server,
        &person,
        IMPORT,
        &[],
        bad.collect::<Vec<_>>().join("\n").as_bytes(),
    )
    .await;
    assert_eq!(refused.refusal().0, 400, "{}", refused.json());
    let late = [("end_datetime", "1549191700")];
    let refused = send(&server, &person, IMPORT, &late, LEDGERS.as_bytes()).await;
    assert_eq!(
        refused.json()["data"]["fields"],
        json!({ "start_datetime": "The file has rows outside of these times." })
    );
}

#[tokio::test]
async fn nobody_imports_into_the_accounts_of_others() {
    let server = TestServer::start().await;
    let person = connected(&server).await;
    let imported = send(&server, &person, IMPORT, &[], LEDGERS.as_bytes()).await.data();
    let other = server.registered(&[OWNED], "bob@example.com").await;
    for path in [PREVIEW, IMPORT] {
        let refused = send(&server, &other, path, &[], LEDGERS.as_bytes()).await;
        assert_eq!(refused.refusal().0, 404, "{path}");
    }
    let of = json!({ "exchange": "kraken", "account_name": "Main" });
    assert_eq!(server.call_as(&other, FILES, &of).await.refusal().0, 404);
    let delete = json!({ "exchange": "kraken", "account_name": "Main", "id": imported["id"] });
    assert_eq!(server.call_as(&other, DELETE, &delete).await.refusal().0, 404);
    let anonymous = server.person(&[OWNED]).await;
    assert_eq!(
        send(&server, &anonymous, IMPORT, &[], LEDGERS.as_bytes())
            .await
            .refusal()
            .0,
        403
    );
    assert_eq!(files(&server, &person).await.len(), 1);
}

#[tokio::test]
async fn a_file_has_a_limit_of_its_own() {
    let server = TestServer::start().await;
    let person = connected(&server).await;
    let line = LEDGERS.lines().nth(2).unwrap();
    let large = format!(
        "{}\n{}",
        LEDGERS.lines().next().unwrap(),
        format!("{line}\n").repeat(30_000)
    );
    assert!(large.len() > 2_100_000);
    let read = send(&server, &person, PREVIEW, &[], large.as_bytes()).await;
    assert_eq!(read.status.as_u16(), 200, "{}", read.json());
    let refused = send(&server, &person, PREVIEW, &[], &vec![b'a'; 8_400_000]).await;
    assert_eq!(refused.status.as_u16(), 413, "{}", refused.json());
}

#[tokio::test]
async fn a_file_opens_an_account_without_a_key() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let missing = send(&server, &person, PREVIEW, &[], LEDGERS.as_bytes()).await;
    assert_eq!(missing.refusal().0, 404, "there is no such account");
    let new = ("new_account", "true");
    let preview = send(&server, &person, PREVIEW, &[new], LEDGERS.as_bytes()).await.data();
    assert_eq!(preview["counting_count"], 3);
    let anonymous = server.person(&[OWNED]).await;
    let refused = send(&server, &anonymous, IMPORT, &[new], LEDGERS.as_bytes()).await;
    assert_eq!(refused.refusal().0, 403);

    let imported = send(&server, &person, IMPORT, &[new], LEDGERS.as_bytes()).await.data();
    assert_eq!(imported["row_count"], 3);
    let accounts = server.call_as(&person, ACCOUNTS, &json!({})).await;
    expect_described(ACCOUNTS, &accounts);
    let account = accounts.data()["user_accounts"][0].clone();
    let named = ["state", "key", "reason", "read_on"].map(|field| account[field].clone());
    assert_eq!(named, [json!("from_files"), Value::Null, Value::Null, Value::Null]);
    server.run_jobs_of(&person).await;
    assert_eq!(old_entries(&server, &person).await, ["swap", "receive"]);

    for path in [PREVIEW, IMPORT] {
        let taken = send(&server, &person, path, &[new], LEDGERS.as_bytes()).await;
        assert_eq!(taken.refusal().0, 400, "{path}");
        assert_eq!(
            taken.json()["data"]["fields"],
            json!({ "account_name": "There is an account named Main at this exchange already." })
        );
    }
    let of = json!({ "wallet_address": account["wallet_address"] });
    let balances = server.call_as(&person, BALANCES, &of).await.data();
    assert_eq!(
        balances["total"],
        Value::Null,
        "what it holds is not known, which is not zero"
    );
    assert_eq!(balances["coverage"]["unread"][0]["reason"], "from_files");
    let of = json!({ "exchange": "kraken", "account_name": "Main" });
    server.call_as(&person, REMOVE, &of).await.data();
    assert_eq!(old_entries(&server, &person).await, [] as [String; 0]);
    server.call_as(&person, RESTORE, &of).await.data();
    assert_eq!(old_entries(&server, &person).await, ["swap", "receive"]);
}

#[tokio::test]
async fn files_and_mapped_codes_are_in_the_export_of_their_person_only() {
    let server = TestServer::start().await;
    let person = connected(&server).await;
    send(&server, &person, IMPORT, &[], LEDGERS.as_bytes()).await.data();
    let stranger = server.registered(&[OWNED], "bob@example.com").await;
    for (of, is_own) in [(&person, true), (&stranger, false)] {
        let mut request = json_request(EXPORT, &json!({}));
        let token = format!("Bearer {}", of.token).parse().unwrap();
        request.headers_mut().insert("authorization", token);
        let response = server.open_stream(request).await;
        let tables = unpacked(&to_bytes(response.into_body(), usize::MAX).await.unwrap());
        let files = &tables["exchange-files.csv"];
        assert_eq!(files.contains(",Ledgers,,,2019-02-03T11:02:00Z,"), is_own, "{files}");
        assert!(tables["mapped-codes.csv"].starts_with("account,code,asset,stated_at"));
    }
}
