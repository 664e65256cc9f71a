//! Names that addresses claim, from the contracts of the name service to the answers for users and visitors.

use std::collections::BTreeSet;

use domain::{DisclosureFilter, job::LOOK_UP_REVERSE_NAME};
use ports::{
    Address, Timestamp,
    disclosure::DisclosedField,
    job::{JobId, NewJob},
};
use support::{product::Product, world::TestWorld};

/// Makes the look-ups of these addresses due now.
async fn want_now(product: &Product, addresses: &[Address]) {
    let ports = &product.started.ports;
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await.unwrap();
    for address in addresses {
        let wanted = NewJob {
            id: JobId::new(ports.ids.next()),
            kind: LOOK_UP_REVERSE_NAME.name.to_owned(),
            subject: address.to_string(),
            run_at: now,
            max_attempts: 6,
        };
        work.jobs().enqueue(&wanted, now).await.unwrap();
    }
    work.commit().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_claim_that_points_back_is_shown() {
    let world = TestWorld::start().unwrap();
    let product = Product::start(&world).await;
    let claims = &world.chain(1).manifest().reverse;
    let texts: Vec<&str> = claims.iter().map(|claim| claim.address.as_str()).collect();
    let person = product.person(&texts).await;
    let addresses: Vec<Address> = texts.iter().map(|text| text.parse().unwrap()).collect();
    want_now(&product, &addresses).await;
    product.run_jobs().await;
    let report = product.tracker.valuations().balance(&person, &Default::default()).await;
    let lines = report.unwrap().wallets;
    for (claim, line) in claims.iter().zip(&lines) {
        let shown = line.reverse_name.as_ref().and_then(|found| found.name.as_ref());
        let expected = claim.valid.then_some(claim.name.as_str());
        assert_eq!(
            shown.map(|name| name.as_str()),
            expected,
            "{} claims {:.40}",
            claim.address,
            claim.name
        );
    }
    let kept = &product.started.ports.stores.names;
    let now = product.started.ports.clock.now();
    let checked = kept.reverse(&addresses, Timestamp::from_millis(0), now).await.unwrap();
    assert_eq!(checked.len(), claims.len(), "that an address has no name is known too");

    product.started.flush().await.unwrap();
    let filter = DisclosureFilter {
        purpose: Some("name".to_owned()),
        ..DisclosureFilter::default()
    };
    let seen = product.tracker.disclosures().search(&person, filter, 0, 1000).await;
    let disclosed: BTreeSet<DisclosedField> = seen.unwrap().rows.into_iter().map(|row| row.disclosed).collect();
    let about: BTreeSet<DisclosedField> = addresses.into_iter().map(DisclosedField::Address).collect();
    assert_eq!(
        disclosed, about,
        "a claim that is false was looked up too, and its person sees that"
    );
}
