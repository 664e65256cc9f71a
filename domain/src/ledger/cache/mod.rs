//! Books that stay in memory.

pub(in crate::ledger) mod book_cache;

#[cfg(test)]
pub(in crate::ledger) mod life;
#[cfg(test)]
pub(in crate::ledger) mod samples;
#[cfg(test)]
mod tests;
