//! The rules by which the cost of what a person holds is computed. Each has a default and a choice for each person.

use std::str::FromStr;

/// Why a text is not a choice of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a choice of this rule")]
pub struct ParseRuleError;

/// Defines a rule with its choices, each with its stable code.
macro_rules! rule {
    ($(#[$doc:meta])* $name:ident { $($(#[$choice_doc:meta])* $choice:ident = $code:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$choice_doc])* $choice,)*
        }

        impl $name {
            /// All choices, the default first.
            pub const ALL: [Self; [$($code),*].len()] = [$(Self::$choice,)*];

            /// Returns the stable code.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$choice => $code,)*
                }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::ALL[0]
            }
        }

        impl FromStr for $name {
            type Err = ParseRuleError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let named = Self::ALL.into_iter().find(|choice| choice.code() == text);
                named.ok_or(ParseRuleError)
            }
        }
    };
}

rule! {
    /// Which lots a disposal takes first.
    LotMethod {
        /// The oldest first.
        Fifo = "fifo",
        /// The newest first.
        Lifo = "lifo",
        /// The highest unit cost first, the oldest first among equals, unknown costs last.
        Hifo = "hifo",
        /// Parts of all lots at their average cost, which every acquisition moves.
        Average = "average",
    }
}

rule! {
    /// Which accounts share their lots.
    LotScope {
        /// All of them. A transfer between own accounts changes nothing.
        AllAccounts = "all_accounts",
        /// Each account has its own. A transfer moves lots with their cost and date.
        PerAccount = "per_account",
    }
}

rule! {
    /// How fees count. A fee paid in an asset of the portfolio is a disposal of it under both rules, because it is spent.
    FeeRule {
        /// Their value also adds to the cost of the first acquisition of the same event, or else reduces the proceeds of its
        /// first disposal. A fee of an event with neither, such as a transfer, is separate.
        Capitalised = "capitalised",
        /// Only as a disposal. They change neither the cost nor the proceeds of what they were paid for.
        Separate = "separate",
    }
}

rule! {
    /// How what comes back from a position above or below what was deposited counts.
    YieldRule {
        /// What comes back above it is income at its value, and a shortfall is a loss of its cost.
        Income = "income",
        /// What comes back has the cost of what was deposited, so that the difference is part of the gain of a later disposal.
        Cost = "cost",
    }
}

rule! {
    /// What happens to the lots of what becomes something else.
    CarryRule {
        /// They keep their date and cost.
        Carried = "carried",
        /// They are disposed of, and what they became is acquired.
        Disposal = "disposal",
    }
}

rule! {
    /// What something cost that arrived from elsewhere without a known cost.
    ArrivalRule {
        /// What it was worth when it arrived, marked as an assumption.
        Assumed = "assumed",
        /// It is not known.
        Unknown = "unknown",
    }
}

/// The rules of a cost basis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CostRules {
    /// Which lots leave first.
    pub method: LotMethod,
    /// Which accounts share their lots.
    pub scope: LotScope,
    /// How fees count.
    pub fees: FeeRule,
    /// Deposits into and withdrawals from lending, vaults and staking.
    pub positions: CarryRule,
    /// What comes back from them above or below what was deposited.
    pub yields: YieldRule,
    /// Assets that continue as another one.
    pub continuations: CarryRule,
    /// What arrived from elsewhere.
    pub arrivals: ArrivalRule,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_read_by_its_code() {
        for method in LotMethod::ALL {
            assert_eq!(method.code().parse(), Ok(method));
        }
        assert_eq!("carried".parse(), Ok(CarryRule::default()));
        assert_eq!("FIFO".parse::<LotMethod>(), Err(ParseRuleError));
        let rules = CostRules::default();
        assert_eq!((rules.method.code(), rules.fees.code()), ("fifo", "capitalised"));
    }
}
