//! Why something is missing, odd or left out: a stable code and a sentence for people.

/// A stable code and a sentence to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Returns a stable code.
    pub code: &'static str,
    /// A sentence for people.
    pub text: String,
}
