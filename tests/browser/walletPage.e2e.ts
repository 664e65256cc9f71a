import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  confirmDeletion,
  createSession,
  keepSession,
  open,
  overflow,
  sharedSession,
  untilHistoryRead,
  untilServerRead,
  untilStill,
  violations,
  type Watched,
} from "./browser";
import { browser, spyhop } from "./demo";

const VITALIK = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
const ADDRESSES = ["vitalik.eth", OTHER, "nonsense"];

let watched: Watched;
let page: Page;

/** Opens a page with the shared session or, for a test that changes something, with its own. */
async function visit(path: string, options: Parameters<typeof open>[2] = {}, isOwn = false): Promise<void> {
  watched = await open(browser, spyhop.url, options);
  page = watched.page;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const token = await (isOwn ? createSession : sharedSession)(spyhop.url, ADDRESSES);
  await untilServerRead(spyhop.url, token);
  await keepSession(page, spyhop.url, token);
  await page.goto(`${spyhop.url}${path}`);
}

const title = (name: string) => page.getByRole("heading", { level: 1, name });
const card = (name: string | RegExp) => page.getByRole("region", { name });
const menuItem = async (name: string) => {
  await page.getByRole("button", { name: "More actions" }).click();
  return page.getByRole("menuitem", { name });
};

test("a card leads to the page of its wallet, whose figures agree and are explained", async () => {
  await visit("/wallets");
  await untilHistoryRead(spyhop.url, await sharedSession(spyhop.url, ADDRESSES));
  await page.getByRole("link", { name: "vitalik.eth" }).click();
  await title("vitalik.eth").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/wallets/${VITALIK}`);
  await untilStill(page);
  const facts = card("Facts");
  await facts.getByText(/^[\d.]+% of your net worth$/).waitFor();
  expect(await facts.textContent()).toMatch(/Holdings\d+/);
  await card("Networks")
    .getByText(/^Block [\d,]+ · /)
    .first()
    .waitFor();
  await card("Does it add up?").getByText("Yes").waitFor();
  await card("Value over time").getByRole("radio", { name: "1Y" }).waitFor();
  await page.getByRole("table", { name: "Assets" }).waitFor();
  const all = card(/^Transactions/).getByRole("link", { name: "See all" });
  expect(await all.getAttribute("href")).toBe(`/intelligence/transaction-history?wallet=${VITALIK}`);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await facts.getByRole("button", { name: /^Value .*Explain this figure$/ }).click();
  const explanation = page.getByRole("dialog", { name: "Explain this figure" });
  await explanation.waitFor();
  // Only the figures of all wallets are beside it, which are no newer ones.
  expect(await explanation.getByText(/out of date|newer/i).count()).toBe(0);
  await page.keyboard.press("Escape");
  expect([watched.strangers, watched.faults]).toEqual([[], []]);
  await page.context().close();
});

test.each([
  [390, "dark"],
  [768, "light"],
] as const)("the page fits at %i px in %s", async (width, colorScheme) => {
  await visit(`/wallets/${OTHER}`, { viewport: { width, height: 844 }, colorScheme });
  await title("0x3f5C…f0bE").waitFor();
  await untilStill(page);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.context().close();
});

test("the menu copies the link, and Delete leads to the list with Undo, by keyboard too", async () => {
  await visit(`/wallets/${VITALIK}`, {}, true);
  await title("vitalik.eth").waitFor();
  await untilStill(page);
  await (await menuItem("Copy link")).click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${spyhop.url}/wallets/${VITALIK}`);
  const explorer = await menuItem("View on block explorer");
  expect(await explorer.getAttribute("href")).toContain(VITALIK);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await confirmDeletion(page, "vitalik.eth");
  await page.waitForURL(/\/wallets$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "vitalik.eth" }).waitFor();
  expect([watched.strangers, watched.faults]).toEqual([[], []]);
  await page.context().close();
});

test("a wallet is edited and read on its page", async () => {
  await visit(`/wallets/${OTHER}`, {}, true);
  await page.getByRole("button", { name: "Edit wallet" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit wallet" });
  await dialog.getByLabel("Nickname").fill("Savings");
  await dialog.getByLabel("Wallet app").selectOption("ledger");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await title("Savings").waitFor();
  await page.getByText("· Ledger · added").waitFor();
  await page.getByRole("button", { name: "Read now" }).click();
  await page.getByRole("button", { name: "Read now" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.context().close();
});

test("an address that is not detected is fixed on its page, and an unknown one leads back", async () => {
  await visit("/wallets/0x0000000000000000000000000000000000000001", {}, true);
  await title("Wallet not found").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to Wallets" }).click();
  await page.getByRole("link", { name: "nonsense" }).click();
  await title("nonsense").waitFor();
  await page.getByText("This wallet address is not detected. Please fix it now.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Fix now" }).click();
  const fix = page.getByRole("dialog", { name: "Fix your wallet address" });
  await fix.getByLabel("Address 1", { exact: true }).fill("nick.eth");
  await fix.getByText("1 ready").waitFor();
  await fix.getByRole("button", { name: "Done" }).click();
  await page.waitForURL(/\/wallets$/);
  await page.getByRole("link", { name: "nick.eth" }).waitFor();
  await page.context().close();
});
