//! Who may use a call. Each call declares it when it is registered; there is no default.

use ports::ApiKeyScope;

use crate::body;
use crate::limit::CallLimit;
use crate::problem::Code;

/// Who may use a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everyone. An invalid session token is ignored.
    Public,
    /// Every user with a session, anonymous or registered.
    AnyUser,
    /// Registered users. Anonymous ones get 403.
    Registered,
    /// A third party that the call itself authenticates.
    Webhook,
    /// No one: the call is answered with 404.
    Off,
}

impl Access {
    /// Returns the value of `x-access` in the OpenAPI document.
    pub fn name(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::AnyUser => "any_user",
            Self::Registered => "registered",
            Self::Webhook => "webhook",
            Self::Off => "off",
        }
    }
}

/// The properties of a call that are checked before its handler runs.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is set independently where a call is registered"
)]
#[derive(Clone, Debug)]
pub struct Call {
    pub access: Access,
    /// Whether visitors may use it with the token of a share session. They get only what visitors may see.
    pub shared: bool,
    /// The scopes with any one of which an API key may use it. Without one, keys are refused.
    pub scopes: Vec<ApiKeyScope>,
    /// Whether it changes nothing.
    pub read_only: bool,
    /// Whether it is a probe of a process supervisor.
    pub probe: bool,
    /// The problems that only some calls have.
    pub problems: &'static [Code],
    /// The rate limit that is counted before the handler runs.
    pub limit: Option<&'static CallLimit>,
    /// All rate limits that the call may count: that one, and those that its handler counts.
    pub counted: Vec<&'static CallLimit>,
    /// Whether the handler counts calls with an `Idempotency-Key`, so that only new keys count.
    pub counts_new_keys: bool,
    /// The most bytes of its body.
    pub max_body_bytes: usize,
    /// Whether its handler may compute for long.
    pub computes: bool,
}

impl Call {
    /// A call that changes nothing.
    pub fn read(access: Access) -> Self {
        Self {
            access,
            shared: false,
            scopes: vec![],
            read_only: true,
            probe: false,
            problems: &[],
            limit: None,
            counted: vec![],
            counts_new_keys: false,
            max_body_bytes: body::MAX_BYTES,
            computes: false,
        }
    }

    /// A call that changes something.
    pub fn write(access: Access) -> Self {
        Self {
            read_only: false,
            ..Self::read(access)
        }
    }

    /// A probe of a process supervisor. It has none of the usual problems.
    pub fn probe() -> Self {
        Self {
            probe: true,
            ..Self::read(Access::Public)
        }
    }

    /// Lets visitors use the call too. The handler takes a [`Viewer`](crate::caller::Viewer) and has separate response types for
    /// visitors.
    pub fn shared(self) -> Self {
        Self { shared: true, ..self }
    }

    /// Lets API keys with this scope use the call too, which must be one that reads. Its handler takes a
    /// [`Viewer`](crate::caller::Viewer) or a [`ReadingCaller`](crate::caller::ReadingCaller).
    pub fn scope(mut self, scope: ApiKeyScope) -> Self {
        self.scopes.extend(Some(scope).filter(|_| self.read_only));
        self
    }

    /// Declares the problems that only some calls have.
    pub fn problems(self, problems: &'static [Code]) -> Self {
        Self { problems, ..self }
    }

    /// Accepts a file, which may be larger than other bodies.
    pub fn takes_file(self) -> Self {
        Self {
            max_body_bytes: body::MAX_FILE_BYTES,
            ..self
        }
    }

    /// Accepts a file that an exchange exported, which may be larger than other files.
    pub fn takes_export(self) -> Self {
        Self {
            max_body_bytes: body::MAX_EXPORT_BYTES,
            ..self
        }
    }

    /// Declares that the handler may compute for long, as one that values a portfolio does. It runs on a thread of its own, and only
    /// a bounded number of these calls run at the same time.
    pub fn computes(self) -> Self {
        Self { computes: true, ..self }
    }

    /// Leaves counting to the handler if the request has an `Idempotency-Key`. A repeated call creates nothing, so only the first
    /// one is counted.
    pub fn counts_new_keys(self) -> Self {
        Self {
            counts_new_keys: true,
            ..self
        }
    }

    /// Counts the call under a rate limit before its handler runs.
    pub fn limited(self, limit: &'static CallLimit) -> Self {
        Self {
            limit: Some(limit),
            ..self.counts(limit)
        }
    }

    /// Declares a rate limit that the handler counts.
    pub fn counts(mut self, limit: &'static CallLimit) -> Self {
        self.counted.push(limit);
        self
    }
}
