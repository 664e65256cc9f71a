//! Plans and their limits: one table.

/// What a plan allows. −1 means unlimited.
#[allow(clippy::struct_excessive_bools, reason = "each is a column of the pricing table")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Stable id.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Wallet addresses.
    pub wallet_address_limit: i64,
    /// Pods of one's own.
    pub whale_pod_limit: i64,
    /// Addresses in a pod.
    pub whale_pod_address_limit: i64,
    /// Pods of influencers.
    pub influencer_pod_limit: i64,
    /// Whether notifications are sent.
    pub notifications_provided: bool,
    /// How many.
    pub notifications_limit: i64,
    /// Whether `DeFi` positions are read.
    pub defi_enabled: bool,
    /// Whether insights are unlimited.
    pub insight: bool,
    /// Addresses that one export may cover.
    pub export_address_limit: i64,
    /// Addresses that one upload may bring, and how many uploads.
    pub upload_csv: i64,
    /// Whether people have it unless they choose another.
    pub is_default: bool,
    /// Whether its limits are enforced here.
    pub enforced: bool,
}

/// The upgrade modal's id of the address limit.
pub const ADDRESS_LIMIT_TRIGGER: u32 = 1;
/// The upgrade modal's id of the limits on uploads.
pub const UPLOAD_TRIGGER: u32 = 8;

impl Plan {
    /// What everybody has where plans are on.
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

    /// The paid plan in the middle.
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

    /// The paid plan that limits nothing but notifications.
    pub const SOVEREIGN: Self = Self {
        id: "sovereign",
        name: "Sovereign",
        notifications_limit: 100,
        is_default: false,
        enforced: true,
        ..Self::UNLIMITED
    };

    /// What everybody has on their own server.
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

    /// The plan in force.
    #[must_use]
    pub fn in_force(plans_on: bool) -> Self {
        if plans_on { Self::FREE } else { Self::UNLIMITED }
    }

    /// Every plan there is here, the smallest first.
    #[must_use]
    pub const fn all(plans_on: bool) -> &'static [Self] {
        if plans_on {
            &[Self::FREE, Self::BARON, Self::SOVEREIGN]
        } else {
            &[Self::UNLIMITED]
        }
    }

    /// Whether `count` wallet addresses are within the plan.
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
    fn a_larger_plan_allows_no_less_and_one_is_everybodys() {
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
