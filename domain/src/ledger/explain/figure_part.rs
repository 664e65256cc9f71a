//! The figures of entries and reports: which of them an id names.

use ports::{Day, LotMethod, Timestamp};

/// A figure of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigurePart {
    /// What came in, else what went out, at its own day.
    ValueThen,
    /// The same amounts today.
    ValueToday,
    /// The fee at its own day.
    FeeThen,
    /// The fee today.
    FeeToday,
    /// One of the amounts, without the fee, at its own day.
    LegThen(u16),
    /// The same amount today.
    LegToday(u16),
    /// What was held of an asset before the entry cost.
    CostBefore(u16),
    /// What was held of an asset after the entry cost.
    CostAfter(u16),
    /// The cost of one whole unit before the entry.
    AverageBefore(u16),
    /// The cost of one whole unit after the entry.
    AverageAfter(u16),
    /// The realized gain of an asset.
    Realized(u16),
    /// The cost of what is held of an asset.
    HeldCost,
    /// The cost of one whole unit of it.
    HeldAverage,
    /// What it is worth today.
    HeldValue,
    /// What selling it today would realize.
    HeldGain,
    /// The cost of everything that is held.
    TotalCost,
    /// What everything that is held is worth today.
    TotalValue,
    /// What selling all of it today would realize.
    TotalGain,
    /// The same cost by the method with this number.
    MethodCost(u16),
    /// What selling everything today would realize by the method with this number.
    MethodUnrealized(u16),
    /// What all disposals realized by the method with this number.
    MethodRealized(u16),
    /// Both gains.
    MethodTotal(u16),
    /// The value of everything at the end of the day with this number.
    DayTotal(u16),
    /// The value of a coin on one chain at the end of the day with this number.
    DayValue(u16),
    /// What came in during a span of time.
    FlowIn(FigureSpan),
    /// What went out.
    FlowOut(FigureSpan),
    /// What came in less what went out.
    FlowNet(FigureSpan),
    /// What moved between own accounts.
    FlowTransferred(FigureSpan),
    /// The fees that were paid.
    Fees(FigureSpan),
    /// What was exchanged with a service.
    Volume(FigureSpan),
    /// What the value changed by, without what came in and went out.
    Gain(FigureSpan),
}

/// A span of time of a figure, in seconds since 1970, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureSpan {
    /// The first second; 0 for everything before the last one.
    pub from: u32,
    /// The last one.
    pub to: u32,
}

impl FigureSpan {
    /// Returns the span from one moment to another; `None` where one is after 2105.
    #[must_use]
    pub fn of(from: Option<Timestamp>, to: Timestamp) -> Option<Self> {
        let seconds = |at: Timestamp| u32::try_from(at.millis().div_euclid(1_000)).ok();
        Some(Self {
            from: from.map_or(Some(0), seconds)?,
            to: seconds(to)?,
        })
    }

    /// Returns the first and the last moment.
    #[must_use]
    pub fn moments(self) -> (Timestamp, Timestamp) {
        let end = Timestamp::from_seconds(i64::from(self.to) + 1).millis() - 1;
        (Timestamp::from_seconds(self.from.into()), Timestamp::from_millis(end))
    }

    pub(super) fn bytes(self) -> [u8; 8] {
        (u64::from(self.from) << 32 | u64::from(self.to)).to_be_bytes()
    }

    pub(super) fn of_bytes(bytes: [u8; 8]) -> Self {
        let both = u64::from_be_bytes(bytes);
        let half = |of: u64| u32::try_from(of & u64::from(u32::MAX)).unwrap_or_default();
        Self {
            from: half(both >> 32),
            to: half(both),
        }
    }
}

impl FigurePart {
    /// Returns whether it is a figure of what is held, and not of an entry.
    #[must_use]
    pub fn is_of_report(self) -> bool {
        matches!(
            self,
            Self::HeldCost
                | Self::HeldAverage
                | Self::HeldValue
                | Self::HeldGain
                | Self::TotalCost
                | Self::TotalValue
                | Self::TotalGain
        ) || self.method().is_some()
    }

    /// Returns the method that it compares; `None` where it follows from the rules in use.
    #[must_use]
    pub fn method(self) -> Option<LotMethod> {
        match self {
            Self::MethodCost(number)
            | Self::MethodUnrealized(number)
            | Self::MethodRealized(number)
            | Self::MethodTotal(number) => LotMethod::ALL.get(usize::from(number)).copied(),
            _ => None,
        }
    }

    /// Returns the day of a value over time.
    #[must_use]
    pub fn day(self) -> Option<Day> {
        match self {
            Self::DayTotal(number) | Self::DayValue(number) => Some(first_day().plus(number.into())),
            _ => None,
        }
    }

