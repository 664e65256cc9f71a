import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { open, overflow, signInShared, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { headline, sharedOwner, untilRead } from "./owner";

const drawer = (page: Page) => page.getByRole("dialog", { name: "Explain this figure" });

/** Opens a figure and waits for its explanation. */
async function explain(page: Page, figure: Locator): Promise<Locator> {
  await figure.click();
  await drawer(page)
    .getByText(/^Oldest input/)
    .waitFor();
  return drawer(page);
}

/** Parses a number of the page, in units of its last decimal place. */
function read(text: string): { units: bigint; scale: number } {
  const [whole = "0", fraction = ""] = text.replace(/[^\d.]/g, "").split(".");
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

/** Rounds half to even to a number of places. */
function rounded({ units, scale }: { units: bigint; scale: number }, places: number): bigint {
  if (scale <= places) return units * 10n ** BigInt(places - scale);
  const step = 10n ** BigInt(scale - places);
  const [kept, rest] = [units / step, (units % step) * 2n];
  return rest > step || (rest === step && kept % 2n === 1n) ? kept + 1n : kept;
}

test.each(["USD", "EUR", "BTC"])("the formula yields the figure above it, in %s", async (code) => {
  const { page } = await open(browser, spyhop.url, { viewport: { width: 1440, height: 844 } });
  await signInShared(page, spyhop.url, ["vitalik.eth", "lighthouse.eth"]);
  await page.evaluate((chosen) => localStorage.setItem("spyhop.currency", chosen), code);
  await page.goto(`${spyhop.url}/home`);
  await untilRead(page);
  const values = page
    .getByRole("table", { name: "Assets" })
    .getByRole("button", { name: /, value .*Explain this figure$/ });
  await values.first().waitFor();
  let products = 0;
  for (let i = 0; i < Math.min(6, await values.count()); i += 1) {
    const opened = await explain(page, values.nth(i));
    // The table may show a newer figure by now.
    const shown = (await opened.locator("p[title]").first().textContent()) ?? "";
    const terms = await opened.locator("dl").first().locator("dd").allTextContents();
    const labels = await opened.locator("dl").first().locator("dt").allTextContents();
    // A rate of one is omitted.
    if (labels.join() === (code === "USD" ? "Quantity,Price" : "Quantity,Price,Rate")) {
      const product = terms
        .map(read)
        .reduce((a, b) => ({ units: a.units * b.units, scale: a.scale + b.scale }), { units: 1n, scale: 0 });
      const figure = read(shown);
      expect(rounded(product, figure.scale), `${terms.join(" × ")} = ${shown}`).toBe(figure.units);
      products += 1;
    }
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
  }
  expect(products).toBeGreaterThan(0);
  await page.context().close();
});

test.each([390, 1440])(
  "the drawer says why something is left out, and nothing stands beside it, at %i px",
  async (width) => {
    const { page } = await sharedOwner(browser, spyhop.url, ["vitalik.eth", "lighthouse.eth"], width);
    const open = await explain(page, headline(page));
    const body = open.getByRole("region", { name: "Explanation" });
    const aside = () => body.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(await aside()).toBe(0);
    await open.getByRole("heading", { name: "Left out of this figure" }).scrollIntoViewIfNeeded();
    await open.getByText("No source lists a price.").first().waitFor();
    const more = open.getByRole("button", { name: /^Show \d+ more$/ });
    while ((await more.count()) > 0) await more.first().click();
    for (let i = 0; i < 3; i += 1) await open.getByRole("button", { expanded: false }).first().click();
    expect(await aside()).toBe(0);
    expect(await overflow(page)).toBe(0);
    // The name of spam is not shown and cannot be copied.
    expect(await open.textContent()).not.toMatch(/https?:|www\.|\.example/);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  },
);

test("moved assets have explanations and add up to the change of the total", async () => {
  const { page } = await sharedOwner(browser, spyhop.url, ["vitalik.eth"]);
  const card = page.getByRole("region", { name: "What moved" });
  const moves = card.getByRole("button", { name: /24h change .*Explain this figure$/ });
  await moves.first().waitFor();
  expect(await moves.count()).toBeLessThanOrEqual(3);
  const shown = (await moves.first().textContent()) ?? "";
  const open = await explain(page, moves.first());
  expect(await open.locator("p").filter({ hasText: shown }).first().isVisible()).toBe(true);
  await open.getByText("24 hours ago").first().waitFor();
  await page.context().close();
});
