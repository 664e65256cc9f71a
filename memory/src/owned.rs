//! Rows that belong to users: they are moved when users are merged, and erased with their user.

use ports::{UserId, with_owned_rows};

use crate::tables::{Table, Tables};

/// The rows of one type that belong to users.
pub(crate) trait OwnedRows {
    /// Moves what `source` has to `target`. Where both have the same thing, that of `target` stays, and that of `source` is left for
    /// its erasure.
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId);

    /// Erases the rows of a user.
    fn erase_rows(tables: &mut Tables, user: UserId);
}

macro_rules! move_each {
    ([$tables:expr, $source:expr, $target:expr] $($row:ty,)*) => {
        $(<$row as OwnedRows>::move_rows($tables, $source, $target);)*
    };
}

macro_rules! erase_each {
    ([$tables:expr, $user:expr] $($row:ty,)*) => {
        $(<$row as OwnedRows>::erase_rows($tables, $user);)*
    };
}

/// Moves all rows of `source` to `target`.
pub(crate) fn move_all(tables: &mut Tables, source: UserId, target: UserId) {
    with_owned_rows!(move_each tables, source, target);
}

/// Erases all rows of a user.
pub(crate) fn erase_all(tables: &mut Tables, user: UserId) {
    with_owned_rows!(erase_each tables, user);
}

/// Moves the rows of `source` that `target` does not have; `set_owner` changes the user within a row.
pub(crate) fn move_keyed<K: Clone + Ord, V: Clone>(
    table: &mut Table<(UserId, K), V>,
    source: UserId,
    target: UserId,
    set_owner: impl Fn(&mut V),
) {
    let own: Vec<K> = table
        .keys()
        .filter(|key| key.0 == source)
        .map(|key| key.1.clone())
        .collect();
    for key in own {
        let to = (target, key.clone());
        if table.contains_key(&to) {
            continue;
        }
        if let Some(mut row) = table.remove(&(source, key)) {
            set_owner(&mut row);
            table.insert(to, row);
        }
    }
}
