//! The list of decoders, and how one of them is chosen.

#![expect(
    clippy::unnecessary_wraps,
    reason = "all decoders have one signature, and some cannot fail"
)]

mod airdrop;
mod approval;
mod bridges;
mod coin;
mod comet;
mod compound;
mod cow;
mod creation;
mod curve;
mod failure;
mod generic;
mod lending;
mod liquidity;
mod mint_burn;
mod plain;
mod reward;
mod share_token;
mod spam;
mod staking;
mod swap;
mod validator;
mod vault;
mod wrap;

use super::{
    classification::{Classification, Decoder},
    normalized::NormalizedTransaction,
};

/// All decoders in order of precedence: the first one that recognizes a transaction classifies it.
const DECODERS: [Decoder; 32] = [
    validator::DECODER,
    coin::DECODER,
    failure::DECODER,
    creation::DECODER,
    spam::DECODER,
    bridges::across::DECODER,
    bridges::hop::DECODER,
    bridges::stargate_bus::DECODER,
    bridges::layer_zero::DECODER,
    bridges::stargate::DECODER,
    bridges::cctp::DECODER,
    bridges::op_stack::DECODER,
    bridges::arbitrum::DECODER,
    bridges::polygon::DECODER,
    lending::DECODER,
    comet::DECODER,
    compound::DECODER,
    validator::DEPOSIT,
    staking::LIDO,
    staking::FARM,
    vault::DECODER,
    curve::DECODER,
    liquidity::DECODER,
    wrap::DECODER,
    cow::DECODER,
    swap::DECODER,
    share_token::DECODER,
    reward::DECODER,
    airdrop::DECODER,
    mint_burn::DECODER,
    approval::DECODER,
    plain::DECODER,
];

/// The result of the decoders for a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    pub classification: Classification,
    /// The decoder that classified it, or the one that failed.
    pub decoder: &'static str,
    /// Whether that decoder failed and the generic one classified the transaction.
    pub failed: bool,
}

/// Classifies a transaction.
pub(super) fn classify(transaction: &NormalizedTransaction<'_>) -> Decoded {
    classify_by(&DECODERS, transaction)
}

fn classify_by(decoders: &[Decoder], transaction: &NormalizedTransaction<'_>) -> Decoded {
    for decoder in decoders {
        match (decoder.classify)(transaction) {
            Ok(None) => {}
            Ok(Some(classification)) => {
                return Decoded {
                    classification,
                    decoder: decoder.name,
                    failed: false,
                };
            }
            Err(_) => {
                return Decoded {
                    classification: generic::classify(transaction),
                    decoder: decoder.name,
                    failed: true,
                };
            }
        }
    }
    Decoded {
        classification: generic::classify(transaction),
        decoder: generic::NAME,
        failed: false,
    }
}
