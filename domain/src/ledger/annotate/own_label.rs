//! What a person calls addresses of others.

use ports::{Address, ChainId, LabelPlace, OwnLabel, wallet::Nickname};

use crate::{
    caller::Caller,
    ledger::{LedgerError, Ledgers},
};

/// The most labels of one person.
const MOST: usize = 10_000;

impl Ledgers {
    /// Sets what the caller calls an address on all chains of a namespace, or removes it. Only the caller sees it. An address
    /// of the caller's own wallets is refused, because its nickname is shown. Returns the address as the chain spells it.
    pub async fn set_label(
        &self,
        caller: &Caller,
        chain: &ChainId,
        address: &Address,
        label: Option<&str>,
    ) -> Result<Address, LedgerError> {
        let place = self.ports.chains.get(chain).and_then(|row| row.account(address));
        let address = place
            .ok_or_else(|| invalid("address", "This address is not valid on that network."))?
            .address;
        let owner = self.owner(caller).await?;
        if owner.own.contains_key(&address) {
            return Err(invalid(
                "address",
                "This is one of your wallets. Change its nickname instead.",
            ));
        }
        let label = label.map(str::trim).filter(|label| !label.is_empty());
        let text = label.map(str::parse::<Nickname>).transpose();
        let text = text.map_err(|_| invalid("label", "A label has 1 to 60 visible characters."))?;
        let place = LabelPlace::of(chain, &address);
        if text.is_some() && owner.own_labels.len() >= MOST && !owner.own_labels.contains_key(&place) {
            return Err(invalid(
                "label",
                "You have 10,000 labels. Remove one before adding another.",
            ));
        }
        let mut work = self.ports.storage.begin().await?;
        match text {
            Some(text) => {
                let label = OwnLabel {
                    user: caller.user,
                    place,
                    text,
                    set_at: self.ports.clock.now(),
                };
                work.own_labels().set(&label).await?;
            }
            None => {
                work.own_labels().clear(caller.user, &place).await?;
            }
        }
        work.commit().await?;
        Ok(address)
    }
}

fn invalid(field: &'static str, text: &str) -> LedgerError {
    LedgerError::Invalid {
        field,
        text: text.to_owned(),
    }
}
