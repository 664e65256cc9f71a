//! Balances that depend on who makes the call.

use super::{Balances, TokenToRead, amount};
use crate::chain::evm::{
    call::{CallOutcome, EvmCall},
    calls::{BATCH_SIZE, BlockCaller},
    network::CallerComparison,
};

/// The number of tokens per reading whose balance is compared with that for a call from the account: as many as fit
/// into one batch.
const COMPARED: usize = BATCH_SIZE;

impl Balances<'_> {
    /// Marks tokens as unreadable whose balance depends on the caller: those that return another balance to the
    /// account itself than to Multicall3 or to a call without a sender.
    ///
    /// At most [`COMPARED`] tokens are compared in one reading, which is one request where the node accepts batches.
    /// Tokens that were never compared come first; a token that returned equal balances is not compared again. A
    /// failed call proves nothing about the token and leaves its balance as it was read.
    pub(super) async fn compare_callers(&self, caller: &BlockCaller<'_>, tokens: &mut [(TokenToRead, CallOutcome)]) {
        let balance = |outcome: &CallOutcome| outcome.as_ref().ok().and_then(|bytes| amount(bytes).ok());
        let mut waiting: Vec<(Option<CallerComparison>, usize)> = {
            let known = self.network.compared();
            let waits = |(at, (token, outcome)): (usize, &(TokenToRead, CallOutcome))| {
                let before = known.get(&token.contract).copied();
                let is_held = balance(outcome).is_some_and(|raw| !raw.is_zero());
                (is_held && before != Some(CallerComparison::Same)).then_some((before, at))
            };
            tokens.iter().enumerate().filter_map(waits).collect()
        };
        waiting.sort_unstable();
        let selected = waiting.iter().take(COMPARED);
        let calls: Vec<EvmCall> = selected.map(|(_, at)| self.own_call(&tokens[*at].0)).collect();
        // If the whole batch fails, the tokens remain uncompared.
        let mut owns = caller.separately(&calls).await.unwrap_or_default().into_iter();
        for (before, at) in waiting {
            let (token, outcome) = &mut tokens[at];
            let Some(general) = balance(outcome) else { continue };
            let own = owns.next().map(|own| balance(&own));
            let compared = match own {
                Some(Some(own)) if own == general => CallerComparison::Same,
                Some(Some(own)) => {
                    *outcome = Err(format!(
                        "its balance depends on who makes the call: {general} in general and {own} for this address, \
                         in the smallest unit"
                    ));
                    CallerComparison::Different
                }
                // The balances differed before, and this comparison does not refute it.
                _ if before == Some(CallerComparison::Different) => {
                    *outcome = Err("its balance depends on who makes the call".to_owned());
                    CallerComparison::Different
                }
                Some(None) => CallerComparison::Failed,
                None => continue,
            };
            self.network.compared().insert(token.contract.clone(), compared);
        }
    }

    /// Returns the balance call with the account itself as the caller.
    fn own_call(&self, token: &TokenToRead) -> EvmCall {
        EvmCall::As {
            from: self.account.address.clone(),
            to: token.contract.clone(),
            data: self.balance_of(),
        }
    }
}
