//! What users say about the product.

use std::{fmt, str::FromStr};

use async_trait::async_trait;

use crate::{
    chain::asset::clean, ids::user::UserId, person::attachment::AttachmentId, storage::StorageError,
    time::clock::Timestamp,
};

crate::id!(
    /// The id of a feedback.
    FeedbackId
);

/// A part of the product that feedback rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedbackSection {
    /// The first page.
    Overview,
    /// Everything that is held.
    BalanceSheet,
    /// Values over time.
    AssetValue,
    /// Inflows and outflows.
    NetFlows,
    /// The list of transactions.
    TransactionHistory,
    /// What was traded with whom.
    CounterpartyVolume,
    /// Findings about the portfolio.
    Insights,
    /// The list of wallets.
    Wallets,
    /// Fees.
    BlockchainFees,
    /// The user's own page.
    Profile,
    /// Downloads.
    ExportData,
}

/// Why a text is not a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a section such as Overview or Balance Sheet")]
pub struct ParseSectionError;

impl FeedbackSection {
    /// Every section, in the order in which it is offered.
    pub const ALL: [Self; 11] = [
        Self::Overview,
        Self::BalanceSheet,
        Self::AssetValue,
        Self::NetFlows,
        Self::TransactionHistory,
        Self::CounterpartyVolume,
        Self::Insights,
        Self::Wallets,
        Self::BlockchainFees,
        Self::Profile,
        Self::ExportData,
    ];

    /// Returns its stable name, which is also shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Overview => "Overview",
            Self::BalanceSheet => "Balance Sheet",
            Self::AssetValue => "Asset Value",
            Self::NetFlows => "Net Flows",
            Self::TransactionHistory => "Transaction History",
            Self::CounterpartyVolume => "Counterparty Volume",
            Self::Insights => "Insights",
            Self::Wallets => "Wallets",
            Self::BlockchainFees => "Blockchain Fees",
            Self::Profile => "Profile",
            Self::ExportData => "Export Data",
        }
    }
}

impl FromStr for FeedbackSection {
    type Err = ParseSectionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|section| section.as_str() == text);
        named.ok_or(ParseSectionError)
    }
}

/// A rating from 1 (terrible) to 5 (excellent).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedbackRating(u8);

/// Why a number is not a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Choose a rating from 1 to 5.")]
pub struct ParseRatingError;

impl FeedbackRating {
    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<i64> for FeedbackRating {
    type Error = ParseRatingError;

    fn try_from(number: i64) -> Result<Self, Self::Error> {
        let rating = u8::try_from(number).ok().filter(|number| (1..=5).contains(number));
        rating.map(Self).ok_or(ParseRatingError)
    }
}

/// An opinion about the whole product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedbackOpinion {
    /// It is good.
    Positive,
    /// It is not.
    Negative,
}

/// Why a text is not an opinion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an opinion; use positive or negative")]
pub struct ParseOpinionError;

impl FeedbackOpinion {
    /// Returns its stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Positive => "positive",
            Self::Negative => "negative",
        }
    }
}

impl FromStr for FeedbackOpinion {
    type Err = ParseOpinionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = [Self::Positive, Self::Negative]
            .into_iter()
            .find(|opinion| opinion.as_str() == text);
        named.ok_or(ParseOpinionError)
    }
}

/// What feedback is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedbackSubject {
    /// A section, with its rating.
    Section(FeedbackSection, FeedbackRating),
    /// The whole product.
    Product(FeedbackOpinion),
}

/// The text of feedback: 1 to 4000 characters in lines, without control and invisible characters. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct FeedbackText(String);

/// Why a text is not the text of feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseFeedbackTextError {
    /// No visible character.
    #[error("Field cannot be empty")]
    Empty,
    /// Too many characters.
    #[error("Use at most {} characters.", FeedbackText::MOST)]
    TooLong,
}

impl FeedbackText {
    /// The most characters.
    pub const MOST: usize = 4000;

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for FeedbackText {
    type Err = ParseFeedbackTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lines: Vec<String> = text.lines().map(|line| clean(line, Self::MOST + 1)).collect();
        let shown = lines.join("\n").trim().to_owned();
        match shown.chars().count() {
            0 => Err(ParseFeedbackTextError::Empty),
            length if length > Self::MOST => Err(ParseFeedbackTextError::TooLong),
            _ => Ok(Self(shown)),
        }
    }
}

impl fmt::Debug for FeedbackText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FeedbackText")
    }
}

/// What a user said about the product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// Which feedback. Later feedback has a greater id.
    pub id: FeedbackId,
    /// Whose.
    pub user: UserId,
    /// What it is about.
    pub subject: FeedbackSubject,
    /// What the user said.
    pub text: FeedbackText,
    /// A file that shows it.
    pub attachment: Option<AttachmentId>,
    /// When it was sent.
    pub sent_at: Timestamp,
}

/// Reads feedback.
#[async_trait]
pub trait FeedbackReader: Send + Sync {
    /// Returns the feedback of a user, ordered by id.
    async fn of_user(&self, user: UserId) -> Result<Vec<Feedback>, StorageError>;

    /// Returns up to `limit` of the feedback of all users after an id, ordered by id.
    async fn after(&self, id: Option<FeedbackId>, limit: u32) -> Result<Vec<Feedback>, StorageError>;
}

/// Writes feedback.
#[async_trait]
pub trait FeedbackWriter: Send {
    /// Returns the feedback of a user, ordered by id, with what this unit of work added.
    async fn of_user(&mut self, user: UserId) -> Result<Vec<Feedback>, StorageError>;

    /// Adds feedback. A second one with the same id, or one of an unknown user, is a [`StorageError::Conflict`]. An implementer
    /// MUST store it encrypted, with a key of the user that is erased with it, where it stores it outside of this process.
    async fn add(&mut self, feedback: &Feedback) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_lines_and_loses_what_is_invisible() {
        let parse = |text: &str| text.parse::<FeedbackText>();
        assert_eq!(
            parse(" \r\nIt is\u{202e}  good.\r\n\r\nThank\tyou\0.\n")
                .unwrap()
                .as_str(),
            "It is good.\n\nThank you."
        );
        assert_eq!(parse(" \n\u{200b}\n"), Err(ParseFeedbackTextError::Empty));
        assert!(parse(&"é".repeat(4000)).is_ok());
        assert_eq!(parse(&"é".repeat(4001)), Err(ParseFeedbackTextError::TooLong));
        assert_eq!(parse(&"a\n".repeat(2001)), Err(ParseFeedbackTextError::TooLong));
        assert_eq!(format!("{:?}", parse("secret").unwrap()), "FeedbackText");
    }

    #[test]
    fn sections_opinions_and_ratings_are_read_as_they_are_written() {
        for section in FeedbackSection::ALL {
            assert_eq!(section.as_str().parse(), Ok(section));
        }
        assert_eq!("Select Section".parse::<FeedbackSection>(), Err(ParseSectionError));
        for opinion in [FeedbackOpinion::Positive, FeedbackOpinion::Negative] {
            assert_eq!(opinion.as_str().parse(), Ok(opinion));
        }
        assert_eq!("good".parse::<FeedbackOpinion>(), Err(ParseOpinionError));
        for number in 1..=5 {
            assert_eq!(
                FeedbackRating::try_from(number).map(FeedbackRating::get).map(i64::from),
                Ok(number)
            );
        }
        for number in [-1, 0, 6, 257] {
            assert_eq!(FeedbackRating::try_from(number), Err(ParseRatingError));
        }
    }
}
