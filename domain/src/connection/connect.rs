//! Connects an account at an exchange, or replaces its key.

use ports::{
    AccountId, AccountIdHash, Address, Chain, ChainId, ExchangeCredential, ExchangeKey, HistoryProgress, MappedCode,
    Ports, StorageError, Timestamp, UnitOfWork, UserId, Wallet, WalletId, account::Activity, address::ExchangeAccount,
    wallet::Nickname,
};

use crate::{
    account::open,
    caller::Caller,
    chain::ParsedRow,
    connection::{
        Connections,
        check::{CheckedKey, checked, exchange, key_of},
        error::ConnectionError,
        rows::{accounts_at, connected, is_named},
    },
    job::{self, READ_HISTORY},
    wallet::{WalletInput, new_wallet},
};

/// A request to connect an account at an exchange.
pub struct ConnectAccount {
    /// The row of the exchange.
    pub exchange: ChainId,
    /// What the user calls the account. If an account there has this name already, its key is replaced.
    pub name: Nickname,
    /// Whether the user knows what [`KeyWarning`](crate::connection::KeyWarning) says about the key.
    pub accepts_warnings: bool,
}

impl Connections {
    /// Connects an account at an exchange under a name, or replaces the key of the account there with this name, and enqueues its
    /// reading. `field` returns what was entered for a field of the key. The rights of the key are requested from the exchange first; a key that
    /// may do more than read is not stored.
    pub async fn connect(
        &self,
        caller: &Caller,
        request: &ConnectAccount,
        field: impl FnMut(&str) -> Option<String>,
    ) -> Result<Wallet, ConnectionError> {
        self.registered(caller).await?;
        let (chain, reader) = exchange(&self.ports, &request.exchange)?;
        let key = key_of(&**reader, field)?;
        let api_key = key.get(ExchangeKey::API_KEY).map(str::to_owned);
        let has_key =
            |one: &ExchangeCredential| api_key.is_some() && one.key.get(ExchangeKey::API_KEY) == api_key.as_deref();
        self.check_other_accounts(caller, &chain, &request.name, has_key)
            .await?;
        let account = self.address_of(caller, &chain, &request.name).await?;
        // No unit of work is open during the requests to the exchange.
        let checked = checked(&self.ports, &**reader, (&account, key), request.accepts_warnings).await?;
        self.check_id_hashes(caller, &chain, &request.name, &checked.id_hashes)
            .await?;
        self.store(caller, (&chain, account), request, checked).await
    }

    /// Returns the caller's user; an error for anonymous ones.
    pub(super) async fn registered(&self, caller: &Caller) -> Result<UserId, ConnectionError> {
        let user = self.ports.stores.users.find(caller.user).await?;
        let user = user.ok_or(ConnectionError::NoUser)?;
        let is_registered = user.registered_at.is_some();
        is_registered.then_some(user.id).ok_or(ConnectionError::NotRegistered)
    }

    /// Returns the address of the account with this name, or that of a new one.
    pub(super) async fn address_of(
        &self,
        caller: &Caller,
        chain: &Chain,
        name: &Nickname,
    ) -> Result<Address, ConnectionError> {
        let rows = connected(self.ports.stores.wallets.of_user(caller.user).await?, chain);
        let known = rows.iter().find(|row| row.nickname.as_ref() == Some(name));
        let account = known.and_then(|row| row.address.clone());
        account.map_or_else(|| self.new_address(chain), Ok)
    }

    /// Fails where an account of the user with another name has one of these ids, so that nothing counts twice.
    pub(super) async fn check_id_hashes(
        &self,
        caller: &Caller,
        chain: &Chain,
        name: &Nickname,
        id_hashes: &[AccountIdHash],
    ) -> Result<(), ConnectionError> {
        let has_hash = |one: &ExchangeCredential| one.id_hashes.iter().any(|hash| id_hashes.contains(hash));
        self.check_other_accounts(caller, chain, name, has_hash).await
    }

    /// Fails where the key of an account of the user with another name is the same.
    async fn check_other_accounts(
        &self,
        caller: &Caller,
        chain: &Chain,
        name: &Nickname,
        is_same: impl Fn(&ExchangeCredential) -> bool,
    ) -> Result<(), ConnectionError> {
        let rows = connected(self.ports.stores.wallets.of_user(caller.user).await?, chain);
        let credentials = self.ports.stores.exchange_credentials.of_user(caller.user).await?;
        let same = credentials.iter().filter(|one| is_same(one));
        let other = same.filter_map(|one| rows.iter().find(|row| row.id == one.wallet));
        let mut other = other.filter(|row| row.nickname.as_ref() != Some(name));
        other
            .next()
            .map_or(Ok(()), |row| Err(ConnectionError::KeyTaken(row.label())))
    }

    /// Stores a key that was checked, with its row.
    pub(super) async fn store(
        &self,
        caller: &Caller,
        (chain, account): (&Chain, Address),
        request: &ConnectAccount,
        checked: CheckedKey,
    ) -> Result<Wallet, ConnectionError> {
        let now = self.ports.clock.now();
        let histories = self.histories(chain, &account).await?;
        let codes = self.codes(caller, chain).await?;
        let mut work = self.ports.storage.begin().await?;
        let user = work.users().lock(caller.user).await?.ok_or(ConnectionError::NoUser)?;
        let mut rows = work.wallets().of_user(user.id, now).await?;
        rows.retain(|row| row.removed_at.is_none());
        let known = rows.iter().find(|row| is_named(row, chain, &request.name));
        // The account may have been renamed or removed during these requests.
        let wallet = match known {
            Some(wallet) => wallet.clone(),
            None => {
                self.new_row(work.as_mut(), caller, (account, request), rows.len())
                    .await?
            }
        };
        let account = wallet.address.clone().ok_or(ConnectionError::NotFound)?;
        work.users().set_version(user.id, user.version + 1).await?;
        work.exchange_credentials()
            .save(&ExchangeCredential {
                wallet: wallet.id,
                user: user.id,
                account: account.clone(),
                key: checked.key,
                rights: checked.rights,
                id_hashes: checked.id_hashes,
                checked_at: now,
                created_at: now,
            })
            .await?;
        let accounts = open(&self.ports, work.as_mut(), &[&account], now).await?;
        prepare(work.as_mut(), &accounts, &codes, now).await?;
        job::enqueue_readings(&self.ports, work.as_mut(), &accounts, now).await?;
        read_again(&self.ports, work.as_mut(), histories, now).await?;
        work.commit().await?;
        Ok(wallet)
    }

