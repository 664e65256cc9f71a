import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { open, overflow, saved, signIn, untilStill, violations, type Watched } from "./browser";
import { browser, spyhop } from "./demo";

const OTHER = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";

let watched: Watched;
let page: Page;
async function visit(path: string, addresses: string[], width = 1440) {
  watched = await open(browser, spyhop.url, { viewport: { width, height: 900 } });
  page = watched.page;
  await signIn(page, spyhop.url, addresses);
  await page.goto(spyhop.url + path);
}

test("the request log is filtered, its filter is repeated in words, and providers show their full profile", async () => {
  await visit("/privacy", ["vitalik.eth"]);
  const ledger = page.getByRole("region", { name: "Request log" });
  await ledger.getByLabel("Provider, address or purpose").fill("no such thing");
  await ledger.getByLabel("Time").selectOption({ label: "Last 7 days" });
  await ledger.getByText("Nothing matches “no such thing” in the last 7 days.").waitFor();
  expect(await violations(page)).toEqual([]);
  await ledger.getByRole("button", { name: "Clear all" }).click();
  await expect.poll(() => ledger.getByLabel("Time").inputValue()).toBe("0");
  const providers = page.getByRole("region", { name: "Data providers" }).getByRole("listitem");
  await providers.first().waitFor();
  for (const text of await providers.allTextContents())
    expect(text).toMatch(/Last answer|No answer yet|No external requests/);
  await page.getByRole("heading", { name: "Our privacy promise" }).waitFor();
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await overflow(page)).toBe(0);
  }
  expect([watched.strangers, watched.faults]).toEqual([[], []]);
  await page.context().close();
});

test("the request log is saved as CSV", async () => {
  await visit("/privacy", ["vitalik.eth"]);
  await page.route("**/common/privacy/get-disclosures", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { total_count: number } };
    body.data.total_count = 1;
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^disclosures-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await saved(file), "utf8")).toMatch(/^first_on,last_on,times,provider,host,purpose,disclosed,/);
  expect(watched.faults).toEqual([]);
  await page.context().close();
});

test("an issue has its cause and a working action", async () => {
  await visit("/home", ["vitalik.eth", OTHER, "nonsense"]);
  await page.getByRole("table", { name: "Assets" }).waitFor();
  await untilStill(page);
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Data health/ });
  await expect.poll(() => link.textContent()).toMatch(/Data health\d+/);
  await link.click();
  const issues = page.getByRole("list", { name: "Needs attention" }).getByRole("listitem");
  await issues.first().waitFor();
  expect(await violations(page)).toEqual([]);
  const region = page.getByRole("region", { name: "Needs attention" });
  await region.getByRole("button", { name: /^No price/ }).click();
  const price = issues.getByRole("button", { name: /^Set a price for/ }).first();
  const title = (await price.getAttribute("aria-label"))?.replace("Set a price for ", "") ?? "";
  await price.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("1.25");
  await dialog.getByRole("button", { name: "Set price" }).click();
  await expect.poll(() => issues.filter({ hasText: title }).count()).toBe(0);
  const hide = issues.getByRole("button", { name: /^Hide/ }).first();
  const hidden = (await hide.getAttribute("aria-label"))?.replace("Hide ", "") ?? "";
  await hide.click();
  await page.getByText(`${hidden} hidden`).waitFor();
  await expect.poll(() => issues.filter({ hasText: hidden }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await issues.filter({ hasText: hidden }).first().waitFor();
  await region.getByRole("button", { name: /^All/ }).click();
  await issues.getByRole("button", { name: "Fix now: nonsense" }).click();
  const fix = page.getByRole("dialog", { name: "Fix your wallet address" });
  await fix.getByLabel("Address 1", { exact: true }).fill("nick.eth");
  await fix.getByText("1 ready").waitFor();
  await fix.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => issues.filter({ hasText: "nonsense" }).count()).toBe(0);
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await overflow(page)).toBe(0);
  }
  expect([watched.strangers, watched.faults]).toEqual([[], []]);
  await page.context().close();
});

test("if nothing is missing the page says so, with the time", async () => {
  await visit("/health", []);
  await page.getByText("Everything is fine").waitFor();
  await page.getByText(/Nothing is missing from your totals, as of \d\d:\d\d/).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});
