//! The mark of a database: its random id, and whether it has live or demo data.

use ports::{StorageError, WorldKind};
use uuid::Uuid;

use super::{
    file::Revision,
    location::{DatabaseLocation, OpenError, OpenOptions},
    migrations::{PREVIOUS, STEPS, newest},
    sql::{Row, Sql, sql},
};

/// The mark of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Random id, set when the database was created.
    pub id: Uuid,
    /// Whether it has live or demo data.
    pub world: WorldKind,
    /// Whether the operator configured that.
    pub is_configured: bool,
}

/// Returns the word for live or demo data in marks and messages.
pub(crate) fn word(world: WorldKind) -> &'static str {
    match world {
        WorldKind::Live => "live",
        WorldKind::Demo => "demo",
    }
}

/// Reads the mark, if the database has one. Its schema may be one from before the baseline.
pub(crate) async fn read(on: &Sql, schema: i64) -> Result<Option<Instance>, StorageError> {
    let text = if schema <= PREVIOUS {
        "SELECT id, world, asked AS is_configured FROM instance"
    } else {
        "SELECT id, world, is_configured FROM instance"
    };
    let Some(row) = sql(text).fetch_optional(on).await? else {
        return Ok(None);
    };
    let row = row.of("instance", &["id"]);
    let world = match row.text("world")?.as_str() {
        "live" => WorldKind::Live,
        "demo" => WorldKind::Demo,
        _ => return Err(row.corrupt("world")),
    };
    Ok(Some(Instance {
        id: row.parsed("id")?,
        world,
        is_configured: row.get("is_configured")?,
    }))
}

/// Reads the revision of the database, if it has a mark.
pub(crate) async fn revision(on: &Sql) -> Result<Option<Revision>, StorageError> {
    let row = sql("SELECT id, revision FROM instance").fetch_optional(on).await?;
    let revision = |row: Row| {
        let row = row.of("instance", &["id"]);
        Ok(Revision {
            instance: row.parsed("id")?,
            number: row.int("revision")?,
        })
    };
    row.map(revision).transpose()
}

/// Marks a new database; fails for one with live instead of demo data or the reverse.
pub(crate) async fn mark(on: &Sql, location: &DatabaseLocation, opening: &OpenOptions) -> Result<Instance, OpenError> {
    let text = "INSERT INTO instance (one, id, world, is_configured, created_at) VALUES (1, $1, $2, $3, $4) \
         ON CONFLICT (one) DO NOTHING";
    let marked = sql(text)
        .bind(opening.id.to_string())
        .bind(word(opening.world))
        .bind(opening.is_configured)
        .bind(opening.now);
    marked.execute(on).await.map_err(OpenError::storage(location))?;
    let found = read(on, newest(STEPS)).await.map_err(OpenError::storage(location))?;
    match found {
        Some(instance) if instance.world == opening.world => Ok(instance),
        Some(instance) => Err(OpenError::OtherWorld {
            location: location.to_string(),
            found: word(instance.world),
            elsewhere: match location {
                DatabaseLocation::Postgres(_) => "SPYHOP_DATABASE_URL",
                DatabaseLocation::File(_) | DatabaseLocation::Memory => "SPYHOP_DATA",
            },
        }),
        None => Err(OpenError::Broken {
            location: location.to_string(),
            why: "it has no mark".to_owned(),
        }),
    }
}
