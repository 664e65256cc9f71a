//! The checks of which days have a price.

use ports::{Day, past_price::ClosingPrice};

use super::checks::{PastPriceChecks, closes_of};
use crate::report::{CheckResult, describe_violation};

impl PastPriceChecks {
    pub(super) async fn order(&self) -> CheckResult {
        let (from, to) = self.days();
        let session = self.open(self.usual());
        for asset in &self.samples.listed {
            in_order(&closes_of(session.adapter.as_ref(), asset, from, to).await?)?;
        }
        Ok(())
    }

    pub(super) async fn range(&self) -> CheckResult {
        let day = |number| self.today.plus(number);
        let ranges =
            [(-6, -4), (-9, -1), (-6, -1), (-9, -4), (-5, -5), (-4, -4)].map(|(from, to)| (day(from), day(to)));
        let advice =
            "leave out days that were not requested, also where the service adds some or an earlier call had them";
        self.answers(self.usual(), &ranges, advice).await
    }

    pub(super) async fn unfinished(&self) -> CheckResult {
        let session = self.open(self.usual());
        for asset in &self.samples.listed {
            for (from, to) in [(self.today.plus(-3), self.today.plus(2)), (self.today, self.today)] {
                are_over(&closes_of(session.adapter.as_ref(), asset, from, to).await?, self.today)?;
            }
        }
        Ok(())
    }

    pub(super) async fn missing(&self) -> CheckResult {
        let gap = self.changed(|days| days.retain(|day, _| *day < self.today.plus(-6) || *day > self.today.plus(-4)));
        let advice = "leave the day out: a missing price is unknown, and not that of the day before";
        self.answers(gap, &[self.days()], advice).await
    }
}

/// Checks that each day is later than the one before.
pub(super) fn in_order(found: &[ClosingPrice]) -> CheckResult {
    match found.windows(2).find(|two| two[0].day >= two[1].day) {
        None if !found.is_empty() => Ok(()),
        wrong => Err(describe_violation(
            "days in order, each once",
            format_args!("{wrong:?} of {} days", found.len()),
            "sort by day and keep one price for each; some services send the newest first, or overlapping pages",
        )),
    }
}

/// Checks that every day is over.
pub(super) fn are_over(found: &[ClosingPrice], today: Day) -> CheckResult {
    match found.iter().find(|one| one.day >= today) {
        None => Ok(()),
        Some(one) => Err(describe_violation(
            format_args!("no price of {today} or later, because that day is not over"),
            format_args!("{one:?}"),
            "leave out the last, unfinished day: its price is still changing, and prices are kept",
        )),
    }
}
