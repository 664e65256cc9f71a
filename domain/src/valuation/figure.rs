//! Figures: each displayed amount of money is identified by a path into a recipe.

use std::{fmt, io::Write, str::FromStr};

use base64::{Engine, display::Base64Display, engine::general_purpose::URL_SAFE_NO_PAD};
use ports::{AssetId, Owner, ValuationId};
use sha2::{Digest, Sha256};

use crate::valuation::filter::{Filter, ParseFigureError};

/// Version 2 writes an asset and a group of assets with different prefixes.
const VERSION: u8 = 2;

/// Selects a figure of a valuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigurePath {
    /// The value of all holdings that match; an empty filter selects the total.
    Sum(Filter),
    /// The value of everything beyond the first rows of a ranking. Ranks the holdings if the filter selects an asset,
    /// and otherwise the assets.
    Rest(Filter, u16),
    /// The value of the assets below the dust limit.
    Dust(Filter),
    /// The price of one asset.
    Price(AssetId),
    /// The current value minus the value a day ago; only in a valuation of a day ago.
    Change,
    /// The same for one group of assets.
    GroupChange(String),
    /// The same for the holdings of one wallet.
    WalletChange(Filter),
}

impl FigurePath {
    /// Returns whether it selects a difference of two valuations.
    pub(super) fn is_change(&self) -> bool {
        matches!(self, Self::Change | Self::GroupChange(_) | Self::WalletChange(_))
    }
}

impl fmt::Display for FigurePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Change => f.write_str("change"),
            Self::GroupChange(group) => write!(f, "change|{group}"),
            Self::WalletChange(filter) => write!(f, "wallet-change|{filter}"),
            Self::Price(asset) => write!(f, "price|{asset}"),
            Self::Sum(filter) => write!(f, "sum|{filter}"),
            Self::Rest(filter, after) => write!(f, "rest|{after}|{filter}"),
            Self::Dust(filter) => write!(f, "dust|{filter}"),
        }
    }
}

impl FromStr for FigurePath {
    type Err = ParseFigureError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fields: Vec<&str> = text.split('|').collect();
        match fields.as_slice() {
            ["change"] => Ok(Self::Change),
            ["change", group] if !group.is_empty() => Ok(Self::GroupChange((*group).to_owned())),
            ["wallet-change", filter @ ..] => Filter::parse(filter).map(Self::WalletChange),
            ["price", asset] => asset.parse().map(Self::Price).map_err(|_| ParseFigureError),
            ["sum", filter @ ..] => Filter::parse(filter).map(Self::Sum),
            ["rest", after, filter @ ..] => {
                let after = after.parse().map_err(|_| ParseFigureError)?;
                Ok(Self::Rest(Filter::parse(filter)?, after))
            }
            ["dust", filter @ ..] => Filter::parse(filter).map(Self::Dust),
            _ => Err(ParseFigureError),
        }
    }
}

/// Identifies a figure: version, valuation, a hash of the owner, and the path. Nothing is stored per figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureId {
    /// The valuation that the figure belongs to.
    pub valuation: ValuationId,
    /// The path into the valuation.
    pub path: FigurePath,
    owner: [u8; 8],
}

impl FigureId {
    /// Returns the id of a figure in a valuation that belongs to `owner`.
    #[must_use]
    pub fn new(valuation: ValuationId, owner: Owner, path: FigurePath) -> Self {
        Self {
            valuation,
            path,
            owner: mark(valuation, owner),
        }
    }

    /// Returns the id of another figure of the same valuation and owner.
    #[must_use]
    pub fn beside(&self, path: FigurePath) -> Self {
        Self {
            valuation: self.valuation,
            path,
            owner: self.owner,
        }
    }

    /// Returns whether the figure was made for this owner. Works even if the recipe no longer exists.
    #[must_use]
    pub fn belongs_to(&self, owner: Owner) -> bool {
        self.owner == mark(self.valuation, owner)
    }
}

