//! The content of a mail before it is rendered: one description for the plain text and for the HTML.

/// The content of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    /// The subject: one line.
    pub(super) subject: String,
    /// The heading above the text.
    pub(super) heading: &'static str,
    /// What follows the heading, in this order.
    pub(super) parts: Vec<LetterPart>,
    /// Why the recipient gets this mail, below everything else.
    pub(super) footer: String,
}

/// A part of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LetterPart {
    /// A paragraph.
    Paragraph(String),
    /// A code to type, on a line of its own.
    Code(String),
    /// A link, in HTML as a button with this label.
    Link {
        /// The label of the button.
        label: &'static str,
        /// Where it leads.
        url: String,
    },
    /// A paragraph in smaller letters.
    Note(String),
}
