//! The compact form of an entry. The account and the transaction are not part of it.

use ports::{
    Address, Entry, EntryId, RawAmount, Stream, Timestamp,
    entry::{Decoding, EntryKind, Leg, LegRole},
};

use super::{
    approvals,
    bytes::{ByteReader, ByteWriter, hash_bytes, hash_text},
    texts::{ParsedTexts, TextTable},
};

/// Returns the number under which a kind is stored. The number of a kind never changes.
fn kind_number(kind: EntryKind) -> u8 {
    match kind {
        EntryKind::Send => 0,
        EntryKind::Receive => 1,
        EntryKind::SelfTransfer => 2,
        EntryKind::Swap => 3,
        EntryKind::Wrap => 4,
        EntryKind::Unwrap => 5,
        EntryKind::Approve => 6,
        EntryKind::Deposit => 7,
        EntryKind::Withdraw => 8,
        EntryKind::Stake => 9,
        EntryKind::Unstake => 10,
        EntryKind::Reward => 11,
        EntryKind::Borrow => 12,
        EntryKind::Repay => 13,
        EntryKind::AddLiquidity => 14,
        EntryKind::RemoveLiquidity => 15,
        EntryKind::BridgeOut => 16,
        EntryKind::BridgeIn => 17,
        EntryKind::Mint => 18,
        EntryKind::Burn => 19,
        EntryKind::Airdrop => 20,
        EntryKind::Spam => 21,
        EntryKind::CreateContract => 22,
        EntryKind::Call => 23,
        EntryKind::Failed => 24,
        EntryKind::Mixed => 25,
    }
}

/// The kinds at the places of their numbers.
const KINDS: [EntryKind; 26] = [
    EntryKind::Send,
    EntryKind::Receive,
    EntryKind::SelfTransfer,
    EntryKind::Swap,
    EntryKind::Wrap,
    EntryKind::Unwrap,
    EntryKind::Approve,
    EntryKind::Deposit,
    EntryKind::Withdraw,
    EntryKind::Stake,
    EntryKind::Unstake,
    EntryKind::Reward,
    EntryKind::Borrow,
    EntryKind::Repay,
    EntryKind::AddLiquidity,
    EntryKind::RemoveLiquidity,
    EntryKind::BridgeOut,
    EntryKind::BridgeIn,
    EntryKind::Mint,
    EntryKind::Burn,
    EntryKind::Airdrop,
    EntryKind::Spam,
    EntryKind::CreateContract,
    EntryKind::Call,
    EntryKind::Failed,
    EntryKind::Mixed,
];

fn stream_number(stream: Stream) -> u8 {
    match stream {
        Stream::Transactions => 0,
        Stream::InternalTransfers => 1,
        Stream::TokenTransfers => 2,
        Stream::NftTransfers => 3,
        Stream::MultiTokenTransfers => 4,
        Stream::Withdrawals => 5,
        Stream::Receipts => 6,
        Stream::CoinTransactions => 7,
        Stream::ExchangeLedger => 8,
        Stream::ExchangeDeposits => 9,
        Stream::ExchangeWithdrawals => 10,
        Stream::ExchangeConversions => 11,
        Stream::ExchangeRewards => 12,
        Stream::MarketTrades => 13,
        Stream::ExchangeTrades => 14,
        Stream::ExchangeFiles => 15,
    }
}

fn stream_flags(stream: Stream) -> u8 {
    let number = stream_number(stream);
    ((number & 7) << 2) | ((number >> 3) << 7)
}

const ROLES: [LegRole; 3] = [LegRole::Out, LegRole::In, LegRole::Fee];
const DECODINGS: [Decoding; 3] = [Decoding::Complete, Decoding::Generic, Decoding::Failed];

/// Bits of the flags of an entry; the two lowest ones are its decoding.
const FAILED: u8 = 4;
const BLOCK_HASH: u8 = 8;
const COUNTERPARTY: u8 = 16;
const PROTOCOL: u8 = 32;
const BRIDGE_ID: u8 = 64;
const APPROVALS: u8 = 128;

/// Bits of the flags of a leg; the two lowest ones are its role, the next three and the highest one its stream.
const STREAM: u8 = 0b1001_1100;
const TOKEN_ID: u8 = 32;
const LEG_COUNTERPARTY: u8 = 64;

/// The most legs for which memory is reserved before they are read, because a damaged number may be large.
const MOST_RESERVED: u64 = 64;

fn flag(flag: u8, is_set: bool) -> u8 {
    if is_set { flag } else { 0 }
}

