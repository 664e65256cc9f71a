import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { open } from "./browser";
import { browser, spyhop } from "./demo";
import { headline, openAllocation, owner, share, untilRead } from "./owner";

const OTHER = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
/** Wallets with spam, tokens without a price, a price of zero, dust, and assets on several networks. */
const WALLETS = ["vitalik.eth", OTHER, "lighthouse.eth"];

const numbersIn = (text: string | null) => [...(text ?? "").matchAll(/\d+/g)].map(([number]) => Number(number));
const textOf = (page: Page, words: RegExp) => page.getByRole("main").getByText(words).first().textContent();

/** Compares the numbers of assets that the parts of Home state. */
async function compareCounts(page: Page): Promise<void> {
  const lines = page.getByRole("list", { name: "Largest parts of the total" }).getByRole("listitem");
  const others = numbersIn(await lines.last().getByRole("button").textContent())[0] ?? 0;
  const largest = (await lines.count()) - 1;
  const allocation = await openAllocation(page);
  const centre = allocation.getByText(/^\d+ assets, \d+ priced$/);
  const [all = 0, priced = 0] = numbersIn(await centre.textContent());
  expect(largest + others, "the small ring").toBe(priced);
  const parts = allocation.locator("ul[aria-label='Parts of the total'] > li");
  const rest = numbersIn(await parts.last().getByRole("button").first().textContent())[0] ?? 0;
  expect((await parts.count()) - 1 + rest, "the ring").toBe(priced);
  await page.keyboard.press("Escape");
  await allocation.waitFor({ state: "detached" });
  const title = async () => numbersIn(await page.getByRole("heading", { name: /^Assets/ }).textContent());
  const [shown = 0, rows] = await title();
  const foot = (await textOf(page, /^Total of \d+ assets/)) ?? "";
  const [dust = 0] = numbersIn(/\d+ under \$1 hidden/.exec(foot)?.[0] ?? "");
  expect([shown + dust, rows], "the table").toEqual([all, all]);
  await page.getByRole("switch", { name: /^Hide dust/ }).click();
  await expect.poll(title).toEqual([all]);
  await headline(page).click();
  const drawer = page.getByRole("dialog", { name: "Explain this figure" });
  expect(numbersIn(await drawer.getByText(/^\d+ priced assets$/).textContent()), "the drawer").toEqual([priced]);
  await page.keyboard.press("Escape");
}

test("ring, table and drawer count the same assets, for the owner and for a visitor", async () => {
  const own = await owner(browser, spyhop.url, WALLETS);
  const link = await share(own.page);
  await own.page.keyboard.press("Escape");
  await compareCounts(own.page);
  const { page } = await open(browser, spyhop.url);
  await page.goto(link);
  await untilRead(page);
  await compareCounts(page);
  await Promise.all([page.context().close(), own.page.context().close()]);
});

test("what failed is counted once on a page, and by the same words on every page", async () => {
  const { page } = await owner(browser, spyhop.url, WALLETS);
  const line = page.getByRole("link", { name: /^\d+ of \d+ data providers up to date/ });
  const [fine, used] = numbersIn(await line.textContent());
  expect(fine).toBeLessThan(used ?? 0);
  const badge = page.getByRole("link", { name: /holdings priced/ });
  expect(await badge.textContent()).toMatch(/^\d+ of \d+ holdings priced · 1 wallet not read on Metis$/);
  expect(
    await page
      .getByRole("main")
      .getByText(/\d+ (sources?|reads?|providers?) failed/)
      .count(),
  ).toBe(0);
  await line.click();
  await page.getByRole("heading", { level: 1, name: "Data health" }).waitFor();
  const summary = page.getByRole("main").getByText(/^\d+ of \d+ data providers up to date/);
  expect(numbersIn(await summary.textContent()).slice(0, 2)).toEqual([fine, used]);
  const rows = page.getByRole("region", { name: "Data providers" }).getByRole("listitem");
  const bad = await rows.filter({ hasText: /Paused|Failed|Needs a key/ }).count();
  expect(bad).toBe((used ?? 0) - (fine ?? 0));
  await page.goto(`${spyhop.url}/wallets`);
  const facts = page.getByRole("region", { name: "Facts" });
  await facts.getByText(/^\d+ of \d+ priced$/).waitFor();
  await facts.getByText("1 wallet not read on Metis").waitFor();
  await page.context().close();
});
