import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, overflow, signInShared, untilStill, violations } from "./browser";
import { type Spyhop, startSpyhop } from "./spyhop";

const LINKS = {
  Blog: "https://blog.example.org/",
  Chat: "https://chat.example.org/invite",
  Microblog: "https://social.example.org/@spyhop",
};

const WALLETS = ["vitalik.eth", "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE"];

let browser: Browser;
let spyhop: Spyhop;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spyhop-links-"));
  const rows = Object.entries(LINKS).map(([name, url]) => `${name.toLowerCase()} = "${url}"`);
  await writeFile(join(folder, "spyhop.toml"), `[links]\n${rows.join("\n")}\n`);
  browser = await launch();
  spyhop = await startSpyhop({ SPYHOP_CONFIG: join(folder, "spyhop.toml") });
});
afterAll(async () => {
  await browser?.close();
  await spyhop?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function visit(width: number): Promise<Page> {
  const { page } = await open(browser, spyhop.url, { viewport: { width, height: 844 } });
  return page;
}

/** Opens Home of a session with two wallets, once everything is read. */
async function home(width: number): Promise<Page> {
  const page = await visit(width);
  await signInShared(page, spyhop.url, WALLETS);
  await page.goto(`${spyhop.url}/home`);
  await page.getByRole("table", { name: "Assets" }).waitFor();
  await untilStill(page);
  return page;
}

test.each(["/welcome", "/privacy", "/home"])(
  "the foot of %s has year, disclaimer and the links of the configuration",
  async (path) => {
    const page = await visit(390);
    if (path === "/home") await signInShared(page, spyhop.url, WALLETS);
    const now = new Date();
    await page.clock.setFixedTime(now);
    await page.goto(spyhop.url + path);
    const foot = page.getByRole("contentinfo");
    await foot.getByText(`© ${now.getFullYear()} Spyhop`).waitFor();
    await foot.getByText("not financial advice. You bear the risk of any decision you make.").waitFor();
    for (const [name, url] of Object.entries(LINKS)) {
      const link = foot.getByRole("link", { name, exact: true });
      expect([await link.getAttribute("href"), await link.getAttribute("rel")]).toEqual([url, "noreferrer noopener"]);
    }
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.context().close();
  },
);

test.each([1440, 390])(
  "several networks are chosen, by keyboard too, and all of them are All, at %i px",
  async (width) => {
    const page = await home(width);
    const control = page.getByRole("button", { name: /^Networks: / });
    const rows = page.getByRole("table", { name: "Assets" }).locator("tbody").getByRole("rowheader");
    const boxes = page.getByRole("group", { name: "Networks" }).getByRole("checkbox");
    const before = await rows.allTextContents();
    await control.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => boxes.first().isChecked()).toBe(true);
    await expect.poll(() => boxes.first().evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: /^Networks: .+ \+1$/ }).waitFor();
    expect(await boxes.first().isChecked()).toBe(false);
    await expect.poll(() => new URL(page.url()).searchParams.get("network")?.split(",")).toHaveLength(2);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press("Escape");
    await boxes.first().waitFor({ state: "detached" });
    expect(await control.evaluate((element) => element === document.activeElement)).toBe(true);
    // Every amount shown must be a figure of the server.
    const values = page
      .getByRole("table", { name: "Assets" })
      .getByRole("button", { name: /, value .*Explain this figure$/ });
    await values.first().waitFor();

    await control.click();
    for (let at = 3; at < (await boxes.count()); at++) await boxes.nth(at).click();
    await page.getByRole("button", { name: "Networks: All networks" }).waitFor();
    await expect.poll(() => rows.allTextContents()).toEqual(before);
    await page.getByRole("heading", { level: 1 }).click();
    await boxes.first().waitFor({ state: "detached" });
    await page.context().close();
  },
);

test("every price shown has an explanation", async () => {
  const { page } = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
  await signInShared(page, spyhop.url, ["vitalik.eth"]);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${spyhop.url}/home`);
  await page.getByRole("table", { name: "Assets" }).waitFor();
  await untilStill(page);
  const side = page.getByRole("navigation", { name: "Main" });
  const foot = page.getByRole("contentinfo");
  for (const place of [side, foot]) expect(await place.textContent()).not.toMatch(/[$€₿Ξ]\s?\d/);
  // Prices only come with the portfolio, so that an asset has one price at a time.
  expect(requested.filter((path) => path.endsWith("/get-crypto-asset-rates"))).toEqual([]);
  await page.context().close();
});