fn mark(valuation: ValuationId, owner: Owner) -> [u8; 8] {
    let digest = Sha256::new()
        .chain_update(valuation.0)
        .chain_update(owner.uuid().as_bytes())
        .finalize();
    let mut mark = [0; 8];
    mark.copy_from_slice(&digest[..8]);
    mark
}

impl fmt::Display for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::with_capacity(160);
        bytes.push(VERSION);
        bytes.extend(self.valuation.0);
        bytes.extend(self.owner);
        write!(bytes, "{}", self.path).map_err(|_| fmt::Error)?;
        Base64Display::new(&bytes, &URL_SAFE_NO_PAD).fmt(f)
    }
}

impl FromStr for FigureId {
    type Err = ParseFigureError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| ParseFigureError)?;
        let (Some(&VERSION), true) = (bytes.first(), bytes.len() > 25) else {
            return Err(ParseFigureError);
        };
        let valuation = ValuationId(bytes[1..17].try_into().map_err(|_| ParseFigureError)?);
        let owner = bytes[17..25].try_into().map_err(|_| ParseFigureError)?;
        let path = std::str::from_utf8(&bytes[25..])
            .map_err(|_| ParseFigureError)?
            .parse()?;
        Ok(Self { valuation, path, owner })
    }
}

#[cfg(test)]
mod tests {
    use ports::{Address, ChainId, PositionKind, protocol::PositionRole};
    use proptest::prelude::*;

    use super::*;
    use crate::valuation::{
        filter::{AssetSelection, PlaceSelection},
        section::{InProtocol, SheetSection},
    };

    fn user(n: u8) -> Owner {
        Owner::User(format!("0000000{n}-0000-7000-8000-000000000000").parse().unwrap())
    }

    fn ether() -> AssetId {
        "eip155:1/slip44:60".parse().unwrap()
    }

    fn of_group(name: &str) -> Filter {
        Filter {
            asset: Some(AssetSelection::Group(name.to_owned())),
            ..Filter::default()
        }
    }

    /// A group is named after one of its assets if no list of equivalents names it.
    #[test]
    fn an_asset_and_a_group_of_its_name_are_two_figures() {
        let asset = Filter {
            asset: Some(AssetSelection::Asset(ether())),
            ..Filter::default()
        };
        let group = of_group(ether().as_str());
        assert_ne!(asset, group);
        assert_ne!(
            FigurePath::Sum(asset.clone()).to_string(),
            FigurePath::Sum(group.clone()).to_string()
        );
        for filter in [asset, group] {
            let path = FigurePath::Sum(filter);
            assert_eq!(path.to_string().parse::<FigurePath>().unwrap(), path);
        }
        for ambiguous in [
            "sum|eip155:1/slip44:60||",
            "sum|eth||",
            "sum|asset:eth||",
            "sum|group:||",
            "price|eth",
        ] {
            assert!(ambiguous.parse::<FigurePath>().is_err(), "{ambiguous}");
        }
    }

    #[test]
    fn ids_round_trip_and_identify_their_owner() {
        let filter = Filter {
            asset: Some(AssetSelection::Asset(ether())),
            chain: Some(ChainId::evm(1)),
            address: Some(Address::evm([7; 20])),
            wallet: None,
            kind: None,
            place: None,
            section: None,
        };
        let staked = Filter {
            kind: Some(PositionKind::Staked),
            ..filter.clone()
        };
        let of_key = Filter {
            wallet: Some("00000000-0000-7000-8000-000000000007".parse().unwrap()),
            ..Filter::default()
        };
        for path in [
            FigurePath::Sum(Filter::default()),
            FigurePath::Sum(filter.clone()),
            FigurePath::Rest(Filter::default(), 7),
            FigurePath::Rest(filter.clone(), 2),
            FigurePath::Dust(filter.clone()),
            FigurePath::WalletChange(filter),
            FigurePath::Sum(of_key),
            FigurePath::Sum(staked),
            FigurePath::Sum(of_group(ether().as_str())),
            FigurePath::Price(ether()),
            FigurePath::Change,
            FigurePath::GroupChange("eth".to_owned()),
        ] {
            let id = FigureId::new(ValuationId([9; 16]), user(1), path);
            let again: FigureId = id.to_string().parse().unwrap();
            assert_eq!(again, id);
            assert!(again.belongs_to(user(1)));
            assert!(!again.belongs_to(user(2)));
        }
        for bad in ["", "AA", "not base64!", "AQ"] {
            assert!(bad.parse::<FigureId>().is_err());
        }
    }

