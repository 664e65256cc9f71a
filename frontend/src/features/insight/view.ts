import type { AmountText } from "../../format/amounts";
import { compareDecimals, parseDecimal } from "../../format/decimal";
import { percent, plainNumber } from "../../format/quantity";
import { plainText, plural } from "../../format/text";
import { date } from "../../format/time";
import type { IconName } from "../../ui/Icon";
import type { InsightRow, Insights, InsightThreshold, SentencePart } from "./types";

export const COST = 10;
export const RISK = 20;
export const YIELD = 30;

/** The tabs, with the number of their type; null for all. */
export const TABS = [
  { key: "all", label: "All Insights", type: null },
  { key: "cost", label: "Reduce Cost", type: COST },
  { key: "risk", label: "Reduce Risk", type: RISK },
  { key: "yield", label: "Increase Yield", type: YIELD },
] as const;
export type TabKey = (typeof TABS)[number]["key"];

/** The kinds of risk by their numbers. */
export const RISKS = [
  { key: "0", label: "All risks" },
  { key: "10", label: "Token Float Risk" },
  { key: "20", label: "Borrower Risk" },
  { key: "30", label: "Unlock Risk" },
  { key: "40", label: "Lender Risk" },
  { key: "50", label: "Market Cap Risk" },
  { key: "60", label: "Staking Risk" },
  { key: "70", label: "Discoverability Risk" },
  { key: "80", label: "Concentration Risk" },
] as const;
export type RiskKey = (typeof RISKS)[number]["key"];

export const SORTS = [
  { key: "severity", label: "By severity" },
  { key: "amount", label: "By amount" },
  { key: "newest", label: "Newest first" },
] as const;
export type SortKey = (typeof SORTS)[number]["key"];

/** What the page shows, and in which order. */
export interface InsightView {
  tab: TabKey;
  risk: RiskKey;
  sort: SortKey;
}

const keyIn = <K extends string>(options: readonly { key: K }[], key: string | null, other: K): K =>
  options.find((one) => one.key === key)?.key ?? other;

/** The view that a query states. */
export const viewOf = (params: URLSearchParams): InsightView => ({
  tab: keyIn(TABS, params.get("type"), "all"),
  risk: keyIn(RISKS, params.get("risk"), "0"),
  sort: keyIn(SORTS, params.get("sort"), "severity"),
});

/** The query of a view; null removes a parameter. */
export const queryOf = ({ tab, risk, sort }: InsightView): Record<string, string | null> => ({
  type: tab === "all" ? null : tab,
  risk: risk === "0" ? null : risk,
  sort: sort === "severity" ? null : sort,
});

/** An insight with its place in the answer, which names its figures. */
export interface ShownInsight {
  insight: InsightRow;
  place: string;
}

const typeOf = (tab: TabKey): number | null => TABS.find(({ key }) => key === tab)?.type ?? null;

/** How many insights a tab has. */
export const countIn = ({ insights }: Insights, tab: TabKey): number =>
  insights.filter(({ insight_type }) => typeOf(tab) === null || insight_type === typeOf(tab)).length;

function byAmount(a: string | null, b: string | null): number {
  const [left, right] = [a === null ? null : parseDecimal(a), b === null ? null : parseDecimal(b)];
  return left && right ? compareDecimals(right, left) : Number(left === null) - Number(right === null);
}

/** The insights of a view. The answer has them by severity. */
export function shownInsights({ insights }: Insights, { tab, risk, sort }: InsightView): ShownInsight[] {
  const type = typeOf(tab);
  const shown = insights
    .map((insight, i) => ({ insight, place: `/insights/${i}` }))
    .filter(({ insight }) => type === null || insight.insight_type === type)
    .filter(({ insight }) => risk === "0" || String(insight.sub_type) === risk);
  if (sort === "amount") return shown.sort((a, b) => byAmount(a.insight.at_stake, b.insight.at_stake));
  if (sort === "newest") return shown.sort((a, b) => b.insight.found_on.localeCompare(a.insight.found_on));
  return shown;
}

/** `3 rules were not evaluated.` Empty where all were: without insights this is what tells nothing found from nothing looked at. */
export function unevaluatedWords({ not_evaluated: rows }: Insights): string {
  const skipped = new Set(rows.map(({ rule }) => rule)).size;
  return skipped > 0 ? `${plural(skipped, "rule was", "rules were")} not evaluated.` : "";
}

/** A part as text. Amounts of money are hidden with all others. */
export function partText({ kind, text, value, time }: SentencePart, texts: AmountText, currency: string): string {
  if (kind === "money" && value !== null) return texts.money(value, currency);
  if (kind === "percent" && value !== null) return percent(value);
  if (kind === "number" && value !== null) return plainNumber(value);
  if (kind === "quantity" && value !== null) return texts.roundQuantity(value);
  if (kind === "date" && time !== null) return date(time);
  return plainText(text);
}

/** The parts as one text, for names and notices. */
export const sentenceText = (parts: readonly SentencePart[], texts: AmountText, currency: string): string =>
  parts.map((part) => partText(part, texts, currency)).join("");

/** The number of a threshold with its unit. */
export function limitText({ unit, limit }: InsightThreshold, texts: AmountText, currency: string): string {
  if (unit === "dollars") return texts.money(limit, currency);
  if (unit === "percent") return percent(limit);
  const number = plainNumber(limit);
  return unit === "days" ? `${number} ${number === "1" ? "day" : "days"}` : number;
}

const ICONS: Readonly<Record<number, IconName>> = { [COST]: "scales", [RISK]: "shield", [YIELD]: "bulb" };

export const iconOf = ({ insight_type: type }: InsightRow): IconName => ICONS[type] ?? "bulb";

/** The page with the data of a rule. */
export type DataPage = "home" | "defi" | "health" | "costs" | "history" | "approvals";

interface DataLink {
  page: DataPage;
  label: string;
}

const LINKS: ReadonlyMap<string, DataLink> = new Map([
  ["appr.unlimited", { page: "approvals", label: "See the approvals" }],
  ["appr.risky", { page: "approvals", label: "See the approvals" }],
  ["appr.delegation", { page: "approvals", label: "See the account" }],
  ["liq.hf", { page: "defi", label: "See the loan" }],
  ["lend.impaired", { page: "defi", label: "See the position" }],
  ["conc.protocol", { page: "defi", label: "See the positions" }],
  ["conc.staking", { page: "defi", label: "See the positions" }],
  ["idle.lp_oor", { page: "defi", label: "See the position" }],
  ["unlock.maturity", { page: "defi", label: "See the position" }],
  ["float.locked", { page: "defi", label: "See the positions" }],
  ["rewards.unclaimed", { page: "defi", label: "See the rewards" }],
  ["stale.data", { page: "health", label: "Open Data health" }],
  ["fees.total", { page: "costs", label: "See the fees" }],
  ["fees.l1share", { page: "costs", label: "See the fees" }],
  ["tax.harvest", { page: "costs", label: "See the costs" }],
  ["fees.failed", { page: "history", label: "See the transactions" }],
  ["tax.missing", { page: "history", label: "See the entries" }],
] satisfies [string, DataLink][]);

/** Where the data of a rule is; Home for those about everything that is owned. */
export const dataOf = ({ rule }: InsightRow): DataLink =>
  LINKS.get(rule) ?? { page: "home", label: "See what you own" };
