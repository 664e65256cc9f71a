import { expect, test } from "vitest";
import { amountText } from "../../format/amounts";
import { fees, insight, insights, money, part, percent } from "./insights.test-data";
import { countIn, dataOf, limitText, partText, queryOf, shownInsights, viewOf } from "./view";

const view = (query: string) => viewOf(new URLSearchParams(query));
const all = insights();
const rulesOf = (query: string) => shownInsights(all, view(query)).map((one) => one.insight.rule);

test("an unknown choice in the URL counts as none", () => {
  expect(view("type=toString&risk=90&sort=")).toEqual({ tab: "all", risk: "0", sort: "severity" });
  expect(queryOf(view(""))).toEqual({ type: null, risk: null, sort: null });
  expect(queryOf(view("type=risk&risk=80&sort=amount"))).toEqual({ type: "risk", risk: "80", sort: "amount" });
});

test("a tab and a risk combine, and figures keep their place in the answer", () => {
  expect(rulesOf("")).toEqual(["conc.asset", "fees.total"]);
  expect(rulesOf("type=cost")).toEqual(["fees.total"]);
  expect(rulesOf("type=cost&risk=80")).toEqual([]);
  expect(rulesOf("type=yield")).toEqual([]);
  expect(shownInsights(all, view("type=cost"))[0]?.place).toBe("/insights/1");
  expect([countIn(all, "all"), countIn(all, "risk"), countIn(all, "yield")]).toEqual([2, 1, 0]);
});

test("insights are ordered by amount, those about no money last, or the newest first", () => {
  const data = insights({ insights: [insight({ rule: "a", at_stake: null }), fees, insight({})] });
  const order = (query: string) => shownInsights(data, view(query)).map((one) => one.insight.rule);
  expect(order("sort=amount")).toEqual(["conc.asset", "fees.total", "a"]);
  expect(order("sort=newest")).toEqual(["fees.total", "a", "conc.asset"]);
});

test("parts are written as what they are, and only amounts are hidden", () => {
  const [shown, hidden] = [amountText(false), amountText(true)];
  const write = (of: Parameters<typeof partText>[0], texts = shown) => partText(of, texts, "USD");
  expect(write(money("1234.5"))).toBe("$1,234.50");
  expect(write(money("1234.5"), hidden)).toBe("••••");
  expect(write(percent("62.5"), hidden)).toBe("62.5%");
  expect(write(part("3", { kind: "number", value: "3" }), hidden)).toBe("3");
  expect(write(part("12.5", { kind: "quantity", value: "12.5" }))).toBe("12.50");
  expect(write(part("12.5", { kind: "quantity", value: "12.5" }), hidden)).toBe("••••");
  expect(write(part("E\u202eHT", { kind: "asset" }))).toBe("EHT");
});

test("a threshold has its unit", () => {
  const { threshold } = insight({});
  const write = (unit: string, limit: string) => limitText({ ...threshold, unit, limit }, amountText(false), "USD");
  expect(write("percent", "40")).toBe("40.0%");
  expect(write("dollars", "100")).toBe("$100.00");
  expect(write("days", "14")).toBe("14 days");
  expect(write("days", "1")).toBe("1 day");
  expect(write("number", "1.25")).toBe("1.25");
});

test("each rule leads to its data, one without a page of its own to Home", () => {
  expect(dataOf(insight({ rule: "liq.hf" })).page).toBe("defi");
  expect(dataOf(insight({ rule: "toString" })).page).toBe("home");
});
