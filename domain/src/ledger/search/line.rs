//! A row of the ledger as it is shown.

use ports::{
    Amount, AssetId, ChainId, EntryId, Ports, RawAmount, Timestamp, TransactionId,
    entry::{Decoding, Entry, EntryKind, Leg, LegRole},
};

use crate::{
    decode::is_fee_incomplete,
    ledger::{
        book::Book,
        search::{
            party::{Party, PartyNames},
            valuer::{Valuer, amount},
        },
        table::{
            book_row::{BookRow, OwnTransfer},
            net_amounts::net_legs,
        },
    },
    price::PastBasis,
    reason::{NO_RATE, Reason},
};

/// An entry as it is shown.
#[derive(Clone, Debug)]
pub struct EntryLine {
    /// Which entry.
    pub id: EntryId,
    /// The block's time.
    pub time: Timestamp,
    /// The block.
    pub block: u64,
    /// The chain.
    pub chain: ChainId,
    /// The chain of the other side of a bridge.
    pub to_chain: Option<ChainId>,
    /// The transaction.
    pub transaction: TransactionId,
    /// Its page at the chain's explorer.
    pub url: Option<String>,
    /// What it was.
    pub kind: EntryKind,
    /// The protocol.
    pub protocol: Option<String>,
    /// The account.
    pub account: Party,
    /// Who gave.
    pub from: Option<Party>,
    /// Who received.
    pub to: Option<Party>,
    /// What moved, without fees.
    pub legs: Vec<LegLine>,
    /// The fee.
    pub fee: Option<LegLine>,
    /// Whether the fee is not known in full: it was at least the stated one, or there was one although none is stated.
    pub fee_incomplete: bool,
    /// What came in, else what went out, at its own day. What came back is neither.
    pub value_then: Result<Amount, Reason>,
    /// The same amounts today.
    pub value_today: Result<Amount, Reason>,
    /// How the sides belong together, where both belong to the person.
    pub own_transfer: Option<OwnTransfer>,
    /// Whether the transaction failed.
    pub failed: bool,
    /// Whether any amount besides the fee moved.
    pub moved: bool,
    /// How well it was understood.
    pub decoding: Decoding,
}

/// An amount of an entry as it is shown.
#[derive(Clone, Debug)]
pub struct LegLine {
    /// Its direction and purpose.
    pub role: LegRole,
    /// Which asset.
    pub asset: AssetId,
    /// Its symbol; empty where unknown.
    pub symbol: String,
    /// Its name; empty where unknown.
    pub name: String,
    /// The id within the contract for tokens that have one.
    pub token_id: Option<String>,
    /// The amount in whole units; `None` where the decimals are unknown.
    pub amount: Option<Amount>,
    /// The exact amount in the smallest unit.
    pub raw: RawAmount,
    /// The price of its day, and how it was chosen.
    pub price_then: Option<(Amount, PastBasis)>,
    /// Its value at its day.
    pub value_then: Result<Amount, Reason>,
    /// Its value today.
    pub value_today: Result<Amount, Reason>,
}

/// Builds rows.
pub(in crate::ledger) struct LineBuilder<'a> {
    pub ports: &'a Ports,
    pub book: &'a Book,
    pub names: PartyNames<'a>,
    pub values: &'a Valuer<'a>,
}

impl LineBuilder<'_> {
    /// Returns a row as it is shown.
    pub fn line(&self, row: &BookRow) -> EntryLine {
        let entry = &row.entry;
        let own_transfer = row.own_transfer();
        let arrived = arrived(row);
        let (fees, moved): (Vec<_>, Vec<_>) = row_legs(row).into_iter().partition(|(_, leg)| leg.role == LegRole::Fee);
        let legs: Vec<LegLine> = moved.into_iter().map(|(entry, leg)| self.leg(entry, leg)).collect();
        let (from, to) = sides(&self.names, row);
        let net = self.net_legs(row);
        let counted = net.as_deref().unwrap_or(&legs);
        EntryLine {
            time: entry.time,
            block: entry.block,
            chain: entry.id.account.chain.clone(),
            to_chain: arrived.first().map(|other| other.id.account.chain.clone()),
            transaction: entry.id.transaction.clone(),
            url: self.url(entry),
            kind: entry.kind,
            protocol: entry.protocol.clone(),
            account: self.names.party(&entry.id.account.chain, &entry.id.account.address),
            from,
            to,
            value_then: total(counted, |leg| &leg.value_then),
            value_today: total(counted, |leg| &leg.value_today),
            legs,
            fee: whole_fee(&fees).map(|(entry, fee)| self.leg(entry, &fee)),
            fee_incomplete: is_fee_incomplete(entry),
            // Change that another own account gets makes a payment no transfer.
            own_transfer: own_transfer.filter(|_| !row.pays_others()),
            failed: entry.failed,
            moved: row.moved(),
            decoding: entry.decoding,
            id: entry.id.clone(),
        }
    }

    /// Returns the amounts that count in the value of a row, where they are not those that it shows. The other side of a transfer
    /// between own accounts is no amount that came back.
    fn net_legs(&self, row: &BookRow) -> Option<Vec<LegLine>> {
        let net = net_legs(&row.entry.legs).filter(|_| arrived(row).is_empty())?;
        Some(net.iter().map(|leg| self.leg(&row.entry, leg)).collect())
    }

    fn url(&self, entry: &Entry) -> Option<String> {
        let explorer = self.ports.chains.get(&entry.id.account.chain)?.explorer.as_ref()?;
        Some(explorer.transaction.replace("{}", &entry.id.transaction.to_string()))
    }

    fn leg(&self, entry: &Entry, leg: &Leg) -> LegLine {
        let asset = self.book.assets.get(&leg.asset);
        let whole = amount(asset, leg);
        LegLine {
            role: leg.role,
            asset: leg.asset.clone(),
            symbol: asset.map(|asset| asset.metadata.symbol.clone()).unwrap_or_default(),
            name: asset.map(|asset| asset.metadata.name.clone()).unwrap_or_default(),
            token_id: leg.token_id.clone(),
            price_then: self.values.price_then(&leg.asset, entry.time),
            value_then: self.values.then(leg, whole.as_ref(), entry.time),
            value_today: self.values.today(leg, whole.as_ref()),
            amount: whole.ok(),
            raw: leg.amount,
        }
    }
}

