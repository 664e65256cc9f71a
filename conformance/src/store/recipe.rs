//! Requirements for valuation recipes.

use ports::{Owner, Recipe, StorageError, ValuationId};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, id},
};

requirements! { "recipe":
    "a recipe belongs to one owner" => a_recipe_belongs_to_one_owner,
}

async fn a_recipe_belongs_to_one_owner(db: TestStorage) {
    let (owner, other) = (db.user(1).await, db.user(2).await);
    let recipe = |n: u8, owner, seconds| Recipe {
        id: ValuationId([n; 16]),
        owner: Owner::User(owner),
        made_at: at(seconds),
        body: format!("{{\"body\":\"of {n}\"}}"),
    };
    let recipes = &db.stores.recipes;
    for kept in [
        recipe(1, owner, 10),
        recipe(1, owner, 99),
        recipe(2, owner, 20),
        recipe(2, other, 30),
    ] {
        recipes.keep(&kept).await.unwrap();
    }
    let find = async |n, owner| recipes.find(ValuationId([n; 16]), Owner::User(owner)).await.unwrap();
    assert_eq!(
        find(1, owner).await,
        Some(recipe(1, owner, 10)),
        "the first one is kept"
    );
    assert_eq!(find(1, other).await, None, "another owner does not find it");
    assert_eq!(recipes.forget(at(20)).await.unwrap(), 1);
    assert_eq!(find(1, owner).await, None);
    assert_eq!(find(2, other).await, Some(recipe(2, other, 30)));
    let orphan = recipes.keep(&recipe(3, id(99), 1)).await;
    assert!(matches!(orphan, Err(StorageError::Conflict { .. })));
}
