//! The plans and their limits, in one table.

/// The limits of a plan. −1 means unlimited.
#[allow(clippy::struct_excessive_bools, reason = "each is a column of the pricing table")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Stable id. For chain readers it includes the chain.
    pub id: &'static str,
    /// Name to show.
    pub name: &'static str,
    /// Most wallet addresses.
    pub wallet_address_limit: i64,
    /// Most pods of the user's own.
    pub whale_pod_limit: i64,
    /// Most addresses in a pod.
    pub whale_pod_address_limit: i64,
    /// Most pods of influencers.
    pub influencer_pod_limit: i64,
    /// Whether notifications are sent.
    pub notifications_provided: bool,
    /// Most notifications.
    pub notifications_limit: i64,
    /// Whether the page of `DeFi` positions is part of it. Positions count in the net worth on every plan.
    pub defi_enabled: bool,
    /// Whether insights are unlimited.
    pub insight: bool,
    /// Most addresses in one export.
    pub export_address_limit: i64,
    /// Most addresses in one upload, and most uploads.
    pub upload_csv: i64,
    /// Whether it is the plan of users who have chosen none.
    pub is_default: bool,
    /// Whether this server enforces its limits.
    pub enforced: bool,
}

/// The id by which the upgrade dialog identifies the address limit.
pub const ADDRESS_LIMIT_TRIGGER: u32 = 1;
/// The id by which the upgrade dialog identifies the limit of exports.
pub const EXPORT_TRIGGER: u32 = 7;
/// The id by which the upgrade dialog identifies the upload limits.
pub const UPLOAD_TRIGGER: u32 = 8;

/// How many insights are listed on a plan on which they are limited.
const INSIGHTS_OF_FREE: usize = 2;

impl Plan {
    /// The default plan if plans are on.
    pub const FREE: Self = Self {
        id: "free",
        name: "Free",
        wallet_address_limit: 5,
        whale_pod_limit: 1,
        whale_pod_address_limit: 5,
        influencer_pod_limit: 1,
        notifications_provided: false,
        notifications_limit: 0,
        defi_enabled: false,
        insight: false,
        export_address_limit: 1,
        upload_csv: 5,
        is_default: true,
        enforced: true,
    };

    /// The smaller paid plan.
    pub const BARON: Self = Self {
        id: "baron",
        name: "Baron",
        wallet_address_limit: 50,
        whale_pod_limit: 10,
        whale_pod_address_limit: 50,
        influencer_pod_limit: -1,
        notifications_provided: true,
        notifications_limit: 20,
        defi_enabled: true,
        insight: true,
        export_address_limit: 10,
        upload_csv: 50,
        is_default: false,
        enforced: true,
    };

    /// The larger paid plan, which limits only notifications.
    pub const SOVEREIGN: Self = Self {
        id: "sovereign",
        name: "Sovereign",
        notifications_limit: 100,
        is_default: false,
        enforced: true,
        ..Self::UNLIMITED
    };

    /// The single plan if plans are off.
    pub const UNLIMITED: Self = Self {
        id: "unlimited",
        name: "Unlimited",
        wallet_address_limit: -1,
        whale_pod_limit: -1,
        whale_pod_address_limit: -1,
        influencer_pod_limit: -1,
        notifications_provided: true,
        notifications_limit: -1,
        defi_enabled: true,
        insight: true,
        export_address_limit: -1,
        upload_csv: -1,
        is_default: true,
        enforced: false,
    };

    /// Returns the plan that applies to every user.
    #[must_use]
    pub fn in_force(plans_on: bool) -> Self {
        if plans_on { Self::FREE } else { Self::UNLIMITED }
    }

    /// Returns all plans, the smallest first.
    #[must_use]
    pub const fn all(plans_on: bool) -> &'static [Self] {
        if plans_on {
            &[Self::FREE, Self::BARON, Self::SOVEREIGN]
        } else {
            &[Self::UNLIMITED]
        }
    }

    /// Returns how many insights are listed; `None` for all.
    #[must_use]
    pub fn insight_limit(&self) -> Option<usize> {
        (!self.insight).then_some(INSIGHTS_OF_FREE)
    }

    /// Returns whether `count` wallet addresses are within the plan.
    #[must_use]
    pub fn allows_wallets(&self, count: usize) -> bool {
        usize::try_from(self.wallet_address_limit).map_or(true, |limit| count <= limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_allowed() {
        assert!(Plan::FREE.allows_wallets(5));
        assert!(!Plan::FREE.allows_wallets(6));
        assert!(Plan::UNLIMITED.allows_wallets(100_000));
    }

    #[test]
    fn a_larger_plan_allows_no_less_and_one_is_the_default() {
        let room = |limit: i64| if limit < 0 { i64::MAX } else { limit };
        let limits = |plan: &Plan| {
            [
                plan.wallet_address_limit,
                plan.whale_pod_limit,
                plan.whale_pod_address_limit,
                plan.influencer_pod_limit,
                plan.notifications_limit,
                plan.export_address_limit,
                plan.upload_csv,
            ]
            .map(room)
        };
        for plans in [Plan::all(true), Plan::all(false)] {
            assert_eq!(plans.iter().filter(|plan| plan.is_default).count(), 1);
            for pair in plans.windows(2) {
                assert!(
                    limits(&pair[0])
                        .iter()
                        .zip(limits(&pair[1]))
                        .all(|(less, more)| *less <= more)
                );
            }
        }
        assert_eq!(Plan::in_force(true), Plan::all(true)[0]);
    }
}
