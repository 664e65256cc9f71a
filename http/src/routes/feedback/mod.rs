//! Feedback, which the operator of the server reads.

mod bodies;

pub use bodies::*;

use axum::extract::State;
use domain::feedback::FeedbackError;
use ports::feedback::{FeedbackSubject, ParseFeedbackTextError, ParseRatingError};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::BodyWithHashes;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_day};
use crate::problem::{Code, Problem};

/// The text of the specification after feedback.
const THANKS: &str = "Thank you very much for your feedback";

/// Limits feedback.
static FEEDBACK: CallLimit = CallLimit::new("feedback", "calls", per_day::<10>());

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default().add(
        Call::write(Access::AnyUser)
            .problems(&[Code::NotFound])
            .limited(&FEEDBACK),
        routes!(send_feedback),
    )
}

/// Sends feedback about a section with a rating, or an opinion about the whole product.
///
/// It is stored encrypted on this server, where its operator reads it without the name of the person, and is erased with the person. The same feedback again within a day is stored once.
#[utoipa::path(post, path = "/common/master/send-feedback", tag = "feedback", operation_id = "sendFeedback",
    request_body(content = SendFeedbackRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SendFeedbackAnswer)))]
async fn send_feedback(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    BodyWithHashes(request): BodyWithHashes<SendFeedbackRequest>,
) -> Answer<SendFeedbackData> {
    let subject = subject(&request)?;
    let text = request.feedback.parse();
    let text = text.map_err(|error: ParseFeedbackTextError| Problem::field("feedback", error.to_string()))?;
    let attachment = request.attachment_id.as_deref().map(str::parse).transpose();
    let attachment = attachment.map_err(|_| FeedbackError::NoAttachment)?;
    let feedback = app
        .tracker()
        .feedback()
        .send(&caller, subject, text, attachment)
        .await?;
    let data = SendFeedbackData {
        id: feedback.id.to_string(),
        sent_on: feedback.sent_at.into(),
    };
    Ok(Envelope::of(data).with_message(THANKS))
}

/// Returns what a request is about, which it states in one of two ways.
fn subject(request: &SendFeedbackRequest) -> Result<FeedbackSubject, Problem> {
    let opinion = match (request.feedback_type, request.page, request.rating) {
        (Some(opinion), None, None) => return Ok(FeedbackSubject::Product(opinion.into())),
        (opinion, ..) => opinion,
    };
    if opinion.is_some() {
        let text = "Send feedback_type alone, or page and rating.";
        return Err(Problem::field("feedback_type", text));
    }
    let page = request
        .page
        .ok_or_else(|| Problem::field("page", "Select a section."))?;
    let rating = request.rating.ok_or(ParseRatingError).and_then(TryInto::try_into);
    let rating = rating.map_err(|error| Problem::field("rating", error.to_string()))?;
    Ok(FeedbackSubject::Section(page.into(), rating))
}

answers! { SendFeedbackAnswer = SendFeedbackData, message: "Thank you very much for your feedback" }

impl From<FeedbackError> for Problem {
    fn from(error: FeedbackError) -> Self {
        let message = error.to_string();
        match error {
            FeedbackError::TooMuch => Self::field("feedback", message),
            FeedbackError::NoAttachment => Self::field("attachment_id", message),
            FeedbackError::NotFound => Self::NotFound,
            FeedbackError::Storage(error) => error.into(),
        }
    }
}
