//! Accounts at exchanges: what the readers of all exchanges share. The requests and answers of an exchange are in its own folder.
//!
//! A reader sends nothing but requests of a constant list ([`ReadRoutes`]), reads exact quantities ([`Quantity`]), and maps the codes
//! of assets by `data/exchange-assets.csv` ([`ExchangeCodes`]). Whatever it does not know is returned as unknown.

mod account_assets;
mod account_quantities;
mod accounts;
mod codes;
mod currency_name;
mod histories;
mod key_error;
mod known_right;
mod list_page;
mod listed_row;
mod nonce;
mod quantity;
mod route;
mod spec;
mod stored_key;

pub use account_assets::AccountAssets;
pub use accounts::ExchangeAccounts;
pub use codes::ExchangeCodes;
pub use histories::ExchangeHistories;
pub use spec::{AccountParts, AccountSource, AccountSpec};
pub use stored_key::StoredKeys;

pub(crate) use account_quantities::{AccountQuantities, HoldingPlace};
pub(crate) use codes::Codes;
pub(crate) use key_error::{REPEAT_AFTER, key_error, may_repeat};
pub(crate) use known_right::{KnownRight, granted, missing};
pub(crate) use list_page::{ListPosition, inconsistent_list};
pub(crate) use listed_row::{Change, ListedRow, amounts, event_id, text_of, time_of_millis, time_of_text, whole};
pub(crate) use nonce::{KeyPace, Nonces};
pub(crate) use quantity::{Quantity, millis};
pub(crate) use route::{ReadRoute, ReadRoutes};
pub(crate) use spec::{account_context, source_id};
