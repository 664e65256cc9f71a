//! Storage: the stores of every kind of row, and units of work, which are database transactions.

use std::sync::Arc;

use async_trait::async_trait;

use crate::storage::StorageError;

/// Opens units of work, and operates on the database as a whole.
#[async_trait]
pub trait Storage: Send + Sync {
    /// Opens a unit of work. Never hold one across a remote call: on SQLite it is the only writer. Until it ends, read
    /// through it only: a database in memory blocks other readers.
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError>;

    /// Opens a unit of work whose statements have no time limit, for erasure and maintenance.
    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError>;

    /// Removes erased data from the database's files as well, where the database keeps copies of it there.
    async fn scrub(&self) -> Result<(), StorageError>;

    /// Returns the kind of database (`sqlite`, `postgres`), as shown to users.
    fn kind(&self) -> &'static str;

    /// Checks that writing and reading work.
    async fn check(&self) -> Result<(), StorageError>;

    /// Checks that the keys of this process still open what is stored. Storages that encrypt nothing have nothing to check.
    async fn check_keys(&self) -> Result<(), StorageError> {
        Ok(())
    }

    /// Returns how many bytes the disk of the database has left for this process. `None` where the database is not a file of
    /// this machine.
    async fn room(&self) -> Result<Option<u64>, StorageError> {
        Ok(None)
    }
}

