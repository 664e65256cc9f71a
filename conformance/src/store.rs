//! Requirements for stores: [`ports::Storage`], [`ports::UnitOfWork`] and [`ports::Stores`].
//!
//! Implement a [`Harness`] that opens your stores empty. Each requirement is checked on newly opened stores. Requirements are
//! assertions, so a store that panics violates its requirement. The futures run on a tokio runtime.

pub mod accepted_decimals;
pub mod account;
pub mod added_token;
pub mod agreed_price;
pub mod allowance;
pub mod annotation;
pub mod api_key;
pub mod asset;
pub mod attachment;
pub mod counter;
pub mod currency;
pub mod disclosure;
pub mod email_code;
pub mod entry;
pub mod entry_asset;
pub mod entry_segment;
pub mod entry_since;
pub mod erase;
pub mod erase_concurrent;
pub mod erase_ledger;
pub mod exchange_credential;
pub mod exchange_file;
pub mod exchange_market;
pub mod extended_key;
pub mod fact;
pub mod feedback;
pub mod hidden_asset;
pub mod history;
pub mod idempotency;
pub mod insight_setting;
pub mod insight_state;
pub mod job;
pub mod job_changes;
pub mod job_lease;
pub mod job_retry;
pub mod job_unless_done;
pub mod mail;
pub mod manual_price;
pub mod mapped_code;
pub mod moment_quote;
pub mod name;
pub mod oauth_state;
pub mod own_label;
pub mod past_price;
pub mod quote;
pub mod recipe;
pub mod reconciliation;
pub mod registration;
mod requirement;
pub mod samples;
pub mod session;
pub mod share;
pub mod sign_in_wallet;
pub mod snapshot;
pub mod source;
pub mod stored_quote;
pub mod token_list;
pub mod user;
pub mod user_details;
pub mod user_email;
pub mod user_settings;
pub mod wallet;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{Storage, Stores, UnitOfWork, UserId};

use crate::report::Report;

/// Opens the stores under test.
#[async_trait]
pub trait Harness: Send + Sync {
    /// The name of your stores in the report.
    fn name(&self) -> String;

    /// Opens stores that are empty and that nothing else uses. It is called once for each requirement.
    async fn open(&self) -> TestStorage;

    /// Returns why a requirement cannot be checked on your stores, or `None` to check it. The requirement is given by its
    /// name, as in `REQUIREMENTS` of its module. Every requirement is checked by default.
    fn skip_reason(&self, _requirement: &str) -> Option<&'static str> {
        None
    }

    /// The time limit for one requirement.
    fn patience(&self) -> Duration {
        Duration::from_secs(60)
    }
}

/// The stores that one requirement is checked on.
#[derive(Clone)]
pub struct TestStorage {
    /// Opens units of work.
    pub storage: Arc<dyn Storage>,
    /// The reading side of the same storage.
    pub stores: Stores,
}

impl TestStorage {
    /// Begins a unit of work.
    ///
    /// # Panics
    /// If no unit of work can be begun.
    pub async fn begin(&self) -> Box<dyn UnitOfWork> {
        self.storage.begin().await.unwrap()
    }

    /// Adds the user of this number, to whom other rows can belong, and returns its id.
    ///
    /// # Panics
    /// If the user cannot be added.
    pub async fn user(&self, n: u8) -> UserId {
        let user = samples::user(n);
        let mut work = self.begin().await;
        work.users().add(&user).await.unwrap();
        work.commit().await.unwrap();
        user.id
    }
}

macro_rules! modules {
    ($($module:ident),+ $(,)?) => {
        /// Returns the name of every requirement of stores.
        #[must_use]
        pub fn requirements() -> Vec<&'static str> {
            [$($module::REQUIREMENTS),+].concat()
        }

        /// Checks stores and reports every requirement.
        pub async fn check(harness: &dyn Harness) -> Report {
            let mut report = Report::new(&harness.name());
            $( $module::check_into(harness, &mut report).await; )+
            report
        }
    };
}

modules! {
    accepted_decimals, account, added_token, agreed_price, allowance, annotation, api_key, asset, attachment, counter, currency, disclosure, email_code, entry,
    entry_asset, entry_segment, entry_since, erase, erase_concurrent, erase_ledger, exchange_credential, exchange_file, exchange_market, extended_key, fact, feedback, hidden_asset, history, idempotency, insight_setting, insight_state, job, job_changes,
    job_lease, job_retry, job_unless_done, mail, manual_price, mapped_code, moment_quote, name, oauth_state, own_label, past_price, quote, recipe, reconciliation, registration, session, share, sign_in_wallet, snapshot, source, stored_quote,
    token_list, user, user_details, user_email, user_settings, wallet,
}