    fn asset() -> impl Strategy<Value = AssetId> {
        (any::<u64>(), any::<u8>())
            .prop_map(|(chain, token)| AssetId::erc20(&ChainId::evm(chain), &Address::evm([token; 20])))
    }

    fn selection() -> impl Strategy<Value = AssetSelection> {
        prop_oneof![
            asset().prop_map(AssetSelection::Asset),
            asset().prop_map(|asset| AssetSelection::Group(asset.to_string())),
            "[a-zA-Z0-9:/]{1,60}".prop_map(AssetSelection::Group),
        ]
    }

    fn place() -> impl Strategy<Value = PlaceSelection> {
        let named = "[a-zA-Z0-9][a-zA-Z0-9 .&+'/_-]{0,62}[a-zA-Z0-9]";
        prop_oneof![
            Just(PlaceSelection::Balances),
            named.prop_map(|name| PlaceSelection::Positions(name.parse().unwrap())),
        ]
    }

    fn section() -> impl Strategy<Value = SheetSection> {
        let place = "[a-zA-Z0-9][a-zA-Z0-9 .&+'/_-]{0,62}[a-zA-Z0-9]";
        prop_oneof![
            prop::sample::select(vec![
                SheetSection::Wallets,
                SheetSection::Exchanges,
                SheetSection::Credit,
                SheetSection::Debt,
                SheetSection::Protocols,
                SheetSection::Owned,
                SheetSection::Recorded,
            ]),
            (
                place,
                prop::option::of("[ -~]{0,40}"),
                prop::option::of((prop::sample::select(PositionRole::ALL.to_vec()), any::<u8>()))
            )
                .prop_map(|(name, item, leg)| SheetSection::of(InProtocol {
                    place: name.parse().unwrap(),
                    item,
                    leg: leg.map(|(role, byte)| (role, Address::evm([byte; 20]))),
                })),
        ]
    }

    prop_compose! {
        fn filter()(asset in prop::option::of(selection()), chain in prop::option::of(any::<u64>()),
            address in prop::option::of(any::<u8>()), kind in prop::option::of(prop::sample::select(PositionKind::ALL.to_vec())),
            place in prop::option::of(place()), section in prop::option::of(section())) -> Filter {
            let (chain, address) = (chain.map(ChainId::evm), address.map(|byte| Address::evm([byte; 20])));
            Filter { asset, chain, address, wallet: None, kind, place, section }
        }
    }

    fn path() -> impl Strategy<Value = FigurePath> {
        prop_oneof![
            filter().prop_map(FigurePath::Sum),
            (filter(), any::<u16>()).prop_map(|(filter, after)| FigurePath::Rest(filter, after)),
            filter().prop_map(FigurePath::Dust),
            filter().prop_map(FigurePath::WalletChange),
            asset().prop_map(FigurePath::Price),
            Just(FigurePath::Change),
            "[a-zA-Z0-9:/]{1,60}".prop_map(FigurePath::GroupChange),
        ]
    }

    proptest! {
        #[test]
        fn a_formatted_id_parses_to_itself(path in path(), valuation in prop::array::uniform16(0..=255_u8)) {
            let id = FigureId::new(ValuationId(valuation), user(1), path);
            let printed = id.to_string();
            let again: FigureId = printed.parse().unwrap();
            prop_assert_eq!(again.to_string(), printed);
            prop_assert_eq!(again, id);
        }

        #[test]
        fn the_parser_never_panics(text in "[-_a-zA-Z0-9]{0,80}") {
            if let Ok(id) = text.parse::<FigureId>() {
                prop_assert_eq!(id.to_string().parse::<FigureId>().unwrap(), id);
            }
        }
    }
}
