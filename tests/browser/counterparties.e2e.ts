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
const PATH = "/intelligence/volume-traded-by-counterparty";

let token: string | undefined;

const ranking = (page: Page) => page.getByRole("region", { name: "Counterparties", exact: true });
const line = (page: Page, place: number) => ranking(page).locator("[data-line]").nth(place);
const details = (page: Page) => page.getByRole("complementary", { name: /^Details of / });
const placeOf = (page: Page): string => page.url().slice(spyhop.url.length);

/** Opens the page of one wallet whose history was read to its end. */
async function visitRanking(width: number, colorScheme: "light" | "dark" = "light", rest = ""): Promise<Watched> {
  token ??= await createSession(spyhop.url, ["vitalik.eth"]);
  await untilHistoryRead(spyhop.url, token);
  const watched = await open(browser, spyhop.url, { colorScheme, viewport: { width, height: 900 } });
  await keepSession(watched.page, spyhop.url, token);
  await watched.page.goto(`${spyhop.url}${PATH}${rest}`);
  await line(watched.page, 0).waitFor();
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
  "services are ranked by volume, with what has no label apart, at %i px, %s",
  async (width, scheme) => {
    const { page, strangers, faults } = await visitRanking(width, scheme);
    await page.getByText("Understand where you've exchanged the most value").waitFor();
    await page.getByText(/^\d+ addresses, counted apart$/).waitFor();
    await page.getByText(/^History known since /).waitFor();
    expect([await violations(page), await overflow(page), await smallTargets(page)]).toEqual([[], 0, []]);
    await page.mouse.move(0, 0);
    if (width !== 768) await picture(page, `counterparties-${width}-${scheme}`);
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
    await page.route(/get-counter-party-volume-traded/, () => undefined);
    await page.goto(`${spyhop.url}${PATH}`);
    await page.getByText("Adding up your counterparties…").waitFor();
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.context().close();
  },
  LONG,
);

test(
  "a press opens the panel, arrows move it, Escape returns to the row, and a figure explains itself",
  async () => {
    const { page, faults } = await visitRanking(1440);
    const first = (await line(page, 0).textContent()) ?? "";
    const second = (await line(page, 1).textContent()) ?? "";
    await line(page, 0).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("counterparty")).toBe(first);
    await details(page).getByRole("slider", { name: "Volume over time" }).waitFor();
    await untilStill(page);
    expect([await violations(page), await overflow(page), await smallTargets(page)]).toEqual([[], 0, []]);
    await line(page, 0).press("ArrowDown");
    await page.getByRole("complementary", { name: `Details of ${second}` }).waitFor();
    await details(page).getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Escape");
    await details(page).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(second);
    await ranking(page)
      .getByRole("button", { name: /, volume \$.*Explain this figure$/ })
      .first()
      .click();
    await page.getByRole("dialog", { name: "Explain this figure" }).waitFor();
    await untilStill(page);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);

test(
  "on a phone the panel is a sheet, and its link finds the entries in the history",
  async () => {
    const { page } = await visitRanking(390);
    const name = (await line(page, 0).textContent()) ?? "";
    await line(page, 0).click();
    const sheet = page.getByRole("dialog", { name });
    await sheet.getByRole("slider", { name: "Volume over time" }).waitFor();
    await untilStill(page);
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await sheet.getByRole("link", { name: "Open in history" }).click();
    await page.waitForURL(/\/intelligence\/transaction-history\?/);
    expect(new URL(page.url()).searchParams.get("q")).toBe(name);
    await page.getByText(name).first().waitFor();
    await page.context().close();
  },
  LONG,
);

test(
  "kinds, contracts, networks and spans are kept in the URL",
  async () => {
    const { page } = await visitRanking(1440);
    await page.getByRole("button", { name: "Max", exact: true }).click();
    await page.getByText(/^All time until /).waitFor();
    await page.getByRole("button", { name: /^DEXs \d/ }).click();
    await page.getByRole("radio", { name: "Contract" }).click();
    await expect.poll(() => placeOf(page)).toBe(`${PATH}?span=max&kind=dex&by=contract`);
    await page.getByRole("button", { name: "Networks: All networks" }).click();
    await page.getByRole("checkbox", { name: "Ethereum", exact: true }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByRole("button", { name: "Networks: Ethereum" }).waitFor();
    await line(page, 0).waitFor();
    const rows = await ranking(page).getByRole("rowheader").allTextContents();
    expect(rows.slice(0, -1).every((row) => row.includes("Ethereum"))).toBe(true);
    await untilStill(page);
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.context().close();
  },
  LONG,
);

test(
  "the cards of Home and Costs lead to the page, and the palette finds it",
  async () => {
    const { page, faults } = await visitRanking(1440);
    await page.goto(`${spyhop.url}/home`);
    const top = page.getByRole("region", { name: "Top counterparties" });
    await top.getByRole("listitem").first().waitFor();
    const flows = page.getByRole("region", { name: "Net Flows" });
    await flows.getByRole("slider", { name: "Net flows over time" }).waitFor();
    expect(await flows.getByRole("link", { name: "Open" }).getAttribute("href")).toBe("/intelligence#netflow");
    await top.getByRole("link", { name: /^All \d/ }).click();
    await page.waitForURL(`${spyhop.url}${PATH}`);
    await page.goto(`${spyhop.url}/intelligence/costs`);
    const costs = page.getByRole("region", { name: /^Counterparty Volume Over Time/ });
    await costs.getByRole("slider", { name: "Volume over time" }).waitFor();
    expect(await costs.getByRole("link", { name: "Open" }).getAttribute("href")).toBe(PATH);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Find" }).waitFor();
    await page.keyboard.type("traded");
    await page.getByRole("option", { name: /^Counterparties/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${spyhop.url}${PATH}`);
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);

test(
  "a visitor of the shared page sees the counterparties of what is public",
  async () => {
    const { page } = await visitRanking(1440);
    await page.goto(`${spyhop.url}/home`);
    const link = await share(page);
    expect(await dialog(page).count()).toBe(1);
    const visitor = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
    await visitor.page.goto(`${link}?redirect=intelligence/volume-traded-by-counterparty`);
    await line(visitor.page, 0).waitFor();
    expect(new URL(visitor.page.url()).search).toBe("?page=counterparties");
    await line(visitor.page, 0).click();
    await details(visitor.page).getByRole("slider", { name: "Volume over time" }).waitFor();
    await untilStill(visitor.page);
    expect(await visitor.page.getByRole("button", { name: /Explain this figure$/ }).count()).toBe(0);
    expect(await violations(visitor.page)).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.page.context().close();
    await page.context().close();
  },
  LONG,
);