/// Returns the entries that received in a transaction of their own. The sides of one transaction state the same amounts, so that
/// the side that gave is enough.
fn arrived(row: &BookRow) -> Vec<&Entry> {
    let is_matched = row.own_transfer() == Some(OwnTransfer::Matched);
    let partner = row.partner.iter().filter(|_| is_matched);
    partner.flat_map(|partner| &partner.received).collect()
}

/// Returns the amounts that a row shows, each with its entry.
pub(in crate::ledger) fn row_legs(row: &BookRow) -> Vec<(&Entry, &Leg)> {
    let own = row.entry.legs.iter().map(|leg| (&row.entry, leg));
    let other = arrived(row).into_iter().flat_map(|other| {
        let legs = other.legs.iter().filter(|leg| leg.role == LegRole::In);
        legs.map(move |leg| (other, leg))
    });
    own.chain(other).collect()
}

/// Returns the fee of a row as one amount: a roll-up charges for execution and data apart, and blobs cost extra. A transaction pays
/// all parts in one asset.
fn whole_fee<'a>(fees: &[(&'a Entry, &Leg)]) -> Option<(&'a Entry, Leg)> {
    let (entry, first) = fees.first()?;
    let parts = fees.iter().filter(|(_, part)| part.asset == first.asset);
    let amount = parts
        .map(|(_, part)| part.amount)
        .try_fold(RawAmount::ZERO, RawAmount::add);
    Some((
        entry,
        Leg {
            amount: amount.ok()?,
            ..(*first).clone()
        },
    ))
}

/// Returns who gave and who received.
pub(in crate::ledger) fn sides(names: &PartyNames<'_>, row: &BookRow) -> (Option<Party>, Option<Party>) {
    let entry = &row.entry;
    let chain = &entry.id.account.chain;
    let own = names.party(chain, &entry.id.account.address);
    let received = row.partner.as_ref().and_then(|partner| partner.received.first());
    let other = match received {
        Some(received) => {
            let account = &received.id.account;
            Some(names.party(&account.chain, &account.address))
        }
        None => entry.counterparty.as_ref().map(|address| names.party(chain, address)),
    };
    let arrives = entry.legs.iter().any(|leg| leg.role == LegRole::In);
    let leaves = entry.legs.iter().any(|leg| leg.role == LegRole::Out);
    if arrives && !leaves {
        (other, Some(own))
    } else {
        (Some(own), other)
    }
}

/// Returns the value of what came in; where that is unknown or nothing came in, of what went out.
fn total(legs: &[LegLine], value: impl Fn(&LegLine) -> &Result<Amount, Reason>) -> Result<Amount, Reason> {
    let of = |role| {
        let values: Vec<&Result<Amount, Reason>> = legs.iter().filter(|leg| leg.role == role).map(&value).collect();
        (!values.is_empty()).then(|| sum(&values))
    };
    match (of(LegRole::In), of(LegRole::Out)) {
        (Some(Ok(value)), _) | (Some(Err(_)) | None, Some(Ok(value))) => Ok(value),
        // What is missing for the other side may come, and then there is a value.
        (Some(Err(into)), Some(Err(out))) if may_end(&out) && !may_end(&into) => Err(out),
        (Some(Err(reason)), _) | (None, Some(Err(reason))) => Err(reason),
        (None, None) => Err(Reason {
            code: "nothing_moved",
            text: "No amount moved.".to_owned(),
        }),
    }
}

/// Returns whether a value is unknown although the price is known, or may become known.
fn may_end(reason: &Reason) -> bool {
    reason.is_awaited() || reason.code == NO_RATE
}

fn sum(values: &[&Result<Amount, Reason>]) -> Result<Amount, Reason> {
    let mut total = Amount::ZERO;
    for value in values {
        let value = value.as_ref().map_err(Clone::clone)?;
        total = total.add(*value).map_err(|_| Reason {
            code: "overflow",
            text: "The amount has more digits than we can store exactly.".to_owned(),
        })?;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use ports::{AccountId, AssetId, entry::EntryKind};

    use super::*;
    use crate::ledger::cache::samples::{address, entry, leg};

    #[test]
    fn the_fee_adds_up_its_parts() {
        let account: AccountId = format!("eip155:10:{}", address(1, 1)).parse().unwrap();
        let coin = AssetId::native(&account.chain, 60);
        let parts = vec![
            leg(LegRole::Fee, &coin, 7, None),
            leg(LegRole::Fee, &coin, 11, None),
            leg(LegRole::Fee, &AssetId::erc20(&account.chain, &address(2, 1)), 100, None),
        ];
        let entry = entry(&account, EntryKind::Send, parts);
        let fees: Vec<_> = entry.legs.iter().map(|leg| (&entry, leg)).collect();
        let (_, whole) = whole_fee(&fees).unwrap();
        assert_eq!((whole.asset, whole.amount), (coin, 18_u128.into()));
        assert!(whole_fee(&[]).is_none());
    }
}
