import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { connectAt, expectClean, registerToConnect } from "./exchange";
import { patience } from "./patience";
import { spyhop, visit } from "./person";

const LONG = patience(120_000);
const ACCOUNT = "/exchanges/binance/Binance";

const history = (page: Page) => page.getByRole("region", { name: "History", exact: true });
const pairs = (page: Page) => page.getByRole("region", { name: "Pairs", exact: true });

/** Adds the pair that no list has, after one that the exchange does not have. */
async function addPair(page: Page): Promise<void> {
  await pairs(page).getByRole("button", { name: "Add a pair" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a pair" });
  await dialog.getByRole("textbox").fill("nope/eur");
  await page.keyboard.press("Enter");
  await dialog.getByText(/^Binance has no pair NOPE\/EUR/).waitFor();
  await expectClean(page);
  await dialog.getByRole("textbox").fill("uni/eur");
  await page.keyboard.press("Enter");
  await page.getByText("UNI/EUR added. Its trades are being read.").waitFor();
}

/** Leaves a pair out, which is a gap, and undoes it, after which it is none. */
async function leaveOut(page: Page): Promise<void> {
  const gap = history(page).getByText(/that you left out are not read/);
  await pairs(page).getByRole("button", { name: "Leave out BTC/EUR" }).click();
  await pairs(page).getByText("Left out. 3 trades stay.").waitFor();
  await gap.waitFor();
  await expectClean(page);
  await pairs(page).getByRole("button", { name: "Take back BTC/EUR" }).click();
  await gap.waitFor({ state: "hidden" });
  await pairs(page).getByRole("button", { name: "Leave out BTC/EUR" }).waitFor();
}

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)(
  "a pair that is added brings its trades and no gap, and one that is left out is a gap, at %i px, %s",
  async (width, scheme) => {
    const { page, faults } = await visit(width, scheme);
    await registerToConnect(page, `pair-${width}@example.org`);
    await connectAt(page, "Binance", "my-bound-key-abcd");
    await page.goto(`${spyhop.url}${ACCOUNT}`);
    await pairs(page).getByText("BTC/EUR").waitFor();
    await history(page).getByText("All read").waitFor();
    expect(await pairs(page).getByText("UNI/EUR").count()).toBe(0);
    await expectClean(page);
    await addPair(page);
    const own = pairs(page).getByRole("listitem").filter({ hasText: "UNI/EUR" });
    await own.getByText(/^3 trades/).waitFor();
    await history(page)
      .getByText(/are not read to their end yet/)
      .waitFor({ state: "hidden" });
    await history(page).getByText("All read").waitFor();
    await leaveOut(page);
    await history(page).getByText("All read").waitFor();
    await expectClean(page);
    const wallet = await page.getByRole("link", { name: "Open its transactions" }).getAttribute("href");
    // Nothing else happened on these days.
    await page.goto(`${spyhop.url}${wallet}&from=2024-01-30&to=2024-01-31`);
    const swaps = page.getByRole("main").getByRole("link", { name: /Swap/ });
    await swaps.nth(2).waitFor();
    expect(await swaps.count()).toBe(3);
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);
