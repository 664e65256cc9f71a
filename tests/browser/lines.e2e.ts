import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { open, signInShared } from "./browser";
import { browser, spyhop } from "./demo";
import { openAllocation, untilRead } from "./owner";
import { rotate, soakOnly } from "./soak";

async function visit(path: string, width: number, addresses = ["vitalik.eth", "nonsense"]): Promise<Page> {
  const { page } = await open(browser, spyhop.url, { viewport: { width, height: 900 } });
  if (addresses.length > 0) await signInShared(page, spyhop.url, addresses);
  await page.goto(spyhop.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  return page;
}

/** The left or right text edges without padding, without duplicates. */
async function edges(those: Locator, edge: "left" | "right" | "top"): Promise<number[]> {
  const all = await those.evaluateAll(
    (elements, side) =>
      elements
        .filter((one) => one.checkVisibility())
        .map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return Math.round(range.getBoundingClientRect()[side]);
        }),
    edge,
  );
  return [...new Set(all)];
}

test.each([1440, 900])("the figures of the table stay in their columns, at %i px", async (width) => {
  const page = await visit("/home", width);
  await untilRead(page);
  const table = page.getByRole("table", { name: "Assets" });
  for (const column of [2, 3, 4, 5]) {
    const cells = table.locator(`tbody tr > :nth-child(${column})`);
    expect(await cells.count()).toBeGreaterThan(4);
    expect(await edges(cells, "right")).toHaveLength(1);
  }
  await page.context().close();
});

test.each([1440, ...soakOnly([390])])("the content of a card is aligned with its title, at %i px", async (width) => {
  const page = await visit("/home", width);
  await untilRead(page);
  const region = page.getByRole("region", { name: /^Not in your total/ });
  const lefts = await region
    .locator("h2, li > :first-child")
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
  expect(new Set(lefts).size, String(lefts)).toBe(1);
  await page.context().close();
});

test.each(
  rotate(
    [
      ["/wallets", "Edit vitalik.eth", "label, input"],
      ["/wallets", "Fix now", "input"],
      ["/home", "Share your portfolio", "h3"],
    ],
    [[390], [1440]],
  ),
)("on %s the dialog behind %s begins where its title does (%s), at %i px", async (path, opener, parts, width) => {
  const page = await visit(path, width);
  await page.getByRole("button", { name: opener }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.locator(parts).first().waitFor();
  const lefts = await dialog
    .locator(`h2, ${parts}`)
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
  expect(new Set(lefts).size, String(lefts)).toBe(1);
  await page.context().close();
});

test.each(rotate(["/privacy", "/nothing-here"], [[1440], [390]]))(
  "without a session the foot of %s is at the end of the page, at %i px",
  async (path, width) => {
    const page = await visit(path, width, []);
    const box = await page.getByRole("contentinfo").boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBeGreaterThanOrEqual(900);
    await page.context().close();
  },
);

test("content that scrolls below the top bar is not visible through it", async () => {
  const page = await visit("/home", 390);
  await untilRead(page);
  const colour = await page.getByRole("banner").evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(colour).toMatch(/^rgb\(/);
  await page.context().close();
});

test("no card of Home has a scroll box, whatever is opened in it", async () => {
  const page = await visit("/home", 1440, [
    "vitalik.eth",
    "lighthouse.eth",
    "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE",
  ]);
  await untilRead(page);
  await page.getByRole("combobox", { name: "Allocation by" }).selectOption("Network");
  const more = page.getByRole("button", { name: /^Show \d+ more$/ });
  for (const button of await more.all()) await button.click();
  const boxes = await page
    .getByRole("main")
    .locator("section *")
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY))
        .map((one) => one.className),
    );
  expect(boxes).toEqual([]);
  // The quiet networks open in a dialog.
  const allocation = await openAllocation(page);
  await allocation.getByRole("button", { name: /inactive networks?$/ }).click();
  await page
    .getByRole("dialog", { name: "Inactive networks" })
    .getByRole("button", { name: /^Scan again: / })
    .first()
    .waitFor();
  await page.context().close();
});
