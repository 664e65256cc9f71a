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
  const total = page.getByRole("region", { name: "Facts" }).getByRole("button", { name: /^Total net worth/ });
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
  const row = table().getByRole("row", { name: /vitalik\.eth/ });
  await row.getByRole("button", { name: "Copy the address of vitalik.eth" }).click();
  await page.getByText("Copied").waitFor();
  await search().fill("nowhere");
  await page.getByText("No wallet matches “nowhere”.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Show all wallets" }).click();
  await expect.poll(async () => (await names()).length).toBe(WALLETS);
  await row.click({ position: { x: 300, y: 20 } });
  await page.getByRole("heading", { level: 1, name: "vitalik.eth" }).waitFor();
  await page.context().close();
});

test("groups show their first wallets, and the rest on request", async () => {
  await visit("/wallets?group=app");
  await table()
    .getByRole("rowheader", { name: `No wallet app ${WALLETS} wallets` })
    .waitFor();
  expect(await names()).toHaveLength(5);
  await page.getByRole("button", { name: `Show ${WALLETS - 5} more in No wallet app` }).click();
  expect(await names()).toHaveLength(WALLETS);
  await page.getByLabel("Groups").selectOption("network");
  await expect.poll(() => new URL(page.url()).search).toBe("?group=network");
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test("a row's menu edits and deletes its wallet", async () => {
  await visit("/wallets", {}, true);
  const row = table().getByRole("row", { name: /vitalik\.eth/ });
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

const choose = (name: string) => table().getByRole("checkbox", { name: `Choose ${name}` });
const groupNames = () => table().locator("th[scope=rowgroup] button").allTextContents();
/** Undoes the change that a message says, which takes the place of the one before. */
async function undo(message: string): Promise<void> {
  await page.getByText(message).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
}

test("chosen wallets become a group that folds, is renamed and is deleted, and each can be undone", async () => {
  await visit("/wallets", {}, true);
  const [first = "", second = ""] = await names();
  const before = await choose(second).boundingBox();
  await choose(first).check();
  await choose(second).check();
  await page.getByText("2 chosen").waitFor();
  // The bar moves no row.
  expect(await choose(second).boundingBox()).toEqual(before);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "New group" }).click();
  const dialog = page.getByRole("dialog", { name: "New group" });
  await dialog.getByLabel("Name of the group").fill("Treasury");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create group" }).click();
  await page.getByText("Moved 2 wallets to Treasury.").waitFor();
  const rest = `No group ${WALLETS - 2} wallets`;
  await expect.poll(async () => (await groupNames()).sort()).toEqual([rest, "Treasury 2 wallets"]);
  const fold = table().getByRole("button", { name: "Treasury 2 wallets" });
  await fold.click();
  await expect.poll(names).not.toContain(first);
  expect(await violations(page)).toEqual([]);
  await fold.click();
  await fold.hover();
  await page.getByRole("button", { name: "Actions for Treasury" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog", { name: "Rename group" }).getByLabel("Name of the group").fill("Vault");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect.poll(async () => (await groupNames()).sort()).toEqual([rest, "Vault 2 wallets"]);
  await undo("Renamed Treasury to Vault.");
  await expect.poll(async () => (await groupNames()).sort()).toEqual([rest, "Treasury 2 wallets"]);
  await fold.hover();
  await page.getByRole("button", { name: "Actions for Treasury" }).click();
  await page.getByRole("menuitem", { name: "Delete group" }).click();
  await expect.poll(groupNames).toEqual([]);
  await expect.poll(async () => (await names()).length).toBe(WALLETS);
  await undo("Deleted the group Treasury. Its wallets are kept.");
  await expect.poll(async () => (await groupNames()).sort()).toEqual([rest, "Treasury 2 wallets"]);
  await page.reload();
  await expect.poll(async () => (await groupNames()).sort()).toEqual([rest, "Treasury 2 wallets"]);
  expect([watched.strangers, watched.faults]).toEqual([[], []]);
  await page.context().close();
});

test("chosen wallets are deleted together after a question, and Undo restores all of them", async () => {
  await visit("/wallets", {}, true);
  const before = await names();
  const [first = "", , third = ""] = before;
  await choose(first).focus();
  await page.keyboard.press("Space");
  await choose(third).click({ modifiers: ["Shift"] });
  await page.getByText("3 chosen").waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^spyhop-wallets-.*\.csv$/);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 3 wallets?" });
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(async () => (await names()).length).toBe(WALLETS - 3);
  await undo("3 wallets deleted");
  await expect.poll(async () => (await names()).sort()).toEqual([...before].sort());
  await page.context().close();
});

test("on a phone the bar of chosen wallets is above the tabs, and group rows stick below the header", async () => {
  await visit("/wallets?group=app", { viewport: { width: 390, height: 844 }, hasTouch: true });
  const [first = ""] = await names();
  await choose(first).check();
  const bar = await page.getByText("1 chosen").boundingBox();
  const tabs = await page.getByRole("navigation").last().boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  await page.getByRole("button", { name: /^Show \d+ more in/ }).click();
  await page.mouse.wheel(0, 900);
  const group = table().getByRole("rowheader", { name: /^No wallet app/ });
  await expect.poll(async () => Math.round((await group.boundingBox())?.y ?? 0)).toBeLessThan(90);
  expect((await group.boundingBox())?.y).toBeGreaterThan(56);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.context().close();
});

test("on a phone a row has two lines and all of it opens the wallet", async () => {
  await visit("/wallets?group=app", { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true });
  const row = table().getByRole("row", { name: /vitalik\.eth/ });
  await page.getByRole("button", { name: /^Show \d+ more in/ }).click();
  expect((await row.boundingBox())?.height).toBeLessThan(64);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await row.tap({ position: { x: 200, y: 40 } });
  await page.getByRole("heading", { level: 1, name: "vitalik.eth" }).waitFor();
  await page.context().close();
});
