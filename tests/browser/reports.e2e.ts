import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { open, overflow, saved, untilStill, violations, type Watched } from "./browser";
import { browser, spyhop } from "./demo";
import { share } from "./owner";
import { patience } from "./patience";
import { soakOnly } from "./soak";

const LONG = patience(240_000);

const periods = (page: Page) => page.getByRole("slider", { name: "Period", exact: true });

async function expectFine({ page, strangers, faults }: Watched): Promise<void> {
  await untilStill(page);
  // Figures that the top bar covers in part are too small for axe.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
  expect([strangers, faults]).toEqual([[], []]);
}

/** Enters a wallet on Welcome, and waits on Home until its history has arrived, without opening the page again. */
async function arrive(watched: Watched): Promise<void> {
  const { page } = watched;
  await page.goto(spyhop.url);
  await page.getByLabel("Address 1", { exact: true }).fill("vitalik.eth");
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForURL(/\/home$/);
  await periods(page).waitFor({ timeout: patience(90_000) });
  await page.getByText(/^History known since /).waitFor({ timeout: patience(90_000) });
  await expectFine(watched);
}

/** Opens a month with transactions, and the largest of them. */
async function openLargest(watched: Watched): Promise<void> {
  const { page } = watched;
  await page.goto(`${spyhop.url}/intelligence/asset-value?group=month`);
  await periods(page).waitFor();
  await untilStill(page);
  await periods(page).focus();
  // The month before, because the current one may have just begun.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  const largest = page.getByRole("region", { name: "Largest Transactions" });
  await largest.getByRole("link").first().waitFor();
  await expectFine(watched);
  await largest.getByRole("link").first().click();
  await page.waitForURL(/\/intelligence\/transaction-history\?.*entry=/);
  await page.getByRole("dialog").getByRole("heading").first().waitFor();
  await expectFine(watched);
}

/** Enters the first cost that is missing or assumed, from the list of them. */
async function enterCost({ page }: Watched): Promise<void> {
  await page.goto(`${spyhop.url}/intelligence/costs`);
  const entries = page.getByRole("link", { name: /^Enter cost of / });
  const name = await entries.first().getAttribute("aria-label");
  await entries.first().click();
  const drawer = page.getByRole("dialog");
  await drawer
    .getByRole("button", { name: /^Enter (a cost|your own cost of )/ })
    .first()
    .click();
  await drawer.getByLabel(/ cost you in total$/).fill("12.34");
  await page.keyboard.press("Enter");
  await page.getByText(/^Cost of .* set/).waitFor();
  await page.goto(`${spyhop.url}/intelligence/costs`);
  await page.getByRole("region", { name: /^Method lab/ }).waitFor();
  await expect.poll(() => entries.first().getAttribute("aria-label")).not.toBe(name);
}

/** Uses another method everywhere, and undoes it. */
async function tryMethod(watched: Watched): Promise<void> {
  const { page } = watched;
  const lab = page.getByRole("region", { name: /^Method lab/ });
  // Phones show no heads of columns.
  const inUse = () => lab.locator("td[data-used]").last().getAttribute("data-label");
  await lab.getByRole("button", { name: "Use HIFO everywhere" }).click();
  await expect.poll(inUse).toBe("HIFO");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(inUse).toBe("FIFO");
  await expectFine(watched);
}

/** Saves the costs as a file. */
async function exportCosts(watched: Watched): Promise<void> {
  const { page } = watched;
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export data" });
  await dialog.waitFor();
  await expectFine(watched);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download Average Cost Basis" }).click(),
  ]);
  expect((await readFile(await saved(file), "utf8")).split("\r\n").length).toBeGreaterThan(3);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

describe.each([
  ["light", 1440, 900],
  ["dark", 390, 844],
  ...soakOnly([
    ["dark", 1440, 900],
    ["light", 390, 844],
  ] as const),
] as const)("reports, %s at %i px", (colorScheme, width, height) => {
  test(
    "from the first visit to a day, its largest transaction, a cost, a method, a file and a visitor",
    async () => {
      const watched = await open(browser, spyhop.url, { colorScheme, viewport: { width, height } });
      await arrive(watched);
      await openLargest(watched);
      await enterCost(watched);
      await tryMethod(watched);
      await exportCosts(watched);
      const link = await share(watched.page);
      await expectFine(watched);
      const visitor = await open(browser, spyhop.url, { colorScheme, viewport: { width, height } });
      await visitor.page.goto(`${link}?redirect=intelligence/asset-value`);
      await periods(visitor.page).waitFor();
      await expectFine(visitor);
      await watched.page.context().close();
      await visitor.page.context().close();
    },
    LONG,
  );
});
