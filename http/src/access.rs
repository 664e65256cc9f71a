//! Who may reach a call. Each call states it when it is registered; there is no default.

use axum::middleware;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::Operation;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::App;
use crate::body;
use crate::problem::Code;

/// Who may reach a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anybody. An unusable session token is ignored.
    Public,
    /// Whoever has a session, anonymous or registered.
    AnyUser,
    /// Registered users; anonymous ones are answered 403.
    Registered,
    /// A third party that proves itself in the call's own way.
    Webhook,
    /// Nobody: 404.
    Off,
}

impl Access {
    /// The word for it in the description (`x-access`).
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

/// What is to be known about a call before it is reached.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is stated by itself where a call is registered"
)]
#[derive(Clone, Debug)]
pub struct Call {
    pub access: Access,
    /// Whether the token of a look at a share opens it too, to what a visitor may see.
    pub shared: bool,
    reads: bool,
    /// Whether it is a question of the machinery that keeps the process alive.
    pub probe: bool,
    refusals: &'static [Code],
    /// The row of the table of rate limits that holds for it.
    pub limit: Option<&'static str>,
    /// Every row that the call may count: that one, and those that its handler counts.
    pub rows: Vec<&'static str>,
    /// Whether a call under an `Idempotency-Key` is counted by its handler, and only where the key is new.
    pub counts_new_keys: bool,
    /// The most bytes of its body.
    pub cap: usize,
}

impl Call {
    /// A call that changes nothing.
    pub fn read(access: Access) -> Self {
        Self {
            access,
            shared: false,
            reads: true,
            probe: false,
            refusals: &[],
            limit: None,
            rows: vec![],
            counts_new_keys: false,
            cap: body::CAP,
        }
    }

    /// A call that changes something.
    pub fn write(access: Access) -> Self {
        Self {
            access,
            shared: false,
            reads: false,
            probe: false,
            refusals: &[],
            limit: None,
            rows: vec![],
            counts_new_keys: false,
            cap: body::CAP,
        }
    }

    /// A question of the machinery that keeps the process alive: it has none of the usual refusals.
    pub fn probe() -> Self {
        Self {
            probe: true,
            ..Self::read(Access::Public)
        }
    }

    /// Visitors reach it too. The handler takes a [`Viewer`](crate::caller::Viewer) and answers them with types of their own.
    pub fn shared(self) -> Self {
        Self { shared: true, ..self }
    }

    /// Refusals of its own, beside those that every call has.
    pub fn refuses(self, refusals: &'static [Code]) -> Self {
        Self { refusals, ..self }
    }

    /// Takes a file, which may be larger than other bodies.
    pub fn takes_file(self) -> Self {
        Self {
            cap: body::FILE_CAP,
            ..self
        }
    }

    /// The same call again under its key is not held to the row: it makes nothing. The handler counts the first.
    pub fn counts_new_keys(self) -> Self {
        Self {
            counts_new_keys: true,
            ..self
        }
    }

    /// Holds it to a row of the table of rate limits.
    pub fn limited(self, row: &'static str) -> Self {
        Self {
            limit: Some(row),
            ..self.counts(row)
        }
    }

    /// Its handler counts under a row of the table of rate limits.
    pub fn counts(mut self, row: &'static str) -> Self {
        self.rows.push(row);
        self
    }
}

/// The calls of the API. The only way to add one is to say who may reach it.
#[derive(Default)]
pub struct Calls(OpenApiRouter<App>);

impl Calls {
    /// Adds what `routes!(handler)` made.
    pub fn add(self, call: Call, (schemas, mut paths, methods): UtoipaMethodRouter<App>) -> Self {
        for item in paths.paths.values_mut() {
            for operation in [&mut item.post, &mut item.get].into_iter().flatten() {
                describe(&call, operation);
            }
        }
        let guarded = methods.route_layer(middleware::from_fn_with_state(call, crate::guard::guard));
        Self(self.0.routes((schemas, paths, guarded)))
    }

    /// Adds the calls of another noun.
    pub fn merge(self, other: Self) -> Self {
        Self(self.0.merge(other.0))
    }

    /// The router with its description.
    pub fn into_router(self) -> OpenApiRouter<App> {
        self.0
    }
}

/// Leaves notes for `describe::complete`, which writes the refusals and the security from them.
fn describe(call: &Call, operation: &mut Operation) {
    let refusals: Vec<_> = call.refusals.iter().map(|code| serde_json::json!(code)).collect();
    let notes = ExtensionsBuilder::new()
        .add("x-access", call.access.name())
        .add("x-shared", call.shared)
        .add("x-refusals", refusals)
        .add("x-rate-limits", call.rows.clone())
        .add("x-body-bytes", call.cap)
        .add("x-probe", call.probe);
    let notes = if call.reads { notes.add("x-read", true) } else { notes };
    operation.extensions.get_or_insert_default().merge(notes.build());
}
