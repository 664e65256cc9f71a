//! The newest state of the accounts that a valuation covers.

use std::collections::BTreeMap;

use ports::{AccountId, Ports, StorageError};

use crate::valuation::inputs::{
    discovery::{self, Discovery},
    missed::Missed,
    recipe::BodyAccount,
    unreconciled,
    viewpoint::Viewpoint,
};

/// Returns the newest state of these accounts that is visible from the viewpoint, as recorded in a recipe, and what was
/// not looked for in them.
pub async fn newest(
    ports: &Ports,
    from: &Viewpoint,
    ids: &[AccountId],
) -> Result<(Vec<BodyAccount>, Missed), StorageError> {
    let states = ports.stores.accounts.states(ids).await?;
    let Discovery { partial, missed } = discovery::of(ports, from, &states).await?;
    let unreconciled = unreconciled::of(ports, from, &states).await?;
    let mut states: BTreeMap<_, _> = states.into_iter().map(|state| (state.id.clone(), state)).collect();
    let accounts = ids
        .iter()
        .map(|id| {
            let state = states.remove(id);
            let activity = state.as_ref().map(|state| state.activity).unwrap_or_default();
            let (latest, read_at, failure) =
                state.map_or((None, None, None), |state| (state.latest, state.read_at, state.failure));
            BodyAccount {
                id: id.clone(),
                activity,
                snapshot: latest.filter(|_| read_at.is_some_and(|at| from.sees(at))),
                failure: failure.filter(|failure| from.sees(failure.at)),
                partial: partial.contains(id),
                unreconciled: unreconciled.get(id).copied(),
                moved: Vec::new(),
            }
        })
        .collect();
    Ok((accounts, missed))
}
