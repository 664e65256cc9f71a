import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  createSession,
  keepSession,
  open,
  overflow,
  smallTargets,
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

const periods = (page: Page) => page.getByRole("slider", { name: "Period", exact: true });
const details = (page: Page) => page.getByRole("complementary", { name: /^Details of / });

/** Opens Asset value of one wallet whose history was read to its end. */
async function visitValue(width: number, colorScheme: "light" | "dark" = "light", query = ""): Promise<Watched> {
  token ??= await createSession(spyhop.url, ["vitalik.eth"]);
  await untilHistoryRead(spyhop.url, token);
  const watched = await open(browser, spyhop.url, { colorScheme, viewport: { width, height: 900 } });
  await keepSession(watched.page, spyhop.url, token);
  await watched.page.goto(`${spyhop.url}/intelligence/asset-value${query}`);
  await periods(watched.page).waitFor();
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
  "the value of each day is shown with its cost and the history behind it, at %i px, %s",
  async (width, scheme) => {
    const { page, strangers, faults } = await visitValue(width, scheme);
    await page.getByText("Analyze your portfolio value over time").waitFor();
    await page.getByText(/^This chart reflects the closing value for each token/).waitFor();
    await page.getByText(/^History known since /).waitFor();
    expect([await violations(page), await overflow(page), await smallTargets(page)]).toEqual([[], 0, []]);
    await page.mouse.move(0, 0);
    if (width !== 768) await picture(page, `asset-value-${width}-${scheme}`);
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  LONG,
);

test(
  "the keyboard moves through the days, opens one and closes it",
  async () => {
    const { page } = await visitValue(1440);
    await periods(page).focus();
    const last = await periods(page).getAttribute("aria-valuetext");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => periods(page).getAttribute("aria-valuetext")).not.toBe(last);
    const day = (await periods(page).getAttribute("aria-valuetext"))?.split(",")[0] ?? "";
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: `Details of ${day}` }).waitFor();
    await untilStill(page);
    await details(page).getByRole("heading", { name: "Largest Transactions" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await details(page).waitFor();
    await page.keyboard.press("Escape");
    await details(page).waitFor({ state: "detached" });
    await page.context().close();
  },
  LONG,
);

test(
  "a press opens a day, another one closes it, and its total explains itself",
  async () => {
    const { page } = await visitValue(1440);
    const place = { position: { x: 500, y: 200 } };
    await periods(page).click(place);
    await details(page).waitFor();
    // The chart is narrower beside the panel, so the same day is elsewhere.
    await details(page)
      .getByRole("button", { name: /^Total .*Explain this figure$/ })
      .click();
    await page.getByRole("dialog").waitFor();
    await untilStill(page);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await periods(page).focus();
    await page.keyboard.press("Enter");
    await details(page).waitFor({ state: "detached" });
    await page.context().close();
  },
  LONG,
);

test(
  "a span is chosen by a badge, by dragging and by keys, and survives a reload",
  async () => {
    const { page } = await visitValue(1440);
    await page.getByRole("button", { name: "1 Year" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?span=1y");
    const begin = page.getByRole("slider", { name: "Span begins" });
    const first = async () => Number(await begin.getAttribute("aria-valuenow"));
    await expect.poll(first).toBeGreaterThan(0);
    const before = await first();
    const box = await begin.boundingBox();
    if (!box) throw new Error("the handle has no place");
    const [x, y] = [box.x + box.width - 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y, { steps: 12 });
    await page.mouse.up();
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?from=[\d-]+&to=[\d-]+$/);
    const dragged = await first();
    expect(dragged).toBeLessThan(before);
    await begin.press("ArrowRight");
    await expect.poll(first).toBe(dragged + 1);
    await page.reload();
    await expect.poll(first).toBe(dragged + 1);
    await page.context().close();
  },
  LONG,
);

test(
  "months and years, the largest values and the table show the same history",
  async () => {
    const { page } = await visitValue(1440, "light", "?open=2020-01-01");
    await page.getByRole("radio", { name: "Month" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?group=month");
    await untilStill(page);
    await page.getByRole("radio", { name: "Largest" }).click();
    await page.getByText(/^This chart reflects the largest value for each token/).waitFor();
    await page.getByRole("radio", { name: "Year" }).click();
    await untilStill(page);
    await expect
      .poll(() => page.getByRole("slider", { name: "Span begins" }).getAttribute("aria-valuetext"))
      .toBe("2009");
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByRole("table").waitFor();
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.context().close();
  },
  LONG,
);

test(
  "the transactions of a year open in Transaction history, and the accounts behind the chart in a drawer",
  async () => {
    const { page } = await visitValue(1440, "light", "?group=year&open=2025-01-01");
    await page.getByRole("button", { name: "Show accounts" }).click();
    await page.getByRole("dialog", { name: "History by account" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await details(page).getByRole("link", { name: "Open this year in history" }).click();
    const year = page.getByRole("button", { name: /^Dates: 1 Jan.*2025$/ });
    await year.waitFor();
    await page.getByRole("rowheader").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await year.click();
    await page.getByRole("form", { name: "Dates" }).getByRole("button", { name: "All time" }).click();
    await page.getByRole("button", { name: "Dates: All time" }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?dust=show");
    await page.context().close();
  },
  LONG,
);

test(
  "on a phone a day opens as a sheet, and the table fits",
  async () => {
    const { page } = await visitValue(390);
    await periods(page).click({ position: { x: 200, y: 100 } });
    await page.getByRole("dialog").getByText("Largest Transactions").waitFor();
    await untilStill(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByRole("table").waitFor();
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.context().close();
  },
  LONG,
);

test(
  "a visitor sees the value of what is public",
  async () => {
    const { page } = await visitValue(1440);
    await page.goto(`${spyhop.url}/home`);
    const link = await share(page);
    expect(await dialog(page).count()).toBe(1);
    const visitor = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
    await visitor.page.goto(`${link}?redirect=intelligence/asset-value`);
    await periods(visitor.page).waitFor();
    await visitor.page.getByRole("link", { name: "Asset value", exact: true }).waitFor();
    await periods(visitor.page).focus();
    await visitor.page.keyboard.press("Enter");
    await details(visitor.page).waitFor();
    await untilStill(visitor.page);
    expect(
      await details(visitor.page)
        .getByRole("button", { name: /Explain this figure$/ })
        .count(),
    ).toBe(0);
    expect(await violations(visitor.page)).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.page.context().close();
    await page.context().close();
  },
  LONG,
);
