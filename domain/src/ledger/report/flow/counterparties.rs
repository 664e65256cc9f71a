//! With which services value was exchanged in a span of time: volume, fees and what was exchanged.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Address, ChainId, Currency, Day, LabelKind, TimeZone, Timestamp};

use super::window::{ReportWindow, WindowBook, chains_of};
use crate::{
    accounting::{Movement, MovementKind, MovementRole, PartialSum, PeriodLength, counted_role},
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::BookBasis,
        report::{coverage::ReportCoverage, value::coins::CoinIndex},
        search::party::{PartyNames, PartySource},
    },
    parallel::{PART, par_map},
};

/// With which services value was exchanged.
#[derive(Clone, Debug)]
pub struct CounterpartyReport {
    /// The services, the largest volume first.
    pub rows: Vec<CounterpartyVolume>,
    /// What was exchanged with addresses that neither a list nor the owner names.
    pub unlabelled: CounterpartySum,
    /// How many such addresses.
    pub unlabelled_addresses: usize,
    /// What was exchanged with all services.
    pub total: CounterpartySum,
    /// The first day of every period from the first to the last moment.
    pub days: Vec<Day>,
    /// What it covers.
    pub window: ReportWindow,
    /// The last moment.
    pub end: Timestamp,
    /// The length of the periods.
    pub length: PeriodLength,
    /// The chains of the history, whatever the window.
    pub chains: BTreeSet<ChainId>,
    /// The currency.
    pub currency: Currency,
    /// The zone in which days begin.
    pub zone: TimeZone,
    /// How much of the history it covers.
    pub coverage: ReportCoverage,
}

/// What was exchanged with one counterparty, at the prices of the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterpartySum {
    /// How many entries.
    pub entries: u32,
    /// The value of what went out by sales, swaps and withdrawals, and of what came in otherwise.
    pub volume: PartialSum,
    /// The value of the fees.
    pub fees: PartialSum,
}

/// What was exchanged with one service.
#[derive(Clone, Debug)]
pub struct CounterpartyVolume {
    /// The service, as the list or the owner names it.
    pub name: String,
    /// What kind of service it is; `None` where only the owner names it.
    pub kind: Option<LabelKind>,
    /// The list that names it, with its revision, and the day of that revision; `None` where the owner does.
    pub source: Option<(String, Day)>,
    /// Everything.
    pub sum: CounterpartySum,
    /// By period; only those with any.
    pub periods: BTreeMap<Day, CounterpartySum>,
    /// By what was given and got, as symbols, the largest volume first; empty for what did not move on that side.
    pub pairs: Vec<((String, String), CounterpartySum)>,
    /// By contract, the largest volume first.
    pub contracts: Vec<((ChainId, Address), CounterpartySum)>,
    /// The contracts that the owner named.
    pub own_labels: BTreeSet<(ChainId, Address)>,
}

/// An event in which value was exchanged with somebody.
pub(in crate::ledger) struct Exchange {
    chain: ChainId,
    address: Address,
    time: Timestamp,
    pair: (String, String),
    sum: CounterpartySum,
    /// The movements that its volume sums.
    pub counted: Vec<Movement>,
}

/// How the service of an exchange is called.
pub(in crate::ledger) struct Service {
    /// As the owner names it, else as the list does. Addresses with one name are one service.
    pub name: String,
    /// The kind that the list states, also of what the owner renamed.
    kind: Option<LabelKind>,
    /// `None` where the owner names it.
    source: Option<(String, Day)>,
}

impl Exchange {
    /// Returns the service; `None` where nobody names it. A token is what moved, and not with whom.
    pub fn service(&self, names: &PartyNames<'_>) -> Option<Service> {
        let listed = names.labels.of(&self.chain, &self.address);
        let listed = listed.filter(|label| label.kind != LabelKind::Token);
        let party = names.party(&self.chain, &self.address);
        match party.source {
            Some(PartySource::OwnLabel) => Some(Service {
                name: party.name?,
                kind: listed.map(|label| label.kind),
                source: None,
            }),
            _ => listed.map(|label| Service {
                name: label.owner.clone(),
                kind: Some(label.kind),
                source: Some((label.source.clone(), label.date)),
            }),
        }
    }
}

/// What was exchanged with one service so far.
#[derive(Default)]
struct ServiceSum {
    kind: Option<LabelKind>,
    source: Option<(String, Day)>,
    sum: CounterpartySum,
    periods: BTreeMap<Day, CounterpartySum>,
    pairs: BTreeMap<(String, String), CounterpartySum>,
    contracts: BTreeMap<(ChainId, Address), CounterpartySum>,
    own_labels: BTreeSet<(ChainId, Address)>,
}

impl Ledgers {
    /// Returns with which services the caller exchanged value.
    pub async fn counterparties(
        &self,
        caller: &Caller,
        window: &ReportWindow,
        currency: &Currency,
    ) -> Result<CounterpartyReport, LedgerError> {
        let owner = self.owner(caller).await?;
        self.counterparties_of(&owner, window, currency).await
    }

    /// Returns with which services an owner exchanged value.
    pub(crate) async fn counterparties_of(
        &self,
        owner: &BookOwner,
        window: &ReportWindow,
        currency: &Currency,
    ) -> Result<CounterpartyReport, LedgerError> {
        let WindowBook {
            book,
            basis,
            window,
            end,
            length,
            days,
        } = self.window_book(owner, window, currency).await?;
        let mut services = Services::default();
        let names = self.names(&book, owner);
        each_exchange(&book, &basis, &window, |exchange| {
            let period = length.start(owner.zone.day(exchange.time));
            services.add(&names, exchange, period);
        });
        let rows = services.rows();
        let mut total = CounterpartySum::default();
        for row in &rows {
            total.add(&row.sum);
        }
        Ok(CounterpartyReport {
            rows,
            unlabelled: services.unlabelled,
            unlabelled_addresses: services.strangers.len(),
            total,
            days,
            window,
            end,
            length,
            chains: CoinIndex::of(&book, &basis.tables).chains(),
            currency: currency.clone(),
            zone: owner.zone.clone(),
            coverage: ReportCoverage::from(&self.coverage(owner).await?),
        })
    }
}

