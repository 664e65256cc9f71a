//! Rows of every kind that a data folder keeps: written through the stores.

use conformance::store::{
    TestStorage,
    samples::{account, address, at, entry, fact, failure, id, job, snapshot, token, wallet},
};
use ports::{
    AccountReconciliation, Asset, ChainId, Disclosure, HistoryProgress, Owner, Quote, Recipe, Session, Share,
    ShareLink, ShareSession, Snapshot, Stream, UnitOfWork, UserId, ValuationId, Wallet,
    account::Activity,
    asset::Metadata,
    chain::{WaitingTransaction, WaitingTransactions},
    disclosure::DisclosedField,
    extended_key::{Branch, DerivationPath, GapLimit, Script, WalletExtendedKey},
    moment_quote::{AwaitedMoment, MomentQuote},
    quote::QuoteAnswer,
    share::ShareTarget,
    snapshot::SnapshotRow,
};

use crate::sealed_text;

const KEY: &str =
    "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj";

fn recipe(owner: Owner) -> Recipe {
    Recipe {
        id: ValuationId([9; 16]),
        owner,
        made_at: at(1),
        body: r#"{"assets":[]}"#.to_owned(),
    }
}

fn quote(n: u16, answer: QuoteAnswer) -> Quote {
    Quote {
        id: id(n),
        asset: token(7),
        source: "defillama".parse().unwrap(),
        answer,
        source_time: at(n.into()),
        received_at: at(i64::from(n) + 1),
        market: None,
    }
}

fn price() -> QuoteAnswer {
    QuoteAnswer::Price {
        price: "0.000000000000000000000123456789".parse().unwrap(),
        confidence: None,
    }
}

/// Writes the rows into new stores.
pub async fn write(db: &TestStorage) {
    let user = db.user(1).await;
    sealed_text::write_without_group(db, user, 1, "Kept").await;
    let mut work = db.begin().await;
    add_user_rows(work.as_mut(), user).await;
    add_accounts(work.as_mut()).await;
    work.commit().await.unwrap();
    let mut work = db.begin().await;
    add_extended_key(work.as_mut(), user).await;
    add_ledger(work.as_mut()).await;
    add_quotes(work.as_mut()).await;
    work.jobs().enqueue(&job(1, at(5)), at(0)).await.unwrap();
    work.commit().await.unwrap();
    for owner in [Owner::User(user), Owner::ShareSession(id(1))] {
        db.stores.recipes.keep(&recipe(owner)).await.unwrap();
    }
    add_disclosures(db).await;
}

async fn add_user_rows(work: &mut dyn UnitOfWork, user: UserId) {
    let session = Session {
        id: id(1),
        user,
        token_hash: [1; 32],
        created_at: at(0),
        used_at: at(1),
        expires_at: at(100),
        proved_at: Some(at(2)),
        device: Some("Firefox on Linux".to_owned()),
        network: Some("192.0.2.0/24".to_owned()),
    };
    work.sessions().add(&session).await.unwrap();
    let slug = ShareLink::new(&[1; 32]);
    let share = Share {
        user,
        slug: slug.clone(),
        created_at: at(3),
    };
    work.shares().put(&share).await.unwrap();
    let visit = |n, target| ShareSession {
        id: id(n),
        target,
        opened_at: at(1),
        expires_at: at(100),
    };
    let portfolio = visit(1, ShareTarget::Portfolio(user));
    assert!(work.shares().open(&portfolio, &slug, &[1; 32]).await.unwrap());
    let of_address = visit(2, ShareTarget::Address(address(7)));
    work.shares()
        .open_address(&of_address, &address(7), &[2; 32])
        .await
        .unwrap();
}

