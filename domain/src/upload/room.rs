//! How many rows of an upload can be added.

use crate::plan::{ADDRESS_LIMIT_TRIGGER, Plan, UPLOAD_TRIGGER};

/// How many more rows can be added, and which limit applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The number of rows.
    pub left: usize,
    /// The limit, as a sentence to show.
    pub text: String,
    /// The plan's limit; `None` if the server's limit is lower.
    pub plan: Option<PlanRoom>,
}

/// The limit of a plan that leaves the least room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanRoom {
    /// The limit.
    pub limit: i64,
    /// How much of it is used.
    pub used: usize,
    /// The id by which the upgrade dialog identifies the limit.
    pub upgrade_trigger: u32,
}

impl Room {
    /// Returns the room of a user with this many uploads and wallets. Of several limits, the one that leaves the least
    /// room applies, and of equal ones the first in this order: uploads, addresses per upload, wallets of the plan,
    /// wallets of a user.
    pub(super) fn of(plan: &Plan, uploads: u32, wallets: usize, most_wallets: usize) -> Self {
        let spent = allowed(plan.upload_csv).is_some_and(|limit| uploads as usize >= limit);
        let uploads_left = spent.then(|| {
            let text = format!("Your plan includes {} uploads", plan.upload_csv);
            Self::under(0, text, plan.upload_csv, uploads as usize, UPLOAD_TRIGGER)
        });
        let of_upload = allowed(plan.upload_csv).map(|limit| {
            let text = format!("Your plan includes {limit} addresses per upload");
            Self::under(limit, text, plan.upload_csv, 0, UPLOAD_TRIGGER)
        });
        let in_all = allowed(plan.wallet_address_limit).map(|limit| {
            let (left, text) = (
                limit.saturating_sub(wallets),
                format!("Your plan includes {limit} wallets"),
            );
            Self::under(left, text, plan.wallet_address_limit, wallets, ADDRESS_LIMIT_TRIGGER)
        });
        let of_server = Self {
            left: most_wallets.saturating_sub(wallets),
            text: format!("You can track up to {most_wallets} wallets on this server."),
            plan: None,
        };
        let of_plan = [uploads_left, of_upload, in_all].into_iter().flatten();
        let least = of_plan.min_by_key(|room| room.left);
        least.filter(|room| room.left <= of_server.left).unwrap_or(of_server)
    }

    fn under(left: usize, text: String, limit: i64, used: usize, upgrade_trigger: u32) -> Self {
        let plan = Some(PlanRoom {
            limit,
            used,
            upgrade_trigger,
        });
        Self { left, text, plan }
    }
}

fn allowed(limit: i64) -> Option<usize> {
    usize::try_from(limit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_with_the_least_room_applies() {
        let of = |plan: &Plan, uploads, wallets| {
            let room = Room::of(plan, uploads, wallets, 1000);
            (room.left, room.plan.map(|plan| plan.upgrade_trigger), room.text)
        };
        let free = &Plan::FREE;
        assert_eq!(
            of(free, 0, 0),
            (5, Some(8), "Your plan includes 5 addresses per upload".into())
        );
        assert_eq!(of(free, 4, 3), (2, Some(1), "Your plan includes 5 wallets".into()));
        assert_eq!(of(free, 5, 0), (0, Some(8), "Your plan includes 5 uploads".into()));
        assert_eq!(of(free, 0, 9).0, 0);
        let unlimited = &Plan::UNLIMITED;
        assert_eq!(
            of(unlimited, 900, 990),
            (10, None, "You can track up to 1000 wallets on this server.".into())
        );
    }
}
