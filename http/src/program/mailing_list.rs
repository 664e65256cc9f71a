//! The command `mailing-list`.

use adapters::config::Config;
use adapters::connect;
use adapters::storage::MailingListMember;
use serde_json::{Value, json};

use super::output::{ProgramError, print};

/// Prints the addresses on the mailing list, as one JSON object a line. Nothing is sent to them.
pub async fn print_all(config: Config) -> Result<(), ProgramError> {
    let database = connect::read_only(&config).await?;
    let members = database.mailing_list().await;
    database.close().await;
    for member in members? {
        print(&line(&member).to_string())?;
    }
    Ok(())
}

fn line(MailingListMember { entry, is_verified }: &MailingListMember) -> Value {
    json!({
        "email": entry.address.as_str(),
        "is_verified": is_verified,
        "joined_on": entry.joined_at.to_string(),
        "signed_up_from": entry.from,
    })
}

#[cfg(test)]
mod tests {
    use ports::{MailingListEntry, Timestamp};

    use super::*;

    #[test]
    fn a_line_says_whether_the_address_is_proven() {
        let entry = MailingListEntry {
            address: "ann@example.com".parse().unwrap(),
            from: None,
            joined_at: Timestamp::from_seconds(0),
        };
        let member = MailingListMember {
            entry,
            is_verified: false,
        };
        let expected = json!({"email": "ann@example.com", "is_verified": false,
            "joined_on": "1970-01-01T00:00:00Z", "signed_up_from": null});
        assert_eq!(line(&member), expected);
    }
}
