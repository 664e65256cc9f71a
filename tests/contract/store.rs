//! Checks the shipped stores with the conformance kit: SQLite in a file and in memory, Postgres, and memory.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use conformance::store::{self, Harness, TestStorage};
use support::folder::Folder;

use crate::database::{file, memory, postgres, sqlite_memory};

/// A kind of shipped stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Memory,
    Postgres,
    Sqlite,
    SqliteMemory,
}

/// Opens stores of one kind. The folders of their files are kept until all requirements are checked.
struct ShippedStores {
    kind: Kind,
    folders: Mutex<Vec<Option<Folder>>>,
}

impl ShippedStores {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            folders: Mutex::default(),
        }
    }
}

#[async_trait]
impl Harness for ShippedStores {
    fn name(&self) -> String {
        format!("{:?}", self.kind)
    }

    async fn open(&self) -> TestStorage {
        let opened = match self.kind {
            Kind::Memory => memory().await,
            Kind::Postgres => postgres().await,
            Kind::Sqlite => file().await,
            Kind::SqliteMemory => sqlite_memory().await,
        };
        let tested = opened.tested();
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.push(opened.into_folder());
        tested
    }

    fn skip_reason(&self, requirement: &str) -> Option<&'static str> {
        let is_seen_apart = requirement == "user: nothing is seen before the commit";
        (self.kind == Kind::SqliteMemory && is_seen_apart).then_some("a reader waits for the end of the unit")
    }

    fn patience(&self) -> std::time::Duration {
        support::patience(60)
    }
}

/// Checks the requirements of each module on every kind of stores.
macro_rules! on_each_kind {
    ($($module:ident),+ $(,)?) => {
        $(
            mod $module {
                use super::{Kind, ShippedStores, store};

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn memory() {
                    store::$module::check(&ShippedStores::new(Kind::Memory)).await.assert_conforms();
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn postgres() {
                    store::$module::check(&ShippedStores::new(Kind::Postgres)).await.assert_conforms();
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite() {
                    store::$module::check(&ShippedStores::new(Kind::Sqlite)).await.assert_conforms();
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite_memory() {
                    store::$module::check(&ShippedStores::new(Kind::SqliteMemory)).await.assert_conforms();
                }
            }
        )+

        #[test]
        fn every_requirement_is_checked() {
            assert_eq!(store::requirements(), [$(store::$module::REQUIREMENTS),+].concat());
        }
    };
}

on_each_kind! {
    accepted_decimals, account, added_token, agreed_price, allowance, annotation, api_key, asset, attachment, counter, currency, disclosure, email_code, entry,
    entry_asset, entry_segment, entry_since, erase, erase_concurrent, erase_ledger, exchange_credential, exchange_file, exchange_market, extended_key, fact, feedback, hidden_asset, history, idempotency, insight_setting, insight_state, job, job_changes,
    job_lease, job_retry, job_unless_done, mail, manual_price, mapped_code, moment_quote, name, oauth_state, own_label, past_price, quote, recipe, reconciliation, registration, session, share, sign_in_wallet, snapshot, source, stored_quote,
    token_list, user, user_details, user_email, user_settings, wallet,
}
