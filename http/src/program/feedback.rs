//! The command `feedback`.

use adapters::config::Config;
use adapters::connect;
use ports::feedback::FeedbackSubject;
use ports::{Feedback, FeedbackReader};
use serde_json::{Value, json};

use super::output::{ProgramError, print};

/// How much feedback is read at once.
const PART: u32 = 500;

/// Prints the feedback of all people, the oldest first, as one JSON object a line. Whose it is is left out.
pub async fn print_all(config: Config) -> Result<(), ProgramError> {
    let database = connect::read_only(&config).await?;
    let printed = print_from(&database).await;
    database.close().await;
    printed
}

async fn print_from(database: &dyn FeedbackReader) -> Result<(), ProgramError> {
    let mut last = None;
    loop {
        let part = database.after(last, PART).await?;
        let Some(newest) = part.last() else {
            return Ok(());
        };
        last = Some(newest.id);
        for feedback in &part {
            print(&line(feedback).to_string())?;
        }
    }
}

fn line(feedback: &Feedback) -> Value {
    let mut line = json!({
        "id": feedback.id.to_string(),
        "sent_on": feedback.sent_at.to_string(),
        "feedback": feedback.text.as_str(),
    });
    match feedback.subject {
        FeedbackSubject::Section(section, rating) => {
            line["page"] = json!(section.as_str());
            line["rating"] = json!(rating.get());
        }
        FeedbackSubject::Product(opinion) => line["feedback_type"] = json!(opinion.as_str()),
    }
    if let Some(attachment) = feedback.attachment {
        line["attachment"] = json!(attachment.to_string());
    }
    line
}

#[cfg(test)]
mod tests {
    use ports::feedback::{FeedbackOpinion, FeedbackSection};
    use ports::{FeedbackId, Timestamp, UserId};

    use super::*;

    fn feedback(subject: FeedbackSubject) -> Feedback {
        Feedback {
            id: FeedbackId::nil(),
            user: UserId::nil(),
            subject,
            text: "Two\nlines".parse().unwrap(),
            attachment: None,
            sent_at: Timestamp::from_seconds(0),
        }
    }

    #[test]
    fn a_line_has_the_fields_of_the_call_and_does_not_say_whose_it_is() {
        let rating = 4.try_into().unwrap();
        let rated = line(&feedback(FeedbackSubject::Section(FeedbackSection::NetFlows, rating)));
        let expected = json!({"id": "00000000-0000-0000-0000-000000000000", "sent_on": "1970-01-01T00:00:00Z",
            "page": "Net Flows", "rating": 4, "feedback": "Two\nlines"});
        assert_eq!(rated, expected);
        assert!(!rated.to_string().contains('\n'));
        let opinion = line(&feedback(FeedbackSubject::Product(FeedbackOpinion::Positive)));
        assert_eq!(
            (&opinion["feedback_type"], &opinion["page"]),
            (&json!("positive"), &Value::Null)
        );
    }
}
