//! The checks of the times of prices.

use std::time::Duration;

use ports::{
    RemoteError, Timestamp,
    quote::{AssetQuote, QuoteAnswer},
};

use super::checks::{PriceSourceChecks, now};
use crate::report::{CheckResult, describe_violation};

const DAY: i64 = 86_400;

impl PriceSourceChecks {
    pub(super) async fn time(&self) -> CheckResult {
        for age in [3_000, 2_000] {
            let mut service = self.usual();
            let at = Timestamp::from_seconds(now().seconds() - age);
            service.prices.at = at;
            let session = self.open(service);
            for _ in 0..2 {
                let answers = self.answers(&session).await?;
                let found: Vec<_> = answers.values().map(|one| one.source_time).collect();
                if found.iter().any(|time| *time != Some(at)) {
                    return Err(describe_violation(
                        format_args!("a source_time of {at}, as the service states"),
                        format_args!("{found:?}"),
                        "put the time of the price into source_time, not the time of the answer",
                    ));
                }
            }
        }
        Ok(())
    }

    pub(super) async fn ahead(&self) -> CheckResult {
        let mut service = self.usual();
        service.prices.at = now().plus(Duration::from_hours(24));
        let session = self.open(service);
        for _ in 0..2 {
            let answers = self.answers(&session).await?;
            let is_price = |one: &&AssetQuote| matches!(one.answer, QuoteAnswer::Price { .. });
            if let Some(one) = answers.values().find(is_price) {
                return Err(describe_violation(
                    format_args!("Unusable for {}, whose time is tomorrow", one.asset),
                    format_args!("{:?}", one.answer),
                    "return Unusable where the time is more than AssetQuote::AHEAD in the future",
                ));
            }
        }
        Ok(())
    }

    /// Requests prices of the present and of two past times in turn from one source.
    pub(super) async fn past(&self) -> CheckResult {
        let session = self.open(self.usual());
        for days in [0, 10, 3, 0, 10] {
            let at = Timestamp::from_seconds(now().seconds() - days * DAY);
            let moment = (days > 0).then_some(at);
            let quoted = match session.adapter.quotes(&self.samples.listed[..1], moment).await {
                Ok(quoted) => quoted,
                Err(RemoteError::Unsupported { .. }) if days > 0 => continue,
                Err(error) => {
                    return Err(describe_violation(
                        format_args!("a price of {at}, or Unsupported"),
                        format_args!("{error:?}"),
                        "return Unsupported where the service has no past prices",
                    ));
                }
            };
            let near = |time: Timestamp| (time.seconds() - at.seconds()).abs() <= DAY;
            let is_stated = days > 0 || self.samples.names_time;
            let is_wrong = |one: &&AssetQuote| {
                is_stated && matches!(one.answer, QuoteAnswer::Price { .. }) && !one.source_time.is_some_and(near)
            };
            if let Some(one) = quoted.iter().find(is_wrong) {
                return Err(describe_violation(
                    format_args!("a price of {at}, within a day, whichever time was requested before"),
                    format_args!("a price of {:?}", one.source_time),
                    "request the price of that time, or return Unsupported",
                ));
            }
        }
        Ok(())
    }
}
