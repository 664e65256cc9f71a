//! How well an entry was understood, as a sentence.

use ports::entry::Decoding;

/// Describes how an entry was decoded.
pub fn decoding_text(decoding: Decoding, decoder: &str) -> String {
    match decoding {
        Decoding::Complete => format!("Recognized in full, by the rules for {decoder}."),
        Decoding::Generic => "Classified by the amounts that moved.".to_owned(),
        // What could not be read stands in place of the decoder.
        Decoding::Failed => match decoder {
            "fee" => "The amounts that moved were read. A part of the fee is not known.".to_owned(),
            "value" => {
                "No source reports the transaction itself, so that coins that moved with it may be missing.".to_owned()
            }
            "transfers" => "A token transfer could not be read, so that an amount may be missing.".to_owned(),
            "other_side" => {
                "The exchange lists one side of this trade only, so that what was given or received for it is not known."
                    .to_owned()
            }
            "amounts_and_fee" => "Amounts and the fee of the transaction could not be read in full.".to_owned(),
            _ => format!("The rules for {decoder} failed, so it is classified by the amounts that moved."),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_read_is_not_called_a_decoder() {
        for problem in ["fee", "value", "transfers", "other_side", "amounts_and_fee"] {
            let text = decoding_text(Decoding::Failed, problem);
            assert!(!text.contains("decoder"), "{text}");
        }
        assert!(decoding_text(Decoding::Failed, "swap").starts_with("The rules for swap failed"));
    }
}
