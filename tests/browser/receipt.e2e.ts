import { describe, expect, test } from "vitest";
import { open, overflow, signIn, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { untilRead } from "./owner";

/** In the demo world this one holds staked ether, with a part of the ring of its own. */
const NAME = "lighthouse.eth";
const SYMBOL = "stETH";
const TEXT = "A receipt for ether that is staked with Lido.";

describe.each([
  ["light", 1440],
  ["dark", 1440],
  ["light", 390],
  ["dark", 390],
] as const)("what is staked, %s at %i px", (colorScheme, width) => {
  test("says so where it is chosen, where it is pointed at and in the table", async () => {
    const watched = await open(browser, spyhop.url, { colorScheme, viewport: { width, height: 900 } });
    const { page } = watched;
    await signIn(page, spyhop.url, [NAME]);
    await page.goto(`${spyhop.url}/home`);
    await untilRead(page);
    const card = page.getByRole("region", { name: "Assets by share" });
    const tag = card.getByRole("paragraph").getByTitle(TEXT);
    expect(await tag.count()).toBe(0);
    const legend = card.getByRole("list", { name: "Assets in the ring" }).getByRole("button", { name: SYMBOL });
    await legend.click();
    await tag.waitFor();
    expect(await tag.textContent()).toBe("Staked");
    expect(await tag.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    // The legend's own press points at it too.
    await expect.poll(() => card.getByTitle(TEXT).count()).toBe(2);

    const table = page.getByRole("table");
    const row = table.getByRole("row").filter({ hasText: SYMBOL }).first();
    expect(await row.getByText("Staked", { exact: true }).isVisible()).toBe(true);
    await row.getByRole("button", { name: /, details and actions$/ }).click();
    await table.getByText(TEXT, { exact: true }).waitFor();
    // What passes below the bars while scrolled is no smaller for it.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect([watched.strangers, watched.faults]).toEqual([[], []]);

    await legend.click();
    await tag.waitFor({ state: "detached" });
    await page.context().close();
  });
});
