//! The body of a call: JSON or a form, which are parsed into the same type and within the same limits.

mod bounds;
mod file;
mod form;
mod idempotent;
mod message;
mod multipart;
mod secret;
mod with_secrets;

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;

use crate::app::{App, Timeouts};
use crate::problem::Problem;

pub use file::{FileBody, MAX_EXPORT_BYTES, MAX_FILE_BYTES};
pub use idempotent::{HEADER as IDEMPOTENCY_KEY, IdempotentBody};
pub use multipart::{FileField, MultipartBody};
pub use with_secrets::{BodyWithHashes, BodyWithSecrets, HashFields, SecretFields};

use secret::SecretPolicy;

/// The most bytes of a body without a file.
pub const MAX_BYTES: usize = 256 * 1024;

/// The fields of a call.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, Problem> {
        let content_type = ContentType::of(&request);
        let bytes = read(&mut request, MAX_BYTES).await?;
        parse(content_type, &bytes, SecretPolicy::RejectAll).map(Self)
    }
}

fn parse<T: DeserializeOwned>(
    content_type: Option<ContentType>,
    bytes: &[u8],
    secrets: SecretPolicy,
) -> Result<T, Problem> {
    match content_type {
        _ if bytes.is_empty() => from_json(b"{}", secrets),
        Some(ContentType::Json) => from_json(bytes, secrets),
        Some(ContentType::Form) => form::parse(bytes, secrets),
        None => Err(Problem::UnsupportedMedia),
    }
}

/// The content types of a body.
#[derive(Clone, Copy)]
enum ContentType {
    Json,
    Form,
}

impl ContentType {
    fn of(request: &Request) -> Option<Self> {
        match media_type(request)?.as_str() {
            "application/json" => Some(Self::Json),
            "application/x-www-form-urlencoded" => Some(Self::Form),
            _ => None,
        }
    }
}

