//! One exchange with a host: the request as it leaves, the answer as it comes back.

use std::{
    error::Error,
    sync::{Arc, Once},
    time::Duration,
};

use ports::{RemoteError, Timestamp};
use reqwest::{
    Response, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER},
    redirect::Policy,
};

use super::{
    Settings,
    guard::{GuardedResolver, PrivateAddress},
    hosts::Hosts,
    request::{Errand, Request},
    retry_after,
};

/// What is said of an answer over the limit.
pub const TOO_LARGE: &str = "an answer larger than this server reads";
const USER_AGENT: &str = concat!("Spyhop/", env!("CARGO_PKG_VERSION"));
static CRYPTOGRAPHY: Once = Once::new();

pub(super) struct Transfer {
    client: reqwest::Client,
    limit: usize,
    longest: Duration,
}

impl Transfer {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the guarded client that the rule points to"
    )]
    pub(super) fn new(hosts: &Hosts, settings: &Settings) -> Result<Self, String> {
        // The first of a process wins; another one that stands already serves as well.
        CRYPTOGRAPHY.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
        let client = reqwest::Client::builder()
            .user_agent(USER_AGENT)
            .redirect(Policy::none())
            .no_proxy()
            .dns_resolver(Arc::new(GuardedResolver::new(hosts.own_names())))
            .connect_timeout(settings.connect)
            .read_timeout(settings.read)
            .timeout(settings.total)
            .build()
            .map_err(|why| why.to_string())?;
        Ok(Self {
            client,
            limit: settings.answer,
            longest: settings.longest,
        })
    }

    pub(super) async fn run(&self, request: &Request, errand: &Errand, now: Timestamp) -> Result<Vec<u8>, RemoteError> {
        let sent = self.outgoing(request).send().await;
        let response = sent.map_err(|why| unanswered(errand, &why))?;
        accept(&response, request, errand, (now, self.longest))?;
        self.body(response, errand).await
    }

    fn outgoing(&self, request: &Request) -> reqwest::RequestBuilder {
        let url = request.url().clone();
        let outgoing = match request.body() {
            Some(body) => self
                .client
                .post(url)
                .header(CONTENT_TYPE, "application/json")
                .body(body.to_vec()),
            None => self.client.get(url),
        };
        let outgoing = outgoing.header(ACCEPT, "application/json, */*;q=0.5");
        let keyed = request.headers().iter();
        keyed.fold(outgoing, |outgoing, (name, key)| outgoing.header(*name, key.reveal()))
    }

    async fn body(&self, mut response: Response, errand: &Errand) -> Result<Vec<u8>, RemoteError> {
        let announced = response
            .content_length()
            .and_then(|length| usize::try_from(length).ok());
        if announced.is_some_and(|length| length > self.limit) {
            return Err(errand.malformed(TOO_LARGE));
        }
        let mut body = Vec::with_capacity(announced.unwrap_or_default());
        loop {
            match response.chunk().await {
                Ok(Some(piece)) if body.len() + piece.len() > self.limit => return Err(errand.malformed(TOO_LARGE)),
                Ok(Some(piece)) => body.extend_from_slice(&piece),
                Ok(None) => return Ok(body),
                Err(why) if why.is_timeout() => return Err(errand.unavailable("its answer took too long", None)),
                Err(_) => return Err(errand.unavailable("its answer broke off", None)),
            }
        }
    }
}

fn accept(
    response: &Response,
    request: &Request,
    errand: &Errand,
    (now, longest): (Timestamp, Duration),
) -> Result<(), RemoteError> {
    let header = |name| {
        response
            .headers()
            .get(name)
            .and_then(|value: &reqwest::header::HeaderValue| value.to_str().ok())
    };
    let retry_after = header(RETRY_AFTER).and_then(|text| retry_after::parse(text, now, longest));
    let status = response.status();
    match status {
        _ if request.is_too_often(status.as_u16()) => Err(errand.rate_limited(retry_after)),
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY => Err(errand.unavailable(&said(status), retry_after)),
        _ if status.is_server_error() => Err(errand.unavailable(&said(status), retry_after)),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(errand.refused(&format!(
            "it wants a key or does not serve this server ({})",
            said(status)
        ))),
        _ if status.is_redirection() => Err(errand.refused("it points to another address, which is not followed")),
        _ if !status.is_success() => Err(errand.refused(&said(status))),
        _ if header(CONTENT_TYPE).is_some_and(|kind| kind.starts_with("text/html")) => {
            Err(errand.malformed("a web page instead of data"))
        }
        _ => Ok(()),
    }
}

fn said(status: StatusCode) -> String {
    format!("status {}", status.as_u16())
}

/// Whether the host answered, and what it refuses is the question alone: a market or a row that it does not know. That
/// says nothing against the host.
pub(super) fn refuses_the_question(error: &RemoteError) -> bool {
    let about_it = [
        StatusCode::BAD_REQUEST,
        StatusCode::NOT_FOUND,
        StatusCode::UNPROCESSABLE_ENTITY,
    ];
    matches!(error, RemoteError::Refused { why, .. } if about_it.into_iter().any(|status| *why == said(status)))
}

/// The client's own error texts name the address that was asked, with any key in it: none of them passes.
fn unanswered(errand: &Errand, why: &reqwest::Error) -> RemoteError {
    let causes = std::iter::successors(Some(why as &(dyn Error + 'static)), |cause| (*cause).source());
    for cause in causes {
        if let Some(private) = cause.downcast_ref::<PrivateAddress>() {
            return errand.refused(&private.to_string());
        }
    }
    if why.is_timeout() {
        errand.unavailable("it did not answer in time", None)
    } else if why.is_connect() {
        errand.unavailable("no connection could be made", None)
    } else {
        errand.unavailable("the connection broke off", None)
    }
}