    /// Returns the span of time of a flow or of fees.
    #[must_use]
    pub fn span(self) -> Option<FigureSpan> {
        match self {
            Self::FlowIn(span)
            | Self::FlowOut(span)
            | Self::FlowNet(span)
            | Self::FlowTransferred(span)
            | Self::Fees(span)
            | Self::Volume(span)
            | Self::Gain(span) => Some(span),
            _ => None,
        }
    }

    /// Returns the number of a day in figures; `None` before 2009 and after 2188.
    #[must_use]
    pub fn number_of(day: Day) -> Option<u16> {
        u16::try_from(day.number() - first_day().number()).ok()
    }

    pub(super) fn code(self) -> (u8, u16) {
        match self {
            Self::ValueThen => (0, 0),
            Self::ValueToday => (1, 0),
            Self::FeeThen => (2, 0),
            Self::FeeToday => (3, 0),
            Self::LegThen(index) => (4, index),
            Self::LegToday(index) => (5, index),
            Self::CostBefore(index) => (6, index),
            Self::CostAfter(index) => (7, index),
            Self::AverageBefore(index) => (8, index),
            Self::AverageAfter(index) => (9, index),
            Self::Realized(index) => (10, index),
            Self::HeldCost => (11, 0),
            Self::HeldAverage => (12, 0),
            Self::HeldValue => (13, 0),
            Self::HeldGain => (14, 0),
            Self::TotalCost => (15, 0),
            Self::TotalValue => (16, 0),
            Self::TotalGain => (17, 0),
            Self::MethodCost(method) => (18, method),
            Self::MethodUnrealized(method) => (19, method),
            Self::MethodRealized(method) => (20, method),
            Self::MethodTotal(method) => (21, method),
            Self::DayTotal(day) => (22, day),
            Self::DayValue(day) => (23, day),
            Self::FlowIn(_) => (24, 0),
            Self::FlowOut(_) => (25, 0),
            Self::FlowNet(_) => (26, 0),
            Self::FlowTransferred(_) => (27, 0),
            Self::Fees(_) => (28, 0),
            Self::Volume(_) => (29, 0),
            Self::Gain(_) => (30, 0),
        }
    }

    pub(super) fn of_code(code: u8, index: u16, span: FigureSpan) -> Option<Self> {
        Some(match (code, index) {
            (0, 0) => Self::ValueThen,
            (1, 0) => Self::ValueToday,
            (2, 0) => Self::FeeThen,
            (3, 0) => Self::FeeToday,
            (4, index) => Self::LegThen(index),
            (5, index) => Self::LegToday(index),
            (6, index) => Self::CostBefore(index),
            (7, index) => Self::CostAfter(index),
            (8, index) => Self::AverageBefore(index),
            (9, index) => Self::AverageAfter(index),
            (10, index) => Self::Realized(index),
            (11, 0) => Self::HeldCost,
            (12, 0) => Self::HeldAverage,
            (13, 0) => Self::HeldValue,
            (14, 0) => Self::HeldGain,
            (15, 0) => Self::TotalCost,
            (16, 0) => Self::TotalValue,
            (17, 0) => Self::TotalGain,
            (18, method) => Self::MethodCost(method),
            (19, method) => Self::MethodUnrealized(method),
            (20, method) => Self::MethodRealized(method),
            (21, method) => Self::MethodTotal(method),
            (22, day) => Self::DayTotal(day),
            (23, day) => Self::DayValue(day),
            (24, 0) => Self::FlowIn(span),
            (25, 0) => Self::FlowOut(span),
            (26, 0) => Self::FlowNet(span),
            (27, 0) => Self::FlowTransferred(span),
            (28, 0) => Self::Fees(span),
            (29, 0) => Self::Volume(span),
            (30, 0) => Self::Gain(span),
            _ => return None,
        })
    }
}

/// The day with the number zero: 2009-01-01, before which no chain has a block.
const fn first_day() -> Day {
    Day::of(Timestamp::from_seconds(1_230_768_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_a_number_since_2009() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        assert_eq!(FigurePart::number_of(day("2009-01-01")), Some(0));
        assert_eq!(FigurePart::number_of(day("2008-12-31")), None);
        let number = FigurePart::number_of(day("2025-09-08")).unwrap();
        assert_eq!(FigurePart::DayTotal(number).day(), Some(day("2025-09-08")));
        assert_eq!(FigurePart::HeldCost.day(), None);
    }

    #[test]
    fn a_span_has_whole_seconds() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let span = FigureSpan::of(Some(at("2024-01-01T00:00:00Z")), at("2025-01-01T00:00:00.750Z")).unwrap();
        let (from, to) = span.moments();
        assert_eq!(
            (from, to.to_string()),
            (at("2024-01-01T00:00:00Z"), "2025-01-01T00:00:00.999Z".to_owned())
        );
        assert_eq!(FigureSpan::of_bytes(span.bytes()), span);
        assert_eq!(FigureSpan::of(None, at("2024-01-01T00:00:00Z")).unwrap().from, 0);
        assert_eq!(FigureSpan::of(None, at("2200-01-01T00:00:00Z")), None);
    }
}
