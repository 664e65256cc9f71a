//! The texts of all mails. None of them has text that a person typed: no name, no nickname, no address.

use std::time::Duration;

use ports::{EmailAddress, Mail, MailId, Timestamp, mail::MailPurpose};

use crate::mail::{
    html,
    letter::{Letter, LetterPart},
    text,
};

/// How long a notice is useful. A server that takes no mail for longer loses it.
const NOTICE_EXPIRES_AFTER: Duration = Duration::from_hours(48);
/// A link that is opened elsewhere signs in there, but adds nothing of the anonymous user of the first browser.
const SAME_BROWSER: &str =
    "Did you add wallets before you entered your email? To keep them, open the link in the same browser.";
/// The path of the page that a link opens.
const VERIFY_PATH: &str = "/verify-email?token=";

/// A code and when it expires.
#[derive(Clone, Copy)]
pub struct MailCode<'a> {
    /// The code, as it is to be typed.
    pub code: &'a str,
    /// When it expires.
    pub until: Timestamp,
}

/// The token of a link and when it expires.
#[derive(Clone, Copy)]
pub struct MailLink<'a> {
    /// The token, in characters that need no escaping in a URL.
    pub token: &'a str,
    /// When it expires.
    pub until: Timestamp,
}

/// A mail to write.
#[derive(Clone, Copy)]
pub enum MailTemplate<'a> {
    /// A code and a link to sign in.
    SignInCode {
        /// The code.
        code: MailCode<'a>,
        /// The link, which also works where the code does not.
        link: MailLink<'a>,
    },
    /// A link that confirms the address of a new user.
    SignUp {
        /// The link.
        link: MailLink<'a>,
    },
    /// A code and a link that confirm another address of a user.
    NewEmail {
        /// The code.
        code: MailCode<'a>,
        /// The link.
        link: MailLink<'a>,
    },
    /// The notice to the current address that another one was requested.
    EmailChange,
    /// The notice that the user's data will be deleted.
    Deletion {
        /// When it will be deleted.
        at: Timestamp,
    },
}

impl MailTemplate<'_> {
    /// Returns what the mail is for.
    #[must_use]
    pub fn purpose(&self) -> MailPurpose {
        match self {
            Self::SignInCode { .. } => MailPurpose::SignInCode,
            Self::SignUp { .. } => MailPurpose::SignUp,
            Self::NewEmail { .. } => MailPurpose::NewEmail,
            Self::EmailChange => MailPurpose::EmailChange,
            Self::Deletion { .. } => MailPurpose::Deletion,
        }
    }

    /// Returns when the mail becomes useless.
    fn expires_at(&self, now: Timestamp) -> Timestamp {
        match self {
            Self::SignInCode { code, .. } | Self::NewEmail { code, .. } => code.until,
            Self::SignUp { link } => link.until,
            Self::EmailChange | Self::Deletion { .. } => now.plus(NOTICE_EXPIRES_AFTER),
        }
    }

    /// Writes the mail. `origin` is the public address of the page without a path, `cause` as in [`Mail::cause`].
    #[must_use]
    pub fn mail(&self, id: MailId, origin: &str, to: &EmailAddress, cause: &str, now: Timestamp) -> Mail {
        let letter = self.letter(origin, now);
        Mail {
            id,
            purpose: self.purpose(),
            cause: cause.to_owned(),
            to: to.clone(),
            text: text::render(&letter),
            html: html::render(&letter),
            subject: letter.subject,
            created_at: now,
            expires_at: self.expires_at(now),
        }
    }

    fn letter(&self, origin: &str, now: Timestamp) -> Letter {
        match self {
            Self::SignInCode { code, link } => sign_in_code(*code, *link, origin, now),
            Self::SignUp { link } => sign_up(*link, origin, now),
            Self::NewEmail { code, link } => new_email(*code, *link, origin, now),
            Self::EmailChange => email_change(origin),
            Self::Deletion { at } => deletion(*at, origin, now),
        }
    }
}

