import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { confirmDeletion, open, overflow, signIn, signInShared, untilStill, violations, type Watched } from "./browser";
import { browser, spyhop } from "./demo";

const OTHER = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";

let watched: Watched;
let page: Page;
/** Opens the wallets with the shared session or, for a test that changes something, with its own. */
async function visit(signInTo = signInShared): Promise<void> {
  watched = await open(browser, spyhop.url);
  page = watched.page;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInTo(page, spyhop.url, ["vitalik.eth", OTHER, "nonsense"]);
  await page.goto(`${spyhop.url}/wallets`);
  await page.getByRole("heading", { name: "vitalik.eth" }).waitFor();
  await untilStill(page);
}

const cards = () => page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) });
const names = () => cards().getByRole("heading", { level: 2 }).allTextContents();
const badges = () => page.getByRole("group", { name: "Networks" });
const pressed = () => badges().getByRole("button", { pressed: true }).allTextContents();

test("All and the networks exclude each other, and the total stays that of all wallets", async () => {
  await visit();
  const total = page.getByRole("region", { name: "Facts" }).getByRole("button", { name: /^Total net worth/ });
  const worth = () => total.textContent();
  expect(await pressed()).toEqual(["All 3"]);
  const all = badges().getByRole("button", { name: "All" });
  const network = badges().getByRole("button").filter({ hasNotText: "All" });
  const [first, second] = [network.nth(0), network.nth(1)];
  const chooseTwo = async () => {
    await first.click();
    await second.click();
    await expect.poll(pressed).toEqual([await first.textContent(), await second.textContent()]);
    await expect.poll(names).not.toContain("nonsense");
  };
  // Prices move, so only values that are equal before and after are compared.
  const compare = async () => {
    const before = await worth();
    await chooseTwo();
    const meanwhile = await worth();
    await all.click();
    await expect.poll(names).toContain("nonsense");
    return (await worth()) === before ? { before, meanwhile } : null;
  };
  let still = await compare();
  for (let tries = 0; !still && tries < 4; tries++) still = await compare();
  expect(still?.before).toMatch(/^\$[\d,]+\.\d\d$/);
  expect(still?.meanwhile).toBe(still?.before);
  await chooseTwo();
  await page.reload();
  await first.waitFor();
  await expect.poll(pressed).toHaveLength(2);
  await first.click();
  await second.click();
  await expect.poll(pressed).toEqual(["All 3"]);
  await first.click();
  await expect.poll(pressed).toHaveLength(1);
  await all.click();
  await expect.poll(pressed).toEqual(["All 3"]);
  await expect.poll(names).toContain("nonsense");
  await page.context().close();
});

test("a second click on a sort reverses its order", async () => {
  await visit();
  const sorts = page.getByRole("group", { name: "Sort by" });
  const press = (name: string) => sorts.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  const richest = await names();
  // Wallets without a value come last in either order.
  expect(richest[2]).toBe("nonsense");
  await press("Amount");
  await expect.poll(names).toEqual([richest[1], richest[0], "nonsense"]);
  await press("Date added");
  await expect.poll(names).toEqual(["nonsense", "0x3f5C…f0bE", "vitalik.eth"]);
  await press("Date added");
  await expect.poll(names).toEqual(["vitalik.eth", "0x3f5C…f0bE", "nonsense"]);
  await press("Name");
  await expect.poll(names).toEqual(["0x3f5C…f0bE", "nonsense", "vitalik.eth"]);
  await press("Name");
  await expect.poll(names).toEqual(["vitalik.eth", "nonsense", "0x3f5C…f0bE"]);
  await expect.poll(() => new URL(page.url()).search).toBe("?sort=name&dir=desc");
  await page.context().close();
});