/// What was exchanged so far, by service.
#[derive(Default)]
struct Services {
    by_name: BTreeMap<String, ServiceSum>,
    unlabelled: CounterpartySum,
    strangers: BTreeSet<(ChainId, Address)>,
}

impl Services {
    fn add(&mut self, names: &PartyNames<'_>, exchange: Exchange, period: Day) {
        let Some(Service { name, kind, source }) = exchange.service(names) else {
            self.unlabelled.add(&exchange.sum);
            self.strangers.insert((exchange.chain, exchange.address));
            return;
        };
        let service = self.by_name.entry(name).or_default();
        service.kind = service.kind.or(kind);
        let contract = (exchange.chain, exchange.address);
        if source.is_none() {
            service.own_labels.insert(contract.clone());
        }
        service.source = service.source.take().or(source);
        let sum = exchange.sum;
        service.sum.add(&sum);
        service.periods.entry(period).or_default().add(&sum);
        service.pairs.entry(exchange.pair).or_default().add(&sum);
        service.contracts.entry(contract).or_default().add(&sum);
    }

    fn rows(&self) -> Vec<CounterpartyVolume> {
        let row = |(name, service): (&String, &ServiceSum)| CounterpartyVolume {
            name: name.clone(),
            kind: service.kind,
            source: service.source.clone(),
            sum: service.sum,
            periods: service.periods.clone(),
            pairs: by_volume(&service.pairs),
            contracts: by_volume(&service.contracts),
            own_labels: service.own_labels.clone(),
        };
        let mut rows: Vec<CounterpartyVolume> = self.by_name.iter().map(row).collect();
        rows.sort_by(|one, other| (other.sum.volume.known, &one.name).cmp(&(one.sum.volume.known, &other.name)));
        rows
    }
}

impl CounterpartySum {
    fn add(&mut self, other: &Self) {
        self.entries = self.entries.saturating_add(other.entries);
        self.volume.add_sum(other.volume);
        self.fees.add_sum(other.fees);
    }
}

fn by_volume<K: Clone>(sums: &BTreeMap<K, CounterpartySum>) -> Vec<(K, CounterpartySum)> {
    let mut sums: Vec<(K, CounterpartySum)> = sums.iter().map(|(key, sum)| (key.clone(), *sum)).collect();
    sums.sort_by_key(|(_, sum)| std::cmp::Reverse(sum.volume.known));
    sums
}

/// Hands over each event of a window in which value was exchanged with somebody else.
pub(in crate::ledger) fn each_exchange(
    book: &Book,
    basis: &BookBasis,
    window: &ReportWindow,
    mut each: impl FnMut(Exchange),
) {
    let chains = chains_of(book, basis);
    let builder = basis.builder(book);
    let range = window.events(basis);
    let own = basis.events.get(range.clone()).unwrap_or_default();
    for (part, events) in own.chunks(PART).enumerate() {
        let start = range.start + part * PART;
        let found = par_map(events, |place, event| {
            let moved = builder.event(start + place, event).moved;
            let entry = builder.entries(event).into_iter().next()?;
            let chain = chains.get(&moved.first()?.account);
            let is_meant = window.has_chain(chain);
            let (sum, counted) = exchanged(basis, &moved).filter(|_| is_meant)?;
            Some(Exchange {
                chain: entry.id.account.chain.clone(),
                address: entry.counterparty.clone()?,
                time: event.time,
                pair: pair(basis, &moved),
                sum,
                counted,
            })
        });
        found.into_iter().flatten().for_each(&mut each);
    }
}

/// Returns the volume and the fees of an event, and the movements of the volume; `None` where nothing moved, or only between own accounts.
fn exchanged(basis: &BookBasis, moved: &[Movement]) -> Option<(CounterpartySum, Vec<Movement>)> {
    let first = moved.iter().find(|one| one.role != MovementRole::Fee)?;
    if first.kind == MovementKind::Transfer {
        return None;
    }
    let counted = counted_role(first.kind);
    let mut sum = CounterpartySum {
        entries: 1,
        ..CounterpartySum::default()
    };
    let value = |movement: &Movement| movement.total().ok().flatten();
    let fees = moved.iter().filter(|one| one.role == MovementRole::Fee);
    fees.for_each(|fee| sum.fees.add(value(fee)));
    let is_counted = |one: &&Movement| one.role == counted && basis.tables.ledger.pool(one.asset).is_some();
    let counted: Vec<Movement> = moved.iter().filter(is_counted).copied().collect();
    for one in &counted {
        sum.volume.add(value(one));
    }
    Some((sum, counted))
}

/// Returns the symbols of what was given and got first.
fn pair(basis: &BookBasis, moved: &[Movement]) -> (String, String) {
    let symbol = |roles: [MovementRole; 2]| {
        let first = moved.iter().find(|one| roles.contains(&one.role));
        first.map_or_else(String::new, |one| basis.tables.ledger.symbol(one.asset).to_owned())
    };
    (
        symbol([MovementRole::Out, MovementRole::ConvertOut]),
        symbol([MovementRole::In, MovementRole::ConvertIn]),
    )
}
