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

const flows = (page: Page) => page.getByRole("region", { name: "Net Flows" });
const bars = (page: Page) => flows(page).getByRole("slider", { name: "Flows" });
const totals = (page: Page) => flows(page).getByRole("row", { name: /^Total/ });
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });
const placeOf = (page: Page): string => page.url().slice(spyhop.url.length);

/** Opens Intelligence of one wallet whose history was read to its end. */
async function visitFlows(width: number, colorScheme: "light" | "dark" = "light", rest = ""): Promise<Watched> {
  token ??= await createSession(spyhop.url, ["vitalik.eth"]);
  await untilHistoryRead(spyhop.url, token);
  const watched = await open(browser, spyhop.url, { colorScheme, viewport: { width, height: 900 } });
  await keepSession(watched.page, spyhop.url, token);
  await watched.page.goto(`${spyhop.url}/intelligence${rest}`);
  await bars(watched.page).waitFor();
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
  "what came in and what left is shown with the pages of intelligence, at %i px, %s",
  async (width, scheme) => {
    const { page, strangers, faults } = await visitFlows(width, scheme);
    await page.getByText("Automated and personalized financial intelligence").waitFor();
    await page.getByRole("link", { name: /^Transaction History \d.* entries/ }).waitFor();
    await page.getByText(/^History known since /).waitFor();
    expect([await violations(page), await overflow(page), await smallTargets(page)]).toEqual([[], 0, []]);
    await page.mouse.move(0, 0);
    if (width !== 768) await picture(page, `intelligence-${width}-${scheme}`);
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  LONG,
);

test(
  "the page is clean while its figures are loading",
  async () => {
    token ??= await createSession(spyhop.url, ["vitalik.eth"]);
    const { page } = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
    await keepSession(page, spyhop.url, token);
    await page.route(/get-asset-profit-loss|get-gas-fee-overtime|get-average-cost-basis/, () => undefined);
    await page.goto(`${spyhop.url}/intelligence`);
    await page.getByText("Loading your net flows").waitFor({ state: "attached" });
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.context().close();
  },
  LONG,
);

test(
  "the anchor scrolls to Net Flows, marks Overview, and stays while the dialog that adds a wallet opens",
  async () => {
    const { page } = await visitFlows(390, "light", "?add-address=true#netflow");
    await dialogOf(page, "Add wallet address").waitFor();
    await expect.poll(() => placeOf(page)).toBe("/intelligence#netflow");
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await flows(page).boundingBox())?.y).toBeLessThan(200);
    await page.setViewportSize({ width: 1440, height: 900 });
    const current = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" });
    expect(await current.getAttribute("aria-current")).toBe("page");
    await page.context().close();
  },
  LONG,
);

test(
  "keys move through the bars, and a figure of the table explains itself",
  async () => {
    const { page } = await visitFlows(1440);
    await bars(page).focus();
    await page.keyboard.press("Home");
    const total = (await totals(page).getByRole("cell").first().textContent()) ?? "";
    await expect.poll(() => bars(page).getAttribute("aria-valuetext")).toBe(`Inflows, ${total}`);
    await totals(page)
      .getByRole("button", { name: /^Total, net .*Explain this figure$/ })
      .click();
    await dialogOf(page, "Explain this figure").waitFor();
    await untilStill(page);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  },
  LONG,
);

test(
  "chains, assets, spans and gross are kept in the URL, and All returns with the last chain",
  async () => {
    const { page } = await visitFlows(1440);
    const chain = (name: string) => flows(page).getByRole("button", { name, exact: true });
    await chain("Ethereum").click();
    await expect.poll(() => placeOf(page)).toBe("/intelligence?chain=eip155%3A1");
    await chain("Ethereum").click();
    await expect.poll(() => chain("All").getAttribute("aria-pressed")).toBe("true");
    await expect.poll(() => placeOf(page)).toBe("/intelligence");
    await flows(page).getByRole("button", { name: "Max", exact: true }).click();
    await flows(page)
      .getByText(/^All time until /)
      .waitFor();
    const net = await totals(page).getByRole("cell").last().textContent();
    const inflows = await totals(page).getByRole("cell").first().textContent();
    await page.getByRole("radio", { name: "Gross" }).click();
    await expect.poll(() => placeOf(page)).toBe("/intelligence?span=max&flows=gross");
    await flows(page)
      .getByText(/counted on both sides/)
      .waitFor();
    await expect.poll(() => totals(page).getByRole("cell").first().textContent()).not.toBe(inflows);
    expect(await totals(page).getByRole("cell").last().textContent()).toBe(net);
    await flows(page).getByRole("button", { name: "Assets: All assets" }).click();
    await page.getByRole("checkbox", { name: "ETH", exact: true }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await flows(page).getByRole("button", { name: "Assets: ETH" }).waitFor();
    await expect.poll(() => flows(page).getByRole("rowheader").allTextContents()).toHaveLength(2);
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.context().close();
  },
  LONG,
);

test(
  "the cards that explain the chart are dismissed for good, and the chart widens",
  async () => {
    const { page } = await visitFlows(1440);
    const before = (await bars(page).boundingBox())?.width ?? 0;
    for (const name of ["What the bars mean", "Add all your wallets"])
      await page.getByRole("button", { name: `Dismiss “${name}”` }).click();
    await expect.poll(async () => (await bars(page).boundingBox())?.width ?? 0).toBeGreaterThan(before);
    await page.reload();
    await bars(page).waitFor();
    expect(await page.getByText("What the bars mean").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  },
  LONG,
);

test(
  "a tile leads to its page, and the palette finds the overview by its flows",
  async () => {
    const { page } = await visitFlows(1440);
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Costs / })
      .click();
    await page.waitForURL(`${spyhop.url}/intelligence/costs`);
    await page.keyboard.press("Control+k");
    await dialogOf(page, "Find").waitFor();
    await page.keyboard.type("net flows");
    await page.getByRole("option", { name: /^Overview/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${spyhop.url}/intelligence`);
    await page.context().close();
  },
  LONG,
);

test(
  "a visitor of the shared page sees the flows of what is public",
  async () => {
    const { page } = await visitFlows(1440);
    await page.goto(`${spyhop.url}/home`);
    const link = await share(page);
    expect(await dialog(page).count()).toBe(1);
    const visitor = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
    await visitor.page.goto(`${link}?redirect=intelligence#netflow`);
    await bars(visitor.page).waitFor();
    await untilStill(visitor.page);
    expect(new URL(visitor.page.url()).hash).toBe("#netflow");
    expect(await visitor.page.getByRole("button", { name: "Add wallet" }).count()).toBe(0);
    expect(await totals(visitor.page).getByRole("button").count()).toBe(0);
    expect(await violations(visitor.page)).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.page
      .getByRole("main")
      .getByRole("link", { name: /^Asset Value / })
      .click();
    await visitor.page.getByRole("slider", { name: "Period", exact: true }).waitFor();
    await visitor.page.context().close();
    await page.context().close();
  },
  LONG,
);
