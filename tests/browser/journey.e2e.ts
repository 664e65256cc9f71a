import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { open, overflow, untilStill, violations, type Watched } from "./browser";
import { browser, spyhop } from "./demo";
import { openAllocation } from "./owner";
import { picture } from "./picture";
import { soakOnly } from "./soak";

const NAME = "vitalik.eth";
const ADDRESS = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
/** One character short. */
const WRONG = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const headline = (page: Page) => page.getByRole("button", { name: /^Net worth .*Explain this figure$/ });

async function expectFine({ page, strangers, faults }: Watched): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  expect([strangers, faults]).toEqual([[], []]);
}

/** Three wallets: a name, an address, and one that is wrong. */
async function fillWelcome(page: Page): Promise<void> {
  await page.goto(spyhop.url);
  await heading(page, "Welcome to Spyhop").waitFor();
  for (const [i, text] of [NAME, ADDRESS, WRONG].entries()) {
    if (i > 0) await page.getByRole("button", { name: "Add row" }).click();
    await page.getByLabel(`Address ${i + 1}`, { exact: true }).fill(text);
  }
  await page.getByText("2 ready, 1 needs attention").waitFor();
  await page.getByLabel("Nickname 2", { exact: true }).fill("Savings");
}

/** The net worth, within the price changes of a few minutes: sources are refreshed meanwhile. */
async function expectWorth(page: Page, before: string): Promise<void> {
  const [was, is] = [before, (await headline(page).textContent()) ?? ""].map((text) => text.replace(/[^\d.]/g, ""));
  expect(Math.abs(Number(is) / Number(was) - 1), `${before} became ${is}`).toBeLessThan(0.005);
}

/** Waits until every source has answered, so that figures no longer change. */
async function untilRead(page: Page): Promise<void> {
  await page
    .getByText(/\d+ of \d+ reads done/)
    .first()
    .waitFor({ state: "attached" });
  await untilStill(page);
  await headline(page).waitFor();
  await page.getByRole("table", { name: "Assets" }).waitFor();
}

/** Opens the explanation of the largest asset's value; it must explain the clicked figure. */
async function explainLargest(page: Page): Promise<void> {
  const figure = (await openAllocation(page)).getByRole("button", { name: /, value .*Explain this figure$/ }).first();
  const amount = (await figure.textContent()) ?? "";
  await figure.click();
  const drawer = page.getByRole("dialog", { name: "Explain this figure" });
  await drawer.getByText(/^Oldest input/).waitFor();
  expect(await drawer.getByText(amount, { exact: true }).first().isVisible()).toBe(true);
  expect(await drawer.getByRole("button", { expanded: true }).count()).toBeGreaterThan(0);
  const body = drawer.getByRole("region", { name: "Explanation" });
  expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await drawer.getByRole("button", { name: "Raw data" }).click();
  await drawer.getByRole("region", { name: "Raw data" }).waitFor();
  await drawer.getByRole("button", { name: "Explanation" }).click();
}

/** A part opens with its largest places and closes again; the grouping of the total is kept in the URL. */
async function divideTotal(page: Page): Promise<void> {
  const allocation = await openAllocation(page);
  const parts = allocation.getByRole("list", { name: "Parts of the total" });
  const name = (await parts.getByRole("button").first().getAttribute("title")) ?? "";
  const places = allocation.getByRole("list", { name: `Where ${name} is held` });
  await places.waitFor();
  expect(await violations(page)).toEqual([]);
  await parts.getByRole("button").first().click();
  await places.waitFor({ state: "detached" });
  await allocation.getByRole("radio", { name: "Network" }).click();
  await parts.getByRole("button", { name: "Ethereum", exact: true }).waitFor();
  await page.reload();
  await untilRead(page);
  const lines = page.getByRole("list", { name: "Largest parts of the total" });
  await lines.getByRole("button", { name: "Ethereum", exact: true }).waitFor();
  await page.getByRole("combobox", { name: "Allocation by" }).selectOption("Asset");
  await lines.getByRole("button", { name: "Ethereum", exact: true }).waitFor({ state: "detached" });
}

/** Sets the first missing price; the total must grow and the row must be marked. */
async function setMissingPrice(page: Page): Promise<string> {
  const missing = page.getByRole("region", { name: /^Not in your total/ });
  const more = missing.getByRole("button", { name: /^Show all \d+$/ });
  const isCut = await more.isVisible();
  if (isCut) await more.click();
  const before = await headline(page).textContent();
  const list = isCut ? page.getByRole("dialog", { name: "Not in your total" }) : missing;
  const step = list.getByRole("button", { name: /^Set a price for / }).first();
  const symbol = ((await step.getAttribute("aria-label")) ?? "").replace("Set a price for ", "");
  await step.click();
  const dialog = page.getByRole("dialog", { name: `Set a price for ${symbol}` });
  await dialog.getByRole("button", { name: "Set price" }).click();
  await dialog.getByText("Enter a price, e.g. 1.25.").waitFor();
  await dialog.getByLabel(`Price of one ${symbol}`).fill("12.5");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Set price" }).click();
  await page.getByText(`Price of ${symbol} set`).waitFor();
  if (isCut) await list.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => headline(page).textContent()).not.toBe(before);
  return symbol;
}

describe.each([
  ["light", 1440, 900],
  ...soakOnly([
    ["dark", 1440, 900],
    ["light", 390, 844],
  ]),
  ["dark", 390, 844],
] as const)("first visit, %s at %i px", (colorScheme, width, height) => {
  test("three wallets, Home, a figure explained, a price set, all kept, a 401 survived", async () => {
    const watched = await open(browser, spyhop.url, { colorScheme, viewport: { width, height } });
    const { page } = watched;
    const shot = (name: string) => picture(page, `${name}-${width}-${colorScheme}`);

    await fillWelcome(page);
    await expectFine(watched);
    await shot("welcome");
    await page.getByRole("button", { name: "Go" }).click();
    await page.waitForURL(/\/home$/);

    await untilRead(page);
    await page.getByText("Demo data.").waitFor();
    await divideTotal(page);
    await expectFine(watched);

    await explainLargest(page);
    await expectFine(watched);
    await shot("explain");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Explain this figure" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    const symbol = await setMissingPrice(page);
    const worth = (await headline(page).textContent()) ?? "";
    await page.reload();
    await untilRead(page);
    await expectWorth(page, worth);
    expect(await page.getByRole("button", { name: `Set a price for ${symbol}`, exact: true }).count()).toBe(0);

    await page.route("**/api/**", (route) =>
      route.fulfill({
        status: 401,
        json: { error: true, message: "Please sign in again", code: "session_invalid", data: null, request_id: "r" },
      }),
    );
    await page.reload();
    await page.getByText("so it was set aside here. It was not deleted").waitFor();
    await expectFine(watched);
    await page.unroute("**/api/**");
    await page.getByRole("button", { name: "Try it again" }).click();
    await page.waitForURL(/\/home/);
    await untilRead(page);
    await expectWorth(page, worth);
    await page.context().close();
  });
});
