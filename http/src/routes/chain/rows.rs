//! Converts the domain's chains, detections, rates and profiles to the wire.

use domain::currency::AssetRate as DomainRate;
use domain::price::Decision;
use domain::{Detection as DomainDetection, DetectionKind as DomainKind};
use ports::{chain::NativeAsset, source};

use super::{
    AssetRate, ChainRow, CredentialField, DetectedChain, DetectedKey, Detection, DetectionKind, ParentChain,
    SourceKind, SourceProfile,
};
use crate::App;
use crate::mark;
use crate::wire::Decimal;

/// Returns every chain, in display order.
pub fn all(app: &App) -> Vec<ChainRow> {
    app.tracker()
        .chains()
        .support()
        .all()
        .iter()
        .map(|(chain, supported)| ChainRow::of(chain, *supported))
        .collect()
}

/// Returns the chains without a parent, each with the chains that belong to it.
pub fn parents(rows: Vec<ChainRow>) -> Vec<ParentChain> {
    let (subs, parents): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.parent.is_some());
    let below = |chain: ChainRow| {
        let sub_chains = subs
            .iter()
            .filter(|sub| sub.parent.as_ref() == Some(&chain.id))
            .cloned()
            .collect();
        ParentChain { chain, sub_chains }
    };
    parents.into_iter().map(below).collect()
}

impl ChainRow {
    fn of(chain: &ports::Chain, supported: bool) -> Self {
        let ports::Chain {
            id,
            code,
            name,
            symbol,
            color,
            parent,
            native,
            wrapped: _,
            mirrors: _,
            second_contracts: _,
            large: _,
            data_fee: _,
            ending: _,
            max_head_age: _,
            explorer: _,
            addresses: _,
            keys: _,
            aliases: _,
        } = chain;
        Self {
            id: id.into(),
            code: code.clone(),
            name: name.clone(),
            symbol: symbol.clone(),
            color: color.clone(),
            mark: mark::of_chain(id),
            default_asset_code: native.as_ref().map(|native| native.metadata.symbol.clone()),
            parent: parent.as_ref().map(Into::into),
            supported,
        }
    }
}

impl DetectedChain {
    /// Returns a chain on which an address is valid, and whether this server reads it.
    pub fn of(chain: &ports::Chain, chain_detected: bool) -> Self {
        let ports::Chain {
            id,
            code,
            name,
            symbol,
            color,
            parent,
            native: _,
            wrapped: _,
            mirrors: _,
            second_contracts: _,
            large: _,
            data_fee: _,
            ending: _,
            max_head_age: _,
            explorer: _,
            addresses: _,
            keys: _,
            aliases: _,
        } = chain;
        Self {
            id: id.into(),
            code: code.clone(),
            name: name.clone(),
            symbol: symbol.clone(),
            color: color.clone(),
            chain_detected,
            parent: parent.as_ref().map(Into::into),
        }
    }
}

/// Returns what a text is.
pub fn detection(found: DomainDetection) -> Detection {
    let DomainDetection {
        text,
        kind,
        address,
        key,
        name,
        chains,
        problem,
        shared,
    } = found;
    let (reason_code, reason) = problem.unzip();
    Detection {
        wallet_address: text,
        chain_detected: chains.iter().any(|(_, is_read)| *is_read),
        kind: kind.into(),
        address: address.as_ref().map(ToString::to_string),
        extended_key: key.as_ref().map(DetectedKey::from),
        display_address: name.as_ref().map(ToString::to_string),
        chains: chains
            .iter()
            .map(|(chain, is_read)| DetectedChain::of(chain, *is_read))
            .collect(),
        reason_code,
        reason,
        shared_with_providers: shared,
    }
}

impl From<DomainKind> for DetectionKind {
    fn from(kind: DomainKind) -> Self {
        match kind {
            DomainKind::Address => Self::Address,
            DomainKind::ExtendedKey => Self::ExtendedKey,
            DomainKind::Name => Self::Name,
            DomainKind::Secret => Self::Secret,
            DomainKind::Unknown => Self::Unknown,
        }
    }
}

/// Returns a coin's price, or the reason why there is none.
pub fn rate(rate: DomainRate) -> AssetRate {
    let DomainRate {
        chain,
        native: NativeAsset { id, metadata },
        decision,
        price,
        reason,
    } = rate;
    let as_of = match decision {
        Decision::Priced(priced) => Some(priced.as_of.into()),
        Decision::Unpriced { .. } => None,
    };
    AssetRate {
        asset: (&id).into(),
        chain: (&chain).into(),
        symbol: metadata.symbol,
        name: metadata.name,
        price: price.map(Decimal::money),
        as_of,
        reason: reason.map(Into::into),
    }
}

impl From<ports::Profile> for SourceProfile {
    fn from(profile: ports::Profile) -> Self {
        let ports::Profile {
            id,
            name,
            kind,
            website,
            learns,
            capabilities,
            rate_limit,
            hosts,
            credentials,
        } = profile;
        let field = |field: source::CredentialField| {
            let source::CredentialField {
                key,
                label,
                secret,
                help,
            } = field;
            CredentialField {
                key,
                label,
                secret,
                help,
            }
        };
        Self {
            id: id.to_string(),
            name,
            kind: kind.into(),
            website,
            learns,
            capabilities,
            rate_limit,
            hosts,
            credential_fields: credentials.into_iter().map(field).collect(),
        }
    }
}

impl From<source::SourceKind> for SourceKind {
    fn from(kind: source::SourceKind) -> Self {
        match kind {
            source::SourceKind::Chain => Self::Chain,
            source::SourceKind::Price => Self::Price,
            source::SourceKind::Name => Self::Name,
            source::SourceKind::TokenList => Self::TokenList,
            source::SourceKind::Explorer => Self::Explorer,
            source::SourceKind::Currency => Self::Currency,
            source::SourceKind::Exchange => Self::Exchange,
        }
    }
}
