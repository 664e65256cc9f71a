//! Conversion of database driver errors.

use ports::StorageError;
use sqlx::{Error, error::DatabaseError, error::ErrorKind};

/// Converts an error by what to do about it: retry (`Conflict`), retry later (`Unavailable`), or check the data (`Corrupt`).
pub(crate) fn storage_error(error: &Error) -> StorageError {
    match error {
        Error::Database(database) => of_database(database.as_ref()),
        Error::PoolTimedOut => unavailable("every connection is busy"),
        Error::PoolClosed => unavailable("it is being closed"),
        Error::Io(why) if why.kind() == std::io::ErrorKind::StorageFull => full(&why.to_string()),
        other => unavailable(&other.to_string()),
    }
}

fn of_database(error: &dyn DatabaseError) -> StorageError {
    match error.kind() {
        ErrorKind::UniqueViolation | ErrorKind::ForeignKeyViolation => StorageError::Conflict { what: what(error) },
        ErrorKind::NotNullViolation | ErrorKind::CheckViolation | ErrorKind::ExclusionViolation => {
            corrupt(&what(error))
        }
        _ => by_code(&error.code().unwrap_or_default(), error.message()),
    }
}

/// SQLite's result codes <https://www.sqlite.org/rescode.html> (the low byte is the primary one) and Postgres's
/// SQLSTATEs <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn by_code(code: &str, message: &str) -> StorageError {
    if code.len() == 5 {
        return match code {
            "40001" | "40P01" => StorageError::Conflict {
                what: "the same rows".to_owned(),
            },
            "53100" => full(message),
            "XX001" | "XX002" => corrupt("a table"),
            _ => unavailable(message),
        };
    }
    match code.parse::<u32>().unwrap_or_default() & 0xff {
        11 | 26 => corrupt("the database file"),
        13 => full(message),
        _ => unavailable(message),
    }
}

/// Returns the table that an error names; SQLite writes `UNIQUE constraint failed: wallets.id`.
fn what(error: &dyn DatabaseError) -> String {
    let named = || error.message().split_once("failed: ")?.1.split('.').next();
    let table = error.table().or_else(named);
    table.unwrap_or("a row that another one needs").to_owned()
}

fn unavailable(why: &str) -> StorageError {
    StorageError::Unavailable {
        why: why.to_owned(),
        full: false,
    }
}

fn full(why: &str) -> StorageError {
    StorageError::Unavailable {
        why: why.to_owned(),
        full: true,
    }
}

fn corrupt(table: &str) -> StorageError {
    StorageError::Corrupt {
        table: table.to_owned(),
        column: "value".to_owned(),
        id: "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_both_databases_mean_the_same() {
        for code in ["13", "53100"] {
            assert!(
                matches!(by_code(code, "no space"), StorageError::Unavailable { full: true, .. }),
                "{code}"
            );
        }
        for code in ["5", "6", "261", "517", "55P03", "57014"] {
            assert!(
                matches!(by_code(code, "locked"), StorageError::Unavailable { full: false, .. }),
                "{code}"
            );
        }
        for code in ["11", "267", "26", "XX001"] {
            assert!(matches!(by_code(code, "bad"), StorageError::Corrupt { .. }), "{code}");
        }
        for code in ["40001", "40P01"] {
            assert!(
                matches!(by_code(code, "raced"), StorageError::Conflict { .. }),
                "{code}"
            );
        }
    }
}
