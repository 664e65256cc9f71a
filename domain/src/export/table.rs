//! The tables of an export.

const USER: &[&str] = &[
    "id",
    "first_name",
    "last_name",
    "mobile",
    "mailing_list_address",
    "mailing_list_joined_at",
    "mailing_list_joined_from",
    "uploaded_files",
    "created_at",
    "registered_at",
    "signed_up_from",
    "delete_at",
    "share_link",
];
const EMAILS: &[&str] = &["address", "state", "set_at"];
const SIGN_IN_WALLETS: &[&str] = &["address", "chain", "linked_at"];
const SESSIONS: &[&str] = &["device", "network", "created_at", "used_at", "proved_at", "expires_at"];
const API_KEYS: &[&str] = &["name", "prefix", "scopes", "created_at", "used_at", "expires_at"];
const WALLETS: &[&str] = &[
    "position",
    "entered",
    "name",
    "address",
    "nickname",
    "wallet_app",
    "resolved_at",
    "previous_address",
    "created_at",
    "removed_at",
    "problem",
    "gap_limit",
];
const DERIVED_ADDRESSES: &[&str] = &["wallet_position", "script", "branch", "index", "address"];
const MANUAL_PRICES: &[&str] = &["asset", "price", "set_at"];
const HIDDEN_ASSETS: &[&str] = &["asset", "hidden"];
const ACCEPTED_DECIMALS: &[&str] = &["asset", "decimals"];
const ADDED_TOKENS: &[&str] = &["asset", "added_at"];
const ANNOTATIONS: &[&str] = &["account", "transaction", "key", "content", "set_at"];
const LABELS: &[&str] = &["namespace", "address", "label", "set_at"];
const FEEDBACK: &[&str] = &["sent_at", "section", "rating", "opinion", "text", "attachment"];
const ATTACHMENTS: &[&str] = &["id", "kind", "bytes", "added_at"];
const DISCLOSURES: &[&str] = &[
    "first_at",
    "last_at",
    "count",
    "host",
    "source",
    "purpose",
    "disclosed",
    "chain",
];
const ENTRIES: &[&str] = &[
    "account",
    "transaction",
    "time",
    "block",
    "kind",
    "protocol",
    "failed",
    "decoding",
    "role",
    "asset",
    "symbol",
    "amount",
    "amount_in_smallest_units",
    "token_id",
    "counterparty",
];

/// A table of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportTable {
    /// The user and what they state about themselves: one row.
    User,
    /// E-mail addresses.
    Emails,
    /// Wallets with which the user signs in.
    SignInWallets,
    /// Open sessions.
    Sessions,
    /// API keys, without their tokens.
    ApiKeys,
    /// Watched wallets, and removed ones that can be restored.
    Wallets,
    /// Addresses derived from extended public keys.
    DerivedAddresses,
    /// Prices that the user set.
    ManualPrices,
    /// Assets that the user hid or showed.
    HiddenAssets,
    /// Decimals of tokens that the user accepted.
    AcceptedDecimals,
    /// Tokens that the user added.
    AddedTokens,
    /// Notes, marks, costs and decisions on matches.
    Annotations,
    /// What the user calls addresses.
    Labels,
    /// Feedback that the user sent.
    Feedback,
    /// Files that the user attached, without their content.
    Attachments,
    /// What providers received.
    Disclosures,
    /// The entries of the ledger, with a row for each movement.
    Entries,
}

impl ExportTable {
    /// Every table, in the order of the archive.
    pub const ALL: [Self; 17] = [
        Self::User,
        Self::Emails,
        Self::SignInWallets,
        Self::Sessions,
        Self::ApiKeys,
        Self::Wallets,
        Self::DerivedAddresses,
        Self::ManualPrices,
        Self::HiddenAssets,
        Self::AcceptedDecimals,
        Self::AddedTokens,
        Self::Annotations,
        Self::Labels,
        Self::Feedback,
        Self::Attachments,
        Self::Disclosures,
        Self::Entries,
    ];

    /// Returns the name of its files, without an extension.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Emails => "emails",
            Self::SignInWallets => "sign-in-wallets",
            Self::Sessions => "sessions",
            Self::ApiKeys => "api-keys",
            Self::Wallets => "wallets",
            Self::DerivedAddresses => "derived-addresses",
            Self::ManualPrices => "manual-prices",
            Self::HiddenAssets => "hidden-assets",
            Self::AcceptedDecimals => "accepted-decimals",
            Self::AddedTokens => "added-tokens",
            Self::Annotations => "annotations",
            Self::Labels => "labels",
            Self::Feedback => "feedback",
            Self::Attachments => "attachments",
            Self::Disclosures => "disclosures",
            Self::Entries => "transactions",
        }
    }

    /// Returns what it has, as a sentence for people.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::User => {
                "You: your names, mobile number and address on the mailing list, how many files you uploaded, and when and \
                 where you started and signed up."
            }
            Self::Emails => "Your email addresses. A pending one is not confirmed yet.",
            Self::SignInWallets => "The wallets with which you sign in.",
            Self::Sessions => "Where you are signed in.",
            Self::ApiKeys => "Your API keys, without the keys themselves.",
            Self::Wallets => "The wallets that you watch, in your order, and those you removed less than a day ago.",
            Self::DerivedAddresses => "The addresses that belong to your extended public keys.",
            Self::ManualPrices => "Prices that you set, in dollars per unit.",
            Self::HiddenAssets => "Assets that you hid, or showed although a rule hides them.",
            Self::AcceptedDecimals => "Decimals of tokens that you accepted.",
            Self::AddedTokens => "Tokens that you added by their contract address.",
            Self::Annotations => {
                "What you added to transactions: notes, marks, costs, and your decisions on transfers."
            }
            Self::Labels => "What you call addresses.",
            Self::Feedback => "Feedback that you sent to the operator of this server.",
            Self::Attachments => "Files that you attached. The files themselves are in the folder attachments.",
            Self::Disclosures => "Which providers received your addresses, per day, as on the Privacy page.",
            Self::Entries => "Your transactions, with a row for each movement. Amounts are exact.",
        }
    }

    /// Returns the names of its columns.
    #[must_use]
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            Self::User => USER,
            Self::Emails => EMAILS,
            Self::SignInWallets => SIGN_IN_WALLETS,
            Self::Sessions => SESSIONS,
            Self::ApiKeys => API_KEYS,
            Self::Wallets => WALLETS,
            Self::DerivedAddresses => DERIVED_ADDRESSES,
            Self::ManualPrices => MANUAL_PRICES,
            Self::HiddenAssets => HIDDEN_ASSETS,
            Self::AcceptedDecimals => ACCEPTED_DECIMALS,
            Self::AddedTokens => ADDED_TOKENS,
            Self::Annotations => ANNOTATIONS,
            Self::Labels => LABELS,
            Self::Feedback => FEEDBACK,
            Self::Attachments => ATTACHMENTS,
            Self::Disclosures => DISCLOSURES,
            Self::Entries => ENTRIES,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_table_has_a_name_of_its_own() {
        let names: BTreeSet<_> = ExportTable::ALL.iter().map(|table| table.name()).collect();
        assert_eq!(names.len(), ExportTable::ALL.len());
    }
}
