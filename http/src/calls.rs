//! The calls of the API, each with its properties.

use axum::middleware;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::Operation;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::App;
use crate::access::Call;
use crate::guard;
use crate::limit::{CallLimit, PER_KEY};

/// The calls of the API. A call can only be added with its [`Access`].
#[derive(Default)]
pub struct Calls {
    router: OpenApiRouter<App>,
    limits: Vec<&'static CallLimit>,
}

impl Calls {
    /// Adds the route that `routes!(handler)` returned.
    pub fn add(mut self, call: Call, (schemas, mut paths, methods): UtoipaMethodRouter<App>) -> Self {
        for item in paths.paths.values_mut() {
            for operation in [&mut item.post, &mut item.get].into_iter().flatten() {
                describe(&call, operation);
            }
        }
        let of_keys = (!call.scopes.is_empty()).then_some(&PER_KEY);
        self.limits.extend(call.counted.iter().copied().chain(of_keys));
        let methods = if call.computes {
            methods.route_layer(middleware::from_fn(guard::compute))
        } else {
            methods
        };
        let guarded = methods.route_layer(middleware::from_fn_with_state(call, guard::guard));
        Self {
            router: self.router.routes((schemas, paths, guarded)),
            ..self
        }
    }

    /// Adds all calls of `other`.
    pub fn merge(mut self, other: Self) -> Self {
        self.limits.extend(other.limits);
        Self {
            router: self.router.merge(other.router),
            ..self
        }
    }

    /// Returns the rate limits that the calls declare. A limit of several calls is repeated.
    pub fn limits(&self) -> &[&'static CallLimit] {
        &self.limits
    }

    /// Returns the router, which includes the OpenAPI document.
    pub fn into_router(self) -> OpenApiRouter<App> {
        self.router
    }
}

/// Adds extensions from which `describe::complete` writes the problems, the security and the limits of the operation.
fn describe(call: &Call, operation: &mut Operation) {
    let problems: Vec<_> = call.problems.iter().map(|code| serde_json::json!(code)).collect();
    let scopes: Vec<_> = call.scopes.iter().map(|scope| scope.as_str()).collect();
    let limits = call.counted.iter();
    let extensions = ExtensionsBuilder::new()
        .add("x-access", call.access.name())
        .add("x-shared", call.shared)
        .add("x-scopes", scopes)
        .add("x-problems", problems)
        .add(
            "x-rate-limits",
            limits.clone().map(|limit| limit.name).collect::<Vec<_>>(),
        )
        .add(
            "x-limit-texts",
            limits.map(|limit| limit.description()).collect::<Vec<_>>(),
        )
        .add("x-body-bytes", call.max_body_bytes)
        .add("x-probe", call.probe);
    let extensions = if call.read_only {
        extensions.add("x-read", true)
    } else {
        extensions
    };
    operation.extensions.get_or_insert_default().merge(extensions.build());
}
