//! Why an asset is left out of totals on purpose.

use ports::AssetId;

use crate::reason::Reason;

/// Why an asset is hidden.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum HideRule {
    /// The user hid it.
    HiddenByYou,
    /// Its name or symbol advertises a website or a reward.
    Spam,
    /// Its symbol imitates that of a well-known token with other letters, and no source prices it.
    LookAlike,
    /// Its symbol is bait, and no source prices it.
    Bait,
    /// The operator's configuration blocks its contract.
    KnownBad,
    /// No list includes it, and the sources that price it state a low confidence or volume.
    NoLiquidity,
    /// It has the name of another token, and in every account the same balance, so that both contracts may state one balance.
    SameBalance {
        /// The token that counts.
        of: AssetId,
    },
    /// Thousands of addresses hold it, no list includes it, and no source prices it.
    Airdropped {
        /// How many.
        holders: u32,
        /// Display name of the source that counted them.
        by: String,
    },
}

impl HideRule {
    /// Returns a stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::HiddenByYou => "hidden_by_you",
            Self::SameBalance { .. } => "same_balance",
            _ => "spam",
        }
    }

    /// Returns the reason as a code and a sentence.
    #[must_use]
    pub fn reason(&self) -> Reason {
        Reason {
            code: self.code(),
            text: self.text(),
        }
    }

    /// Returns a sentence for people.
    #[must_use]
    pub fn text(&self) -> String {
        let text = match self {
            Self::HiddenByYou => "Hidden by you.",
            Self::Spam => "Its name advertises a website or a reward, as spam tokens do.",
            Self::LookAlike => "Imitates a well-known token using look-alike letters; no source prices it.",
            Self::Bait => "Its symbol is typical of spam tokens, and no source prices it.",
            Self::KnownBad => "This server's configuration lists its contract as bad.",
            Self::NoLiquidity => "No token list includes it, and no market with enough liquidity prices it.",
            Self::SameBalance { of } => {
                let of = of
                    .contract()
                    .map_or_else(|| of.to_string(), |contract| contract.short());
                return format!(
                    "Its name and its balance in every wallet are those of the token {of}, so both contracts may state one \
                     balance. Show it if it is another token."
                );
            }
            Self::Airdropped { holders, by } => {
                let holders = grouped(*holders);
                return format!(
                    "{by} counts {holders} holders, but no token list includes it and no source prices it. Spam is often \
                     sent to many addresses."
                );
            }
        };
        text.to_owned()
    }
}

/// Formats a number in groups of three digits.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let comma = |at: usize| at > 0 && at % 3 == first;
    let digits = digits.chars().enumerate();
    digits.fold(String::new(), |mut text, (at, digit)| {
        text.extend(comma(at).then_some(','));
        text.push(digit);
        text
    })
}
