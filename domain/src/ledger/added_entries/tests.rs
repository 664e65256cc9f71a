use std::collections::BTreeMap;

use ports::{
    AccountId, Address, Amount, Annotation, Asset, AssetId, ChainId, Currency, Day, Entry, EntryId, PastPrice, Ports,
    Stream, Timestamp, UnitOfWork, User, UserId,
    annotation::{AnnotationContent, EntryMark},
    asset::Metadata,
    entry::{Decoding, EntryKind, Leg, LegRole},
};
use spyhop_adapters::config::{Config, Data, Sources};

use crate::ledger::{
    book::{Book, BookOwner, BookReaders},
    cost::{BookBasis, LedgerRates},
};

/// The number of events that are replayed again.
const LATEST: usize = 8;
const HOUR: i64 = 3_600;
const START: i64 = 1_704_067_200;
const TRANSACTIONS: usize = 120;

/// The history of a person on two chains, and how it becomes known.
struct Life {
    random: u64,
    ports: Ports,
    owner: BookOwner,
    accounts: Vec<AccountId>,
    /// What is not stored yet, by account, the oldest first.
    unknown: BTreeMap<AccountId, Vec<Entry>>,
}

fn address(group: u8, n: u8) -> Address {
    let mut bytes = [group; 20];
    bytes[19] = n;
    Address::evm(bytes)
}

/// Returns an address of which the short form is that of an address of group 9.
fn look_alike(n: u8) -> Address {
    let mut bytes = [9; 20];
    (bytes[10], bytes[19]) = (0, n);
    Address::evm(bytes)
}

fn leg(role: LegRole, asset: &AssetId, amount: u64, other: Option<&Address>) -> Leg {
    Leg {
        role,
        asset: asset.clone(),
        token_id: None,
        amount: u128::from(amount).into(),
        counterparty: other.cloned(),
        stream: Stream::Transactions,
        item: "value".to_owned(),
    }
}

fn asset(id: &AssetId) -> Asset {
    Asset {
        id: id.clone(),
        metadata: Metadata::cleaned("TKN", "Token", Some(2)),
        // What a bridge carries is one asset on both chains.
        group: if id.is_native() {
            "eth".to_owned()
        } else {
            id.to_string()
        },
        origin: "chain".to_owned(),
        confirmed: true,
        unreadable_since: None,
        listed: true,
        holders: None,
        assumed: None,
    }
}

fn entry(account: &AccountId, kind: EntryKind, legs: Vec<Leg>) -> Entry {
    Entry {
        id: EntryId {
            account: account.clone(),
            transaction: "0x0".parse().unwrap(),
        },
        block: 0,
        block_hash: None,
        position: 0,
        time: Timestamp::from_seconds(START),
        kind,
        legs,
        counterparty: None,
        protocol: None,
        bridge_id: None,
        failed: false,
        decoding: Decoding::Complete,
        decoder: "transfer".to_owned(),
        decoder_version: 1,
    }
}

impl Life {
    async fn new(seed: u64) -> Self {
        let config = Config {
            sources: Sources::Demo,
            ..Config::at(Data::Memory)
        };
        let ports = spyhop_adapters::connect(&config).await.unwrap();
        let chains: Vec<ChainId> = ["eip155:1", "eip155:8453"].map(|id| id.parse().unwrap()).into();
        let own = [address(7, 1), address(7, 2)];
        let accounts = chains.iter().flat_map(|chain| {
            own.iter().map(|address| AccountId {
                chain: chain.clone(),
                address: address.clone(),
            })
        });
        let accounts: Vec<AccountId> = accounts.collect();
        let user = UserId::new(ports.ids.next());
        let owner = BookOwner {
            accounts: accounts.clone(),
            own: own.iter().map(|one| (one.clone(), one.short())).collect(),
            keys: Vec::new(),
            own_labels: BTreeMap::new(),
            user: Some(user),
            readers: BookReaders::User(user),
        };
        let mut life = Self {
            random: seed,
            ports,
            owner,
            accounts,
            unknown: BTreeMap::new(),
        };
        life.prepare(user).await;
        life.live();
        life
    }

