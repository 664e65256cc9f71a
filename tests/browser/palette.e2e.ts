import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { overflow, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { headline, sharedOwner } from "./owner";

const palette = (page: Page) => page.getByRole("dialog", { name: "Find" });
const options = (page: Page) => palette(page).getByRole("option");
const current = (page: Page) => palette(page).getByRole("option", { selected: true }).textContent();

test("a page, a wallet and an asset are found and opened by keyboard alone", async () => {
  const { page } = await sharedOwner(browser, spyhop.url, ["vitalik.eth", "lighthouse.eth"]);
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  await expect.poll(() => options(page).count()).toBeGreaterThan(6);
  await page.keyboard.type("healt");
  await expect.poll(() => current(page)).toContain("Data health");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/health$/);
  await palette(page).waitFor({ state: "detached" });

  await page.keyboard.press("Control+k");
  await page.keyboard.type("lighth");
  await expect.poll(() => current(page)).toContain("lighthouse.eth");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/wallets#wallet-/);
  const card = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await expect.poll(card).toContain("lighthouse.eth");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("eth");
  const first = await current(page);
  await page.keyboard.press("ArrowDown");
  expect(await current(page)).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  expect(await current(page)).toBe(first);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/home\?asset=eip155/);
  await page.context().close();
});

test.each([
  ["light", 1440],
  ["dark", 768],
  ["light", 390],
] as const)(
  "the palette and the top bar with net worth have no violations, %s at %i px",
  async (colorScheme, width) => {
    const { page } = await sharedOwner(browser, spyhop.url, ["vitalik.eth"], width);
    await page.emulateMedia({ colorScheme });
    const worth = (await headline(page).textContent()) ?? "";
    expect(
      await page
        .getByRole("banner")
        .getByRole("link", { name: /Net worth/ })
        .count(),
    ).toBe(0);
    await page.goto(`${spyhop.url}/privacy`);
    const head = page.getByRole("banner").getByRole("link", { name: /Net worth/ });
    await expect.poll(() => head.textContent()).toContain(worth);
    await expect.poll(() => head.textContent()).toMatch(/of \d+ holdings priced/);
    await page.getByRole("button", { name: /^Find/ }).filter({ visible: true }).click();
    await expect.poll(() => options(page).count()).toBeGreaterThan(6);
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.keyboard.type("no such thing");
    await palette(page).getByText("Nothing matches “no such thing”.").waitFor();
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await head.click();
    await page.waitForURL(/\/home$/);
    await page.context().close();
  },
);

test("the palette is loaded when it is opened, not with the page", async () => {
  const { page } = await sharedOwner(browser, spyhop.url, ["vitalik.eth"]);
  const before: string[] = [];
  page.on("request", (request) => before.push(request.url()));
  await page.goto(`${spyhop.url}/wallets`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const files = () => before.filter((url) => /Palette/.test(url));
  expect(files()).toEqual([]);
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  expect(files()).not.toEqual([]);
  await page.context().close();
});

test("a typed address can be opened without adding it, and an own one leads to its wallet", async () => {
  const { page } = await sharedOwner(browser, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/health`);
  const type = async (text: string) => {
    await page.keyboard.press("/");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await page.getByRole("heading", { level: 1, name: "Data health" }).waitFor();
  await type("vitalik.eth");
  await page.getByRole("link", { name: "Go to this wallet" }).click();
  await page.waitForURL(/\/wallets#wallet-/);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id ?? "")).toMatch(/^wallet-/);
  await type("nick.eth");
  await page.getByRole("link", { name: "Open nick.eth without adding it" }).click();
  await page.waitForURL(/\/home\/nick\.eth$/);
  await page.getByText("Public address nick.eth (view only).").waitFor();
  await page.context().close();
});