/// Writes an entry. Equal entries are equal bytes if their text tables are.
pub(super) fn write<'a>(to: &mut ByteWriter, texts: &mut TextTable<'a>, entry: &'a Entry) {
    let decoding = match entry.decoding {
        Decoding::Complete => 0,
        Decoding::Generic => 1,
        Decoding::Failed => 2,
    };
    to.byte(kind_number(entry.kind));
    to.byte(
        decoding
            | flag(FAILED, entry.failed)
            | flag(BLOCK_HASH, entry.block_hash.is_some())
            | flag(COUNTERPARTY, entry.counterparty.is_some())
            | flag(PROTOCOL, entry.protocol.is_some())
            | flag(BRIDGE_ID, entry.bridge_id.is_some())
            | flag(APPROVALS, !entry.approvals.is_empty()),
    );
    to.number(entry.block);
    to.number(entry.position.into());
    to.signed(entry.time.millis());
    to.number(texts.place(&entry.decoder));
    to.number(entry.decoder_version.into());
    if let Some(hash) = &entry.block_hash {
        to.bytes(&hash_bytes(hash));
    }
    let repeated = [
        entry.counterparty.as_ref().map(Address::as_str),
        entry.protocol.as_deref(),
    ];
    for text in repeated.into_iter().flatten() {
        to.number(texts.place(text));
    }
    if let Some(id) = &entry.bridge_id {
        to.bytes(id.as_bytes());
    }
    to.number(entry.legs.len() as u64);
    for leg in &entry.legs {
        write_leg(to, texts, leg);
    }
    if !entry.approvals.is_empty() {
        approvals::write(to, texts, &entry.approvals);
    }
}

fn write_leg<'a>(to: &mut ByteWriter, texts: &mut TextTable<'a>, leg: &'a Leg) {
    let role = match leg.role {
        LegRole::Out => 0,
        LegRole::In => 1,
        LegRole::Fee => 2,
    };
    to.byte(
        role | stream_flags(leg.stream)
            | flag(TOKEN_ID, leg.token_id.is_some())
            | flag(LEG_COUNTERPARTY, leg.counterparty.is_some()),
    );
    to.number(texts.place(leg.asset.as_str()));
    to.number(texts.place(&leg.item));
    let word = leg.amount.to_word();
    let zeros = word.iter().take_while(|byte| **byte == 0).count();
    to.bytes(word.get(zeros..).unwrap_or_default());
    if let Some(counterparty) = &leg.counterparty {
        to.number(texts.place(counterparty.as_str()));
    }
    if let Some(id) = &leg.token_id {
        to.bytes(id.as_bytes());
    }
}

/// Reads a value that is there only if a flag says so.
macro_rules! when {
    ($is_there:expr, $read:expr) => {
        if $is_there { Some($read?) } else { None }
    };
}

fn owned(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(ToOwned::to_owned)
}

/// Reads what [`write`] wrote; `None` where the bytes are no entry.
pub(super) fn read(from: &mut ByteReader<'_>, texts: &mut ParsedTexts<'_>, id: EntryId) -> Option<Entry> {
    let kind = *KINDS.get(usize::from(from.byte()?))?;
    let flags = from.byte()?;
    let has = |flag| flags & flag != 0;
    Some(Entry {
        id,
        kind,
        failed: has(FAILED),
        decoding: *DECODINGS.get(usize::from(flags & 3))?,
        block: from.number()?,
        position: from.small()?,
        time: Timestamp::from_millis(from.signed()?),
        decoder: texts.text(from.number()?)?.to_owned(),
        decoder_version: from.small()?,
        block_hash: when!(has(BLOCK_HASH), hash_text(from.bytes()?)),
        counterparty: when!(has(COUNTERPARTY), texts.address(from.number()?)),
        protocol: when!(has(PROTOCOL), texts.text(from.number()?)).map(ToOwned::to_owned),
        bridge_id: when!(has(BRIDGE_ID), owned(from.bytes()?)),
        legs: {
            let count = from.number()?;
            // Most lists are short: without its length, a list has room for four.
            let mut legs = Vec::with_capacity(usize::try_from(count.min(MOST_RESERVED)).ok()?);
            for _ in 0..count {
                legs.push(read_leg(from, texts)?);
            }
            legs
        },
        approvals: when!(has(APPROVALS), approvals::read(from, texts)).unwrap_or_default(),
    })
}

fn read_leg(from: &mut ByteReader<'_>, texts: &mut ParsedTexts<'_>) -> Option<Leg> {
    let flags = from.byte()?;
    let stream = Stream::ALL
        .into_iter()
        .find(|stream| stream_flags(*stream) == flags & STREAM);
    Some(Leg {
        role: *ROLES.get(usize::from(flags & 3))?,
        stream: stream?,
        asset: texts.asset(from.number()?)?,
        item: texts.text(from.number()?)?.to_owned(),
        amount: amount(from.bytes()?)?,
        counterparty: when!(flags & LEG_COUNTERPARTY != 0, texts.address(from.number()?)),
        token_id: when!(flags & TOKEN_ID != 0, owned(from.bytes()?)),
    })
}

/// Reads an amount without its leading zeros.
fn amount(bytes: &[u8]) -> Option<RawAmount> {
    let mut word = [0; 32];
    let from = word.len().checked_sub(bytes.len())?;
    word.get_mut(from..)?.copy_from_slice(bytes);
    Some(RawAmount::from_word(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_own_number() {
        for (number, kind) in KINDS.into_iter().enumerate() {
            assert_eq!(usize::from(kind_number(kind)), number);
        }
        for (number, stream) in Stream::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(stream_number(stream)), number);
            assert_eq!(stream_flags(stream) & !STREAM, 0, "{stream:?}");
        }
    }
}
