import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { open, overflow, violations } from "./browser";
import { patience } from "./patience";
import { browser, world } from "./strictWorld";

const headline = (page: Page) => page.getByRole("button", { name: /^Net worth .*Explain this figure$/ });

/** Adds the address of a test person on Welcome. */
async function watch(page: Page, text: string): Promise<void> {
  await page.goto(world.url);
  await page.getByLabel("Address 1", { exact: true }).fill(text);
  await page.getByText("1 ready").waitFor();
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForURL(/\/home/);
}

/** Before the first answer, nothing is reported as zero or as filtered out. */
async function readsAsUnknown(page: Page): Promise<void> {
  const ring = page.getByRole("region", { name: /^Allocation/ });
  await ring.getByText("Loading", { exact: true }).waitFor();
  expect(await ring.getByText("$0.00").count()).toBe(0);
  const assets = page.getByRole("region", { name: /^Assets( \d+)?$/ });
  await assets.getByText(/^Loading\./).waitFor();
  expect(await assets.getByText(/No (assets match|matching assets)/).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
}

describe.each([
  ["light", 1440, 900, "alice.eth", "carol"],
  ["dark", 390, 844, "bob.eth", "dave"],
] as const)("real contracts, %s at %i px", (colorScheme, width, height, name, other) => {
  test("a failed source is reported in place, and recovers on a retry", async () => {
    await world.send("fail 10");
    const { page, strangers, faults } = await open(browser, world.url, { colorScheme, viewport: { width, height } });
    await watch(page, name);
    const missing = page.getByRole("region", { name: /^Not in your total/ });
    const failed = missing.getByRole("listitem").filter({ hasText: "OP Mainnet" });
    await failed.getByRole("button", { name: /^Try again: / }).waitFor();
    await headline(page).waitFor();
    const partial = await headline(page).textContent();
    await page
      .getByText(/1 wallet not read on OP Mainnet/)
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);

    await world.send("heal 10");
    await failed.getByRole("button", { name: /^Try again: / }).click();
    await page
      .getByText(/1 wallet not read on OP Mainnet/)
      .first()
      // A source that failed often rests for half a minute before it is asked again.
      .waitFor({ state: "detached", timeout: patience(60_000) });
    await expect.poll(() => headline(page).textContent()).not.toBe(partial);
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  });

  test("progress is live while a node is slow, and the total grows in place", async () => {
    for (const line of ["slow 1 5000", "slow 10 5000"]) await world.send(line);
    const { page } = await open(browser, world.url, { colorScheme, viewport: { width, height } });
    await watch(page, world.persons[other] ?? "");
    const top = async () => (await page.getByRole("heading", { name: "Net worth" }).boundingBox())?.y;
    // The layout comes first, then the skeletons; from then on nothing may move.
    await readsAsUnknown(page);
    const before = await top();
    await page
      .getByRole("main")
      .getByText(/still reading|Reading wallets/)
      .first()
      .waitFor();
    // The node is slow only while the page is checked.
    for (const line of ["slow 1 0", "slow 10 0"]) await world.send(line);
    await headline(page).waitFor();
    expect(await top()).toBe(before);
    await page.context().close();
  });
});
