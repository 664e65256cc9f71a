use ports::job::NewJob;

use crate::{
    database::{Opened, on_all},
    job::enqueue,
    samples::{at, job},
};

on_all! {
    many_workers_do_each_job_once,
}

async fn many_workers_do_each_job_once(db: Opened) {
    let jobs: Vec<NewJob> = (0..60).map(|n| job(n, at(0))).collect();
    enqueue(&db, &jobs, at(0)).await;
    let workers = (0..4).map(|worker| {
        let (stores, database) = (db.stores.clone(), std::sync::Arc::clone(&db.database));
        tokio::spawn(async move {
            let mut did = vec![];
            loop {
                let leases = stores
                    .jobs
                    .claim(&format!("w{worker}"), 3, at(1), at(60))
                    .await
                    .unwrap();
                if leases.is_empty() {
                    return did;
                }
                for lease in leases {
                    let mut work = ports::Storage::begin(&*database).await.unwrap();
                    assert!(work.jobs().done(&lease, at(2)).await.unwrap());
                    work.commit().await.unwrap();
                    did.push(lease.job.subject);
                }
            }
        })
    });
    let mut did = vec![];
    for worker in workers.collect::<Vec<_>>() {
        did.extend(worker.await.unwrap());
    }
    let count = did.len();
    did.sort();
    did.dedup();
    assert_eq!((count, did.len()), (60, 60));
}
