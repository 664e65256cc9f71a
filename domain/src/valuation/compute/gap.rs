//! Why a holding is not counted.

use ports::Amount;

use crate::{
    price::Unpriced,
    reason::{Reason, Remedy},
    valuation::inputs::{decimals::Assumption, types::Inputs},
};

/// Why a holding is not included in the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// It has no price.
    Unpriced(Unpriced),
    /// The contract does not state its decimals.
    DecimalsUnknown,
    /// The contract does not state its decimals; a token list does, but the user has not accepted them. With the
    /// quantity that they would give, if it can be computed.
    DecimalsAssumed(Assumption, Option<Amount>),
    /// The contract returned no usable balance, with the reason.
    Unreadable(String),
    /// The value has more digits than can be stored exactly.
    Overflow,
}

impl Gap {
    /// Returns the reason as a code and a sentence.
    #[must_use]
    pub fn reason(&self, inputs: &Inputs) -> Reason {
        match self {
            Self::Unpriced(why) => inputs.unpriced_reason(why),
            Self::DecimalsUnknown => Reason {
                code: "decimals_unknown",
                text: "Its contract doesn't state its decimals.".to_owned(),
            },
            Self::DecimalsAssumed(assumed, quantity) => Reason {
                code: "decimals_assumed",
                text: assumed_text(assumed, *quantity),
            },
            Self::Unreadable(why) => Reason {
                code: "unreadable",
                text: format!("Its balance is unreadable: {why}."),
            },
            Self::Overflow => Reason {
                code: "overflow",
                text: "This figure has more digits than we can store exactly.".to_owned(),
            },
        }
    }

    /// Returns what the user can do about it, also as a sentence.
    #[must_use]
    pub fn remedy(&self) -> (Remedy, &'static str) {
        match self {
            Self::Unpriced(why) if why.held_back() => (Remedy::SetPrice, "Set a price if you know the right one."),
            Self::Unpriced(Unpriced::NotRequestedYet) => {
                (Remedy::Wait, "No action needed. It is included once a source answers.")
            }
            Self::Unpriced(Unpriced::NotMapped) => (
                Remedy::SetPrice,
                "State which asset it is on the page of the account, or set a price.",
            ),
            Self::Unpriced(_) => (Remedy::SetPrice, "Set a price or hide it."),
            Self::Unreadable(_) => (Remedy::Refresh, "Refresh to try again."),
            Self::DecimalsAssumed(..) => (
                Remedy::AcceptDecimals,
                "Check the decimals and accept them, or hide the token.",
            ),
            Self::DecimalsUnknown | Self::Overflow => (
                Remedy::HideAsset,
                "Its amount can't be calculated. Hide it if you don't need it.",
            ),
        }
    }
}

fn assumed_text(assumption: &Assumption, quantity: Option<Amount>) -> String {
    let Assumption { decimals, by, before } = assumption;
    let about = quantity.map(|quantity| format!(", with which the balance is about {quantity}"));
    let about = about.unwrap_or_default();
    if let Some(before) = before {
        return format!(
            "Its contract stated {before} decimals before and states {decimals} now{about}. Accept this to count it."
        );
    }
    format!("Its contract does not state its decimals. {by} states {decimals}{about}. Accept this to count it.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requested_price_is_waited_for_and_no_manual_price_is_suggested() {
        let remedy = |why: Unpriced| Gap::Unpriced(why).remedy().0;
        assert_eq!(remedy(Unpriced::NotRequestedYet), Remedy::Wait);
        assert_eq!(remedy(Unpriced::NotListed), Remedy::SetPrice);
    }
}
