//! The files of a database contain no erased data.

use std::fs;

use adapters::storage::DatabaseLocation;
use conformance::store::erase::{erase, is_disclosed, watches};
use ports::Wallet;

use crate::samples::{address, at, user, wallet};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_files_contain_nothing_of_an_erased_user() {
    let db = crate::database::file().await;
    let DatabaseLocation::File(path) = &db.place else {
        panic!("not a file")
    };
    watches(&db, 2, &[2]).await;
    watches(&db, 1, &[1]).await;
    // Written repeatedly, so that it is stored in more than one place.
    for n in 0..40 {
        let mut work = db.begin().await;
        let row = Wallet {
            nickname: Some(format!("Marker number {n}").parse().unwrap()),
            group: Some("Marker group".parse().unwrap()),
            removed_at: (n % 2 == 0).then(|| at(n)),
            ..wallet(101, user(1).id, 1)
        };
        work.wallets().save(&row).await.unwrap();
        work.commit().await.unwrap();
    }
    let words = ["Marker number", &address(1).to_string(), &user(1).id.to_string()];
    let found = || -> Vec<String> {
        let files = fs::read_dir(path.parent().unwrap())
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let bytes = files
            .filter(|file| file.is_file())
            .map(|file| (fs::read(&file).unwrap(), file));
        let holds = |bytes: &[u8], word: &str| bytes.windows(word.len()).any(|window| window == word.as_bytes());
        bytes
            .flat_map(|(bytes, file)| {
                let own = words.iter().filter(|word| holds(&bytes, word));
                own.map(|word| format!("{word} in {}", file.display()))
                    .collect::<Vec<_>>()
            })
            .collect()
    };
    assert!(!found().is_empty(), "the data is there before the erasure");
    assert!(erase(&db, 1).await);
    assert_eq!(found(), Vec::<String>::new());
    assert!(is_disclosed(&db, 2).await, "data that other users watch stays");
    tokio::time::timeout(support::patience(60), db.database().close())
        .await
        .unwrap();
    assert_eq!(found(), Vec::<String>::new());
}
