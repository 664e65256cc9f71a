import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createSession, keepSession, open, untilHistoryRead, untilStill, violations, type Watched } from "./browser";
import { browser, spyhop } from "./demo";
import { patience } from "./patience";

interface ValuedRow {
  value_then: string | null;
  value_then_reason: { code: string } | null;
}

/** The closing price of a day that is not over yet is unknown, whatever the test waits for. */
const isValued = ({ value_then, value_then_reason }: ValuedRow): boolean =>
  value_then !== null || value_then_reason?.code === "day_not_over";

/** Waits until every swap of past days has a value: their prices are read after the history. */
async function untilValued(token: string): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const body = JSON.stringify({ limit: 20, conditions: [{ key: "kind", value: "swap" }] });
  const areValued = async (): Promise<boolean> => {
    const answer = await fetch(`${spyhop.url}/api/wallet/transaction/search-transaction`, {
      method: "POST",
      headers,
      body,
    });
    const { data } = (await answer.json()) as { data: { results: ValuedRow[] } };
    return data.results.length > 0 && data.results.every(isValued);
  };
  await expect.poll(areValued, { timeout: patience(170_000), interval: 1_000 }).toBe(true);
}

/** The prices of five years are read a few minutes after the wallet was added at the latest. */
const VALUED = patience(240_000);

/** Creates a session of one wallet, whose history was read to its end and valued. */
async function readHistory(): Promise<string> {
  const token = await createSession(spyhop.url, ["vitalik.eth"]);
  await untilHistoryRead(spyhop.url, token);
  await untilValued(token);
  return token;
}

/** The session of all tests. A history that is never valued fails each of them, but is waited for once. */
let session: Promise<string> | undefined;

async function visitHistory(width = 1440): Promise<Watched> {
  session ??= readHistory();
  const token = await session;
  const watched = await open(browser, spyhop.url, { viewport: { width, height: 900 } });
  await keepSession(watched.page, spyhop.url, token);
  await watched.page.goto(`${spyhop.url}/intelligence/transaction-history`);
  await untilStill(watched.page);
  return watched;
}

/** The newest swap with a value, which one of today has not. */
const firstSwap = (page: Page) =>
  page
    .getByRole("row")
    .filter({ hasText: "Swap" })
    .filter({ hasText: /\d\s*\$[\d,.]+ now/ })
    .first();

test(
  "a counterparty is named in the drawer of an entry, and the name is undone there",
  async () => {
    const { page, strangers, faults } = await visitHistory();
    await firstSwap(page).getByRole("link").first().click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("button", { name: /the counterparty$/ }).click();
    await page.keyboard.type("My <b>router</b>");
    await page.keyboard.press("Enter");
    await drawer.getByText("My <b>router</b>").first().waitFor();
    expect(await violations(page)).toEqual([]);
    // The toast belongs to the dialog: everything outside of a modal dialog cannot be pressed.
    await page.getByRole("button", { name: "Undo" }).click();
    await drawer.getByText("no label known").waitFor();
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  VALUED,
);

test(
  "a cost that is entered in the drawer counts at once, and is undone after the drawer was closed",
  async () => {
    const { page } = await visitHistory();
    await firstSwap(page).getByRole("link").first().click();
    const drawer = page.getByRole("dialog");
    await drawer
      .getByRole("button", { name: /^Enter your own cost of/ })
      .first()
      .click();
    await page.keyboard.type("1,234.50");
    await page.keyboard.press("Enter");
    const toast = page.getByText(/^Cost of this [A-Za-z]+ set/);
    await toast.waitFor();
    await drawer.getByText("You entered a cost of $1,234.50.").waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await toast.waitFor({ state: "detached" });
    await firstSwap(page).getByRole("link").first().click();
    await drawer.getByText("You entered a cost of").waitFor({ state: "detached" });
    await drawer
      .getByRole("button", { name: /^Enter your own cost of/ })
      .first()
      .waitFor();
    await page.context().close();
  },
  VALUED,
);

test(
  "the filters are in the URL, and an explanation of a value opens from the drawer",
  async () => {
    const { page } = await visitHistory();
    await page.getByLabel("Label, address, hash or asset").fill("USDC");
    await expect.poll(() => new URL(page.url()).search).toMatch(/USDC/);
    await untilStill(page);
    await firstSwap(page).getByRole("link").first().click();
    await page.getByRole("button", { name: "Explain", exact: true }).click();
    await page.getByRole("heading", { name: "Explain this figure" }).waitFor();
    await page.getByText(/^block [\d,]+, (on|.* ago$)/).waitFor();
    await page.context().close();
  },
  VALUED,
);

test(
  "kinds and dates are chosen in the page, kept in the URL, and cleared",
  async () => {
    const { page, strangers, faults } = await visitHistory();
    const parameters = () => new URL(page.url()).search;
    const links = page.getByRole("rowheader").getByRole("link");
    await page.getByRole("group", { name: "Kinds" }).getByRole("button", { name: "Swap" }).click();
    await expect.poll(parameters).toBe("?kind=swap");
    await untilStill(page);
    expect((await links.allTextContents()).every((text) => text.includes(", Swap, "))).toBe(true);
    await page.getByRole("button", { name: "Dates: All time" }).click();
    const dates = page.getByRole("form", { name: "Dates" });
    await dates.getByLabel("From").fill("2024-01-01");
    await dates.getByLabel("To").fill("2024-12-31");
    expect(await violations(page)).toEqual([]);
    await dates.getByRole("button", { name: /^Show [\d,]+ entr/ }).click();
    await expect.poll(parameters).toBe("?kind=swap&from=2024-01-01&to=2024-12-31");
    await untilStill(page);
    const days = await page
      .getByRole("rowheader")
      .filter({ hasNot: page.getByRole("link") })
      .allTextContents();
    expect(days.length).toBeGreaterThan(0);
    expect(days.every((day) => /^\d\d\/\d\d\/24/.test(day))).toBe(true);
    await page.getByRole("button", { name: /^Dates: / }).click();
    await dates.getByRole("button", { name: "All time" }).click();
    await page.getByRole("group", { name: "Kinds" }).getByRole("button", { name: /^All/ }).click();
    await expect.poll(parameters).toBe("");
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  VALUED,
);
