import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, overflow, violations } from "./browser";
import { startOnWorld, type WorldStage } from "./world";

const SOURCES = ["1", "10", "defillama", "coingecko"];
const AUTO = { SPYHOP_SOURCES: "auto" };

let browser: Browser;
let world: WorldStage;
beforeAll(async () => {
  const silent = SOURCES.map((door) => `fail ${door}`);
  [browser, world] = await Promise.all([launch(), startOnWorld(AUTO, silent)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const headline = (page: Page) => page.getByRole("button", { name: /^Net worth .*Explain this figure$/ });
const banner = (page: Page) => page.getByRole("status").filter({ hasText: "Demo data." });
const sessions = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("session")));

/** The names, addresses and nicknames of this browser's session on the running server. */
async function walletsOf(page: Page): Promise<(string | null)[][]> {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => /session\.[0-9a-f-]+$/.test(one));
    return localStorage.getItem(key ?? "");
  });
  const answer = await page.request.post(`${world.url}/api/organisation/user/get-user`, {
    headers: { authorization: `Bearer ${token}` },
    data: {},
  });
  const { data } = (await answer.json()) as { data: { user: { user_wallets: Record<string, string | null>[] } } };
  return data.user.user_wallets.map((row) =>
    [row.display_address, row.address, row.nickname].map((one) => one ?? null),
  );
}

/** A name with a nickname, and an address. */
async function fillWelcome(page: Page): Promise<void> {
  await page.goto(world.url);
  await page.getByLabel("Address 1", { exact: true }).fill("alice.eth");
  await page.getByRole("button", { name: "Add row" }).click();
  await page.getByLabel("Address 2", { exact: true }).fill(world.persons.carol ?? "");
  await page.getByText("2 ready").waitFor();
  await page.getByLabel("Nickname 1", { exact: true }).fill("Savings");
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForURL(/\/home/);
}

test("an automatic demo is left for live sources: wallets and nicknames move, figures do not", async () => {
  const { page, strangers, faults } = await open(browser, world.url, { viewport: { width: 390, height: 844 } });
  await fillWelcome(page);
  await headline(page).waitFor();
  await expect.poll(() => headline(page).textContent()).not.toBe("");
  const [demo] = await sessions(page);
  await banner(page).getByText("Couldn't reach live sources.").waitFor();
  await banner(page).getByRole("button", { name: "Retry" }).click();
  await banner(page).getByText("Still no answer from live sources.").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  const other = await page.context().newPage();
  await other.goto(`${world.url}/wallets`);
  await banner(other).waitFor();
  for (const door of SOURCES) await world.send(`heal ${door}`);
  // The server also retries every minute; then there is no button to click.
  const answers = banner(page).getByText("Live sources are available.");
  await Promise.any([banner(page).getByRole("button", { name: "Retry" }).click(), answers.waitFor()]);
  await answers.waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  await banner(page).getByRole("button", { name: "Switch to live" }).click();
  await banner(page).waitFor({ state: "detached" });
  await page.waitForURL(/\/home/);
  await headline(page).waitFor();
  await expect.poll(() => sessions(page)).toHaveLength(2);
  const kept = await sessions(page);
  expect(kept).toContain(`${demo}.aside`);
  expect(kept).not.toContain(demo);
  await page.goto(`${world.url}/wallets`);
  await page.getByText("Savings").first().waitFor();
  expect(await walletsOf(page)).toEqual([
    ["alice.eth", world.persons.alice, "Savings"],
    [null, world.persons.carol, null],
  ]);
  await banner(other).waitFor({ state: "detached" });
  await other.getByText("Savings").first().waitFor();
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});
