use ports::name::Resolution;

use crate::{
    database::{Opened, on_all},
    samples::{address, at},
};

on_all! { the_newest_resolution_counts }

async fn the_newest_resolution_counts(db: Opened) {
    let resolution = |name: &str, n, seconds| Resolution {
        name: name.parse().unwrap(),
        address: address(n),
        resolved_at: at(seconds),
    };
    let mut work = db.begin().await;
    for (n, seconds) in [(2, 20), (1, 10), (1, 10)] {
        work.names().add(&resolution("a.eth", n, seconds)).await.unwrap();
    }
    work.names().add(&resolution("b.eth", 3, 30)).await.unwrap();
    work.commit().await.unwrap();
    let latest = db.stores.names.latest(&"a.eth".parse().unwrap(), at(20)).await.unwrap();
    assert_eq!(latest, Some(resolution("a.eth", 2, 20)));
    let before = db.stores.names.latest(&"a.eth".parse().unwrap(), at(19)).await.unwrap();
    assert_eq!(
        before,
        Some(resolution("a.eth", 1, 10)),
        "what lies ahead a wrong clock kept"
    );
    assert_eq!(
        db.stores.names.latest(&"c.eth".parse().unwrap(), at(99)).await.unwrap(),
        None
    );
}