    /// Stores the user, the accounts, and assets of which one has no price.
    async fn prepare(&self, user: UserId) {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await.unwrap();
        let user = User {
            id: user,
            version: 1,
            link: None,
            uploads: 0,
            created_at: now,
            registered_at: None,
            delete_at: None,
        };
        work.users().add(&user).await.unwrap();
        work.accounts().add(&self.accounts, now).await.unwrap();
        self.add_assets(work.as_mut()).await;
        work.commit().await.unwrap();
    }

    async fn add_assets(&self, work: &mut dyn UnitOfWork) {
        let assets = self.assets();
        let rows = assets.iter().map(asset);
        work.assets().add(&rows.collect::<Vec<_>>()).await.unwrap();
        let source = self.ports.past_prices[0].profile().id;
        let first = Day::of(Timestamp::from_seconds(START));
        for (n, asset) in (1_i64..).zip(assets.iter().skip(1)) {
            let price = |day: i64| PastPrice {
                asset: asset.clone(),
                day: first.plus(day),
                source: source.clone(),
                price: Some(
                    (n * 10 + day)
                        .to_string()
                        .parse::<Amount>()
                        .unwrap()
                        .try_into()
                        .unwrap(),
                ),
                quoted_in: None,
                at: first.plus(day + 1).start(),
                confidence: None,
                read_at: self.ports.clock.now(),
            };
            let prices: Vec<PastPrice> = (0..60).map(price).collect();
            work.past_prices().add(&prices).await.unwrap();
        }
    }

    fn assets(&self) -> Vec<AssetId> {
        let chains = [&self.accounts[0].chain, &self.accounts[2].chain];
        let of = |chain: &ChainId| [AssetId::erc20(chain, &address(1, 1)), AssetId::native(chain, 60)];
        chains.into_iter().flat_map(of).collect()
    }

