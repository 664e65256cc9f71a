import { expect, test } from "vitest";
import { createSession, keepSession, open, overflow, untilHistoryRead, untilStill, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { patience } from "./patience";

/** A history is read before its costs are known, which may take minutes beside other tests. */
const LONG = patience(240_000);

let token: string | undefined;

/** Opens Home of one wallet, whose history was read to its end. All tests share the user. */
async function visitHome(width: number, colorScheme: "light" | "dark") {
  token ??= await createSession(spyhop.url, ["vitalik.eth"]);
  await untilHistoryRead(spyhop.url, token);
  const watched = await open(browser, spyhop.url, { viewport: { width, height: 900 }, colorScheme });
  await keepSession(watched.page, spyhop.url, token);
  await watched.page.goto(`${spyhop.url}/home`);
  await untilStill(watched.page);
  return watched;
}

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)(
  "the panel of an asset has its price over time, its cost and its entries, at %i px, %s",
  async (width, scheme) => {
    const { page, strangers, faults } = await visitHome(width, scheme);
    await page
      .getByRole("button", { name: /^Ether.*details and actions/ })
      .first()
      .click();
    const panel = page.getByRole("dialog");
    const days = panel.getByRole("slider", { name: "Period" });
    await days.waitFor();
    await panel.getByRole("radio", { name: "All" }).check({ force: true });
    // Five years have more than a thousand days.
    await expect.poll(async () => Number(await days.getAttribute("aria-valuemax"))).toBeGreaterThan(1_000);
    await days.focus();
    await page.keyboard.press("ArrowLeft");
    expect(await days.getAttribute("aria-valuetext")).toMatch(/^\d+ \w+ \d{4}, \$[\d,]+\.\d\d$/);
    await panel.getByRole("heading", { name: /^Cost basis FIFO/ }).waitFor();
    await panel.getByText(/^[\d,.]+ ETH at \$[\d,.]+$/).waitFor();
    const title = panel.getByRole("heading", { name: /^Transactions [\d,]+ entries/ });
    await title.waitFor();
    const entries = /[\d,]+ entries/.exec((await title.textContent()) ?? "")?.[0];
    await untilStill(page);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await panel.getByRole("link", { name: "See all" }).click();
    await page.getByRole("heading", { name: "Transaction history" }).waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?asset=/);
    await page.getByText(`of ${entries}`).first().waitFor();
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  LONG,
);

test(
  "an entry opens from the panel, and rows have their price of thirty days where there is room",
  async () => {
    const { page } = await visitHome(1440, "light");
    const row = page.getByRole("row").filter({ hasText: /^Ether/ });
    await row.getByTitle(/^[+−]?[\d.]+% in 30 days$/).waitFor();
    await row.getByRole("button", { name: /details and actions/ }).click();
    const entry = page.getByRole("dialog").getByRole("listitem").getByRole("link").filter({ hasText: /, \d/ }).first();
    const opened = new URL((await entry.getAttribute("href")) ?? "", spyhop.url).searchParams.get("entry");
    await entry.click();
    await page.waitForURL(/transaction-history\?entry=/);
    expect(new URL(page.url()).searchParams.get("entry")).toBe(opened);
    await page.getByRole("dialog").waitFor();
    await page.context().close();
    const middle = await visitHome(1100, "light");
    expect(await middle.page.getByRole("columnheader", { name: "30 days" }).count()).toBe(0);
    expect(await overflow(middle.page)).toBe(0);
    await middle.page.context().close();
  },
  LONG,
);
