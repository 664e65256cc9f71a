//! What happened to accounts: facts as sources reported them, entries of the ledger, and what users add to entries.

pub mod allowance;
pub mod annotation;
pub mod approval;
pub mod entry;
pub mod entry_asset;
pub mod fact;
pub mod history;
pub mod label;
pub mod market_update;
pub mod own_label;
pub mod reconciliation;
pub mod transaction_receipt;
pub mod transfer_match;

pub use allowance::{AccountAllowances, Allowance, AllowanceReader, AllowanceReading, AllowanceStore, AllowanceWriter};
pub use annotation::{Annotation, AnnotationReader, AnnotationWriter};
pub use approval::{Approval, ApprovalScope};
pub use entry::{Entry, EntryId, EntryReader, EntryWriter, TransactionId};
pub use entry_asset::{EntryAsset, EntryAssetReader, EntryAssetWriter};
pub use fact::{Fact, FactReader, FactWriter, Stream};
pub use history::{HistoryProgress, HistoryProgressReader, HistoryProgressWriter, HistoryReader};
pub use label::{Label, LabelKind, Labels};
pub use market_update::{MarketListing, MarketName, MarketOrigin, MarketUpdate, UnknownMarketOrigin};
pub use own_label::{LabelPlace, OwnLabel, OwnLabelReader, OwnLabelWriter};
pub use reconciliation::{AccountReconciliation, ReconciliationReader, ReconciliationWriter};
pub use transaction_receipt::TransactionReceiptReader;
pub use transfer_match::MatchSettings;
