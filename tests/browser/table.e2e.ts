import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { open, overflow, signInShared, untilStill, violations } from "./browser";
import { browser, spyhop } from "./demo";

const table = (page: Page) => page.getByRole("table", { name: "Assets" });

/** Opens Home with its table at a width. */
async function visit(width: number): Promise<Page> {
  const { page } = await open(browser, spyhop.url, { viewport: { width, height: 844 } });
  await signInShared(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await table(page).waitFor();
  await untilStill(page);
  return page;
}

test("no letter of a search is lost, however fast it is typed", async () => {
  const page = await visit(1440);
  const find = page.getByLabel("Find an asset");
  await find.focus();
  await page.keyboard.type("no asset is called so");
  await page.getByText("Nothing matches “no asset is called so” above $1.").waitFor();
  expect(await find.inputValue()).toBe("no asset is called so");
  await page.getByRole("button", { name: "Clear all" }).click();
  await table(page).waitFor();
  await expect.poll(() => find.inputValue()).toBe("");
  await page.context().close();
});

test("on a phone each asset shows its price, and the table can be sorted by it", async () => {
  const page = await visit(390);
  const price = table(page).getByRole("button", { name: /, price .*Explain this figure$/ });
  expect(await price.first().isVisible()).toBe(true);
  await table(page).getByRole("button", { name: "Price", exact: true }).click();
  await price.first().waitFor();
  const shown = await price.evaluateAll((all) => all.slice(0, 5).map((one) => one.textContent ?? ""));
  const numbers = shown.map((text) => Number(text.replace(/[^\d.]/g, "")));
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  expect(numbers).toHaveLength(5);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.context().close();
});

test("the whole row of an asset opens its panel, and its figures their explanations", async () => {
  const page = await visit(1440);
  const row = table(page).getByRole("row").nth(1);
  await row.scrollIntoViewIfNeeded();
  for (const cell of [-1, 3, 5]) {
    const target = row.getByRole("cell").nth(cell);
    const box = await target.boundingBox();
    if (!box) throw new Error("nothing to press");
    // Beside the words of the cell, where nothing else is.
    const at = { x: box.x + 3, y: box.y + box.height / 2 };
    const cursor = await page.evaluate(({ x, y }) => {
      const hit = document.elementFromPoint(x, y) ?? document.body;
      return getComputedStyle(hit, "::after").cursor;
    }, at);
    expect(cursor).toBe("pointer");
    await page.mouse.click(at.x, at.y);
    await page.getByRole("dialog").getByText("Your value").waitFor();
    await page.keyboard.press("Escape");
  }
  await row.getByRole("button", { name: /, value .*Explain this figure$/ }).click();
  await page.getByRole("dialog", { name: "Explain this figure" }).waitFor();
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: /, details and actions$/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("Your value").waitFor();
  await page.context().close();
});

test("a click is not lost while the page scrolls", async () => {
  const page = await visit(1440);
  const first = table(page)
    .getByRole("button", { name: /, details and actions$/ })
    .first();
  await first.scrollIntoViewIfNeeded();
  const box = await first.boundingBox();
  if (!box) throw new Error("nothing to press");
  await page.evaluate(`(function sway(by) { scrollBy(0, by); requestAnimationFrame(() => sway(-by)); })(1)`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 100 });
  await page.getByRole("dialog").waitFor();
  await page.context().close();
});

test("the places of an asset open below its row, by keyboard too, and explain their values", async () => {
  const page = await visit(1440);
  const chevrons = table(page).getByRole("button", { name: /^Where .+ is held$/ });
  const places = table(page).getByRole("rowheader", { name: / · / });
  expect(await places.count()).toBe(0);
  await chevrons.first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => places.count()).toBeGreaterThan(1);
  expect(await chevrons.first().getAttribute("aria-expanded")).toBe("true");
  expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
  await page.keyboard.press("ArrowDown");
  expect(await chevrons.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
  const of = table(page).getByRole("button", { name: /^Ether of .+, value .*Explain this figure$/ });
  await of.first().click();
  await page.getByRole("dialog", { name: "Explain this figure" }).waitFor();
  await page.keyboard.press("Escape");
  await chevrons.first().click();
  await expect.poll(() => places.count()).toBe(0);
  await page.context().close();
});

test.each([1440, 390])(
  "groups have explained sums, are kept in the URL and can be filtered, at %i px",
  async (width) => {
    const page = await visit(width);
    await page.getByRole("combobox", { name: "Assets by" }).selectOption("By network");
    await expect.poll(() => new URL(page.url()).search).toBe("?groups=network");
    const sum = table(page).getByRole("button", { name: /^Ethereum, value .*Explain this figure$/ });
    await sum.waitFor();
    const rows = table(page).getByRole("button", { name: /, details and actions$/ });
    const before = await rows.count();
    await table(page)
      .getByRole("button", { name: /^Show \d+ more in Ethereum$/ })
      .click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.reload();
    await sum.waitFor();
    await page.getByLabel("Find an asset").fill("usd coin");
    await table(page).getByText("Sum of 1 asset matching “usd coin”").waitFor();
    await expect.poll(() => sum.count()).toBe(0);
    expect(await table(page).getByText("1 matching asset").count()).toBeGreaterThan(1);
    await page.context().close();
  },
);

test("the foot shows more rows, with the sum of everything, which explains itself", async () => {
  const page = await visit(1440);
  const rows = table(page).locator("tbody").getByRole("row");
  expect(await rows.count()).toBe(8);
  await table(page)
    .getByRole("button", { name: /^Show \d+ more$/ })
    .click();
  await expect.poll(() => rows.count()).toBeGreaterThan(8);
  await table(page).getByRole("button", { name: "Show fewer" }).click();
  await expect.poll(() => rows.count()).toBe(8);
  await table(page)
    .getByRole("button", { name: /^All assets, value .*Explain this figure$/ })
    .click();
  await page.getByRole("dialog", { name: "Explain this figure" }).waitFor();
  await page.context().close();
});
