import type { InsightRow, Insights, SentencePart } from "./types";

const FOUND = "2026-11-27T10:19:12Z";

/** A part of a sentence; words, unless it states something else. */
export function part(text: string, rest: Partial<SentencePart> = {}): SentencePart {
  return { kind: "text", text, value: null, asset: null, chain: null, time: null, ...rest };
}

export const money = (value: string) => part(value, { kind: "money", value });
export const percent = (value: string) => part(value, { kind: "percent", value });

/** An insight about a share of one asset. */
export function insight(row: Partial<InsightRow>): InsightRow {
  return {
    insight_type: 20,
    type_name: "Reduce Risk",
    sub_type: 80,
    sub_type_name: "Concentration Risk",
    rule: "conc.asset",
    severity: "medium",
    title: [part("ETH", { kind: "asset" }), part(" is "), percent("62.5"), part(" of everything you own.")],
    sub_title: "Concentration in one asset",
    subject: "eth",
    subject_name: "ETH",
    figure: percent("62.5"),
    arithmetic: [
      { sign: "", label: "Its value", value: money("6250") },
      { sign: "÷", label: "Everything you own", value: money("10000") },
      { sign: "×", label: "Percent", value: part("100", { kind: "number", value: "100" }) },
      { sign: "=", label: "Share", value: percent("62.5") },
    ],
    threshold: {
      name: "share",
      text: "Share of one asset",
      side: "above",
      unit: "percent",
      limit: "40",
      default: "40",
      chosen: null,
    },
    change: [part("At the same total, "), money("2250"), part(" less of it would be "), percent("40"), part(".")],
    caveats: ["2 tokens without a price are left out."],
    as_of: FOUND,
    found_on: FOUND,
    at_stake: "6250",
    ...row,
  };
}

/** Fees, with less at stake and found later. */
export const fees = insight({
  insight_type: 10,
  type_name: "Reduce Cost",
  sub_type: null,
  sub_type_name: null,
  rule: "fees.total",
  title: [money("120"), part(" went into fees in 90 days.")],
  subject: "portfolio",
  subject_name: "Portfolio",
  figure: money("120"),
  found_on: "2026-11-28T10:19:12Z",
  at_stake: "120",
});

/** An answer with these insights. */
export function insights(rest: Partial<Insights> = {}): Insights {
  return {
    insights: [insight({}), fees],
    minor: 1,
    beyond_plan: 0,
    unconfirmed: 0,
    put_away: [],
    checked: 20,
    not_evaluated: [{ rule: "idle.cash", code: "history_incomplete", text: "The history is not complete." }],
    rules: [
      { id: "idle.cash", title: "Idle cash", insight_type: 30, sub_type: null, enabled: true, thresholds: [] },
      {
        id: "conc.asset",
        title: "Concentration in one asset",
        insight_type: 20,
        sub_type: 80,
        enabled: true,
        thresholds: [insight({}).threshold],
      },
    ],
    evaluated_on: FOUND,
    currency_code: "USD",
    figures: { "/insights/0/arithmetic/0/value/value": "its-value" },
    ...rest,
  };
}
