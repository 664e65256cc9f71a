//! The order in which the entries of a book are replayed.

use ports::{Timestamp, entry::Entry};

use crate::ledger::{
    book::Book,
    table::book_row::{BookRow, OwnTransfer},
};

/// An event of the replay: a row, or the later arrival of a transfer that has a transaction of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedEvent {
    /// The row, by its place in the book.
    pub row: u32,
    /// Which part of it.
    pub part: EventPart,
    /// When.
    pub time: Timestamp,
}

/// A part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventPart {
    /// The row, without arrivals that have a transaction of their own.
    Row,
    /// This one of the entries that received.
    Arrival(u16),
}

/// Returns the events of a book, the oldest first.
pub fn plan(book: &Book) -> Vec<PlannedEvent> {
    let mut events = Vec::with_capacity(book.rows.len());
    for index in (0..book.rows.len()).rev() {
        let (Ok(number), Some(left)) = (u32::try_from(index), book.rows.time(index)) else {
            continue;
        };
        events.push(PlannedEvent {
            row: number,
            part: EventPart::Row,
            time: left,
        });
        let row = book.rows.has_partner(index).then(|| book.rows.get(index)).flatten();
        for (index, received) in (0_u16..).zip(row.iter().flat_map(arrivals)) {
            events.push(PlannedEvent {
                row: number,
                part: EventPart::Arrival(index),
                // The clocks of two chains differ, but nothing arrives before it left.
                time: received.time.max(left),
            });
        }
    }
    let block_place = |event: &PlannedEvent| match event.part {
        EventPart::Row => {
            let (chain, block, position) = book.rows.block_place(usize::try_from(event.row).ok()?)?;
            Some((chain.clone(), block, position))
        }
        EventPart::Arrival(_) => {
            let entry = entry_of(book, event)?;
            Some((entry.id.account.chain, entry.block, entry.position))
        }
    };
    let id = |event: &PlannedEvent| entry_of(book, event).map(|entry| entry.id);
    events.sort_by(|a, b| {
        let place = |event: &PlannedEvent| (event.time, event.part != EventPart::Row);
        let in_block = || block_place(a).cmp(&block_place(b));
        place(a)
            .cmp(&place(b))
            .then_with(in_block)
            .then_with(|| id(a).cmp(&id(b)))
    });
    events
}

/// Returns the entries of a row that received in a transaction of their own.
pub fn arrivals(row: &BookRow) -> &[Entry] {
    match (&row.partner, row.own_transfer()) {
        (Some(partner), Some(OwnTransfer::Matched)) => &partner.received,
        _ => &[],
    }
}

/// Returns the entry of an event.
pub fn entry_of(book: &Book, event: &PlannedEvent) -> Option<Entry> {
    let row = book.rows.get(usize::try_from(event.row).ok()?)?;
    match event.part {
        EventPart::Row => Some(row.entry),
        EventPart::Arrival(index) => arrivals(&row).get(usize::from(index)).cloned(),
    }
}
