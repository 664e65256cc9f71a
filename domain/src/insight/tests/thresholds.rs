//! Tests of thresholds: what a person changed counts, money is converted, and a reported figure must return by the margin.

use ports::Amount;

use crate::insight::{
    InsightSeverity, OpenSubjects, RULES, RuleChoices, RuleLimits, Threshold, ThresholdChoices, ThresholdSide,
    ThresholdUnit,
    arithmetic::{doublings, of_percent, percent, steps},
};

static SHARE: Threshold = Threshold {
    name: "share",
    text: "Share",
    unit: ThresholdUnit::Percent,
    side: ThresholdSide::Above,
    default: (40, 0),
    margin: (2, 0),
};

static VALUE: Threshold = Threshold {
    unit: ThresholdUnit::Dollars,
    side: ThresholdSide::AtMost,
    ..SHARE
};

fn amount(text: &str) -> Amount {
    text.parse().unwrap()
}

fn limits<'a>(choices: &'a ThresholdChoices, open: &'a OpenSubjects, dollar: &str) -> RuleLimits<'a> {
    RuleLimits {
        rule: "conc.asset",
        dollar: amount(dollar),
        choices,
        open,
    }
}

#[test]
fn a_figure_at_the_threshold_is_not_above_it() {
    let (choices, open) = (ThresholdChoices::new(), OpenSubjects::new());
    let limits = limits(&choices, &open, "1");
    assert!(!limits.is_hit(&SHARE, amount("40"), "eth"));
    assert!(limits.is_hit(&SHARE, amount("40.000000000000000001"), "eth"));
    assert!(limits.is_hit(&VALUE, amount("40"), "eth"));
    assert!(!limits.is_hit(&VALUE, amount("40.01"), "eth"));
}

#[test]
fn a_reported_figure_is_reported_until_it_returned_by_the_margin() {
    let open: OpenSubjects = [("conc.asset".to_owned(), "eth".to_owned())].into();
    let choices = ThresholdChoices::new();
    let limits = limits(&choices, &open, "1");
    assert!(limits.is_hit(&SHARE, amount("38.5"), "eth"));
    assert!(!limits.is_hit(&SHARE, amount("38"), "eth"));
    assert!(
        !limits.is_hit(&SHARE, amount("39"), "btc"),
        "another subject was not reported"
    );
    assert!(limits.is_hit(&VALUE, amount("42"), "eth"));
}

#[test]
fn a_changed_threshold_counts_and_money_is_converted() {
    let open = OpenSubjects::new();
    let choices: ThresholdChoices = [(("conc.asset".to_owned(), "share".to_owned()), amount("20"))].into();
    let own = limits(&choices, &open, "0.5");
    assert_eq!(own.limit(&SHARE), amount("20"));
    assert_eq!(own.limit(&VALUE), amount("10"));
    assert!(own.is_hit(&SHARE, amount("21"), "eth"));
    let none = ThresholdChoices::new();
    assert_eq!(limits(&none, &open, "0.5").limit(&VALUE), amount("20"));
}

#[test]
fn levels_grow_with_the_figure_and_are_bounded() {
    let of_ten = |text: &str| steps(amount(text), amount("10"));
    assert_eq!(["9.99", "10", "19.9", "1000000"].map(of_ten), [0, 1, 1, 100]);
    assert_eq!(steps(amount("5"), Amount::ZERO), 0);
    let doubled = |text: &str| doublings(amount(text));
    assert_eq!(["0", "1.99", "2", "1000", "-5"].map(doubled), [0, 0, 1, 9, 0]);
}

#[test]
fn percentages_are_exact_to_four_places() {
    assert_eq!(percent(amount("1"), amount("3")), Some(amount("33.3333")));
    assert_eq!(percent(amount("1"), Amount::ZERO), None);
    assert_eq!(of_percent(amount("0.5"), amount("1000")), Some(amount("5")));
}

#[test]
fn severities_double_their_weight() {
    let all = [
        InsightSeverity::Info,
        InsightSeverity::Low,
        InsightSeverity::Medium,
        InsightSeverity::High,
        InsightSeverity::Critical,
    ];
    assert_eq!(all.map(InsightSeverity::weight), [1, 2, 4, 8, 16]);
    assert!(all.is_sorted());
}

#[test]
fn margins_are_smaller_than_their_thresholds() {
    for threshold in RULES.iter().flat_map(|rule| rule.thresholds) {
        let margin = Amount::from_parts(threshold.margin.0, threshold.margin.1);
        assert!(margin < threshold.default_amount(), "{threshold:?}");
    }
}

#[test]
fn what_was_stored_of_rules_is_what_they_are_evaluated_with() {
    let setting = |rule: &str, is_on, limits: &[(&str, &str)]| ports::InsightSetting {
        rule: rule.to_owned(),
        is_on,
        limits: limits
            .iter()
            .map(|(name, limit)| ((*name).to_owned(), amount(limit)))
            .collect(),
    };
    let stored = vec![
        setting("conc.asset", true, &[("share", "55.5")]),
        setting("liq.hf", false, &[]),
    ];
    let choices = RuleChoices::of(stored);
    assert_eq!(choices.off, ["liq.hf".to_owned()].into());
    let open = OpenSubjects::new();
    let limits = limits(&choices.limits, &open, "1");
    assert_eq!(limits.limit(&SHARE), amount("55.5"));
}
