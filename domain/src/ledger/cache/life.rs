//! Histories of persons that become known step by step.

mod prices;

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use ports::{
    AccountId, Annotation, AssetId, ChainId, CostRules, Currency, Entry, EntryId, Ports, TimeZone, Timestamp, User,
    UserId,
    annotation::{AnnotationContent, EntryMark},
    entry::{EntryKind, LegRole},
};

use crate::ledger::{
    book::{Book, BookOwner, BookReaders, unread::Unread},
    cache::samples::{StoredPriceSource, address, entry, false_transfer, leg, look_alike},
    cost::{BookBasis, LedgerRates},
};

pub const HOUR: i64 = 3_600;
pub const START: i64 = 1_704_067_200;
const TRANSACTIONS: usize = 120;

/// The history of a person on two chains, and how it becomes known.
pub struct Life {
    random: u64,
    pub ports: Ports,
    pub owner: BookOwner,
    accounts: Vec<AccountId>,
    /// What is not stored yet, by account, the oldest first.
    pub unknown: BTreeMap<AccountId, Vec<Entry>>,
}

impl Life {
    pub async fn new(seed: u64) -> Self {
        let mut ports = memory::ports(vec![], vec![], vec![]);
        ports.past_prices = vec![Arc::new(StoredPriceSource)];
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
            unread: Unread::default(),
            accounts: accounts.clone(),
            own: own.iter().map(|one| (one.clone(), one.short())).collect(),
            keys: Vec::new(),
            own_labels: BTreeMap::new(),
            rules: CostRules::default(),
            zone: TimeZone::UTC,
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
            signed_up_from: None,
            delete_at: None,
        };
        work.users().add(&user).await.unwrap();
        work.accounts().add(&self.accounts, now).await.unwrap();
        self.add_assets(work.as_mut()).await;
        self.add_rates(work.as_mut()).await;
        work.commit().await.unwrap();
    }

    /// Returns receipts of that asset in an account of the first chain, one each two minutes.
    pub fn receipts(&self, account: usize, numbers: Range<usize>) -> Vec<Entry> {
        let receipt = |number: usize| {
            let minutes = i64::try_from(number).unwrap() * 2;
            let received = leg(LegRole::In, &self.assets()[0], 100, None);
            let mut entry = entry(&self.accounts[account], EntryKind::Receive, vec![received]);
            entry.id.transaction = format!("0x{number:064x}").parse().unwrap();
            entry.time = Timestamp::from_seconds(START + minutes * 60);
            entry.block = entry.time.seconds().unsigned_abs();
            entry
        };
        numbers.map(receipt).collect()
    }

    fn assets(&self) -> Vec<AssetId> {
        let chains = [&self.accounts[0].chain, &self.accounts[2].chain];
        let of = |chain: &ChainId| [AssetId::erc20(chain, &address(1, 1)), AssetId::native(chain, 60)];
        chains.into_iter().flat_map(of).collect()
    }

    /// Returns a number below `end` that is the same in every run (SplitMix64).
    pub fn below(&mut self, end: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    pub fn place_below(&mut self, end: usize) -> usize {
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
        let rare = AssetId::erc20(&account.chain, &address(1, 9));
        let paid = |other| vec![leg(LegRole::Out, asset, amount, Some(other)), fee.clone()];
        let got = |other| vec![leg(LegRole::In, asset, amount, Some(other))];
        let swapped = vec![
            leg(LegRole::Out, &assets[0], amount, Some(&other)),
            leg(LegRole::In, &assets[1], amount, Some(&other)),
            fee.clone(),
        ];
        match self.below(120) {
            0..6 => self.bridged(account, amount),
            6..12 => vec![false_transfer(account, (asset, &rare), &look_alike(n), amount)],
            12..14 => vec![entry(
                account,
                EntryKind::Receive,
                vec![leg(LegRole::In, &rare, amount, Some(&other))],
            )],
            14..40 => vec![entry(account, EntryKind::Receive, got(&other))],
            40..70 => vec![entry(account, EntryKind::Send, paid(&other))],
            70..85 => vec![entry(account, EntryKind::Swap, swapped)],
            _ => {
                let other = self.sibling(account);
                vec![
                    entry(account, EntryKind::Send, paid(&other.address)),
                    entry(&other, EntryKind::Receive, got(&account.address)),
                ]
            }
        }
    }

    /// Stores everything that is not known yet, one entry after the other in a random order.
    pub async fn learn_in_disorder(&mut self) {
        let mut unknown: Vec<Entry> = std::mem::take(&mut self.unknown).into_values().flatten().collect();
        while !unknown.is_empty() {
            let place = self.place_below(unknown.len());
            self.append(&[unknown.swap_remove(place)]).await;
        }
    }

    /// Stores the next entries of one account.
    pub async fn learn(&mut self, account: usize, most: usize) {
        let account = self.accounts[account].clone();
        let unknown = self.unknown.entry(account).or_default();
        let next: Vec<Entry> = unknown.drain(..most.min(unknown.len())).collect();
        if !next.is_empty() {
            self.append(&next).await;
        }
    }

    /// Returns the other own account on the chain.
    fn sibling(&self, account: &AccountId) -> AccountId {
        let is_other = |one: &&AccountId| one.chain == account.chain && one.address != account.address;
        self.accounts.iter().find(is_other).unwrap().clone()
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

    /// Returns the departure and the arrival of a transfer to the other chain that takes this many hours.
    pub fn slow_transfer(&self, hours: i64) -> [Entry; 2] {
        let mut sides = self.bridged(&self.accounts[0], 7);
        for (number, (side, hours)) in sides.iter_mut().zip([0, hours]).enumerate() {
            side.id.transaction = format!("0x{number:064x}").parse().unwrap();
            side.time = Timestamp::from_seconds(START + hours * HOUR);
        }
        sides.try_into().unwrap()
    }

    /// Takes one of the latest entries back, or changes it.
    pub async fn disturb(&mut self, book: &Book) {
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

    pub async fn append(&self, entries: &[Entry]) {
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
    pub async fn repair(&self) {
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
    pub async fn entries(&self) -> usize {
        let heads = self.ports.stores.entries.heads(&self.owner.accounts).await.unwrap();
        usize::try_from(heads.iter().map(|head| head.entries).sum::<u64>()).unwrap()
    }

    pub async fn loaded(&self) -> Book {
        let heads = self.ports.stores.entries.heads(&self.owner.accounts).await.unwrap();
        Book::load(&self.ports, &self.owner, heads).await.unwrap()
    }

    pub async fn basis(&self, book: &Book) -> BookBasis {
        let rates = LedgerRates::load(&self.ports, book, &"EUR".parse::<Currency>().unwrap()).await;
        BookBasis::of(book, rates.unwrap(), CostRules::default())
    }
}
