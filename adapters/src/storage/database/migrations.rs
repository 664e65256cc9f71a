//! The migrations of the schema. They begin with a baseline, which creates the whole schema; a database of the version before it is
//! converted to it.

use std::borrow::Cow;

use ports::StorageError;
use sqlx::{
    SqlSafeStr,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
};

use super::{
    location::{DatabaseLocation, OpenError},
    sql::{Sql, sql},
};

/// One migration: version, name, SQL for SQLite and for Postgres.
pub(crate) struct Step {
    pub(crate) version: i64,
    pub(crate) name: &'static str,
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

/// The last version before the baseline.
pub(crate) const PREVIOUS: i64 = 64;

/// All migrations, in order. A released migration is never changed.
pub(crate) const STEPS: &[Step] = &[
    Step {
        version: 65,
        name: "baseline",
        sqlite: include_str!("migrations/sqlite/0065_baseline.sql"),
        postgres: include_str!("migrations/postgres/0065_baseline.sql"),
    },
    Step {
        version: 66,
        name: "positions",
        sqlite: include_str!("migrations/sqlite/0066_positions.sql"),
        postgres: include_str!("migrations/postgres/0066_positions.sql"),
    },
    Step {
        version: 67,
        name: "user settings",
        sqlite: include_str!("migrations/sqlite/0067_user_settings.sql"),
        postgres: include_str!("migrations/postgres/0067_user_settings.sql"),
    },
    Step {
        version: 68,
        name: "wallet groups",
        sqlite: include_str!("migrations/sqlite/0068_wallet_groups.sql"),
        postgres: include_str!("migrations/postgres/0068_wallet_groups.sql"),
    },
    Step {
        version: 69,
        name: "exchange credentials",
        sqlite: include_str!("migrations/sqlite/0069_exchange_credentials.sql"),
        postgres: include_str!("migrations/postgres/0069_exchange_credentials.sql"),
    },
    Step {
        version: 70,
        name: "exchange files",
        sqlite: include_str!("migrations/sqlite/0070_exchange_files.sql"),
        postgres: include_str!("migrations/postgres/0070_exchange_files.sql"),
    },
    Step {
        version: 71,
        name: "oauth states",
        sqlite: include_str!("migrations/sqlite/0071_oauth_states.sql"),
        postgres: include_str!("migrations/postgres/0071_oauth_states.sql"),
    },
    Step {
        version: 72,
        name: "exchange markets",
        sqlite: include_str!("migrations/sqlite/0072_exchange_markets.sql"),
        postgres: include_str!("migrations/postgres/0072_exchange_markets.sql"),
    },
    Step {
        version: 73,
        name: "mapped codes",
        sqlite: include_str!("migrations/sqlite/0073_mapped_codes.sql"),
        postgres: include_str!("migrations/postgres/0073_mapped_codes.sql"),
    },
    Step {
        version: 74,
        name: "filed accounts",
        sqlite: include_str!("migrations/sqlite/0074_filed_accounts.sql"),
        postgres: include_str!("migrations/postgres/0074_filed_accounts.sql"),
    },
    Step {
        version: 75,
        name: "account id hashes",
        sqlite: include_str!("migrations/sqlite/0075_account_id_hashes.sql"),
        postgres: include_str!("migrations/postgres/0075_account_id_hashes.sql"),
    },
    Step {
        version: 76,
        name: "snapshot protocols",
        sqlite: include_str!("migrations/sqlite/0076_snapshot_protocols.sql"),
        postgres: include_str!("migrations/postgres/0076_snapshot_protocols.sql"),
    },
    Step {
        version: 77,
        name: "insight states",
        sqlite: include_str!("migrations/sqlite/0077_insight_states.sql"),
        postgres: include_str!("migrations/postgres/0077_insight_states.sql"),
    },
    Step {
        version: 78,
        name: "insight settings",
        sqlite: include_str!("migrations/sqlite/0078_insight_settings.sql"),
        postgres: include_str!("migrations/postgres/0078_insight_settings.sql"),
    },
    Step {
        version: 79,
        name: "allowances",
        sqlite: include_str!("migrations/sqlite/0079_allowances.sql"),
        postgres: include_str!("migrations/postgres/0079_allowances.sql"),
    },
];

/// Runs instead of the baseline on a database of the version before it, whose list of migrations it replaces.
const CONVERSION: Step = Step {
    version: 65,
    name: "baseline",
    sqlite: include_str!("migrations/from_64/sqlite.sql"),
    postgres: include_str!("migrations/from_64/postgres.sql"),
};

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

/// Fails for a database of a newer version, or of one that cannot be converted.
pub(crate) fn check_version(location: &DatabaseLocation, found: i64, known: i64) -> Result<(), OpenError> {
    if found > known {
        let location = location.to_string();
        return Err(OpenError::Newer { location, found, known });
    }
    check_age(location, found)
}

/// Fails for a database from before the version that is converted.
pub(crate) fn check_age(location: &DatabaseLocation, found: i64) -> Result<(), OpenError> {
    if (1..PREVIOUS).contains(&found) {
        return Err(too_old(location, format!("has schema {found}")));
    }
    Ok(())
}

/// Fails for a database of the version before the baseline where that version did not finish encrypting texts.
pub(crate) async fn check_texts(on: &Sql, location: &DatabaseLocation, found: i64) -> Result<(), OpenError> {
    let is_marked = async {
        if found != PREVIOUS {
            return Ok(false);
        }
        let mark = sql("SELECT has_plain_texts FROM instance").fetch_optional(on).await?;
        mark.map_or(Ok(false), |row| row.of("instance", &[]).get("has_plain_texts"))
    };
    if is_marked.await.map_err(OpenError::storage(location))? {
        return Err(too_old(location, "has texts that are not encrypted yet".to_owned()));
    }
    Ok(())
}

fn too_old(location: &DatabaseLocation, what: String) -> OpenError {
    OpenError::TooOld {
        location: location.to_string(),
        what,
        previous: PREVIOUS,
    }
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

/// Runs the migrations that a database of version `found` lacks, each in a transaction; `text` selects the dialect.
///
/// The conversion is recorded with the checksum of the baseline, so that a converted database does not differ from a new one.
pub(crate) fn migrator(found: i64, steps: &[Step], text: fn(&Step) -> &'static str) -> Migrator {
    let is_converted = found == PREVIOUS;
    let migration = |step: &Step| {
        let (name, sql) = (Cow::Borrowed(step.name), text(step).into_sql_str());
        let mut migration = Migration::new(step.version, name, MigrationType::Simple, sql, false);
        if is_converted && step.version == CONVERSION.version {
            migration.sql = text(&CONVERSION).into_sql_str();
        }
        migration
    };
    let mut migrator = Migrator::with_migrations(steps.iter().map(migration).collect());
    // Its list still has the migrations that the baseline replaces.
    migrator.set_ignore_missing(is_converted);
    migrator
}
