//! The master key of databases in tests.

use adapters::MasterKeySource;

/// Returns one fixed master key, so that a database can be opened again.
pub fn master_keys() -> MasterKeySource {
    MasterKeySource::text(&"07".repeat(32))
}
