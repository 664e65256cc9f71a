//! Which holdings a figure is over.

use std::fmt;

use ports::{Address, AssetId, ChainId, PositionKind, Wallet, WalletId};

/// Holdings that fit all of what is named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// One asset or a group of assets.
    pub asset: Option<AssetSelection>,
    /// A chain.
    pub chain: Option<ChainId>,
    /// A wallet's address.
    pub address: Option<Address>,
    /// A wallet with an extended public key, which has many addresses.
    pub wallet: Option<WalletId>,
    /// A kind of position; what is simply held is [`PositionKind::Regular`].
    pub kind: Option<PositionKind>,
}

/// One asset, or every asset of a group. A group may be named like one of its assets, so the two are different variants
/// and are written with different prefixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssetSelection {
    /// This asset alone.
    Asset(AssetId),
    /// Every asset of the group with this name: the same thing on other chains and in other forms.
    Group(String),
}

impl AssetSelection {
    /// Whether an asset of this group is selected.
    #[must_use]
    pub fn includes(&self, asset: &AssetId, group: &str) -> bool {
        match self {
            Self::Asset(selected) => selected == asset,
            Self::Group(selected) => selected == group,
        }
    }

    fn parse(text: &str) -> Result<Self, ParseFigureError> {
        if let Some(asset) = text.strip_prefix(ASSET) {
            return asset.parse().map(Self::Asset).map_err(|_| ParseFigureError);
        }
        let group = text.strip_prefix(GROUP).filter(|group| !group.is_empty());
        group.map(|group| Self::Group(group.to_owned())).ok_or(ParseFigureError)
    }
}

/// Begins one asset where assets are selected.
const ASSET: &str = "asset:";
/// Begins a group of assets.
const GROUP: &str = "group:";

impl fmt::Display for AssetSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asset(asset) => write!(f, "{ASSET}{asset}"),
            Self::Group(group) => write!(f, "{GROUP}{group}"),
        }
    }
}

/// Begins the place of a wallet where an address would stand.
const WALLET: &str = "wallet:";

/// Asset, chain, address or wallet, and the number of a kind; nothing where any will do.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            asset,
            chain,
            address,
            wallet,
            kind,
        } = self;
        if let Some(asset) = asset {
            write!(f, "{asset}")?;
        }
        let chain = chain.as_ref().map_or("", ChainId::as_str);
        write!(f, "|{chain}|")?;
        match (address, wallet) {
            (Some(address), _) => f.write_str(address.as_str()),
            (None, Some(wallet)) => write!(f, "{WALLET}{wallet}"),
            (None, None) => Ok(()),
        }?;
        kind.map_or(Ok(()), |kind| write!(f, "|{}", kind.number()))
    }
}

impl Filter {
    /// What lies in a wallet.
    #[must_use]
    pub fn of_wallet(wallet: &Wallet) -> Self {
        Self {
            address: wallet.address.clone(),
            wallet: wallet.extended.is_some().then_some(wallet.id),
            ..Self::default()
        }
    }

    /// Reads what [`fmt::Display`] writes, split at its bars.
    pub fn parse(fields: &[&str]) -> Result<Self, ParseFigureError> {
        let (asset, chain, address, kind) = match fields {
            [asset, chain, address] => (asset, chain, address, None),
            [asset, chain, address, kind] => (asset, chain, address, Some(kind_of(kind)?)),
            _ => return Err(ParseFigureError),
        };
        let asset = Some(*asset).filter(|text| !text.is_empty());
        let asset = asset.map(AssetSelection::parse).transpose()?;
        let part = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let chain = part(chain).map(|text| text.parse()).transpose();
        let wallet = address.strip_prefix(WALLET).map(str::parse).transpose();
        let wallet = wallet.map_err(|_| ParseFigureError)?;
        let address = part(address).filter(|_| wallet.is_none()).map(|text| text.parse());
        let address = address.transpose();
        Ok(Self {
            wallet,
            kind,
            asset,
            chain: chain.map_err(|_| ParseFigureError)?,
            address: address.map_err(|_| ParseFigureError)?,
        })
    }
}

/// The kind with this number, written as [`Filter`] writes it.
fn kind_of(text: &str) -> Result<PositionKind, ParseFigureError> {
    let mut kinds = PositionKind::ALL.into_iter();
    kinds
        .find(|kind| kind.number().to_string() == text)
        .ok_or(ParseFigureError)
}

/// A text that names no figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a figure id")]
pub struct ParseFigureError;
