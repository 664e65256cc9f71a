//! A database with the product's current schema, which is migrated once in each cluster and copied for each test.

use alloy_primitives::keccak256;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, migrate::Migrator};
use std::{error::Error, path::Path, thread};
use url::Url;

const MIGRATIONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../adapters/src/storage/database/migrations/postgres"
);
/// The key of the lock that a process holds while it makes the template.
const LOCK: i64 = 0x7370_7968;

/// Creates a database of this name as a copy of the template. The first process of a test run makes the template.
pub(super) fn copy(cluster: &Url, name: &str) -> Result<(), String> {
    let copy = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(copy_template(cluster, name))
    };
    // A test calls this within its own runtime, which another one must not block.
    let copied = thread::scope(|scope| scope.spawn(|| copy().map_err(|why| why.to_string())).join());
    copied.unwrap_or_else(|_| Err("the thread that copies the template panicked".to_owned()))
}

async fn copy_template(cluster: &Url, name: &str) -> Result<(), Box<dyn Error>> {
    let migrator = Migrator::new(Path::new(MIGRATIONS)).await?;
    let template = name_of(&migrator);
    let mut on = PgConnection::connect(cluster.as_str()).await?;
    if !exists(&mut on, &template).await? {
        make(&mut on, cluster, &migrator, &template).await?;
    }
    execute(&mut on, format!("CREATE DATABASE {name} TEMPLATE {template}")).await?;
    Ok(on.close().await?)
}

/// Returns the template's name, another one for other migrations: a cluster may outlive the run.
fn name_of(migrator: &Migrator) -> String {
    let checksums: Vec<u8> = migrator.iter().flat_map(|step| step.checksum.to_vec()).collect();
    let hash = keccak256(checksums).to_string();
    format!("template_{}", &hash[2..18])
}

/// Makes the template unless another process does. It gets its name when it is complete, and is closed to connections, because
/// a database that anyone is connected to cannot be copied.
async fn make(on: &mut PgConnection, cluster: &Url, migrator: &Migrator, template: &str) -> Result<(), Box<dyn Error>> {
    execute(on, format!("SELECT pg_advisory_lock({LOCK})")).await?;
    if !exists(on, template).await? {
        let incomplete = format!("{template}_incomplete");
        execute(on, format!("DROP DATABASE IF EXISTS {incomplete}")).await?;
        execute(on, format!("CREATE DATABASE {incomplete}")).await?;
        let mut url = cluster.clone();
        url.set_path(&incomplete);
        let mut connection = PgConnection::connect(url.as_str()).await?;
        migrator.run(&mut connection).await?;
        connection.close().await?;
        execute(on, format!("ALTER DATABASE {incomplete} ALLOW_CONNECTIONS false")).await?;
        execute(on, format!("ALTER DATABASE {incomplete} RENAME TO {template}")).await?;
    }
    execute(on, format!("SELECT pg_advisory_unlock({LOCK})")).await
}

async fn exists(on: &mut PgConnection, database: &str) -> Result<bool, sqlx::Error> {
    let text = "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)";
    sqlx::query_scalar(text).bind(database).fetch_one(on).await
}

/// Names cannot be bound. These come from this process.
async fn execute(on: &mut PgConnection, statement: String) -> Result<(), Box<dyn Error>> {
    on.execute(AssertSqlSafe(statement)).await?;
    Ok(())
}
