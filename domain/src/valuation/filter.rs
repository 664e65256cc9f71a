//! Selects the holdings that a figure covers.

use std::fmt;

use ports::{Address, AssetId, ChainId, PositionKind, PositionPlace, Wallet, WalletId};

use crate::valuation::section::SheetSection;

/// Matches holdings that meet every condition that is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// One asset or a group of assets.
    pub asset: Option<AssetSelection>,
    /// The chain of the account.
    pub chain: Option<ChainId>,
    /// The address of the account.
    pub address: Option<Address>,
    /// A wallet with an extended public key, which has many addresses.
    pub wallet: Option<WalletId>,
    /// The kind of position. Assets that are simply held are [`PositionKind::Regular`].
    pub kind: Option<PositionKind>,
    /// The place within the account; `None` for every place.
    pub place: Option<PlaceSelection>,
    /// The part of the balance sheet; `None` for all parts.
    pub section: Option<SheetSection>,
}

/// A place within an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceSelection {
    /// Its balances.
    Balances,
    /// Its positions in this place.
    Positions(PositionPlace),
}

impl PlaceSelection {
    /// Returns the selection of what is held in this place; `None` is that of a balance.
    #[must_use]
    pub fn of(place: Option<&PositionPlace>) -> Self {
        place.map_or(Self::Balances, |place| Self::Positions(place.clone()))
    }

    fn parse(text: &str) -> Result<Self, ParseFigureError> {
        match text {
            BALANCES => Ok(Self::Balances),
            place => place.parse().map(Self::Positions).map_err(|_| ParseFigureError),
        }
    }
}

/// The balances of an account. No place has such a name.
const BALANCES: &str = "=";

impl fmt::Display for PlaceSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Balances => f.write_str(BALANCES),
            Self::Positions(place) => write!(f, "{place}"),
        }
    }
}

/// One asset, or every asset of a group. A group can have the same name as one of its assets, so the two are separate
/// variants with different prefixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssetSelection {
    /// Only this asset.
    Asset(AssetId),
    /// Every asset of the group with this name: the same asset on other chains and in other forms.
    Group(String),
}

impl AssetSelection {
    /// Returns whether an asset of this group is selected.
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

/// Prefix of a single asset.
const ASSET: &str = "asset:";
/// Prefix of a group of assets.
const GROUP: &str = "group:";

impl fmt::Display for AssetSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asset(asset) => write!(f, "{ASSET}{asset}"),
            Self::Group(group) => write!(f, "{GROUP}{group}"),
        }
    }
}

/// Prefix of a wallet in the field of the address.
const WALLET: &str = "wallet:";

/// Asset, chain, address or wallet, the number of the kind, the place and the section, separated by bars. A condition that is not
/// set is empty, and left out at the end.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            asset,
            chain,
            address,
            wallet,
            kind,
            place,
            section,
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
        if kind.is_some() || place.is_some() || section.is_some() {
            write!(f, "|")?;
        }
        kind.map_or(Ok(()), |kind| write!(f, "{}", kind.number()))?;
        if place.is_some() || section.is_some() {
            write!(f, "|")?;
        }
        place.as_ref().map_or(Ok(()), |place| write!(f, "{place}"))?;
        section.as_ref().map_or(Ok(()), |section| write!(f, "|{section}"))
    }
}

impl Filter {
    /// Returns the filter for the holdings of a wallet.
    #[must_use]
    pub fn of_wallet(wallet: &Wallet) -> Self {
        Self {
            address: wallet.address.clone(),
            wallet: wallet.extended.is_some().then_some(wallet.id),
            ..Self::default()
        }
    }

    /// Parses the text written by [`fmt::Display`], split at the bars.
    pub fn parse(fields: &[&str]) -> Result<Self, ParseFigureError> {
        let [asset, chain, address, rest @ ..] = fields else {
            return Err(ParseFigureError);
        };
        let (kind, place, section) = match rest {
            [] => ("", "", String::new()),
            [kind] => (*kind, "", String::new()),
            // The name of a position may have bars.
            [kind, place, section @ ..] => (*kind, *place, section.join("|")),
        };
        let kind = (!kind.is_empty()).then(|| kind_of(kind)).transpose()?;
        let place = (!place.is_empty()).then(|| PlaceSelection::parse(place)).transpose()?;
        let section = (!section.is_empty())
            .then(|| SheetSection::parse(&section).ok_or(ParseFigureError))
            .transpose()?;
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
            place,
            section,
            asset,
            chain: chain.map_err(|_| ParseFigureError)?,
            address: address.map_err(|_| ParseFigureError)?,
        })
    }
}

/// Returns the kind with this number.
fn kind_of(text: &str) -> Result<PositionKind, ParseFigureError> {
    let mut kinds = PositionKind::ALL.into_iter();
    kinds
        .find(|kind| kind.number().to_string() == text)
        .ok_or(ParseFigureError)
}

/// The error for a text that is not a figure id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a figure id")]
pub struct ParseFigureError;
