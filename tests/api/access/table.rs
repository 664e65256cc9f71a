//! The table of access: what each call of the description answers to each kind of token.

use axum::http::Method;
use serde_json::Value;

use crate::test_server::{Person, Reply, TestServer};

/// A path of the description and a request body for it.
pub struct Operation {
    pub path: String,
    pub method: Method,
    pub access: String,
    pub shared: bool,
    /// The scopes that open it to an API key.
    pub scopes: Vec<String>,
    pub body: Value,
}

/// Returns whether a call of the path ends its session.
pub fn ends_the_session(path: &str) -> bool {
    path.ends_with("/sign-out") || path.ends_with("/delete-user")
}

/// Returns every operation under `/api`, those that end the session last.
pub fn operations() -> Vec<Operation> {
    let document = http_api::openapi();
    let mut all = Vec::new();
    for (path, item) in document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(path, _)| path.starts_with("/api/"))
    {
        for (method, operation) in item.as_object().unwrap() {
            let name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
                .as_str()
                .unwrap_or_default();
            let schema = name.rsplit('/').next().unwrap();
            all.push(Operation {
                path: path.clone(),
                method: method.to_uppercase().parse().unwrap(),
                access: operation["x-access"].as_str().unwrap().to_owned(),
                shared: operation["x-shared"].as_bool().unwrap(),
                scopes: texts(&operation["x-scopes"]),
                body: document["components"]["schemas"][schema]["example"].clone(),
            });
        }
    }
    all.sort_by_key(|operation| ends_the_session(&operation.path));
    all
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// Sends a request. The body of a stream is not read, because it would not end.
pub async fn ask(server: &TestServer, operation: &Operation, token: Option<&str>) -> Reply {
    server
        .send_json(operation.method.clone(), &operation.path, &operation.body, token)
        .await
}

/// What a request presents.
#[derive(Clone, Copy, Debug)]
pub enum Presented<'a> {
    /// No token, or one that never was valid, expired or was revoked.
    Unusable,
    /// The session of an anonymous user.
    Anonymous,
    /// The session of a registered user.
    Registered,
    /// The token of a share session.
    Visitor,
    /// An API key with this scope.
    ApiKey(&'a str),
}

/// What a call does with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The request reaches the handler.
    Reached,
    /// It is refused with this status and code.
    Refused(u16, &'static str),
}

const INVALID: Outcome = Outcome::Refused(401, "session_invalid");
const ANONYMOUS: Outcome = Outcome::Refused(403, "registration_required");
const NO_SCOPE: Outcome = Outcome::Refused(403, "scope_required");

/// The table. A call whose access has no row in it fails.
pub fn expected(operation: &Operation, presented: Presented<'_>) -> Outcome {
    match (operation.access.as_str(), presented) {
        ("public", _) | ("any_user" | "registered", Presented::Registered) | ("any_user", Presented::Anonymous) => {
            Outcome::Reached
        }
        ("registered", Presented::Anonymous) => ANONYMOUS,
        ("any_user", Presented::Visitor) if operation.shared => Outcome::Reached,
        ("any_user" | "registered", Presented::Unusable | Presented::Visitor) => INVALID,
        ("any_user", Presented::ApiKey(scope)) if operation.scopes.iter().any(|one| one == scope) => Outcome::Reached,
        ("any_user" | "registered", Presented::ApiKey(_)) => NO_SCOPE,
        (other, _) => panic!("{}: the table has no row for {other}", operation.path),
    }
}

/// Sends a request and compares the answer with the table. Returns whether it reached a call that is not public.
pub async fn expect(server: &TestServer, operation: &Operation, presented: Presented<'_>, token: Option<&str>) -> bool {
    let reply = ask(server, operation, token).await;
    let place = format!("{} as {presented:?} answers {}", operation.path, reply.text);
    let (status, is_public) = (reply.status.as_u16(), operation.access == "public");
    match (expected(operation, presented), presented) {
        (Outcome::Refused(status, code), _) => assert_eq!(reply.refusal(), (status, code.to_owned()), "{place}"),
        // A call with several scopes also checks the scope of the data that the request names.
        (Outcome::Reached, Presented::ApiKey(_)) if operation.scopes.len() > 1 && status == 403 => {
            assert_eq!(reply.refusal().1, "scope_required", "{place}");
        }
        (Outcome::Reached, Presented::ApiKey(_) | Presented::Visitor) if !is_public => {
            assert!(matches!(status, 200 | 404), "{place}");
        }
        (Outcome::Reached, _) => assert!(!matches!(status, 401 | 403 | 405 | 500), "{place}"),
    }
    expected(operation, presented) == Outcome::Reached && !is_public
}

/// Sends every call with the same token, and returns the paths that it reached and that are not public.
pub async fn walk(server: &TestServer, presented: Presented<'_>, token: Option<&str>) -> Vec<String> {
    let mut reached = Vec::new();
    for operation in operations() {
        if expect(server, &operation, presented, token).await {
            reached.push(operation.path);
        }
    }
    reached
}

/// Sends every call with the session of a user, and those that end a session with the sessions of others.
pub async fn walk_as(server: &TestServer, presented: Presented<'_>, person: &Person, ending: &[Person]) -> Vec<String> {
    let (mut reached, mut ending) = (Vec::new(), ending.iter());
    for operation in operations() {
        let caller = if ends_the_session(&operation.path) {
            ending.next().unwrap()
        } else {
            person
        };
        if expect(server, &operation, presented, Some(&caller.token)).await {
            reached.push(operation.path);
        }
    }
    reached
}
