use sqlx::{Connection, PgConnection};
use std::{collections::BTreeSet, path::Path};
use support::postgres::{Cluster, empty_database, fresh_database};

async fn tables(url: &str) -> i64 {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let count = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'";
    sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap()
}

#[tokio::test]
async fn every_test_gets_an_empty_database_of_its_own() {
    let (one, other) = (empty_database(), empty_database());
    assert_ne!(one, other);
    let mut connection = PgConnection::connect(&one).await.unwrap();
    sqlx::query("CREATE TABLE coin (id BIGINT)")
        .execute(&mut connection)
        .await
        .unwrap();
    assert_eq!(tables(&one).await, 1);
    assert_eq!(tables(&other).await, 0);
}

#[tokio::test]
async fn databases_with_the_schema_are_created_at_the_same_time() {
    let creating: Vec<_> = (0..4).map(|_| std::thread::spawn(fresh_database)).collect();
    let databases: BTreeSet<String> = creating.into_iter().map(|one| one.join().unwrap()).collect();
    assert_eq!(databases.len(), 4);
    for url in databases {
        assert!(tables(&url).await > 1);
    }
}

#[tokio::test]
async fn a_dropped_cluster_leaves_neither_process_nor_folder() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.empty_database();
    let process = format!("/proc/{}", cluster.server().id());
    let folder = url.split_once("host=").unwrap().1.to_owned();
    assert_eq!(tables(&url).await, 0);
    assert!(Path::new(&process).exists() && Path::new(&folder).exists());
    drop(cluster);
    assert!(!Path::new(&process).exists());
    assert!(!Path::new(&folder).exists());
}
