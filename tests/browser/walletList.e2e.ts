import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  confirmDeletion,
  createSession,
  keepSession,
  open,
  overflow,
  sharedSession,
  untilServerRead,
  untilStill,
  violations,
  type Watched,
} from "./browser";
import { browser } from "./demo";
import { type Spyhop, startSpyhop } from "./spyhop";

const WALLETS = 14;
/** More wallets than cards are shown of, and one that no network knows. */
const ADDRESSES = [
  "vitalik.eth",
  "0x3f5c1de9e2",
  ...Array.from(
    { length: WALLETS - 1 },
    (_, i) =>
      `0x${String(i + 1)
        .padStart(2, "0")
        .repeat(20)}`,
  ),
];

/** A plan that includes fewer wallets is not what these tests are about. */
let spyhop: Spyhop;
beforeAll(async () => {
  spyhop = await startSpyhop({ SPYHOP_PLANS: "off" });
});
afterAll(() => spyhop?.stop());

let watched: Watched;
let page: Page;

async function visit(path = "/wallets", options: Parameters<typeof open>[2] = {}, isOwn = false): Promise<void> {
  watched = await open(browser, spyhop.url, options);
  page = watched.page;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const token = await (isOwn ? createSession : sharedSession)(spyhop.url, ADDRESSES);
  await untilServerRead(spyhop.url, token);
  await keepSession(page, spyhop.url, token);
  await page.goto(`${spyhop.url}${path}`);
  await page.getByRole("table", { name: "Wallets" }).waitFor();
  await untilStill(page);
}

const table = () => page.getByRole("table", { name: "Wallets" });
const names = () => table().getByRole("link").allTextContents();
const search = () => page.getByLabel("Name, address or wallet app");

test("over twelve wallets are a list whose sum is the total, and the choice of cards is remembered", async () => {
  await visit();
  expect(await names()).toHaveLength(WALLETS);
  const attention = page.getByRole("region", { name: /^Needs attention/ });
  await attention.getByText("This wallet address is not detected. Please fix it now.").waitFor();
  await table().getByText(`${WALLETS} wallets · 1 needs attention, above`).waitFor();
  const total = page.getByRole("region", { name: "Total net worth" }).getByRole("button");
  await expect
    .poll(
      async () =>
        await table()
          .getByRole("button", { name: /^Sum of these wallets/ })
          .textContent(),
    )
    .toBe(await total.textContent());
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.getByRole("radio", { name: "Cards" }).check({ force: true });
  await page.getByRole("heading", { level: 2, name: "vitalik.eth" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 2, name: "vitalik.eth" }).waitFor();
  expect([watched.strangers, watched.faults]).toEqual([[], []]);
  await page.context().close();
});

test("a search narrows the list and its sum, stays out of the URL, and a row opens its wallet", async () => {
  await visit();
  await search().fill("VITALIK");
  await expect.poll(names).toEqual(["vitalik.eth"]);
  await table().getByText("1 wallet · 1 needs attention, above").waitFor();
  expect(new URL(page.url()).search).toBe("");
  const row = table().getByRole("row", { name: /^vitalik.eth/ });
  await row.getByRole("button", { name: "Copy the address of vitalik.eth" }).click();
  await page.getByText("Copied").waitFor();
  await search().fill("nowhere");
  await page.getByText("No wallet matches “nowhere”.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Show all wallets" }).click();
  await expect.poll(async () => (await names()).length).toBe(WALLETS);
  await row.click({ position: { x: 500, y: 20 } });
  await page.getByRole("heading", { level: 1, name: "vitalik.eth" }).waitFor();
  await page.context().close();
});

test("groups show their first wallets, and the rest on request", async () => {
  await visit("/wallets?group=app");
  await table()
    .getByRole("rowheader", { name: `No wallet app ${WALLETS} wallets` })
    .waitFor();
  expect(await names()).toHaveLength(5);
  await page.getByRole("button", { name: `Show ${WALLETS - 5} more` }).click();
  expect(await names()).toHaveLength(WALLETS);
  await page.getByLabel("Groups").selectOption("network");
  await expect.poll(() => new URL(page.url()).search).toBe("?group=network");
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test("a row's menu edits and deletes its wallet", async () => {
  await visit("/wallets", {}, true);
  const row = table().getByRole("row", { name: /^vitalik.eth/ });
  await row.hover();
  await row.getByRole("button", { name: "Actions for vitalik.eth" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit wallet" });
  await dialog.getByLabel("Wallet app").selectOption("ledger");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await row.getByText("Ledger").waitFor();
  await row.hover();
  await row.getByRole("button", { name: "Actions for vitalik.eth" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await confirmDeletion(page, "vitalik.eth");
  await expect.poll(async () => (await names()).length).toBe(WALLETS - 1);
  await page.context().close();
});

test("on a phone a row has two lines and all of it opens the wallet", async () => {
  await visit("/wallets?group=app", { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true });
  const row = table().getByRole("row", { name: /^vitalik.eth/ });
  await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
  expect((await row.boundingBox())?.height).toBeLessThan(64);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await row.tap({ position: { x: 200, y: 40 } });
  await page.getByRole("heading", { level: 1, name: "vitalik.eth" }).waitFor();
  await page.context().close();
});
