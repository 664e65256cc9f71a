//! Compares the export of a person's data with the schema: each table that has rows of a user is exported or left out for a
//! stated reason, column by column. Tables and columns that are added later must be decided here.

use std::collections::BTreeSet;

use domain::export::Exports;

use crate::{
    database::{TestDatabase, on_disk},
    erase_schema::{DatabaseConnection, owned_tables},
};

on_disk! { every_column_about_a_user_is_exported_or_left_out }

/// What an export has of a column.
enum Exported {
    /// These columns of a table.
    As(&'static str, &'static [&'static str]),
    /// Nothing, because of this.
    LeftOut(&'static str),
}

use Exported::{As, LeftOut};

const OPENS_SOMETHING: &str = "it opens or proves something, and only a hash or a key is stored";
const FINDS_ROWS: &str = "it only finds or orders rows, and says nothing more about the user";
const SHORT_LIVED: &str = "it is a copy of other data that lives for about a day";

/// The tables that are left out as a whole.
fn table_left_out(table: &str) -> Option<&'static str> {
    Some(match table {
        "email_codes" => "codes and links; the pending address is among the addresses",
        "idempotency_keys" | "recipes" | "share_session_recipes" => SHORT_LIVED,
        "sign_in_challenges" => "messages to sign, which prove something for five minutes",
        "oauth_states" => "requests for consent at exchanges, which prove something for ten minutes",
        "merges" => "how many wallets an anonymous user brought, which is kept for a day; they are among the wallets",
        "share_sessions" => "the sessions of visitors of a share link, who are not known",
        _ => return None,
    })
}

/// The columns that are exported under other names, and those that are left out.
fn special(table: &str, column: &str) -> Option<Exported> {
    Some(match (table, column) {
        (_, "user_id") => LeftOut("the user is the caller"),
        (_, "token_hash") | ("users", "data_key") => LeftOut(OPENS_SOMETHING),
        ("users", "uploads") => As("user", &["uploaded_files"]),
        ("users", "version") => LeftOut("it counts changes of the list of wallets"),
        ("users", "left_at") => LeftOut("the caller has not left"),
        ("user_details", "sealed") => As(
            "user",
            &[
                "first_name",
                "last_name",
                "mobile",
                "mailing_list_address",
                "mailing_list_joined_at",
                "mailing_list_joined_from",
            ],
        ),
        ("shares", "slug") => As("user", &["share_link"]),
        ("shares", "created_at") => LeftOut("it says when the link was renewed last, and nothing uses it"),
        ("user_emails", "sealed") => As("emails", &["address"]),
        ("sessions" | "api_keys", "id") | ("wallets", "id" | "row_key") => LeftOut(FINDS_ROWS),
        ("user_emails", "lookup") | ("feedback", "id") | ("added_tokens", "chain") => LeftOut(FINDS_ROWS),
        ("api_keys", "token_start") => As("api-keys", &["prefix"]),
        ("api_keys", "sealed_name") => As("api-keys", &["name"]),
        ("wallets", "text" | "extended_key") => As("wallets", &["entered"]),
        ("wallets", "sealed_nickname") => As("wallets", &["nickname"]),
        ("wallets", "sealed_group_name") => As("wallets", &["group"]),
        ("wallets", "kind") => As("wallets", &["wallet_app"]),
        ("derived_addresses", "wallet") => As("derived-addresses", &["wallet_position"]),
        ("derived_addresses", "address_index") => As("derived-addresses", &["index"]),
        ("derived_addresses", "account") => As("derived-addresses", &["address"]),
        ("hidden_assets", "decided_at") | ("accepted_decimals", "accepted_at") => {
            LeftOut("it says when the choice was made, and nothing uses it")
        }
        ("insight_settings", "limits") => As("insight-rules", &["thresholds"]),
        ("insight_states", "checked_at" | "missed") => LeftOut("it counts evaluations that did not find the insight"),
        ("insight_states", "choice_level") => As("insights", &["put_away_level"]),
        ("insight_states", "choice_until") => As("insights", &["put_away_until"]),
        ("insight_states", "decided_at") => As("insights", &["put_away_at"]),
        ("annotations", "transaction_id") => As("annotations", &["transaction"]),
        ("annotations", "content_key") => As("annotations", &["key"]),
        ("annotations", "sealed_content" | "other_account") => As("annotations", &["content"]),
        ("own_labels", "sealed_label") => As("labels", &["label"]),
        ("feedback", "sealed") => As("feedback", &["section", "rating", "opinion", "text", "attachment"]),
        ("exchange_credentials", "wallet_id") => LeftOut(FINDS_ROWS),
        ("exchange_credentials", "refresh_until") => {
            LeftOut("it orders the processes that exchange tokens for new ones")
        }
        ("exchange_credentials", "id_hashes") => {
            LeftOut("they are hashes by which two keys of one account are recognized")
        }
        ("exchange_credentials", "sealed_key") => As("exchange-keys", &["key_end"]),
        ("attachments", "size") => As("attachments", &["bytes"]),
        ("attachments", "sealed") => LeftOut("the files are in the archive themselves"),
        ("attachments", "expires_at") => LeftOut("it says when a file is removed that is attached to nothing"),
        _ => return None,
    })
}

/// The exported table in which the columns of a table of the schema have their own names.
fn exported_table(table: &str) -> Option<&'static str> {
    Some(match table {
        "users" => "user",
        "user_settings" => "settings",
        "user_emails" => "emails",
        "sign_in_wallets" => "sign-in-wallets",
        "sessions" => "sessions",
        "api_keys" => "api-keys",
        "wallets" => "wallets",
        "derived_addresses" => "derived-addresses",
        "manual_prices" => "manual-prices",
        "hidden_assets" => "hidden-assets",
        "insight_settings" => "insight-rules",
        "insight_states" => "insights",
        "accepted_decimals" => "accepted-decimals",
        "added_tokens" => "added-tokens",
        "annotations" => "annotations",
        "own_labels" => "labels",
        "exchange_credentials" => "exchange-keys",
        "feedback" => "feedback",
        "attachments" => "attachments",
        _ => return None,
    })
}

/// Returns what is exported of a column, or `None` if that is not decided.
fn exported(table: &str, column: &str) -> Option<Exported> {
    if let Some(why) = table_left_out(table) {
        return Some(LeftOut(why));
    }
    special(table, column).or_else(|| {
        let exported = exported_table(table)?;
        let columns = Exports::tables().into_iter().find(|one| one.name == exported)?.columns;
        let name = columns.iter().position(|name| *name == column)?;
        Some(As(exported, &columns[name..=name]))
    })
}

async fn every_column_about_a_user_is_exported_or_left_out(db: TestDatabase) {
    let mut connection = DatabaseConnection::open(&db).await;
    let (columns, references) = (connection.columns().await, connection.references().await);
    let owned = owned_tables(&references);
    let (mut undecided, mut found) = (Vec::new(), BTreeSet::new());
    for column in columns.iter().filter(|column| owned.contains(&column.table.as_str())) {
        match exported(&column.table, &column.name) {
            Some(As(table, names)) => found.extend(names.iter().map(|name| (table, *name))),
            Some(LeftOut(why)) => assert!(!why.is_empty()),
            None => undecided.push(format!("{}.{}", column.table, column.name)),
        }
    }
    assert!(
        undecided.is_empty(),
        "export these columns, or say here why not: {undecided:?}"
    );
    // These come from what is stored about accounts, which belongs to everyone who watches them.
    let of_addresses = [
        "disclosures",
        "exchange-files",
        "exchange-markets",
        "mapped-codes",
        "transactions",
    ];
    for table in Exports::tables()
        .into_iter()
        .filter(|table| !of_addresses.contains(&table.name))
    {
        for column in table.columns {
            assert!(
                found.contains(&(table.name, *column)),
                "{}.{column} comes from no column of the schema",
                table.name
            );
        }
    }
}
