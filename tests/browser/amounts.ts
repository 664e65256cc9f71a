import type { Page } from "playwright-core";

/** The keys of amounts in answers. */
const AMOUNTS =
  /^(total|value|amount|change|balance|compared|known|net_worth|total_value|value_then|value_today|fee_then|fee_today|quantity|cost|realized|unknown_quantity|difference|replayed|reconciled)$/;
/** The keys of what stays visible. */
const PRICES = /^(prices?|price_then|current_price|average|average_cost_price|price_changes|rates|said)$/;
/** The measures of nodes of an explanation that stay visible. */
const VISIBLE = new Set(["price", "rate", "number"]);
/** The kinds of parts of a sentence that stay visible. */
const RATIOS = new Set(["number", "percent"]);
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** What a page has received: amounts, and the prices and counts that stay visible when amounts are hidden. */
export interface Received {
  amounts: Set<string>;
  visible: Set<string>;
}

type Fields = Readonly<Record<string, unknown>>;

const isPriceIn = ({ measure, kind, label }: Fields, key: string): boolean =>
  PRICES.test(key) ||
  (key === "value" &&
    (VISIBLE.has(String(measure)) || RATIOS.has(String(kind)) || label === "Price" || label === "Rate"));

/** An option of a filter has a value that is no amount. */
const isOption = (fields: Fields): boolean => "count" in fields && "label" in fields;

function collect(found: unknown, into: Received, isPrice = false): void {
  if (typeof found !== "object" || found === null) return;
  for (const [key, value] of Object.entries(found)) {
    // Amounts are texts: a number counts something, and may look like an amount.
    const isVisible = isPrice || typeof value === "number" || isPriceIn(found as Fields, key);
    if (typeof value === "object") collect(value, into, isVisible);
    else if (DECIMAL.test(String(value)) && !isOption(found as Fields)) {
      if (isVisible) into.visible.add(String(value));
      else if (AMOUNTS.test(key)) into.amounts.add(String(value));
    }
  }
}

/** Collects the amounts of every answer that the page receives. */
export function receivedBy(page: Page): Received {
  const received: Received = { amounts: new Set(), visible: new Set() };
  page.on("response", (response) => {
    if (!response.url().includes("/api/")) return;
    // An answer may be gone with its page, and a stream is no JSON.
    response.json().then(
      (answer) => collect(answer, received),
      () => undefined,
    );
  });
  return received;
}

const DIGITS = 4;

/** The ways in which a page may write an amount, without thousands separators. Amounts of few digits are too common to be found. */
function formsOf(decimal: string): string[] {
  const size = Math.abs(Number(decimal));
  if (decimal.replace(/\D/g, "").replace(/^0+|0+$/g, "").length < DIGITS) return [];
  // A year would be found in every date.
  if (size >= 1000)
    return [Math.trunc(size), Math.round(size)]
      .filter((whole) => whole < 1900 || whole > 2100)
      .map(String)
      .concat(`${(size / 1000).toFixed(2)}K`);
  if (size >= 1) return [size.toFixed(2), (Math.trunc(size * 100) / 100).toFixed(2)];
  const places = DIGITS - 1 - Math.floor(Math.log10(size));
  return places > 20 ? [] : [size.toFixed(places)];
}

/** Every text of the page: what is visible, what is read out, and what a pointer or the browser's tab shows. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // The axis of a price has round prices, which no answer has.
      const isAxis = node.parentElement?.closest("[aria-label='Price over time'] svg");
      if (!isAxis) texts.push(node.textContent ?? "");
    }
    for (const element of document.body.querySelectorAll("*"))
      for (const name of ["title", "aria-label", "aria-description", "aria-valuetext", "alt", "placeholder"])
        texts.push(element.getAttribute(name) ?? "");
    return texts.filter((text) => /\d/.test(text));
  });

/** Returns the texts of the page that contain an amount which it has received. */
export async function shownAmounts(page: Page, { amounts, visible }: Received): Promise<string[]> {
  const visibleForms = new Set([...visible].flatMap((number) => [number, ...formsOf(number)]));
  const forms = new Set([...amounts].flatMap(formsOf).filter((form) => !visibleForms.has(form)));
  // The end of a shortened address is no number.
  const numbers = /(?<![\w.…])\d+(?:\.\d+)?K?(?![\w%])/g;
  const holds = (text: string): boolean =>
    [...text.replaceAll(",", "").matchAll(numbers)].some(([number]) =>
      [number, ...cut(number)].some((one) => forms.has(one)),
    );
  return (await textsOf(page)).filter(holds);
}

/** A number with fewer decimals: an explanation writes more of them than a table. */
function cut(number: string): string[] {
  const [whole = "", decimals = ""] = number.split(".");
  if (Number(whole) >= 1000) return [whole];
  return decimals.length > 2 && Number(whole) > 0 ? [`${whole}.${decimals.slice(0, 2)}`] : [];
}