async fn add_accounts(work: &mut dyn UnitOfWork) {
    work.accounts().add(&[account(1), account(2)], at(0)).await.unwrap();
    work.accounts().written(&[(address(8), account(1))]).await.unwrap();
    let asset = Asset {
        id: token(7),
        metadata: Metadata::cleaned("SEVEN", "Seven Coin", Some(18)),
        group: "seven".to_owned(),
        origin: "list:a".to_owned(),
        confirmed: true,
        unreadable_since: None,
        listed: false,
        holders: None,
        assumed: None,
    };
    work.assets().add(&[asset]).await.unwrap();
    let list = "list:a".parse().unwrap();
    work.token_lists().replace(&list, &[token(7)]).await.unwrap();
    let row = SnapshotRow {
        asset: token(7),
        raw: "340282366920938463463374607431768211456".parse().unwrap(),
        decimals: Some(18),
    };
    let taken = Snapshot {
        rows: vec![row],
        ..snapshot(1, 1, at(9))
    };
    work.snapshots().add(&taken).await.unwrap();
    let waiting = WaitingTransactions {
        count: 1,
        listed: vec![WaitingTransaction {
            id: "0a".repeat(32).parse().unwrap(),
            received: "5000000000".parse().unwrap(),
            spent: "0".parse().unwrap(),
            seen_at: at(3),
        }],
    };
    let one = account(1);
    let read = work.accounts().read(&one, id(1), at(9), Activity::Active, &waiting);
    read.await.unwrap();
    work.accounts()
        .failed(&account(2), &failure(Some(at(9))))
        .await
        .unwrap();
}

async fn add_extended_key(work: &mut dyn UnitOfWork, user: UserId) {
    let keyed = Wallet {
        address: None,
        text: format!("tr({KEY})"),
        extended: Some(WalletExtendedKey {
            key: format!("tr({KEY})").parse().unwrap(),
            gap_limit: GapLimit::LEAST,
            derived: vec![],
        }),
        ..wallet(2, user, 1)
    };
    work.wallets().save(&keyed).await.unwrap();
    let path = DerivationPath {
        script: Script::Tr,
        branch: Branch::External,
        index: 10,
    };
    assert!(work.extended_keys().derive(id(2), &[(path, account(2))]).await.unwrap());
}

async fn add_ledger(work: &mut dyn UnitOfWork) {
    work.facts()
        .add(&[fact(1, 1, 10), fact(2, 1, 11)], at(20))
        .await
        .unwrap();
    work.entries()
        .append(&[entry(1, 1, 10), entry(2, 1, 11)], at(21))
        .await
        .unwrap();
    work.entries().withdraw(&[entry(2, 1, 11).id], at(22)).await.unwrap();
    let progress = HistoryProgress {
        through: Some(11),
        newest: Some(11),
        final_hash: Some("0xab".to_owned()),
        failure: Some(failure(None)),
        ..HistoryProgress::unread(&account(1), Stream::Transactions, at(23))
    };
    work.history_progress().set(&progress).await.unwrap();
    let compared = AccountReconciliation {
        account: account(1),
        ledger_revision: 2,
        block: 11,
        balances: "hash".to_owned(),
        compared: 1,
        differing: 0,
        is_whole: true,
        checked_at: at(24),
        contradictions: vec![],
        agreed: Some(11),
        rereads: 1,
        reread_at: None,
    };
    work.reconciliations().set(&compared).await.unwrap();
}

async fn add_quotes(work: &mut dyn UnitOfWork) {
    let unusable = QuoteAnswer::Unusable {
        what: "a price below zero".to_owned(),
    };
    work.quotes()
        .add(&[quote(1, price()), quote(2, unusable)])
        .await
        .unwrap();
    let source = "defillama".parse().unwrap();
    work.quotes().answered(&source, &[token(7)], at(30)).await.unwrap();
    let moment = |seconds| AwaitedMoment {
        moment: at(seconds),
        asset: token(7),
    };
    let moments = [moment(10), moment(11)];
    work.moment_quotes().wait_for(&account(1), &moments).await.unwrap();
    let near = MomentQuote {
        moment: at(10),
        quote: quote(1, price()),
    };
    work.moment_quotes()
        .keep(&account(1), &moments[..1], &[near])
        .await
        .unwrap();
}

async fn add_disclosures(db: &TestStorage) {
    let disclosure = |disclosed, chain| Disclosure {
        host: "node.example".to_owned(),
        source: "evm".parse().unwrap(),
        purpose: "balances".to_owned(),
        disclosed,
        chain,
        count: 2,
        first_at: at(1),
        last_at: at(2),
    };
    let rows = [
        disclosure(DisclosedField::Address(address(1)), Some(ChainId::evm(1))),
        disclosure(DisclosedField::Name("ada.eth".parse().unwrap()), None),
        disclosure(DisclosedField::Nothing, None),
    ];
    db.stores.disclosures.record(&rows).await.unwrap();
}
