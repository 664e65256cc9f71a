//! Answers with a code, which states a refusal with status 200 too.

use ports::{RemoteError, json::Json};

use super::signed_api::text_or_number;
use crate::http_client::RequestContext;

/// The fields of the answers of an exchange.
pub(crate) struct CodedAnswer {
    pub(crate) code: &'static str,
    /// The code of an answer that is no refusal.
    pub(crate) ok: &'static str,
    pub(crate) data: &'static str,
}

impl CodedAnswer {
    /// Returns whether a body is a refusal with a code.
    pub(crate) fn is_refusal(&self, body: &Json) -> bool {
        self.code_of(body).is_some_and(|code| code != self.ok)
    }

    /// Returns the data of an answer, or the error of its code.
    pub(crate) fn data(
        &self,
        mut answer: Json,
        context: &RequestContext,
        error: fn(&str, &RequestContext) -> RemoteError,
    ) -> Result<Json, RemoteError> {
        let code = self.code_of(&answer);
        let code = code.ok_or_else(|| context.malformed("an answer without a code"))?;
        if code != self.ok {
            return Err(error(&code, context));
        }
        let data = answer.remove(self.data).filter(|data| !data.is_null());
        data.ok_or_else(|| context.malformed("an answer without data"))
    }

    fn code_of(&self, body: &Json) -> Option<String> {
        body.as_object()?.get(self.code).and_then(text_or_number)
    }
}
