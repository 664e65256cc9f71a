//! The report: the figures of a valuation, arranged in lines.

pub mod asset_line;
pub mod coverage;
pub mod held_price;
pub mod moves;
pub mod place_line;
pub mod portfolio_report;
pub mod ranking;
