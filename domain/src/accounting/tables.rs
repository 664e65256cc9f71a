//! What the indexes of movements stand for.

/// The accounts and assets of a ledger.
#[derive(Clone, Debug, Default)]
pub struct LedgerTables {
    /// The assets, by index.
    pub assets: Vec<AssetRow>,
    /// The accounts, by index.
    pub accounts: Vec<AccountRow>,
    /// The currency of prices and values, for explanations.
    pub currency: String,
}

/// An asset of a ledger.
#[derive(Clone, Debug)]
pub struct AssetRow {
    /// Its symbol, for explanations.
    pub symbol: String,
    /// Where its lots are kept.
    pub pool: AssetPool,
    /// What it is.
    pub form: AssetForm,
}

/// What an asset is, as far as its lots are concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AssetForm {
    /// Balances change by movements alone.
    #[default]
    Plain,
    /// Balances also grow without movements, such as those of tokens of lending pools.
    Rebasing,
    /// What was deposited somewhere that gave no token for it. It is in no account.
    Position,
}

/// Where the lots of an asset are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssetPool {
    /// With those of this asset, by its index: its own, or another asset that is the same coin on another chain.
    With(u32),
    /// Nowhere: money is outside the portfolio and has neither lots nor balances.
    Outside,
}

/// An account of a ledger.
#[derive(Clone, Debug)]
pub struct AccountRow {
    /// Its name, for explanations.
    pub label: String,
    /// The chain or exchange that it is on, as an index of the caller's.
    pub chain: u32,
}

impl LedgerTables {
    /// Returns the pool of an asset; `None` for money. An asset without a row has a pool of its own.
    #[inline]
    #[must_use]
    pub fn pool(&self, asset: u32) -> Option<u32> {
        match self.asset(asset).map(|row| row.pool) {
            None => Some(asset),
            Some(AssetPool::With(pool)) => Some(pool),
            Some(AssetPool::Outside) => None,
        }
    }

    /// Returns what an asset is.
    #[must_use]
    pub fn form(&self, asset: u32) -> AssetForm {
        self.asset(asset).map_or_else(AssetForm::default, |row| row.form)
    }

    /// Returns the symbol of an asset for an explanation.
    #[must_use]
    pub fn symbol(&self, asset: u32) -> &str {
        self.asset(asset).map_or("?", |row| &row.symbol)
    }

    /// Returns the label of an account for an explanation.
    #[must_use]
    pub fn label(&self, account: u32) -> &str {
        self.account(account).map_or("?", |row| &row.label)
    }

    /// Returns the chain of an account; `None` for an account without a row.
    #[must_use]
    pub fn chain(&self, account: u32) -> Option<u32> {
        self.account(account).map(|row| row.chain)
    }

    fn asset(&self, asset: u32) -> Option<&AssetRow> {
        self.assets.get(usize::try_from(asset).ok()?)
    }

    fn account(&self, account: u32) -> Option<&AccountRow> {
        self.accounts.get(usize::try_from(account).ok()?)
    }
}
