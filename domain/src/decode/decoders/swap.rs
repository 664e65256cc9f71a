//! Swaps through pools and routers. The net amounts decide what was swapped; events and labels say where.

use std::collections::BTreeSet;

use ports::{entry::EntryKind, label::LabelKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event_type::EventType,
    net::NetAmount,
    normalized::NormalizedTransaction,
    topics,
};

pub(super) const DECODER: Decoder = Decoder { name: "swap", classify };

/// An event of a pool or a router, and the protocol whose events these are; several forks of Uniswap share one.
type SwapEvent = (EventType, &'static str);

/// Events of aggregators, which name the swap before the pools that they use.
const ROUTERS: [SwapEvent; 5] = [
    (topics::ONE_INCH_V6_FILLED, "1inch"),
    (topics::ONE_INCH_V5_FILLED, "1inch"),
    (topics::ZERO_X_TRANSFORMED, "0x"),
    (topics::PARASWAP_SWAPPED, "paraswap"),
    (topics::ODOS_SWAP, "odos"),
];

/// Events of pools.
const POOLS: [SwapEvent; 10] = [
    (topics::UNISWAP_V2_SWAP, "uniswap-v2-pools"),
    (topics::UNISWAP_V3_SWAP, "uniswap-v3-pools"),
    (topics::PANCAKE_V3_SWAP, "pancakeswap-v3"),
    (topics::UNISWAP_V4_SWAP, "uniswap-v4"),
    (topics::CURVE_EXCHANGE, "curve"),
    (topics::CURVE_CRYPTO_EXCHANGE, "curve"),
    (topics::CURVE_UNDERLYING_EXCHANGE, "curve"),
    (topics::CURVE_SCALED_EXCHANGE, "curve"),
    (topics::BALANCER_V2_SWAP, "balancer-v2"),
    (topics::VELODROME_SWAP, "velodrome"),
];

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let net = &transaction.net;
    if net.out.is_empty() || net.r#in.is_empty() || net.out.iter().chain(&net.r#in).any(NetAmount::is_nft) {
        return Ok(None);
    }
    let swap = Classification::certain(EntryKind::Swap);
    if let Some(protocol) = settled_by(transaction)? {
        return Ok(Some(swap.with_protocol(protocol)));
    }
    let routers = families(transaction, &ROUTERS);
    let pools = families(transaction, &POOLS);
    let router = called_router(transaction);
    if router.is_none() && routers.is_empty() && pools.is_empty() {
        return Ok(None);
    }
    let only = |families: &BTreeSet<&'static str>| match families.len() {
        1 => families.first().map(|family| (*family).to_owned()),
        _ => None,
    };
    Ok(Some(swap.of_protocol(
        router.or_else(|| only(&routers)).or_else(|| only(&pools)),
    )))
}

/// The families of the events in the receipt.
fn families(transaction: &NormalizedTransaction<'_>, events: &[SwapEvent]) -> BTreeSet<&'static str> {
    let known = events.iter().filter(|(event, _)| transaction.has_event(*event));
    known.map(|(_, family)| *family).collect()
}

/// The protocol of a router that the account called, by its label.
fn called_router(transaction: &NormalizedTransaction<'_>) -> Option<String> {
    let target = transaction.target().filter(|_| transaction.is_sender())?;
    let label = transaction.context.label(target)?;
    (label.kind == LabelKind::Dex).then(|| label.slug())
}

/// Orders that others settle: `Fill(order*, filler*, swapper*, nonce)` of UniswapX.
fn settled_by(transaction: &NormalizedTransaction<'_>) -> Result<Option<&'static str>, DecodeError> {
    for event in transaction.events_of(topics::UNISWAP_X_FILL) {
        if event.topic_address(3)? == *transaction.account() {
            return Ok(Some("uniswap-x"));
        }
    }
    Ok(None)
}
