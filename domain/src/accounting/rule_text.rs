//! The rules of a cost basis with their names, their choices and what each choice means.

use ports::{ArrivalRule, CarryRule, CostRules, FeeRule, LotMethod, LotScope, YieldRule, cost_rules::ParseRuleError};

/// A rule of the cost basis.
#[derive(Clone, Copy)]
pub struct RuleProfile {
    /// The stable id.
    pub id: &'static str,
    /// The name.
    pub name: &'static str,
    /// The choices, the default first.
    pub choices: &'static [RuleChoice],
    choice: fn(&CostRules) -> &'static str,
    choose: fn(&mut CostRules, &str) -> Result<(), ParseRuleError>,
}

/// A choice of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleChoice {
    /// The stable code.
    pub code: &'static str,
    /// The name, in one or two words.
    pub name: &'static str,
    /// What it means, as a sentence.
    pub text: &'static str,
}

impl RuleProfile {
    /// Returns the rule with this id.
    #[must_use]
    pub fn of(id: &str) -> Option<&'static Self> {
        RULES.iter().find(|rule| rule.id == id)
    }

    /// Returns the code of the choice.
    #[must_use]
    pub fn choice(&self, rules: &CostRules) -> &'static str {
        (self.choice)(rules)
    }

    /// Sets the choice by its code.
    pub fn choose(&self, rules: &mut CostRules, code: &str) -> Result<(), ParseRuleError> {
        (self.choose)(rules, code)
    }

    /// Returns what the choice means, as a sentence.
    #[must_use]
    pub fn text(&self, rules: &CostRules) -> &'static str {
        let code = self.choice(rules);
        let chosen = self.choices.iter().find(|choice| choice.code == code);
        chosen.map_or("", |choice| choice.text)
    }

    /// Returns the name of the choice.
    #[must_use]
    pub fn choice_name(&self, rules: &CostRules) -> &'static str {
        let code = self.choice(rules);
        let chosen = self.choices.iter().find(|choice| choice.code == code);
        chosen.map_or("", |choice| choice.name)
    }
}

const fn choice(code: &'static str, name: &'static str, text: &'static str) -> RuleChoice {
    RuleChoice { code, name, text }
}

/// Makes the row of a rule from its field.
macro_rules! rule {
    ($id:literal, $name:literal, $field:ident, [$($choice:expr => $choice_name:literal, $text:literal;)*]) => {
        RuleProfile {
            id: $id,
            name: $name,
            choices: &[$(choice($choice.code(), $choice_name, $text),)*],
            choice: |rules| rules.$field.code(),
            choose: |rules, code| {
                rules.$field = code.parse()?;
                Ok(())
            },
        }
    };
}

/// Which lots leave first.
pub const METHOD: RuleProfile = rule!("lot_method", "Method", method, [
    LotMethod::Fifo => "FIFO", "What you acquired first leaves first.";
    LotMethod::Lifo => "LIFO", "What you acquired last leaves first.";
    LotMethod::Hifo => "HIFO", "What cost most leaves first.";
    LotMethod::Average => "Average", "Everything leaves at its average cost.";
]);

/// Which accounts share their lots.
pub const SCOPE: RuleProfile = rule!("lot_scope", "Wallets", scope, [
    LotScope::AllAccounts => "Together", "All your wallets count together.";
    LotScope::PerAccount => "Each on its own", "Each wallet counts on its own.";
]);

/// How fees count.
pub const FEES: RuleProfile = rule!("fee_rule", "Fees", fees, [
    FeeRule::Capitalised => "Part of the cost", "Fees add to the cost.";
    FeeRule::Separate => "Separate", "Fees count on their own.";
]);

/// Deposits and withdrawals.
pub const POSITIONS: RuleProfile = rule!("position_rule", "Deposits and staking", positions, [
    CarryRule::Carried => "Keep their cost", "What you deposit or stake keeps its date and cost.";
    CarryRule::Disposal => "Count as sales", "A deposit sells what you deposit, and a withdrawal buys it back.";
]);

/// What comes back above or below a deposit.
pub const YIELDS: RuleProfile = rule!("yield_rule", "Yield of deposits", yields, [
    YieldRule::Income => "Income", "What comes back above a deposit is income, and a shortfall is a loss.";
    YieldRule::Cost => "Part of a later gain", "What comes back has the cost of what you deposited, whatever its quantity.";
]);

/// Assets that continue as another one.
pub const CONTINUATIONS: RuleProfile = rule!("continuation_rule", "Renamed assets", continuations, [
    CarryRule::Carried => "Keep their cost", "An asset that continues as another one keeps its date and cost.";
    CarryRule::Disposal => "Count as sales", "An asset that continues as another one is sold for it.";
]);

/// What arrived from elsewhere.
pub const ARRIVALS: RuleProfile = rule!("arrival_rule", "Arrivals from elsewhere", arrivals, [
    ArrivalRule::Assumed => "Worth at arrival", "What arrived from elsewhere is assumed to have cost what it was worth then.";
    ArrivalRule::Unknown => "Unknown", "What arrived from elsewhere has no known cost until you enter it.";
]);

/// All rules, in the order in which they are shown.
pub const RULES: [RuleProfile; 7] = [METHOD, SCOPE, FEES, POSITIONS, YIELDS, CONTINUATIONS, ARRIVALS];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_every_rule_can_be_made() {
        for rule in RULES {
            let mut rules = CostRules::default();
            assert_eq!(
                rule.choice(&rules),
                rule.choices[0].code,
                "{}: the default is first",
                rule.id
            );
            for choice in rule.choices {
                rule.choose(&mut rules, choice.code).unwrap();
                assert_eq!((rule.choice(&rules), rule.text(&rules)), (choice.code, choice.text));
            }
            let before = rules;
            assert!(rule.choose(&mut rules, "other").is_err());
            assert_eq!(rules, before);
        }
    }

    #[test]
    fn a_rule_changes_no_other() {
        for rule in RULES {
            let mut rules = CostRules::default();
            rule.choose(&mut rules, rule.choices[1].code).unwrap();
            let changed = RULES.iter().filter(|one| one.choice(&rules) != one.choices[0].code);
            assert_eq!(changed.map(|one| one.id).collect::<Vec<_>>(), [rule.id]);
        }
        assert!(RuleProfile::of("lot_method").is_some() && RuleProfile::of("Method").is_none());
    }
}
