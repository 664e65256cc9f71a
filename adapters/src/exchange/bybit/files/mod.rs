//! The files that Bybit exports: the changes of the Funding account, and those of the Unified Trading Account.
//!
//! Rows have no ids that both the files and the API state. They are identified by their content, with the balance after them. Written from
//! public descriptions of such files and from the programs that read them; none of a live account has been read yet.

mod funding;
mod unified;

use crate::exchange::account::FormSpec;

pub(super) const FORMS: [FormSpec; 2] = [funding::FORM, unified::FORM];
