import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { open, overflow, signIn, untilStill, violations } from "./browser";
import { patience } from "./patience";
import { browser, world } from "./strictWorld";
import { startOnWorld } from "./world";

const NODES = ["1", "10"];
const PRICES = ["defillama", "coingecko"];
/** Failed sources are retried within seconds; fresh data is refreshed after half a minute. */
const RETRIED = { timeout: patience(60_000) };

const send = async (what: "fail" | "heal", doors: string[]): Promise<void> => {
  for (const door of doors) await world.send(`${what} ${door}`);
};
const headline = (page: Page) => page.getByRole("button", { name: /^Net worth .*Explain this figure$/ });
const worth = async (page: Page): Promise<string | null> => headline(page).textContent();
/** Returns the text of the coverage badge. */
const badge = (page: Page, words: RegExp) => page.getByRole("link", { name: words });

/**
 * Checks that the page shows no zero amount, but for the start of an axis, a gain of nothing, which stands beside its percentage, and
 * the flows of a direction in which nothing moved: without their prices they have no amount.
 */
async function expectNoZero(page: Page): Promise<void> {
  const text = await page.evaluate<string>(`{
    const main = document.querySelector("main");
    const charts = [...main.querySelectorAll("figure svg")];
    for (const chart of charts) chart.style.display = "none";
    const text = main.innerText;
    for (const chart of charts) chart.style.display = "";
    text;
  }`);
  const nothing = /\$0\.00\s+0\.0%|\b(in|out)flows\s+\$0\.00/gi;
  expect(text.replaceAll(nothing, "")).not.toMatch(/\$0(\.0+)?(?![.\d])/);
  expect(text).not.toMatch(/NaN|Infinity|undefined|null/);
}

const WIDE = { colorScheme: "light", viewport: { width: 1440, height: 900 } } as const;
const NARROW = { colorScheme: "dark", viewport: { width: 390, height: 844 } } as const;

/** Opens Home of a session that watches one of the test persons. */
async function start(name: string, options: typeof WIDE | typeof NARROW) {
  const watched = await open(browser, world.url, options);
  await signIn(watched.page, world.url, [world.persons[name] ?? ""]);
  await watched.page.goto(`${world.url}/home`);
  return watched;
}

describe.each([
  ["carol", WIDE],
  ["dave", NARROW],
] as const)("failures are shown to %s", (name, options) => {
  test("failed: figures that could not be read are shown as unknown and load by themselves", async () => {
    await send("fail", NODES);
    const { page, strangers, faults } = await start(name, options);
    await badge(page, /1 wallet not read on 2 networks/).waitFor(RETRIED);
    const title = page.getByRole("region", { name: "Net worth" });
    await title.getByText("Not known", { exact: true }).first().waitFor();
    await expectNoZero(page);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await send("heal", NODES);
    await headline(page).waitFor(RETRIED);
    await badge(page, /1 wallet not read on 2 networks/).waitFor({ state: "detached", ...RETRIED });
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  });
});

/** Reads the headline of Home in one call: the figure, and whether something is reported as missing. */
async function look(page: Page): Promise<{ figure: string; missing: boolean } | null> {
  const headline = await page.getByRole("region", { name: "Net worth" }).innerText();
  const figure = /^<?\$[\d,.]+$/m.exec(headline)?.[0];
  return figure === undefined
    ? null
    : { figure, missing: /1 wallet not read|still loading|being priced/.test(headline) };
}

test("failed in part: a partial sum is marked as partial from the first moment to the last", async () => {
  await send("fail", ["10"]);
  const first = await start("erin", WIDE);
  await badge(first.page, /1 wallet not read on OP Mainnet/).waitFor(RETRIED);
  await first.page.context().close();
  // Her address was not read yet, and the failed node is backing off.
  const { page, strangers, faults } = await start("alice", NARROW);
  await headline(page).waitFor(RETRIED);
  const part = await look(page);
  expect(part?.missing).toBe(true);
  await send("heal", ["10"]);
  const seen = new Map<string, Set<boolean>>();
  const isWhole = async (): Promise<boolean> => {
    const now = await look(page);
    if (now) seen.set(now.figure, (seen.get(now.figure) ?? new Set()).add(now.missing));
    return now !== null && now.figure !== part?.figure && !now.missing;
  };
  await expect.poll(isWhole, { interval: 100, ...RETRIED }).toBe(true);
  const whole = await worth(page);
  for (const [figure, missing] of seen) if (figure !== whole) expect([figure, ...missing]).toEqual([figure, true]);
  expect(seen.has(part?.figure ?? "")).toBe(true);
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

/** Opens Bob's Home once everything is read; only holdings that no source prices are missing. */
async function startRead() {
  const watched = await start("bob", NARROW);
  await headline(watched.page).waitFor(RETRIED);
  await badge(watched.page, /^5 of 7 holdings priced$/).waitFor(RETRIED);
  await untilStill(watched.page, RETRIED.timeout);
  return { ...watched, known: await worth(watched.page) };
}

test("unreachable: the last figures stay, and the page says that the server does not answer", async () => {
  // Prices arrive last, so figures before them are not final.
  for (const door of PRICES) await world.send(`slow ${door} 1500`);
  const { page, known, strangers, faults } = await startRead();
  await send("heal", PRICES);
  await page.route("**/api/**", (route) => route.abort());
  // The page notices an outage within seconds while reading, within a minute when idle, or on any request.
  const again = page.getByRole("button", { name: "Refresh" });
  if (await again.isEnabled()) await again.click();
  const away = page.getByRole("status").filter({ hasText: "Can't reach the Spyhop server." });
  await away.waitFor(RETRIED);
  expect(await worth(page)).toBe(known);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.unroute("**/api/**");
  await away.waitFor({ state: "detached", ...RETRIED });
  expect(await worth(page)).toBe(known);
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

test("out of date: the last figures stay, with their age", async () => {
  const { page, known, strangers, faults } = await startRead();
  await send("fail", ["1"]);
  const again = page.getByRole("button", { name: "Refresh" });
  const isOld = async (): Promise<boolean> => {
    if (await again.isEnabled()) await again.click();
    return badge(page, /1 wallet out of date on /).isVisible();
  };
  await expect.poll(isOld, { interval: 3_000, ...RETRIED }).toBe(true);
  expect(await worth(page)).toBe(known);
  await expectNoZero(page);
  await send("heal", ["1"]);
  await badge(page, /1 wallet out of date on /).waitFor({ state: "detached", ...RETRIED });
  expect(await worth(page)).toBe(known);
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

test("without any price the holdings are shown, and their value is unknown", async () => {
  const lone = await startOnWorld(
    undefined,
    PRICES.map((door) => `fail ${door}`),
  );
  const { page, strangers, faults } = await open(browser, lone.url, { viewport: { width: 1440, height: 900 } });
  await signIn(page, lone.url, [lone.persons.alice ?? ""]);
  await page.goto(`${lone.url}/home`);
  await badge(page, /^0 of \d+ holdings priced/).waitFor(RETRIED);
  await page.getByRole("region", { name: "Net worth" }).getByText("Not known", { exact: true }).first().waitFor();
  await page
    .getByRole("row")
    .filter({ hasText: /Ether.*Not counted/ })
    .first()
    .waitFor();
  await expectNoZero(page);
  expect(await violations(page)).toEqual([]);
  for (const door of PRICES) await lone.send(`heal ${door}`);
  await headline(page).waitFor(RETRIED);
  await expectNoZero(page);
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
  await lone.stop();
});
