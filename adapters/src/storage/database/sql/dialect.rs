//! The text of a statement in the dialects of SQLite and Postgres.

/// The text of a statement in both dialects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialects {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

impl From<&'static str> for Dialects {
    fn from(text: &'static str) -> Self {
        Self {
            sqlite: text,
            postgres: text,
        }
    }
}

/// A text with a list between its two halves: `listed!("… IN ", 1, " ORDER BY …")`. The list is bound as one JSON text with
/// `Statement::bind_list`.
macro_rules! listed {
    ($before:expr, $n:literal, $after:expr) => {
        $crate::storage::database::sql::Dialects {
            sqlite: concat!($before, "(SELECT value FROM json_each($", $n, "))", $after),
            postgres: concat!(
                $before,
                "(SELECT json_array_elements_text(CAST($",
                $n,
                " AS json)))",
                $after
            ),
        }
    };
}
pub(crate) use listed;

/// A text with a list of bytes, like [`listed!`]. The list is bound in hexadecimal digits.
macro_rules! listed_bytes {
    ($before:expr, $n:literal, $after:expr) => {
        $crate::storage::database::sql::Dialects {
            sqlite: concat!($before, "(SELECT unhex(value) FROM json_each($", $n, "))", $after),
            postgres: concat!(
                $before,
                "(SELECT decode(value, 'hex') FROM json_array_elements_text(CAST($",
                $n,
                " AS json)))",
                $after
            ),
        }
    };
}
pub(crate) use listed_bytes;

/// A text whose dialects differ in one place.
macro_rules! dialects {
    ($before:expr, sqlite: $sqlite:expr, postgres: $postgres:expr, $after:expr) => {
        $crate::storage::database::sql::Dialects {
            sqlite: concat!($before, $sqlite, $after),
            postgres: concat!($before, $postgres, $after),
        }
    };
}
pub(crate) use dialects;
