//! The users of a test: anonymous and registered ones, their API keys and their share links.

use serde_json::json;
use support::mailbox::{code_in, queued_mails};

use super::{CREATE_API_KEY, OPEN_LINK, Person, Reply, TestKey, TestServer};

impl TestServer {
    /// Creates a user who watches these addresses.
    pub async fn person(&self, addresses: &[&str]) -> Person {
        let made = self
            .call(
                "/api/organisation/user/create-user",
                &json!({"wallet_addresses": addresses}),
            )
            .await;
        Person {
            token: made.data()["token"].as_str().unwrap().to_owned(),
        }
    }

    /// Creates a user who watches these addresses and is registered by the code of a mail.
    pub async fn registered(&self, addresses: &[&str], email: &str) -> Person {
        let person = self.person(addresses).await;
        let send = "/api/organisation/user/send-email-otp";
        self.call(send, &json!({ "email": email })).await.data();
        let mails = queued_mails(self.app.tracker().ports(), email).await;
        let body = json!({ "email": email, "otp_token": code_in(mails.last().unwrap()) });
        let verify = "/api/organisation/user/verify-otp-code";
        let answer = self.call_as(&person, verify, &body).await.data();
        Person {
            token: answer["token"].as_str().unwrap().to_owned(),
        }
    }

    /// Creates an API key of a registered user, which is valid for 30 days.
    pub async fn api_key(&self, person: &Person, scopes: &[&str]) -> TestKey {
        let body = json!({"name": "Spreadsheet", "scopes": scopes, "expires_in_days": 30});
        let created = self.call_as(person, CREATE_API_KEY, &body).await.data();
        TestKey {
            id: created["api_key"]["id"].as_str().unwrap().to_owned(),
            token: created["token"].as_str().unwrap().to_owned(),
        }
    }

    /// Turns sharing on and returns the link.
    pub async fn share(&self, person: &Person) -> String {
        let path = "/api/organisation/user/rotate-link";
        let rotated = self.call_as(person, path, &json!({"enabled": true})).await.data();
        rotated["link"].as_str().unwrap().to_owned()
    }

    /// Opens a link as a visitor. The data of the response has the token of the share session.
    pub async fn open_link(&self, link: &str) -> Reply {
        self.call(OPEN_LINK, &json!({"token": link})).await
    }
}
