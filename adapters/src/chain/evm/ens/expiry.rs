//! The expiry of registrations below `.eth`.

use std::time::Duration;

use alloy_primitives::{U256, keccak256};
use alloy_sol_types::SolCall;
use ports::{Address, Day, Name, RemoteError, Timestamp, name::ResolveError};

use super::{lookup::Lookup, wire::ContractAnswer};
use crate::chain::evm::contracts::EthRegistrar;

/// How long after the expiry only the previous owner can renew a registration.
const GRACE: Duration = Duration::from_hours(90 * 24);

/// Returns the label below `.eth` whose registration a name depends on, or `None` for other names.
fn registered_label(name: &Name) -> Option<&str> {
    name.as_str().strip_suffix(".eth")?.rsplit('.').next()
}

impl Lookup<'_> {
    /// Returns when the registration of a name expires, or `None` where the registrar has no answer.
    pub(super) async fn expiry(&self, registrar: &Address, name: &Name) -> Result<Option<Timestamp>, RemoteError> {
        let Some(label) = registered_label(name) else {
            return Ok(None);
        };
        let id = U256::from_be_bytes(keccak256(label.as_bytes()).0);
        let call = EthRegistrar::nameExpiresCall { id };
        Ok(match self.call(registrar, &call.abi_encode()).await? {
            ContractAnswer::Bytes(bytes) => moment(&bytes),
            ContractAnswer::OffChain | ContractAnswer::NoResolver | ContractAnswer::Failed => None,
        })
    }
}

/// Decodes a Unix time in seconds. Zero means that the name was never registered.
fn moment(bytes: &[u8]) -> Option<Timestamp> {
    let seconds = EthRegistrar::nameExpiresCall::abi_decode_returns(bytes).ok()?;
    let millis = seconds.checked_mul(U256::from(1000))?;
    let millis = i64::try_from(millis).unwrap_or(i64::MAX);
    (millis > 0).then(|| Timestamp::from_millis(millis))
}

/// Returns the error of an expired name, or `None` while it is registered.
pub(super) fn expired(expires: Timestamp, now: Timestamp) -> Option<ResolveError> {
    let renewable = expires.plus(GRACE);
    (expires <= now).then(|| ResolveError::Expired {
        on: Day::of(expires),
        renewable_until: Day::of(renewable),
        is_renewable: now < renewable,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_label_is_the_registered_one() {
        for (name, label) in [
            ("vitalik.eth", Some("vitalik")),
            ("pay.vitalik.eth", Some("vitalik")),
            ("example.com", None),
        ] {
            assert_eq!(registered_label(&name.parse().unwrap()), label);
        }
    }

    #[test]
    fn a_registration_ends_and_can_be_renewed_for_ninety_days() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        let at = |text: &str| day(text).start();
        let on = at("2025-03-01");
        assert_eq!(expired(on, at("2025-02-28")), None);
        let found = |now| expired(on, now);
        let expected = |is_renewable| {
            Some(ResolveError::Expired {
                on: day("2025-03-01"),
                renewable_until: day("2025-05-30"),
                is_renewable,
            })
        };
        assert_eq!(found(at("2025-05-29")), expected(true));
        assert_eq!(found(at("2025-05-30")), expected(false));
        assert_eq!(moment(&[0; 32]), None);
        assert_eq!(moment(&[]), None);
    }
}