    /// Returns a number below `end` that is the same in every run (SplitMix64).
    fn below(&mut self, end: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    fn place_below(&mut self, end: usize) -> usize {
        usize::try_from(self.below(u64::try_from(end).unwrap())).unwrap()
    }

    /// Makes all transactions of the person.
    fn live(&mut self) {
        let mut time = START;
        for n in 0..TRANSACTIONS {
            time += HOUR * i64::try_from(self.below(4)).unwrap();
            let place = self.place_below(4);
            let account = self.accounts[place].clone();
            for (place, mut entry) in self.transaction(&account).into_iter().enumerate() {
                // What a bridge carried arrives later, in another transaction.
                let (delay, side) = if entry.kind == EntryKind::BridgeIn {
                    (self.below(4), place)
                } else {
                    (0, 0)
                };
                entry.id.transaction = format!("0x{side:032x}{n:032x}").parse().unwrap();
                entry.time = Timestamp::from_seconds(time + HOUR * i64::try_from(delay).unwrap());
                entry.block = entry.time.seconds().unsigned_abs();
                entry.position = u32::try_from(n % 3).unwrap();
                self.unknown.entry(entry.id.account.clone()).or_default().push(entry);
            }
        }
        for entries in self.unknown.values_mut() {
            entries.sort_by_key(|entry| entry.time);
        }
    }

    /// Makes the entries of a transaction of an account.
    fn transaction(&mut self, account: &AccountId) -> Vec<Entry> {
        let of_chain = AssetId::native(&account.chain, 60);
        let assets = [AssetId::erc20(&account.chain, &address(1, 1)), of_chain.clone()];
        let place = self.place_below(2);
        let asset = &assets[place];
        let amount = 1 + self.below(500);
        let n = u8::try_from(self.below(3)).unwrap();
        let other = address(9, n);
        let fee = leg(LegRole::Fee, &of_chain, 1, None);
        let paid = |other| vec![leg(LegRole::Out, asset, amount, Some(other)), fee.clone()];
        let got = |other| vec![leg(LegRole::In, asset, amount, Some(other))];
        let swapped = vec![
            leg(LegRole::Out, &assets[0], amount, Some(&other)),
            leg(LegRole::In, &assets[1], amount, Some(&other)),
            fee.clone(),
        ];
        match self.below(120) {
            0..6 => self.bridged(account, amount),
            6..9 => {
                let false_friend = vec![leg(LegRole::In, asset, 1, Some(&look_alike(n)))];
                vec![entry(account, EntryKind::Receive, false_friend)]
            }
            9..40 => vec![entry(account, EntryKind::Receive, got(&other))],
            40..70 => vec![entry(account, EntryKind::Send, paid(&other))],
            70..85 => vec![entry(account, EntryKind::Swap, swapped)],
            _ => {
                let mut own = self.owner.own.keys();
                let sibling = own.find(|own| **own != account.address).unwrap().clone();
                let sibling = AccountId {
                    address: sibling,
                    chain: account.chain.clone(),
                };
                vec![
                    entry(account, EntryKind::Send, paid(&sibling.address)),
                    entry(&sibling, EntryKind::Receive, got(&account.address)),
                ]
            }
        }
    }

    /// Stores what becomes known next: mostly the oldest of what is not known. Returns `false` at the end.
    async fn learn_next(&mut self, book: &Book) -> bool {
        let next = self
            .unknown
            .iter()
            .filter_map(|(account, entries)| Some((entries.first()?.time, account)));
        let Some((_, oldest)) = next.min() else {
            return false;
        };
        let oldest = self.accounts.iter().position(|account| account == oldest).unwrap();
        let account = if self.below(5) == 0 {
            self.place_below(4)
        } else {
            oldest
        };
        let most = 1 + self.place_below(2);
        self.learn(account, most).await;
        if self.below(12) == 0 {
            self.disturb(book).await;
        }
        true
    }

    /// Stores the next entries of one account.
    async fn learn(&mut self, account: usize, most: usize) {
        let account = self.accounts[account].clone();
        let unknown = self.unknown.entry(account).or_default();
        let next: Vec<Entry> = unknown.drain(..most.min(unknown.len())).collect();
        if !next.is_empty() {
            self.append(&next).await;
        }
    }

    /// Returns the two sides of a transfer to the other chain.
    fn bridged(&self, account: &AccountId, amount: u64) -> Vec<Entry> {
        let is_other = |other: &&AccountId| other.chain != account.chain;
        let other = self.accounts.iter().find(is_other).unwrap();
        let side = |role, chain| vec![leg(role, &AssetId::native(chain, 60), amount, None)];
        // Some arrivals are known as a bridge's, others look like a payment.
        let arrival = if amount.is_multiple_of(2) {
            EntryKind::BridgeIn
        } else {
            EntryKind::Receive
        };
        vec![
            entry(account, EntryKind::BridgeOut, side(LegRole::Out, &account.chain)),
            entry(other, arrival, side(LegRole::In, &other.chain)),
        ]
    }

    /// Takes one of the latest entries back, or changes it.
    async fn disturb(&mut self, book: &Book) {
        let place = self.place_below(10);
        let mut entry = book.rows.get(place).unwrap().entry;
        if self.below(2) == 0 {
            let mut work = self.ports.storage.begin().await.unwrap();
            let ids = [entry.id];
            work.entries().withdraw(&ids, self.ports.clock.now()).await.unwrap();
            work.commit().await.unwrap();
        } else {
            entry.legs[0].amount = 7.into();
            entry.kind = EntryKind::Mixed;
            self.append(&[entry]).await;
        }
    }

    async fn append(&self, entries: &[Entry]) {
        let mut work = self.ports.storage.begin().await.unwrap();
        work.entries().append(entries, self.ports.clock.now()).await.unwrap();
        work.commit().await.unwrap();
    }

    async fn annotate(&self, entry: &EntryId, content: AnnotationContent) {
        let annotation = Annotation {
            user: self.owner.user.unwrap(),
            entry: entry.clone(),
            content,
            set_at: self.ports.clock.now(),
        };
        let mut work = self.ports.storage.begin().await.unwrap();
        work.annotations().set(&annotation).await.unwrap();
        work.commit().await.unwrap();
    }

    /// Enters a cost for the first thing that left, and marks another one.
    async fn repair(&self) {
        let book = self.loaded().await;
        let rows = (0..book.rows.len()).rev().filter_map(|at| book.rows.get(at));
        let mut sent = rows.filter(|row| row.entry.kind == EntryKind::Send && row.partner.is_none());
        let first = sent.next().unwrap().entry;
        let cost = AnnotationContent::Cost {
            asset: first.legs[0].asset.clone(),
            amount: "12.5".parse().unwrap(),
            currency: "CHF".parse().unwrap(),
        };
        self.annotate(&first.id, cost).await;
        let next = sent.next().unwrap().entry;
        self.annotate(&next.id, AnnotationContent::Mark(EntryMark::Gift)).await;
    }

    /// Returns the number of entries that are stored.
    async fn entries(&self) -> usize {
        let heads = self.ports.stores.entries.heads(&self.owner.accounts).await.unwrap();
        usize::try_from(heads.iter().map(|head| head.entries).sum::<u64>()).unwrap()
    }

    async fn loaded(&self) -> Book {
        let heads = self.ports.stores.entries.heads(&self.owner.accounts).await.unwrap();
        Book::load(&self.ports, &self.owner, heads).await.unwrap()
    }

    async fn basis(&self, book: &Book) -> BookBasis {
        let rates = LedgerRates::load(&self.ports, book, &"EUR".parse::<Currency>().unwrap()).await;
        BookBasis::resumable(book, rates.unwrap(), LATEST)
    }
}

/// Everything that a book and its cost basis say.
fn text(book: &Book, basis: &BookBasis) -> Vec<String> {
    let rows = (0..book.rows.len()).map(|at| {
        let row = book.rows.get(at).unwrap();
        let partner = row.partner.as_ref().map(|one| (&one.given, &one.received, &one.reason));
        let value = book.rows.value_then(at).map(|value| value.to_string());
        let events: Vec<_> = basis.events_of(at).iter().map(|event| basis.events[*event]).collect();
        let (changes, gaps, pools) = (basis.changes(at), basis.gaps(at), basis.shown_pools(book, at));
        format!(
            "{:?} {partner:?} {value:?} {events:?} {changes:?} {gaps:?} {pools:?}",
            row.entry
        )
    });
    let whole = format!("{:?} {:?} {:?}", book.ambiguous, basis.tables.assets, book.assets);
    rows.chain([whole]).collect()
}

/// How often books were made of the one before.
#[derive(Default)]
struct Made {
    grown: usize,
    /// With a cost basis that was continued.
    continued: usize,
    /// With an entry that joined the row of another one.
    joined: usize,
}

impl Made {
    /// Lets a person's history become known, and compares after each step.
    async fn compare(&mut self, life: &mut Life) {
        let mut book = life.loaded().await;
        let mut basis = life.basis(&book).await;
        while life.learn_next(&book).await {
            let heads = life.ports.stores.entries.heads(&life.owner.accounts).await.unwrap();
            let fresh = life.loaded().await;
            let fresh_basis = life.basis(&fresh).await;
            let rows = book.rows.len();
            if book.heads == heads {
                continue;
            }
            let Some(grown) = book.grown(&life.ports, &life.owner, heads).await.unwrap() else {
                (book, basis) = (fresh, fresh_basis);
                continue;
            };
            self.grown += 1;
            self.continued += usize::from(basis.continues_with(&grown));
            self.joined += usize::from(grown.book.rows.len() <= rows);
            basis.rates.add(&life.ports, &grown.book).await.unwrap();
            basis = basis.continued(&grown, LATEST);
            book = grown.book;
            assert_eq!(text(&book, &basis), text(&fresh, &fresh_basis));
        }
    }
}

#[tokio::test]
async fn a_book_with_added_entries_equals_one_that_is_loaded_anew() {
    let mut made = Made::default();
    for seed in 0..8 {
        let mut life = Life::new(seed).await;
        for account in 0..4 {
            life.learn(account, TRANSACTIONS / 5).await;
        }
        life.repair().await;
        made.compare(&mut life).await;
        let (heads, book) = (life.entries().await, life.loaded().await);
        assert_eq!(book.rows.entries().count(), heads);
    }
    let Made {
        grown,
        continued,
        joined,
    } = made;
    assert!(
        grown > 100 && continued > 50 && joined > 10,
        "{grown} {continued} {joined}"
    );
}
