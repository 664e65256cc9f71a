//! The migrations of the schema.

use std::borrow::Cow;

use ports::StorageError;
use sqlx::{
    SqlSafeStr,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
};

use super::sql::{Sql, sql};

/// One migration: version, name, SQL for SQLite and for Postgres.
pub(crate) struct Step {
    pub(crate) version: i64,
    pub(crate) name: &'static str,
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

/// The migration since which transactions are counted.
pub(crate) const REVISION: i64 = 38;
/// The migration since which SQLite overwrites deleted data.
pub(crate) const SECURE_DELETE: i64 = 39;

/// All migrations, in order. A released migration is never changed.
pub(crate) const STEPS: &[Step] = &[
    Step {
        version: 1,
        name: "first",
        sqlite: include_str!("migrations/sqlite/0001_first.sql"),
        postgres: include_str!("migrations/postgres/0001_first.sql"),
    },
    Step {
        version: 2,
        name: "token_lists",
        sqlite: include_str!("migrations/sqlite/0002_token_lists.sql"),
        postgres: include_str!("migrations/postgres/0002_token_lists.sql"),
    },
    Step {
        version: 3,
        name: "counters_and_keys",
        sqlite: include_str!("migrations/sqlite/0003_counters_and_keys.sql"),
        postgres: include_str!("migrations/postgres/0003_counters_and_keys.sql"),
    },
    Step {
        version: 4,
        name: "tries_and_crashes",
        sqlite: include_str!("migrations/sqlite/0004_tries_and_crashes.sql"),
        postgres: include_str!("migrations/postgres/0004_tries_and_crashes.sql"),
    },
    Step {
        version: 6,
        name: "account_writings",
        sqlite: include_str!("migrations/sqlite/0006_account_writings.sql"),
        postgres: include_str!("migrations/postgres/0006_account_writings.sql"),
    },
    Step {
        version: 7,
        name: "activity",
        sqlite: include_str!("migrations/sqlite/0007_activity.sql"),
        postgres: include_str!("migrations/postgres/0007_activity.sql"),
    },
    Step {
        version: 8,
        name: "markets",
        sqlite: include_str!("migrations/sqlite/0008_markets.sql"),
        postgres: include_str!("migrations/postgres/0008_markets.sql"),
    },
    Step {
        version: 10,
        name: "fixings",
        sqlite: include_str!("migrations/sqlite/0010_fixings.sql"),
        postgres: include_str!("migrations/postgres/0010_fixings.sql"),
    },
    Step {
        version: 11,
        name: "shares",
        sqlite: include_str!("migrations/sqlite/0011_shares.sql"),
        postgres: include_str!("migrations/postgres/0011_shares.sql"),
    },
    Step {
        version: 12,
        name: "extended_keys",
        sqlite: include_str!("migrations/sqlite/0012_extended_keys.sql"),
        postgres: include_str!("migrations/postgres/0012_extended_keys.sql"),
    },
    Step {
        version: 13,
        name: "uploads",
        sqlite: include_str!("migrations/sqlite/0013_uploads.sql"),
        postgres: include_str!("migrations/postgres/0013_uploads.sql"),
    },
    Step {
        version: 14,
        name: "names_of_mints",
        sqlite: include_str!("migrations/sqlite/0014_names_of_mints.sql"),
        postgres: include_str!("migrations/postgres/0014_names_of_mints.sql"),
    },
    Step {
        version: 15,
        name: "asset_revisions",
        sqlite: include_str!("migrations/sqlite/0015_asset_revisions.sql"),
        postgres: include_str!("migrations/postgres/0015_asset_revisions.sql"),
    },
    Step {
        version: 16,
        name: "holders",
        sqlite: include_str!("migrations/sqlite/0016_holders.sql"),
        postgres: include_str!("migrations/postgres/0016_holders.sql"),
    },
    Step {
        version: 17,
        name: "turns",
        sqlite: include_str!("migrations/sqlite/0017_turns.sql"),
        postgres: include_str!("migrations/postgres/0017_turns.sql"),
    },
    Step {
        version: 18,
        name: "asked",
        sqlite: include_str!("migrations/sqlite/0018_asked.sql"),
        postgres: include_str!("migrations/postgres/0018_asked.sql"),
    },
    Step {
        version: 23,
        name: "bridged_usdc",
        sqlite: include_str!("migrations/sqlite/0023_bridged_usdc.sql"),
        postgres: include_str!("migrations/postgres/0023_bridged_usdc.sql"),
    },
    Step {
        version: 26,
        name: "accepted_decimals",
        sqlite: include_str!("migrations/sqlite/0026_accepted_decimals.sql"),
        postgres: include_str!("migrations/postgres/0026_accepted_decimals.sql"),
    },
    Step {
        version: 32,
        name: "added_tokens",
        sqlite: include_str!("migrations/sqlite/0032_added_tokens.sql"),
        postgres: include_str!("migrations/postgres/0032_added_tokens.sql"),
    },
    Step {
        version: 35,
        name: "job_revisions",
        sqlite: include_str!("migrations/sqlite/0035_job_revisions.sql"),
        postgres: include_str!("migrations/postgres/0035_job_revisions.sql"),
    },
    Step {
        version: 36,
        name: "counter_key",
        sqlite: include_str!("migrations/sqlite/0036_counter_key.sql"),
        postgres: include_str!("migrations/postgres/0036_counter_key.sql"),
    },
    Step {
        version: 38,
        name: "revision",
        sqlite: include_str!("migrations/sqlite/0038_revision.sql"),
        postgres: include_str!("migrations/postgres/0038_revision.sql"),
    },
    Step {
        version: 39,
        name: "left_people",
        sqlite: include_str!("migrations/sqlite/0039_left_people.sql"),
        postgres: include_str!("migrations/postgres/0039_left_people.sql"),
    },
    Step {
        version: 40,
        name: "reverse_names",
        sqlite: include_str!("migrations/sqlite/0040_reverse_names.sql"),
        postgres: include_str!("migrations/postgres/0040_reverse_names.sql"),
    },
    Step {
        version: 41,
        name: "purposes",
        sqlite: include_str!("migrations/sqlite/0041_purposes.sql"),
        postgres: include_str!("migrations/postgres/0041_purposes.sql"),
    },
    Step {
        version: 42,
        name: "ledger",
        sqlite: include_str!("migrations/sqlite/0042_ledger.sql"),
        postgres: include_str!("migrations/postgres/0042_ledger.sql"),
    },
    Step {
        version: 45,
        name: "own_labels_and_reconciliations",
        sqlite: include_str!("migrations/sqlite/0045_own_labels_and_reconciliations.sql"),
        postgres: include_str!("migrations/postgres/0045_own_labels_and_reconciliations.sql"),
    },
    Step {
        version: 46,
        name: "registration",
        sqlite: include_str!("migrations/sqlite/0046_registration.sql"),
        postgres: include_str!("migrations/postgres/0046_registration.sql"),
    },
    Step {
        version: 48,
        name: "mails",
        sqlite: include_str!("migrations/sqlite/0048_mails.sql"),
        postgres: include_str!("migrations/postgres/0048_mails.sql"),
    },
    Step {
        version: 49,
        name: "sign_in_wallets",
        sqlite: include_str!("migrations/sqlite/0049_sign_in_wallets.sql"),
        postgres: include_str!("migrations/postgres/0049_sign_in_wallets.sql"),
    },
    Step {
        version: 50,
        name: "api_keys",
        sqlite: include_str!("migrations/sqlite/0050_api_keys.sql"),
        postgres: include_str!("migrations/postgres/0050_api_keys.sql"),
    },
    Step {
        version: 51,
        name: "user_details",
        sqlite: include_str!("migrations/sqlite/0051_user_details.sql"),
        postgres: include_str!("migrations/postgres/0051_user_details.sql"),
    },
    Step {
        version: 52,
        name: "sealed_texts",
        sqlite: include_str!("migrations/sqlite/0052_sealed_texts.sql"),
        postgres: include_str!("migrations/postgres/0052_sealed_texts.sql"),
    },
    Step {
        version: 53,
        name: "feedback",
        sqlite: include_str!("migrations/sqlite/0053_feedback.sql"),
        postgres: include_str!("migrations/postgres/0053_feedback.sql"),
    },
    Step {
        version: 54,
        name: "attachments",
        sqlite: include_str!("migrations/sqlite/0054_attachments.sql"),
        postgres: include_str!("migrations/postgres/0054_attachments.sql"),
    },
    Step {
        version: 55,
        name: "attachment_expiry",
        sqlite: include_str!("migrations/sqlite/0055_attachment_expiry.sql"),
        postgres: include_str!("migrations/postgres/0055_attachment_expiry.sql"),
    },
    Step {
        version: 56,
        name: "moved_assets",
        sqlite: include_str!("migrations/sqlite/0056_moved_assets.sql"),
        postgres: include_str!("migrations/postgres/0056_moved_assets.sql"),
    },
    Step {
        version: 57,
        name: "entry_assets",
        sqlite: include_str!("migrations/sqlite/0057_entry_assets.sql"),
        postgres: include_str!("migrations/postgres/0057_entry_assets.sql"),
    },
    Step {
        version: 58,
        name: "moment_quotes",
        sqlite: include_str!("migrations/sqlite/0058_moment_quotes.sql"),
        postgres: include_str!("migrations/postgres/0058_moment_quotes.sql"),
    },
    Step {
        version: 59,
        name: "entry_times",
        sqlite: include_str!("migrations/sqlite/0059_entry_times.sql"),
        postgres: include_str!("migrations/postgres/0059_entry_times.sql"),
    },
    Step {
        version: 60,
        name: "requested_by",
        sqlite: include_str!("migrations/sqlite/0060_requested_by.sql"),
        postgres: include_str!("migrations/postgres/0060_requested_by.sql"),
    },
    Step {
        version: 61,
        name: "contradictions",
        sqlite: include_str!("migrations/sqlite/0061_contradictions.sql"),
        postgres: include_str!("migrations/postgres/0061_contradictions.sql"),
    },
    Step {
        version: 62,
        name: "final_blocks",
        sqlite: include_str!("migrations/sqlite/0062_final_blocks.sql"),
        postgres: include_str!("migrations/postgres/0062_final_blocks.sql"),
    },
    Step {
        version: 63,
        name: "gap_limits",
        sqlite: include_str!("migrations/sqlite/0063_gap_limits.sql"),
        postgres: include_str!("migrations/postgres/0063_gap_limits.sql"),
    },
    Step {
        version: 64,
        name: "waiting_transactions",
        sqlite: include_str!("migrations/sqlite/0064_waiting_transactions.sql"),
        postgres: include_str!("migrations/postgres/0064_waiting_transactions.sql"),
    },
];

/// Returns the newest migration that was run. sqlx uses the same table on both databases.
pub(crate) async fn newest_step(on: &Sql) -> Result<i64, StorageError> {
    let text = "SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) AS newest FROM _sqlx_migrations";
    sql(text).fetch_one(on).await?.of("_sqlx_migrations", &[]).int("newest")
}

/// Returns the migration that was interrupted, if one was: it has changed a part of the schema.
pub(crate) async fn interrupted_step(on: &Sql) -> Result<Option<i64>, StorageError> {
    let text = "SELECT version FROM _sqlx_migrations WHERE success = FALSE ORDER BY version LIMIT 1";
    let row = sql(text).fetch_optional(on).await?;
    row.map(|row| row.of("_sqlx_migrations", &[]).int("version"))
        .transpose()
}

/// Describes an interrupted migration.
pub(crate) fn was_interrupted(version: i64) -> String {
    format!("migration {version} was interrupted")
}

/// Describes why a migration failed, without the advice to repair the tables by hand.
pub(crate) fn failure(why: &MigrateError) -> String {
    match why {
        MigrateError::Dirty(version) => was_interrupted(*version),
        MigrateError::ExecuteMigration(why, version) => format!("migration {version} failed: {why}"),
        MigrateError::VersionMissing(version) => format!("this version does not know its migration {version}"),
        MigrateError::VersionMismatch(version) => format!("its migration {version} was another one"),
        other => other.to_string(),
    }
}

/// Returns the newest version of `steps`.
pub(crate) fn newest(steps: &[Step]) -> i64 {
    steps.iter().map(|step| step.version).max().unwrap_or_default()
}

/// Runs the missing migrations, each in a transaction; `text` selects the dialect.
pub(crate) fn migrator(steps: &[Step], text: fn(&Step) -> &'static str) -> Migrator {
    let migration = |step: &Step| {
        let (name, sql) = (Cow::Borrowed(step.name), text(step).into_sql_str());
        Migration::new(step.version, name, MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(steps.iter().map(migration).collect())
}
