//! What an insight is about: its type, the kind of risk, and how bad it is.

/// The type of an insight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InsightType {
    /// What is paid.
    Cost,
    /// What can be lost.
    Risk,
    /// What could be earned.
    Yield,
}

impl InsightType {
    /// Returns its stable number.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Cost => 10,
            Self::Risk => 20,
            Self::Yield => 30,
        }
    }

    /// Returns its display name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cost => "Reduce Cost",
            Self::Risk => "Reduce Risk",
            Self::Yield => "Increase Yield",
        }
    }
}

/// The kind of risk that an insight is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RiskKind {
    /// How much of an asset can be moved.
    TokenFloat,
    /// What is borrowed.
    Borrower,
    /// What is locked until a time.
    Unlock,
    /// What is lent or deposited.
    Lender,
    /// How well a price is supported.
    MarketCap,
    /// What is staked.
    Staking,
    /// Whether an asset is known.
    Discoverability,
    /// How much depends on one thing.
    Concentration,
}

impl RiskKind {
    /// Every kind, by number.
    pub const ALL: [Self; 8] = [
        Self::TokenFloat,
        Self::Borrower,
        Self::Unlock,
        Self::Lender,
        Self::MarketCap,
        Self::Staking,
        Self::Discoverability,
        Self::Concentration,
    ];

    /// Returns its stable number: 10, 20 and so on.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::TokenFloat => 10,
            Self::Borrower => 20,
            Self::Unlock => 30,
            Self::Lender => 40,
            Self::MarketCap => 50,
            Self::Staking => 60,
            Self::Discoverability => 70,
            Self::Concentration => 80,
        }
    }

    /// Returns its display name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TokenFloat => "Token Float Risk",
            Self::Borrower => "Borrower Risk",
            Self::Unlock => "Unlock Risk",
            Self::Lender => "Lender Risk",
            Self::MarketCap => "Market Cap Risk",
            Self::Staking => "Staking Risk",
            Self::Discoverability => "Discoverability Risk",
            Self::Concentration => "Concentration Risk",
        }
    }
}

/// How bad an insight is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InsightSeverity {
    /// Worth knowing.
    Info,
    /// A small matter.
    Low,
    /// Worth a look.
    Medium,
    /// Needs attention.
    High,
    /// Needs attention now.
    Critical,
}

impl InsightSeverity {
    /// Returns its code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }

    /// Returns its weight in the order of insights; each step doubles it.
    #[must_use]
    pub const fn weight(self) -> u32 {
        match self {
            Self::Info => 1,
            Self::Low => 2,
            Self::Medium => 4,
            Self::High => 8,
            Self::Critical => 16,
        }
    }
}
