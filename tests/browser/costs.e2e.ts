import { expect, test } from "vitest";
import {
  createSession,
  keepSession,
  open,
  overflow,
  untilHistoryRead,
  untilStill,
  violations,
  type Watched,
} from "./browser";
import { browser, spyhop } from "./demo";
import { dialog, share } from "./owner";
import { patience } from "./patience";
import { picture } from "./picture";
import { soakOnly } from "./soak";

const LONG = patience(240_000);

let token: string | undefined;

/** Opens Costs of one wallet whose history was read to its end. */
async function visitCosts(width: number, colorScheme: "light" | "dark" = "light"): Promise<Watched> {
  token ??= await createSession(spyhop.url, ["vitalik.eth"]);
  await untilHistoryRead(spyhop.url, token);
  const watched = await open(browser, spyhop.url, { colorScheme, viewport: { width, height: 900 } });
  await keepSession(watched.page, spyhop.url, token);
  await watched.page.goto(`${spyhop.url}/intelligence/costs`);
  await watched.page.getByRole("table").nth(1).waitFor();
  await watched.page.getByRole("slider", { name: "Month" }).waitFor();
  await untilStill(watched.page);
  return watched;
}

test.each([
  [1440, "light"],
  [390, "dark"],
  ...soakOnly([
    [768, "light"],
    [1440, "dark"],
    [390, "light"],
  ]),
] as const)(
  "costs are shown with their sums, their rules and the history behind them, at %i px, %s",
  async (width, scheme) => {
    const { page, strangers, faults } = await visitCosts(width, scheme);
    await page.getByText("Bring light to your hidden costs").waitFor();
    await page.getByText(/What you acquired first leaves first\. All/).waitFor();
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.mouse.move(0, 0);
    if (width !== 768) await picture(page, `costs-${width}-${scheme}`);
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  LONG,
);

test(
  "a press uses another method everywhere, and the toast undoes it",
  async () => {
    const { page } = await visitCosts(1440);
    const lab = page.getByRole("region", { name: /^Method lab/ });
    const inUse = lab.getByRole("columnheader").and(page.locator("[data-used]"));
    await expect.poll(() => inUse.textContent()).toBe("FIFO");
    await lab.getByRole("button", { name: "Use HIFO everywhere" }).click();
    await page.getByText("Method changed. Costs and gains follow.").waitFor();
    await expect.poll(() => inUse.textContent()).toBe("HIFO");
    await page.getByText(/What cost most leaves first\. All/).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => inUse.textContent()).toBe("FIFO");
    await page.context().close();
  },
  LONG,
);

test(
  "columns sort, the order survives a reload, and a cost explains itself",
  async () => {
    const { page } = await visitCosts(1440);
    const costs = page.getByRole("table").first();
    await costs.getByRole("button", { name: "Asset" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?sort=asset");
    const column = costs.getByRole("columnheader", { name: "Asset" });
    await expect.poll(() => column.getAttribute("aria-sort")).toBe("ascending");
    const first = await costs.getByRole("rowheader").first().textContent();
    await page.reload();
    await expect.poll(() => costs.getByRole("rowheader").first().textContent()).toBe(first);
    await page
      .getByRole("button", { name: /, cost \$.*Explain this figure$/ })
      .first()
      .click();
    await page
      .getByRole("dialog")
      .getByText(/^Cost of /)
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  },
  LONG,
);

test(
  "the fees of each month are read by keys, as a table and in other spans, and their total explains itself",
  async () => {
    const { page, faults } = await visitCosts(1440);
    const fees = page.getByRole("region", { name: "Blockchain Fees over Time" });
    const months = fees.getByRole("slider", { name: "Month" });
    const last = await months.getAttribute("aria-valuetext");
    await months.focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => months.getAttribute("aria-valuetext")).not.toBe(last);
    await fees.getByRole("combobox", { name: "Time span" }).selectOption({ label: "1 Month" });
    await expect.poll(() => new URL(page.url()).search).toBe("?fees=1m");
    await fees.getByRole("slider", { name: "Day" }).waitFor();
    await fees.getByRole("combobox", { name: "Time span" }).selectOption({ label: "All" });
    await months.waitFor();
    await untilStill(page);
    await fees.getByRole("button", { name: "Show as table" }).click();
    await fees.getByRole("row").nth(1).waitFor();
    // Figures that the top bar covers in part are too small for axe.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await fees.getByRole("button", { name: /^Fees \$.*Explain this figure$/ }).click();
    await page.getByRole("dialog", { name: "Explain this figure" }).waitFor();
    await untilStill(page);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);

test(
  "a visitor sees the costs of what is public, and chooses nothing",
  async () => {
    const { page } = await visitCosts(1440);
    await page.goto(`${spyhop.url}/home`);
    const link = await share(page);
    expect(await dialog(page).count()).toBe(1);
    const visitor = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
    await visitor.page.goto(`${link}?redirect=intelligence/costs`);
    await visitor.page.getByRole("region", { name: /^Method lab/ }).waitFor();
    await visitor.page.getByRole("link", { name: "Costs", exact: true }).waitFor();
    await visitor.page.getByRole("slider", { name: "Month" }).waitFor();
    expect(await visitor.page.getByRole("button", { name: /everywhere$/ }).count()).toBe(0);
    expect(await violations(visitor.page)).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.page.context().close();
    await page.context().close();
  },
  LONG,
);
