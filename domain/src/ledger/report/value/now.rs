//! What an owner holds now, by coin and chain: the newest valuation, from which the header takes its total, without the positions in
//! protocols, of which no history is known.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Amount, AssetId, ChainId, Currency, Ports, StorageError};

use crate::{
    currency::Conversion,
    trace::NoTrace,
    valuation::{
        AssetSelection, Coverage, FigureId, FigurePath, Filter, Folded, Holding, Outcome, SheetSection, Viewpoint,
        fold, now,
    },
};

/// Returns the filter of what histories record. No history states what a position in a protocol was worth before, so that it would look
/// like a gain of the day on which it was first read.
fn recorded() -> Filter {
    Filter {
        section: Some(SheetSection::Recorded),
        ..Filter::default()
    }
}

/// What an owner holds now.
#[derive(Debug)]
pub struct ValueNow {
    /// The value of everything; `None` until something was read, and while nothing has a price.
    pub total: Option<Amount>,
    /// How many coins have no value, or one of only a part.
    pub unpriced: u32,
    /// The value of each coin on each chain.
    pub coins: BTreeMap<(String, ChainId), CoinNow>,
    /// The id of the total.
    pub figure: FigureId,
    /// How many accounts have positions in protocols, which it leaves out.
    pub with_positions: usize,
}

/// What an owner holds of a coin on one chain now.
#[derive(Clone, Debug)]
pub struct CoinNow {
    /// Its most valuable asset.
    pub asset: AssetId,
    /// The quantity; `None` where the balance or its decimals are not known.
    pub quantity: Option<Amount>,
    /// The value of what has one.
    pub value: Option<Amount>,
    /// Whether a part of it has no value although another one has.
    pub is_partial: bool,
    /// The price of a whole unit in the currency.
    pub price: Option<Amount>,
}

impl ValueNow {
    /// Values what these accounts hold now, or all of them.
    pub async fn load(
        ports: &Ports,
        from: &Viewpoint,
        accounts: Option<&BTreeSet<AccountId>>,
        currency: &Currency,
    ) -> Result<Self, StorageError> {
        let gathered = now(ports, from, currency).await?;
        let (recipe, mut inputs) = (gathered.recipe, gathered.inputs);
        if let Some(chosen) = accounts {
            inputs.accounts.retain(|account| chosen.contains(&account.id));
        }
        let filter = recorded();
        let folded = fold(&inputs, &filter, "Net worth", &mut NoTrace);
        let snapshots = inputs.accounts.iter().filter_map(|one| one.snapshot.as_ref());
        let with_positions = snapshots.filter(|one| !one.protocols.positions.is_empty()).count();
        let is_read = inputs.accounts.iter().any(|one| one.snapshot.is_some());
        let coins = by_coin(&folded, &inputs.conversion);
        let unpriced = coins.values().filter(|coin| coin.value.is_none() || coin.is_partial);
        let unpriced = unpriced.count();
        let total = Coverage::of(&inputs, &folded).total();
        let figure = FigureId::new(recipe.id, from.owner, FigurePath::Sum(filter));
        Ok(Self {
            total: total.filter(|_| is_read || inputs.accounts.is_empty()),
            unpriced: u32::try_from(unpriced).unwrap_or(u32::MAX),
            coins,
            figure,
            with_positions,
        })
    }

    /// Returns the id of the value of a coin on a chain.
    pub fn figure_of(&self, (group, chain): &(String, ChainId)) -> FigureId {
        self.figure.beside(FigurePath::Sum(Filter {
            asset: Some(AssetSelection::Group(group.clone())),
            chain: Some(chain.clone()),
            ..recorded()
        }))
    }
}

fn by_coin(folded: &Folded, conversion: &Conversion) -> BTreeMap<(String, ChainId), CoinNow> {
    let mut coins: BTreeMap<(String, ChainId), CoinNow> = BTreeMap::new();
    for holding in folded.holdings.iter().filter(|one| counts(one)) {
        let value = holding.valued().map(|value| value.amount());
        let key = (holding.group.clone(), holding.account.chain.clone());
        match coins.get_mut(&key) {
            Some(coin) => {
                let add = |one: Option<Amount>, other: Option<Amount>| {
                    one.zip(other).and_then(|(one, other)| one.add(other).ok())
                };
                coin.quantity = add(coin.quantity, holding.quantity);
                coin.is_partial |= coin.value.is_some() != value.is_some();
                coin.value = add(coin.value, value).or(coin.value).or(value);
            }
            None => {
                coins.insert(
                    key,
                    CoinNow {
                        asset: holding.asset.clone(),
                        quantity: holding.quantity,
                        value,
                        is_partial: false,
                        price: price(holding, conversion),
                    },
                );
            }
        }
    }
    coins
}

/// Returns the price of a whole unit of what is held.
fn price(holding: &Holding, conversion: &Conversion) -> Option<Amount> {
    match holding.outcome {
        Outcome::Valued { price, .. } => conversion.of_dollars(price),
        Outcome::Unconverted(_) | Outcome::Gap(_) | Outcome::Hidden(_) => None,
    }
}

/// Returns whether a holding is shown: hidden ones are not.
fn counts(holding: &Holding) -> bool {
    !matches!(holding.outcome, Outcome::Hidden(_))
}
