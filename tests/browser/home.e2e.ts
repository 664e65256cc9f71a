import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  createSession,
  keepSession,
  open,
  overflow,
  untilHistoryRead,
  untilServerRead,
  untilStill,
  violations,
  type Watched,
} from "./browser";
import { browser, spyhop } from "./demo";
import { share, untilRead } from "./owner";
import { patience } from "./patience";
import { picture } from "./picture";
import { soakOnly } from "./soak";

const LONG = patience(240_000);

let token: string | undefined;

/** Opens Home of wallets whose history was read to its end. */
async function visit(width: number, colorScheme: "light" | "dark" = "light"): Promise<Watched> {
  token ??= await createSession(spyhop.url, ["vitalik.eth", "lighthouse.eth"]);
  await Promise.all([untilServerRead(spyhop.url, token), untilHistoryRead(spyhop.url, token)]);
  const watched = await open(browser, spyhop.url, { colorScheme, viewport: { width, height: 900 } });
  await keepSession(watched.page, spyhop.url, token);
  await watched.page.goto(`${spyhop.url}/home`);
  await periods(watched.page).waitFor();
  await untilRead(watched.page);
  return watched;
}

const value = (page: Page) => page.getByRole("region", { name: /^Asset Value/ });
const periods = (page: Page) => page.getByRole("slider", { name: "Period", exact: true });
const top = (page: Page) => page.getByRole("region", { name: "Net worth" });
const since = (page: Page) => top(page).getByText(/^since \d+ \w+ \d+$/);
const firstDay = async (page: Page) => (await since(page).textContent())?.replace("since ", "");

test.each([
  [1440, "light"],
  [390, "dark"],
  ...soakOnly([
    [768, "light"],
    [1440, "dark"],
    [390, "light"],
  ]),
] as const)(
  "Home is clean with its chart and all cards, at %i px, %s",
  async (width, scheme) => {
    const { page, strangers, faults } = await visit(width, scheme);
    for (const name of [
      /^Asset Value/,
      /^What moved/,
      /^Allocation/,
      /^Assets/,
      /^Transactions/,
      /^Average Cost Basis/,
    ])
      await page.getByRole("region", { name }).waitFor();
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.mouse.move(0, 0);
    if (width !== 768) await picture(page, `home-${width}-${scheme}`);
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  LONG,
);

test(
  "the first asset is in the first screen, below the chart and its two cards",
  async () => {
    const { page } = await visit(1440);
    const row = await page.getByRole("table", { name: "Assets" }).getByRole("row").nth(1).boundingBox();
    // The banner of the demo and the gap below it are not part of the page.
    const banner = await page.getByRole("status").filter({ hasText: "Demo data." }).boundingBox();
    expect((row?.y ?? 900) + (row?.height ?? 0) - (banner?.height ?? 0) - 16).toBeLessThan(720);
    const [chart, side] = [
      await value(page).boundingBox(),
      await page.getByRole("region", { name: /^Allocation/ }).boundingBox(),
    ];
    expect([Math.round(chart?.width ?? 0), Math.round(side?.width ?? 0)]).toEqual([776, 372]);
    // Both columns end at the same height.
    expect(Math.round((chart?.y ?? 0) + (chart?.height ?? 0))).toBe(Math.round((side?.y ?? 0) + (side?.height ?? 0)));
    await page.context().close();
  },
  LONG,
);

test(
  "a span, by mouse and by keyboard, changes the headline and stays after a reload",
  async () => {
    const { page } = await visit(1440);
    const year = await firstDay(page);
    await page.getByRole("radio", { name: "All" }).check();
    await expect.poll(() => firstDay(page)).not.toBe(year);
    const all = await firstDay(page);
    await page.reload();
    await periods(page).waitFor();
    await expect.poll(() => firstDay(page)).toBe(all);
    expect(await page.getByRole("radio", { name: "All" }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: "All" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => firstDay(page)).toBe(year);
    await page.context().close();
  },
  LONG,
);

test(
  "the pointer and the arrow keys show a day with its value and cost, and the line of the cost can be switched off",
  async () => {
    const { page } = await visit(1440);
    const card = value(page);
    await periods(page).hover({ position: { x: 200, y: 60 } });
    const tip = card.locator("[class*=tip]").first();
    await tip.waitFor();
    expect(await tip.textContent()).toMatch(/\d{4}\$[\d,.]+(Above|Under) cost.*Cost basis\$/);
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: "detached" });
    await periods(page).focus();
    const last = await periods(page).getAttribute("aria-valuetext");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => periods(page).getAttribute("aria-valuetext")).not.toBe(last);
    const pill = card.getByText(/^Cost basis \$/);
    expect(await pill.count()).toBe(1);
    await card.getByRole("button", { name: "Cost basis" }).click();
    await expect.poll(() => pill.count()).toBe(0);
    await card.getByRole("combobox", { name: "Periods" }).selectOption("By month");
    await expect.poll(() => periods(page).getAttribute("aria-valuetext")).toMatch(/^\w+ \d{4}, /);
    await card.getByRole("link", { name: "Open Asset value" }).click();
    await page.waitForURL(/\/intelligence\/asset-value$/);
    await page.context().close();
  },
  LONG,
);

