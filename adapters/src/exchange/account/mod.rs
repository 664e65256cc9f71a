//! Accounts at exchanges: what the readers of all exchanges share. The requests and answers of an exchange are in its own folder.
//!
//! A reader sends nothing but requests of a constant list ([`ReadRoutes`]), reads exact quantities ([`Quantity`]), and maps the codes
//! of assets by `data/exchange-assets.csv` ([`ExchangeCodes`]). Whatever it does not know is returned as unknown.

mod account_assets;
mod account_quantities;
mod accounts;
mod clock_offset;
mod coded_answer;
mod codes;
mod currency_name;
mod cursor_pages;
mod exchange_source;
mod file;
mod histories;
mod hmac_sha256;
mod key_error;
mod key_use;
mod known_right;
mod list_page;
mod list_row;
mod list_walk;
mod list_windows;
mod listed_row;
mod listed_texts;
mod nonce;
mod numbered_pages;
mod oauth_client;
mod oauth_reader;
mod oauth_spec;
mod quantity;
mod right_flags;
mod route;
mod row_field;
mod row_list;
mod signed_accounts;
mod signed_api;
mod spec;
mod stored_key;
#[cfg(test)]
pub(crate) mod test_answers;
#[cfg(test)]
pub(crate) mod test_files;
#[cfg(test)]
pub(crate) mod test_lines;
#[cfg(test)]
mod test_places;
#[cfg(test)]
pub(crate) mod test_rows;
mod token_refresh;
#[cfg(test)]
mod vectors;

pub use account_assets::AccountAssets;
pub use accounts::ExchangeAccounts;
pub use codes::ExchangeCodes;
pub use histories::ExchangeHistories;
pub use oauth_client::{OAuthClient, OAuthClientSettings};
pub use oauth_reader::OAuthReader;
pub use spec::{AccountParts, AccountSource, AccountSpec};
pub use stored_key::StoredKeys;

pub(crate) use account_quantities::{AccountQuantities, HoldingPlace};
pub(crate) use clock_offset::ClockOffset;
pub(crate) use coded_answer::CodedAnswer;
pub(crate) use codes::Codes;
pub(crate) use cursor_pages::{CursorList, CursorPage, cursor_rows};
pub(crate) use exchange_source::source_id;
pub(crate) use file::{
    ContentIds, FileTable, FormSpec, Record, RecordChange, RecordRow, RowRead, arrived, code_of, left, number,
    number_if_any, read_each, short_id, time,
};
pub(crate) use hmac_sha256::hmac_sha256;
pub(crate) use key_error::{REPEAT_AFTER, key_error, list_not_read, may_repeat};
pub(crate) use key_use::{KeyUse, access_token, api_key, with_second_attempt};
pub(crate) use known_right::{KnownRight, granted, missing};
pub(crate) use list_page::{ListPosition, inconsistent_list};
pub(crate) use list_row::{ExchangeListRow, RowState, TransferRow};
pub(crate) use list_walk::{WalkedLists, walk};
pub(crate) use list_windows::{ListMoments, ListReach, WindowRows, WindowedList, moment_of, window};
pub(crate) use listed_row::{
    Change, ListedRow, ReadListedRow, amounts, event_id, reaches_back, text_of, time_of_millis, time_of_text, whole,
};
pub(crate) use listed_texts::{bound_to, listed_addresses, listed_rights};
pub(crate) use nonce::{KeyPace, Nonces};
pub(crate) use numbered_pages::NumberedPages;
pub(crate) use oauth_spec::{OAuthSpec, ScopeSpec, scopes_of};
pub(crate) use quantity::{Quantity, millis};
pub(crate) use right_flags::RightFlags;
pub(crate) use route::{ReadRoute, ReadRoutes};
pub(crate) use row_field::{code, quantity, quantity_left, signed_quantity};
pub(crate) use row_list::{distinct_rows, fee_paid, quantity_if_any};
pub(crate) use signed_accounts::{READING_BURSTS, SignedExchange, SignedHistory, signed_accounts};
pub(crate) use signed_api::{
    SignedApi, SignedReader, UnsignedRequest, api_passphrase, api_secret, text_or_number, time_in_millis,
};
pub(crate) use spec::account_context;
#[cfg(test)]
pub(crate) use {test_places::answer_of, vectors::vectors};