/// Defines the stores, from a line for each kind of row: its name, its traits, and after `of` the type of its rows where they
/// belong to users. The line expands into fields of [`Stores`], methods of [`UnitOfWork`], and arguments of the macros
/// [`with_writers`](crate::with_writers) and [`with_owned_rows`](crate::with_owned_rows).
macro_rules! stores {
    (
        $d:tt
        both { $($(#[$both_doc:meta])* $both:ident: $reader:ident, $writer:ident $(of $both_row:ident)?;)* }
        read { $($(#[$read_doc:meta])* $read:ident: $store:ident $(of $read_row:ident)?;)* }
        write { $($(#[$write_doc:meta])* $write:ident: $only_writer:ident $(of $write_row:ident)?;)* }
    ) => {
        /// The reading side of storage, one port for each kind of row.
        #[derive(Clone)]
        pub struct Stores {
            $($(#[$both_doc])* pub $both: Arc<dyn $crate::$reader>,)*
            $($(#[$read_doc])* pub $read: Arc<dyn $crate::$store>,)*
        }

        impl Stores {
            /// Returns the stores of a storage that implements every reader.
            #[must_use]
            pub fn of<S>(storage: &Arc<S>) -> Self
            where
                S: $($crate::$reader +)* $($crate::$store +)* 'static,
            {
                Self {
                    $($both: storage.clone(),)*
                    $($read: storage.clone(),)*
                }
            }
        }

        /// A database transaction: [`commit`](UnitOfWork::commit) keeps all its changes, dropping it discards them.
        ///
        /// The one trait with more than seven methods: it has one for every kind of row that a transaction can change.
        #[async_trait]
        pub trait UnitOfWork: Send {
            $($(#[$both_doc])* fn $both(&mut self) -> &mut dyn $crate::$writer;)*
            $($(#[$write_doc])* fn $write(&mut self) -> &mut dyn $crate::$only_writer;)*
            /// Commits every change of the unit of work.
            async fn commit(self: Box<Self>) -> Result<(), StorageError>;
        }

        /// Calls a macro with `name: Writer;` for each writer of a unit of work.
        #[macro_export]
        macro_rules! with_writers {
            ($d then:ident) => {
                $d then! { $($both: $crate::$writer;)* $($write: $crate::$only_writer;)* }
            };
        }

        /// The methods of a [`UnitOfWork`] that implements every writer itself.
        #[macro_export]
        macro_rules! own_writers {
            () => {
                $(fn $both(&mut self) -> &mut dyn $crate::$writer {
                    self
                })*
                $(fn $write(&mut self) -> &mut dyn $crate::$only_writer {
                    self
                })*
            };
        }

        /// Calls a macro with the arguments and the types of all rows that belong to users, which are moved, erased and exported
        /// with them: a type that lacks what the macro needs does not compile.
        #[macro_export]
        macro_rules! with_owned_rows {
            ($d then:ident $d($d argument:expr),*) => {
                $d then! {
                    [$d($d argument),*]
                    $($($crate::$both_row,)?)* $($($crate::$read_row,)?)* $($($crate::$write_row,)?)*
                }
            };
        }
    };
}

stores! {
    $
    both {
        /// Users.
        users: UserReader, UserWriter;
        /// What users state about themselves.
        user_details: UserDetailsReader, UserDetailsWriter of UserDetails;
        /// What users chose for their portfolio.
        user_settings: UserSettingsReader, UserSettingsWriter of UserSettings;
        /// The e-mail addresses of users.
        user_emails: UserEmailReader, UserEmailWriter of UserEmail;
        /// Wallets with which users sign in.
        sign_in_wallets: SignInWalletReader, SignInWalletWriter of SignInWallet;
        /// Sessions.
        sessions: SessionReader, SessionWriter of Session;
        /// API keys.
        api_keys: ApiKeyReader, ApiKeyWriter of ApiKey;
        /// Shares and visitors' sessions.
        shares: ShareReader, ShareWriter of Share;
        /// Wallets.
        wallets: WalletReader, WalletWriter of Wallet;
        /// Addresses derived from extended public keys.
        extended_keys: ExtendedKeyReader, ExtendedKeyWriter;
        /// Keys of exchanges.
        exchange_credentials: ExchangeCredentialReader, ExchangeCredentialWriter of ExchangeCredential;
        /// Files of exchanges that were imported into accounts.
        exchange_files: ExchangeFileReader, ExchangeFileWriter;
        /// What people state that codes of assets at exchanges mean.
        mapped_codes: MappedCodeReader, MappedCodeWriter;
        /// The markets of accounts at exchanges that list trades by market.
        exchange_markets: ExchangeMarketReader, ExchangeMarketWriter;
        /// Accounts and the state of reading them.
        accounts: AccountReader, AccountWriter;
        /// Resolved names.
        names: NameReader, NameWriter;
        /// Assets, and the tokens to read in each account.
        assets: AssetReader, AssetWriter;
        /// Snapshots of accounts.
        snapshots: SnapshotReader, SnapshotWriter;
        /// Quotes of prices.
        quotes: QuoteReader, QuoteWriter;
        /// Exchange rates.
        currencies: CurrencyReader, CurrencyWriter;
        /// Prices that users set.
        manual_prices: ManualPriceReader, ManualPriceWriter of ManualPrice;
        /// Assets that users hid.
        hidden_assets: HiddenAssetReader, HiddenAssetWriter of HiddenAsset;
        /// What users changed of the rules of insights.
        insight_settings: InsightSettingReader, InsightSettingWriter of InsightSetting;
        /// What is remembered of the insights of users.
        insight_states: InsightStateReader, InsightStateWriter of InsightState;
        /// Decimals that users accepted.
        accepted_decimals: AcceptedDecimalsReader, AcceptedDecimalsWriter of AcceptedDecimals;
        /// Tokens that users added.
        added_tokens: AddedTokenReader, AddedTokenWriter of AddedToken;
        /// Jobs.
        jobs: JobQueue, JobWriter;
        /// The last success and failure of each source.
        sources: SourceReader, SourceWriter;
        /// Facts that sources reported about accounts.
        facts: FactReader, FactWriter;
        /// Entries of the ledger.
        entries: EntryReader, EntryWriter;
        /// The progress of reading histories.
        history_progress: HistoryProgressReader, HistoryProgressWriter;
        /// What users added to entries.
        annotations: AnnotationReader, AnnotationWriter of Annotation;
        /// The labels that users give to addresses.
        own_labels: OwnLabelReader, OwnLabelWriter of OwnLabel;
        /// What users say about the product.
        feedback: FeedbackReader, FeedbackWriter of Feedback;
        /// Files that users attach.
        attachments: AttachmentReader, AttachmentWriter of Attachment;
        /// The last comparison of each account's entries with its balances.
        reconciliations: ReconciliationReader, ReconciliationWriter;
        /// What accounts allow others to move.
        allowances: AllowanceStore, AllowanceWriter;
        /// Daily closing prices.
        past_prices: PastPriceReader, PastPriceWriter;
        /// The assets whose past prices the ledgers need.
        entry_assets: EntryAssetReader, EntryAssetWriter;
        /// Quotes near the moments of entries.
        moment_quotes: MomentQuoteReader, MomentQuoteWriter;
        /// The queue of mails.
        mails: MailReader, MailWriter;
    }
    read {
        /// Recipes of valuations.
        recipes: RecipeStore of Recipe;
        /// Changes of jobs.
        job_changes: JobChangeReader;
        /// The privacy ledger: what was disclosed to which host.
        disclosures: DisclosureStore;
    }
    write {
        /// Codes that prove e-mail addresses.
        email_codes: EmailCodeWriter of EmailCode;
        /// Requests for consent at exchanges.
        oauth_states: OAuthStateWriter of OAuthState;
        /// Registering and merging users.
        registrations: RegistrationWriter of Merge;
        /// The tokens that each list names.
        token_lists: TokenListWriter;
        /// Rate-limit counters.
        counters: CounterWriter;
        /// Idempotency keys.
        idempotency: IdempotencyWriter of IdempotentCall;
    }
}
