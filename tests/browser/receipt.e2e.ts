import { describe, expect, test } from "vitest";
import { open, overflow, signInShared, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { openAllocation, untilRead } from "./owner";
import { soakOnly } from "./soak";

/** In the demo this address holds staked ether with its own segment of the ring. */
const NAME = "vitalik.eth";
const SYMBOL = "wstETH";
const TEXT = "A receipt for ether that is staked with Lido.";

describe.each([
  ["light", 1440],
  ...soakOnly([
    ["dark", 1440],
    ["light", 390],
  ]),
  ["dark", 390],
] as const)("a staked position, %s at %i px", (colorScheme, width) => {
  test("is marked in the details, in the hover panel and in the table", async () => {
    const watched = await open(browser, spyhop.url, { colorScheme, viewport: { width, height: 900 } });
    const { page } = watched;
    await signInShared(page, spyhop.url, [NAME]);
    await page.goto(`${spyhop.url}/home`);
    await untilRead(page);
    const card = await openAllocation(page);
    const legend = card.getByRole("list", { name: "Parts of the total" });
    const tag = legend.getByTitle(TEXT);
    expect(await tag.count()).toBe(0);
    await legend.getByRole("button", { name: SYMBOL }).first().click();
    await tag.waitFor();
    expect(await tag.textContent()).toBe("Staked");
    expect(await tag.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect(await violations(page)).toEqual([]);
    await legend.locator("button[aria-expanded=true]").click();
    await tag.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });

    const row = page.getByRole("table", { name: "Assets" }).getByRole("row").filter({ hasText: SYMBOL }).first();
    expect(await row.getByText("Staked", { exact: true }).isVisible()).toBe(true);
    await row.getByRole("button", { name: /, details and actions$/ }).click();
    const panel = page.getByRole("dialog");
    await panel.getByText(TEXT, { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    // Content that is covered by the bars while scrolled is not smaller.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect([watched.strangers, watched.faults]).toEqual([[], []]);
    await page.context().close();
  });
});