/// Returns the content type of a request without its parameters. Returns `None` for compressed bodies, which are not supported:
/// they may expand to any size.
fn media_type(request: &Request) -> Option<String> {
    let coding = request.headers().get(header::CONTENT_ENCODING);
    if coding.is_some_and(|coding| coding != "identity") {
        return None;
    }
    let text = request.headers().get(header::CONTENT_TYPE)?.to_str().ok()?;
    Some(text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

/// Waits for the whole body of a request, at most `max_bytes`.
pub async fn with_whole_body(mut request: Request, max_bytes: usize) -> Result<Request, Problem> {
    *request.body_mut() = read(&mut request, max_bytes).await?.into();
    Ok(request)
}

/// Takes the whole body out of a request, or returns the problem of a body that is too large or too slow.
pub async fn read(request: &mut Request, max_bytes: usize) -> Result<Bytes, Problem> {
    let app = request.extensions().get::<App>();
    let timeout = app.map_or_else(Timeouts::default, |app| app.settings().timeouts).body;
    let content_length = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if content_length.is_some_and(|length| length > max_bytes) {
        return Err(Problem::TooLarge);
    }
    match tokio::time::timeout(timeout, to_bytes(std::mem::take(request.body_mut()), max_bytes)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_too_large(&error) => Err(Problem::TooLarge),
        Ok(Err(_)) => Err(Problem::field(
            "body",
            "The request's body ended early. Please send it again.",
        )),
        Err(_) => Err(Problem::field(
            "body",
            "The request's body did not arrive in time. Please send it again.",
        )),
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        if inner.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        source = inner.source();
    }
    false
}

fn from_json<T: DeserializeOwned>(bytes: &[u8], secrets: SecretPolicy) -> Result<T, Problem> {
    let value = bounds::read(bytes).map_err(bounds::problem)?;
    let Some(fields) = value.as_object() else {
        return Err(Problem::field("body", "Send one JSON object: {\"field\": value}."));
    };
    if fields.len() > bounds::MAX_FIELDS {
        return Err(bounds::too_many_fields());
    }
    secret::check(&value, secrets)?;
    serde_path_to_error::deserialize(value)
        .map_err(|error| message::problem(&error.path().to_string(), &error.inner().to_string()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Fields {
        names: Vec<String>,
        #[serde(default)]
        by_name: BTreeMap<String, String>,
        #[serde(default)]
        sure: bool,
        version: Option<i64>,
        note: Option<String>,
        kind: Option<Size>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Size {
        Great,
    }

    async fn parsed(kind: &str, body: impl Into<axum::body::Body>) -> Result<Fields, Problem> {
        let request = Request::post("/")
            .header("content-type", kind)
            .body(body.into())
            .unwrap();
        Body::<Fields>::from_request(request, &())
            .await
            .map(|Body(fields)| fields)
    }

    async fn json(body: &str) -> Result<Fields, Problem> {
        parsed("application/json; charset=utf-8", body.to_owned()).await
    }

    async fn form(body: &str) -> Result<Fields, Problem> {
        parsed("application/x-www-form-urlencoded", body.to_owned()).await
    }

    fn field_of(result: Result<Fields, Problem>) -> (String, String) {
        match result.unwrap_err() {
            Problem::InvalidInput { fields, .. } => fields.into_iter().next().unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_form_and_json_are_parsed_into_the_same() {
        let from_json =
            json(r#"{"names":["a","b"],"by_name":{"a":"x"},"sure":true,"version":3,"note":"hé","kind":"great"}"#).await;
        let from_form = form(
            "names=%5B%22a%22%2C%22b%22%5D&by_name=%7B%22a%22%3A%22x%22%7D&sure=true&version=3&note=h%C3%A9&kind=great",
        )
        .await;
        assert_eq!(from_json, from_form);
        assert_eq!(from_json.unwrap().version, Some(3));
        assert_eq!(json(r#"{"names":[]}"#).await, form("names=[]").await);
    }

    #[tokio::test]
    async fn wrong_fields_are_named_in_both() {
        assert_eq!(
            field_of(json("{}").await),
            ("names".to_owned(), "This field is required.".to_owned())
        );
        assert_eq!(
            field_of(form("sure=1").await),
            ("names".to_owned(), "This field is required.".to_owned())
        );
        assert_eq!(field_of(json(r#"{"names":[],"x":1}"#).await).0, "x");
        assert_eq!(
            field_of(form("names=[]&x=1").await),
            (
                "x".to_owned(),
                "Unknown field x. Use one of: names, by_name, sure, version, note, kind.".to_owned()
            )
        );
        for result in [
            json(r#"{"names":[],"version":"3"}"#).await,
            form("names=[]&version=three").await,
        ] {
            assert_eq!(field_of(result).0, "version");
        }
        for result in [
            json(r#"{"names":"a"}"#).await,
            form("names=a").await,
            form("names=%5B1%5D").await,
        ] {
            assert_eq!(field_of(result).0, "names");
        }
        assert_eq!(field_of(form("names=[]&names=[]").await).0, "names");
        assert_eq!(field_of(form("names=[]&sure=maybe").await).0, "sure");
        assert_eq!(field_of(form("names=[]&kind=small").await).0, "kind");
        assert_eq!(field_of(json("[1]").await).0, "body");
        assert_eq!(
            field_of(json("{").await),
            ("body".to_owned(), "This is not JSON: line 1, column 1.".to_owned())
        );
    }

    #[tokio::test]
    async fn a_number_that_is_not_whole_is_rejected() {
        for number in ["1.5", "1.0", "1e3", "18446744073709551616", "1e999", "1e999999999"] {
            assert_eq!(
                field_of(json(&format!(r#"{{"names":[],"version":{number}}}"#)).await),
                ("version".to_owned(), "Enter a whole number.".to_owned())
            );
        }
    }

    #[tokio::test]
    async fn bodies_are_bounded() {
        let deep = format!("{}{}", "[".repeat(9), "]".repeat(9));
        assert!(
            field_of(json(&format!(r#"{{"names":{deep}}}"#)).await)
                .1
                .contains("8 levels")
        );
        assert!(field_of(form(&format!("names={deep}")).await).1.contains("8 levels"));
        let long = format!("[{}]", vec!["300"; 10_000].join(","));
        assert!(
            field_of(json(&format!(r#"{{"names":{long}}}"#)).await)
                .1
                .contains("at most 10000")
        );
        assert!(
            field_of(form(&format!("names={long}")).await)
                .1
                .contains("10,000 values")
        );
        let wide: Vec<_> = (0..101).map(|n| format!("f{n}=1")).collect();
        assert!(field_of(form(&wide.join("&")).await).1.contains("100 fields"));
        let wide: Vec<_> = (0..101).map(|n| format!("\"f{n}\":1")).collect();
        assert!(
            field_of(json(&format!("{{{}}}", wide.join(","))).await)
                .1
                .contains("100 fields")
        );
        assert_eq!(
            field_of(json(r#"{"names":[],"by_name":{"a":"x","a":"y"}}"#).await).0,
            "a",
            "a repeated field"
        );
        assert_eq!(
            parsed("application/json", vec![b' '; MAX_BYTES + 1]).await,
            Err(Problem::TooLarge)
        );
        let stream = futures::stream::iter((0..5).map(|_| Ok::<_, std::io::Error>(vec![b' '; MAX_BYTES / 4])));
        assert_eq!(
            parsed("application/json", axum::body::Body::from_stream(stream)).await,
            Err(Problem::TooLarge)
        );
    }

    #[tokio::test]
    async fn the_input_is_not_echoed() {
        let secret = "abandon ".repeat(12);
        for result in [
            json(&format!(r#"{{"names":"{secret}"}}"#)).await,
            json(&format!(r#"{{"names":[],"kind":"{secret}"}}"#)).await,
            form(&format!("names={secret}")).await,
            form(&format!("names=[]&version={secret}")).await,
            form(&format!("names=[]&kind={secret}")).await,
        ] {
            let (field, text) = field_of(result);
            assert!(!text.contains("abandon") && field != "body", "{field}: {text}");
        }
        let long = "x".repeat(10_000);
        assert_eq!(
            field_of(json(&format!(r#"{{"names":[],"{long}":1}}"#)).await).0.len(),
            64
        );
    }

    #[tokio::test]
    async fn json_text_inside_json_is_not_parsed() {
        let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
        let hidden = format!(r#"{{"$serde_json::private::RawValue":"{deep}"}}"#);
        let parsed = json(&format!(r#"{{"names":{hidden}}}"#)).await;
        assert_eq!(field_of(parsed).0, "body");
        assert_eq!(field_of(form(&format!("names={hidden}")).await).0, "names");
    }

    #[tokio::test]
    async fn other_content_types_are_not_supported() {
        assert_eq!(parsed("text/plain", "names=[]").await, Err(Problem::UnsupportedMedia));
        assert_eq!(
            field_of(parsed("text/plain", "").await).0,
            "names",
            "an empty body is an empty object"
        );
    }
}
