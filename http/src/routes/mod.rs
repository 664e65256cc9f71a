//! The API calls, with a module for each noun.

pub mod added_token;
pub mod api_key;
pub mod approval;
pub mod asset;
pub mod attachment;
pub mod chain;
pub mod closing_price;
pub mod currency;
pub mod disclosure;
pub mod entry;
pub mod exchange;
pub mod exchange_access;
pub mod exchange_code;
pub mod exchange_file;
pub mod exchange_market;
pub mod feedback;
pub mod figure;
pub mod flow;
pub mod health;
pub mod insight;
pub mod ledger;
pub mod person;
pub mod plan;
pub mod protocol;
pub mod report;
pub mod report_span;
pub mod share;
pub mod sign_in;
pub mod sync;
pub mod temp_login;
pub mod transaction;
pub mod upload;
pub mod user;
pub mod value;
pub mod wallet;
pub mod world;

use crate::calls::Calls;

/// Every call under `/api`.
pub fn all() -> Calls {
    Calls::default()
        .merge(user::router())
        .merge(sign_in::router())
        .merge(temp_login::router())
        .merge(api_key::router())
        .merge(person::router())
        .merge(share::router())
        .merge(chain::router())
        .merge(currency::router())
        .merge(wallet::router())
        .merge(protocol::router())
        .merge(exchange::router())
        .merge(exchange_access::router())
        .merge(exchange_code::router())
        .merge(exchange_file::router())
        .merge(exchange_market::router())
        .merge(upload::router())
        .merge(sync::router())
        .merge(figure::router())
        .merge(attachment::router())
        .merge(feedback::router())
        .merge(approval::router())
        .merge(asset::router())
        .merge(added_token::router())
        .merge(closing_price::router())
        .merge(disclosure::router())
        .merge(health::router())
        .merge(transaction::router())
        .merge(ledger::router())
        .merge(report::router())
        .merge(value::router())
        .merge(flow::router())
        .merge(insight::router())
        .merge(plan::router())
        .merge(world::router())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::all;

    #[test]
    fn every_rate_limit_is_one_constant_and_can_be_counted() {
        let mut by_name = BTreeMap::new();
        for limit in all().limits() {
            let known = by_name.entry(limit.name).or_insert(*limit);
            assert!(
                std::ptr::eq(*known, *limit),
                "two rate limits are called {}",
                limit.name
            );
        }
        assert!(by_name.len() > 10, "{by_name:?}");
        assert!(crate::rate_limits(&BTreeMap::new()).is_ok());
    }

    #[test]
    fn only_what_comes_with_every_key_press_is_counted_in_memory() {
        let calls = all();
        let in_memory = calls.limits().iter().filter(|limit| limit.in_memory);
        let names: BTreeSet<&str> = in_memory.map(|limit| limit.name).collect();
        assert_eq!(names, BTreeSet::from(["detect-chain"]));
    }
}