    /// Returns how far the history of an account is read, where its key is replaced.
    async fn histories(&self, chain: &Chain, address: &Address) -> Result<Vec<HistoryProgress>, StorageError> {
        let account = chain.account(address);
        let accounts: Vec<AccountId> = account.into_iter().collect();
        self.ports.stores.history_progress.of_accounts(&accounts).await
    }

    /// Returns what the user stated about codes in their accounts at an exchange.
    pub(super) async fn codes(&self, caller: &Caller, chain: &Chain) -> Result<Vec<MappedCode>, StorageError> {
        let rows = self.ports.stores.wallets.of_user(caller.user).await?;
        let accounts = accounts_at(rows, chain);
        self.ports.stores.mapped_codes.of_accounts(&accounts).await
    }

    /// Returns the address of a new account at an exchange.
    pub(super) fn new_address(&self, chain: &Chain) -> Result<Address, ConnectionError> {
        let name = chain.exchange();
        let account = name.and_then(|name| ExchangeAccount::new(name, &self.ports.entropy.bytes()));
        let account = account.ok_or_else(|| ConnectionError::NotRead(chain.id.clone()))?;
        Ok(Address::exchange(&account))
    }

    /// Stores the row of a new account.
    pub(super) async fn new_row(
        &self,
        work: &mut dyn UnitOfWork,
        caller: &Caller,
        (address, request): (Address, &ConnectAccount),
        present: usize,
    ) -> Result<Wallet, ConnectionError> {
        let limit = self.ports.person_limits.wallets;
        if present >= limit {
            return Err(ConnectionError::TooMany { limit });
        }
        let inputs = WalletInput {
            text: address.to_string(),
            parsed: ParsedRow::Address(address),
        };
        let now = self.ports.clock.now();
        let wallet = Wallet {
            position: u32::try_from(present).unwrap_or(u32::MAX),
            nickname: Some(request.name.clone()),
            ..new_wallet(caller.user, &inputs, now, WalletId::new(self.ports.ids.next()))
        };
        work.wallets().save(&wallet).await?;
        Ok(wallet)
    }

    /// Changes the name of an account.
    pub async fn rename(
        &self,
        caller: &Caller,
        exchange: &ChainId,
        name: &Nickname,
        to: Nickname,
    ) -> Result<Wallet, ConnectionError> {
        let chain = self.chain(exchange)?;
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        work.users().lock(caller.user).await?.ok_or(ConnectionError::NoUser)?;
        let rows = connected(work.wallets().of_user(caller.user, now).await?, chain);
        if to != *name && rows.iter().any(|row| row.nickname.as_ref() == Some(&to)) {
            return Err(ConnectionError::NameTaken(to.as_str().to_owned()));
        }
        let row = rows.into_iter().find(|row| row.nickname.as_ref() == Some(name));
        let mut row = row.ok_or(ConnectionError::NotFound)?;
        row.nickname = Some(to);
        work.wallets().save(&row).await?;
        work.commit().await?;
        Ok(row)
    }

    /// Returns the row of an exchange among the chains.
    pub(super) fn chain(&self, exchange: &ChainId) -> Result<&Chain, ConnectionError> {
        let chain = self
            .ports
            .chains
            .get(exchange)
            .filter(|chain| chain.exchange().is_some());
        chain.ok_or_else(|| ConnectionError::NotRead(exchange.clone()))
    }
}

/// Returns what is stated about the codes of an exchange, for another account there. It has the same codes.
pub(super) fn of_account(codes: &[MappedCode], account: &AccountId) -> Vec<MappedCode> {
    let copy = |one: &MappedCode| MappedCode {
        account: account.clone(),
        ..one.clone()
    };
    codes.iter().map(copy).collect()
}

/// Lets accounts be read, also those that had files alone, and states of each what the codes at its exchange mean.
async fn prepare(
    work: &mut dyn UnitOfWork,
    accounts: &[AccountId],
    codes: &[MappedCode],
    now: Timestamp,
) -> Result<(), StorageError> {
    work.accounts().set_activity(accounts, Activity::Unknown, now).await?;
    for account in accounts {
        for code in of_account(codes, account) {
            work.mapped_codes().set(&code).await?;
        }
    }
    Ok(())
}

/// Reads histories from their start once more: another key may read what the previous one could not.
async fn read_again(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    histories: Vec<HistoryProgress>,
    now: Timestamp,
) -> Result<(), StorageError> {
    for known in histories {
        let unread = HistoryProgress {
            cap: known.cap,
            ..HistoryProgress::unread(&known.account, known.stream, now)
        };
        work.history_progress().set(&unread).await?;
        let again = READ_HISTORY.job(ports, &known.account.to_string(), now);
        work.jobs().enqueue(&again, now).await?;
    }
    Ok(())
}
