//! Integrity and version of a SQLite database.

use crate::storage::database::{
    location::{DatabaseLocation, OpenError},
    migrations::newest_step,
    sql::{Sql, sql},
};

/// Runs one of SQLite's integrity checks, which return `ok` or the problem.
pub(crate) async fn check_integrity(
    on: &Sql,
    location: &DatabaseLocation,
    check: &'static str,
) -> Result<(), OpenError> {
    let rows = sql(check)
        .without_limit()
        .fetch_all(on)
        .await
        .map_err(OpenError::storage(location))?;
    let column = if check.contains("quick") {
        "quick_check"
    } else {
        "integrity_check"
    };
    let result = rows.first().and_then(|row| row.get::<String>(column).ok());
    match result {
        Some(ok) if ok == "ok" => Ok(()),
        other => Err(OpenError::Broken {
            location: location.to_string(),
            why: other
                .unwrap_or_else(|| "the file is damaged".to_owned())
                .replace('\n', " "),
        }),
    }
}

/// Returns the version of the schema; 0 for an empty database.
pub(crate) async fn version(on: &Sql, location: &DatabaseLocation) -> Result<i64, OpenError> {
    let tables = "SELECT (SELECT COUNT(*) FROM sqlite_master WHERE type = 'table') AS tables, \
         (SELECT COUNT(*) FROM sqlite_master WHERE type IN ('trigger', 'view')) AS acting, \
         (SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations') AS steps";
    let read = async {
        let row = sql(tables).fetch_one(on).await?;
        let row = row.of("sqlite_master", &[]);
        Ok((row.int("tables")?, row.int("steps")?, row.int("acting")?))
    };
    let broken = |why: &str| OpenError::Broken {
        location: location.to_string(),
        why: why.to_owned(),
    };
    match read.await.map_err(OpenError::storage(location))? {
        (0, _, _) => Ok(0),
        (_, 0, _) => Err(broken("it is a SQLite file of another program")),
        (_, _, 1..) => Err(broken("it has triggers or views, which Spyhop never creates")),
        _ => newest_step(on).await.map_err(OpenError::storage(location)),
    }
}
