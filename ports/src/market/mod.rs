//! What assets are worth: money, quotes, closing prices, exchange rates, and which assets are worth the same.

pub mod currency;
pub mod market_event;
pub mod moment_quote;
pub mod money;
pub mod past_price;
pub mod price_series;
pub mod quote;
pub mod receipt;
pub mod redeemable;

pub use currency::{Currency, CurrencyReader, CurrencySource, CurrencyWriter, ExchangeRate, Fixing};
pub use market_event::{MarketEvent, MarketEventKind};
pub use moment_quote::{AwaitedMoment, MomentQuote, MomentQuoteReader, MomentQuoteWriter};
pub use money::{Money, Price, Ratio};
pub use past_price::{PastPrice, PastPriceReader, PastPriceSource, PastPriceWriter};
pub use price_series::PriceSeries;
pub use quote::{PriceSource, Quote, QuoteReader, QuoteWriter};
pub use receipt::{Receipt, Receipts};
pub use redeemable::{Redeemable, Redeemables};
