//! Whether this server sends mails.

use std::{fmt, sync::Arc};

use super::{MailError, Mailer};

/// Whether this server sends mails. Where it does not, everything that needs them is off, and the reason is shown.
#[derive(Clone)]
pub enum MailDelivery {
    /// It does.
    On(Arc<dyn Mailer>),
    /// It does not.
    Off {
        /// Why, and what to do about it.
        reason: String,
    },
}

impl MailDelivery {
    /// Returns the mailer, or [`MailError::Off`].
    pub fn mailer(&self) -> Result<&dyn Mailer, MailError> {
        match self {
            Self::On(mailer) => Ok(mailer.as_ref()),
            Self::Off { .. } => Err(MailError::Off),
        }
    }

    /// Returns why no mails are sent; `None` where they are.
    #[must_use]
    pub fn off_reason(&self) -> Option<&str> {
        match self {
            Self::On(_) => None,
            Self::Off { reason } => Some(reason),
        }
    }
}

impl Default for MailDelivery {
    fn default() -> Self {
        Self::Off {
            reason: "This program has no mail server.".to_owned(),
        }
    }
}

impl fmt::Debug for MailDelivery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::On(mailer) => f.debug_tuple("On").field(&mailer.destination()).finish(),
            Self::Off { reason } => f.debug_struct("Off").field("reason", reason).finish(),
        }
    }
}