test(
  "gains since the cost are sorted with unknown ones last, and explain themselves",
  async () => {
    const { page } = await visit(1440);
    const table = page.getByRole("table", { name: "Assets" });
    await table.getByRole("button", { name: "Gain since cost", exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?sort=gain");
    const gains = table.locator("tbody").getByRole("button", { name: /, gain since cost .*Explain this figure$/ });
    const numbers = async () => {
      const shown = await gains.evaluateAll((all) => all.map((one) => one.textContent ?? ""));
      return shown.map((text) => Number(text.replace("\u2212", "-").replace(/[^\d.-]/g, "")));
    };
    await expect.poll(async () => (await numbers()).length).toBeGreaterThan(4);
    const isSorted = (all: readonly number[]) => all.every((one, at) => at === 0 || one <= (all[at - 1] ?? 0));
    await expect.poll(async () => isSorted(await numbers())).toBe(true);
    await gains.first().click();
    await page.getByRole("dialog", { name: "Explain this figure" }).waitFor();
    await page.context().close();
  },
  LONG,
);

test(
  "the cards below lead to their pages, and an entry to itself",
  async () => {
    const { page } = await visit(1440);
    const entries = page.getByRole("table", { name: "Newest transactions" });
    expect(await entries.getByRole("row").count()).toBe(7);
    expect(
      await page
        .getByRole("table", { name: /^Average cost basis/ })
        .getByRole("row")
        .count(),
    ).toBe(7);
    await page.getByRole("link", { name: /^See all \d+$/ }).click();
    await page.waitForURL(/\/intelligence\/costs$/);
    await page.goBack();
    await entries.getByRole("link").first().click();
    await page.waitForURL(/\/intelligence\/transaction-history\?entry=/);
    await page.getByRole("dialog").waitFor();
    await page.context().close();
  },
  LONG,
);

test(
  "on a phone six assets are shown first, the lowest card is closed, and every target of the chart fits a finger",
  async () => {
    const { page } = await visit(390);
    const rows = page.getByRole("table", { name: "Assets" }).locator("tbody").getByRole("rowheader");
    expect(await rows.count()).toBe(6);
    await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(20);
    const costs = page.getByRole("region", { name: /^Average Cost Basis/ });
    expect(await costs.getByRole("table").count()).toBe(0);
    await costs.getByRole("button", { name: /^Average Cost Basis/ }).click();
    await costs.getByRole("table").waitFor();
    const targets = value(page).locator("select, a, label");
    const heights = await targets.evaluateAll((all) =>
      all.map((one) => Math.round(one.getBoundingClientRect().height)),
    );
    expect(heights).toHaveLength(7);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    expect(await overflow(page)).toBe(0);
    await page.context().close();
  },
  LONG,
);

test(
  "Home narrowed to a wallet has its value and transactions, and no costs, which are not known of it alone",
  async () => {
    const { page } = await visit(1440);
    const before = await firstDay(page);
    await page.getByRole("button", { name: /^Wallets: / }).click();
    await page.getByRole("group", { name: "Wallets" }).getByRole("checkbox", { name: "vitalik.eth" }).click();
    await page.keyboard.press("Escape");
    await untilStill(page);
    await periods(page).waitFor();
    expect(await periods(page).getAttribute("aria-valuetext")).not.toMatch(/cost/);
    expect(before).toBeTruthy();
    const table = page.getByRole("table", { name: "Assets" });
    expect(await table.getByRole("button", { name: "Gain since cost" }).count()).toBe(0);
    expect(await page.getByRole("region", { name: /^Average Cost Basis/ }).count()).toBe(0);
    await page.getByRole("table", { name: "Newest transactions" }).waitFor();
    await page.context().close();
  },
  LONG,
);

test(
  "a visitor of a share link sees the chart and the cards, and one of a public address does not",
  async () => {
    const own = await visit(1440);
    const url = await share(own.page);
    const { page, faults } = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
    await page.goto(url);
    await periods(page).waitFor();
    await untilRead(page);
    await page.getByRole("region", { name: /^Transactions/ }).waitFor();
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.getByRole("link", { name: "Open Asset value" }).click();
    await page.waitForURL(/\?page=asset-value$/);
    await page.goto(`${spyhop.url}/home/0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE`);
    await page.getByRole("region", { name: /^Allocation/ }).waitFor();
    expect(await value(page).count()).toBe(0);
    expect(faults).toEqual([]);
    await Promise.all([page.context().close(), own.page.context().close()]);
  },
  LONG,
);