test("every network can be chosen without a scroll bar, at 641, 768 and 1440 px", async () => {
  await visit();
  const hidden = () => badges().evaluate((line) => line.scrollWidth - line.clientWidth);
  for (const width of [641, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(hidden, { message: `at ${width} px` }).toBe(0);
    expect(await overflow(page), `at ${width} px`).toBe(0);
  }
  await page.context().close();
});

test("a wallet gets a nickname, and its app if one is chosen", async () => {
  await visit(signIn);
  const dialog = page.getByRole("dialog", { name: "Edit wallet" });
  const save = async () => {
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await page.getByRole("button", { name: "Edit vitalik.eth" }).click();
  expect(await dialog.getByLabel("Wallet address").getAttribute("readonly")).not.toBeNull();
  expect(await dialog.getByLabel("Wallet app").inputValue()).toBe("other");
  await dialog.getByLabel("Nickname").fill("Savings");
  expect(await violations(page)).toEqual([]);
  // The message is short, so the wait for it begins before the click.
  await Promise.all([page.getByText("You've successfully updated your wallet").waitFor(), save()]);
  await page.getByRole("button", { name: "Edit Savings" }).click();
  await dialog.getByLabel("Wallet app").selectOption({ label: "Paper Wallet" });
  await save();
  await cards().filter({ hasText: "Savings" }).getByText("Paper Wallet").waitFor();
  await page.getByRole("button", { name: "Edit Savings" }).click();
  await dialog.getByLabel("Nickname").fill("");
  await save();
  await page.getByRole("heading", { name: "vitalik.eth" }).waitFor();
  await page.context().close();
});

test("an address that is not detected is replaced in the list and keeps its nickname", async () => {
  await visit(signIn);
  const card = cards().filter({ hasText: "This wallet address is not detected. Please fix it now." });
  await card.getByRole("button", { name: "Edit nonsense" }).click();
  const edit = page.getByRole("dialog", { name: "Edit wallet" });
  await edit.getByLabel("Wallet app").selectOption("ledger");
  await edit.getByLabel("Nickname").fill("Cold");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await edit.waitFor({ state: "detached" });
  await card.getByRole("button", { name: "Fix now" }).click();
  const fix = page.getByRole("dialog", { name: "Fix your wallet address" });
  expect(await fix.getByPlaceholder("Paste valid wallet address or ENS here").inputValue()).toBe("nonsense");
  await fix.getByLabel("Address 1", { exact: true }).fill("nick.eth");
  await fix.getByText("1 ready").waitFor();
  expect(await fix.getByRole("button", { name: "Add row" }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await fix.getByRole("button", { name: "Done" }).click();
  await page.getByText("You've successfully updated your wallet").waitFor();
  await page.getByRole("heading", { name: "Cold" }).waitFor();
  await page.getByText("is not detected").waitFor({ state: "detached" });
  expect(await cards().count()).toBe(3);
  await page.context().close();
});

test("an address is copied in full, a network shows its value, and no holdings are shown as such", async () => {
  await visit();
  const card = cards().filter({ has: page.getByRole("heading", { name: /^0x3f5C/ }) });
  await card.getByRole("button", { name: "Copy the address" }).click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(OTHER);
  const chip = card.getByRole("button", { name: /% of this wallet: .*Explain this figure$/ }).first();
  expect(await chip.getAttribute("title")).toMatch(/^.+: \$[\d,.]+, [<\d.]+% of this wallet$/);
  await chip.click();
  await page.getByRole("dialog", { name: "Explain this figure" }).waitFor();
  await page.keyboard.press("Escape");
  await page.goto(`${spyhop.url}/wallets?chains=eip155:2222`);
  await page.getByText("No data found").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.getByRole("button", { name: "Show all wallets" }).click();
  await page.getByRole("heading", { name: "vitalik.eth" }).waitFor();
  expect([watched.strangers, watched.faults]).toEqual([[], []]);
  await page.context().close();
});

test("a page beyond the last one shows the last one", async () => {
  await visit();
  for (const p of ["1", "99999999999"]) {
    await page.goto(`${spyhop.url}/wallets?p=${p}`);
    await page.getByRole("heading", { name: "vitalik.eth" }).waitFor();
    expect(await cards().count()).toBe(3);
    expect(await page.getByText("No data found").count()).toBe(0);
    await expect.poll(() => new URL(page.url()).search).toBe("");
  }
  expect([watched.strangers, watched.faults]).toEqual([[], []]);
  await page.context().close();
});

test("Undo restores the wallet to its position, and wallets that another tab added meanwhile stay", async () => {
  await visit(signIn);
  await page.goto(`${spyhop.url}/wallets?sort=created_on&dir=asc`);
  const other = await page.context().newPage();
  await other.goto(`${spyhop.url}/wallets`);
  await other.getByRole("heading", { name: "vitalik.eth" }).waitFor();
  await other.getByRole("button", { name: "Add wallet" }).first().click();
  const add = other.getByRole("dialog", { name: "Add wallet address" });
  await add.getByLabel("Address 1", { exact: true }).fill("nick.eth");
  await add.getByText("1 ready").waitFor();
  await page.getByRole("button", { name: "Delete vitalik.eth" }).click();
  await confirmDeletion(page, "vitalik.eth");
  await add.getByRole("button", { name: "Go" }).click();
  await other.getByText("1 wallet added").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(names).toEqual(["vitalik.eth", "0x3f5C…f0bE", "nonsense", "nick.eth"]);
  await page.context().close();
});