fn sign_in_code(code: MailCode<'_>, link: MailLink<'_>, origin: &str, now: Timestamp) -> Letter {
    let valid = format!(
        "The code works for {}, the link for {}. Each works once.",
        duration(now, code.until),
        duration(now, link.until)
    );
    Letter {
        subject: format!("{} is your Spyhop sign-in code", code.code),
        heading: "Sign in to Spyhop",
        parts: vec![
            paragraph("Enter this code where you are signing in:"),
            LetterPart::Code(code.code.to_owned()),
            paragraph("Or use this link:"),
            verify_link("Sign in", link, origin),
            LetterPart::Note(valid),
            note(SAME_BROWSER),
            note(
                "Never give this code to anyone. We never request it by phone or email. If you did not try to sign in, you \
                 can ignore this email: no one gets in without the code or the link.",
            ),
        ],
        footer: footer(origin, "because someone tried to sign in with this address"),
    }
}

fn sign_up(link: MailLink<'_>, origin: &str, now: Timestamp) -> Letter {
    let valid = format!("The link works for {}, and once.", duration(now, link.until));
    Letter {
        subject: "Confirm your email for Spyhop".to_owned(),
        heading: "Confirm your email",
        parts: vec![
            paragraph("Confirm that this is your email address to finish signing up:"),
            verify_link("Confirm email", link, origin),
            LetterPart::Note(valid),
            note(SAME_BROWSER),
            note("If you did not sign up, you can ignore this email. The address is not used until it is confirmed."),
        ],
        footer: footer(origin, "because someone signed up with this address"),
    }
}

fn new_email(code: MailCode<'_>, link: MailLink<'_>, origin: &str, now: Timestamp) -> Letter {
    let valid = format!(
        "The code works for {}, the link for {}. Each works once.",
        duration(now, code.until),
        duration(now, link.until)
    );
    Letter {
        subject: format!("{} confirms your new email for Spyhop", code.code),
        heading: "Confirm your new email",
        parts: vec![
            paragraph("Enter this code on your profile page:"),
            LetterPart::Code(code.code.to_owned()),
            paragraph("Or use this link:"),
            verify_link("Confirm email", link, origin),
            LetterPart::Note(valid),
            note(
                "If you did not request this, you can ignore this email. You keep signing in with your current address until \
                 this one is confirmed.",
            ),
        ],
        footer: footer(
            origin,
            "because this address was entered as someone's new email address",
        ),
    }
}

fn email_change(origin: &str) -> Letter {
    Letter {
        subject: "Your Spyhop email is being changed".to_owned(),
        heading: "Your email is being changed",
        parts: vec![
            paragraph(
                "A signed-in session requested another email address in place of this one. The change takes effect as soon as \
                 the new address is confirmed.",
            ),
            paragraph(
                "If that was you, there is nothing to do. If it was not, sign in with this address now, cancel the change on \
                 your profile page, and sign out all other sessions.",
            ),
            LetterPart::Link {
                label: "Open your profile",
                url: format!("{origin}/profile"),
            },
        ],
        footer: footer(origin, "because you sign in with this address"),
    }
}

fn deletion(at: Timestamp, origin: &str, now: Timestamp) -> Letter {
    let when = format!(
        "All your data will be deleted on {}, in {}.",
        at.long_day(),
        duration(now, at)
    );
    Letter {
        subject: "Your Spyhop data will be deleted".to_owned(),
        heading: "Your data will be deleted",
        parts: vec![
            LetterPart::Paragraph(when),
            paragraph("To keep it, sign in before then. That cancels the deletion."),
            LetterPart::Link {
                label: "Sign in to keep it",
                url: format!("{origin}/profile"),
            },
            note(
                "If you requested this, there is nothing to do. If you did not, sign in and sign out all other sessions. \
                 Deleted data cannot be restored.",
            ),
        ],
        footer: footer(origin, "because you sign in with this address"),
    }
}

fn paragraph(text: &str) -> LetterPart {
    LetterPart::Paragraph(text.to_owned())
}

fn note(text: &str) -> LetterPart {
    LetterPart::Note(text.to_owned())
}

fn verify_link(label: &'static str, link: MailLink<'_>, origin: &str) -> LetterPart {
    LetterPart::Link {
        label,
        url: format!("{origin}{VERIFY_PATH}{}", link.token),
    }
}

fn footer(origin: &str, why: &str) -> String {
    format!("Spyhop at {origin} sent this email {why}. Replies are not read.")
}

/// Returns the time until then in words: whole minutes up to two hours, hours up to two days, and days.
fn duration(now: Timestamp, until: Timestamp) -> String {
    let minutes = until.since(now).as_secs().div_ceil(60);
    let (count, unit) = match minutes {
        0..120 => (minutes, "minute"),
        120..2880 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

#[cfg(test)]
mod tests;
