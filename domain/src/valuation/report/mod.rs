//! The report: the figures of a valuation, arranged in lines.

pub mod asset_line;
pub mod balance_sheet;
pub mod coverage;
pub mod held_price;
pub mod held_quote;
pub mod hidden_line;
pub mod moves;
pub mod place_line;
pub mod portfolio_report;
pub mod ranking;
pub mod rest;
