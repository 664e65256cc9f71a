import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSession, keepSession, launch, open, overflow, untilServerRead, violations } from "./browser";
import { browser } from "./demo";
import { share } from "./owner";
import { patience } from "./patience";
import { picture } from "./picture";
import { soakOnly } from "./soak";
import { type Spyhop, startSpyhop } from "./spyhop";

const LONG = patience(180_000);
const PATH = "/intelligence/insights";

/** Servers on which everyone may see all insights, and on which a plan is needed. */
let spyhop: Spyhop;
let planned: Spyhop;
beforeAll(async () => {
  [spyhop, planned] = await Promise.all([startSpyhop({ SPYHOP_PLANS: "off" }), startSpyhop({ SPYHOP_PLANS: "on" })]);
});
afterAll(async () => {
  await Promise.all([spyhop?.stop(), planned?.stop()]);
});

async function visit(server: Spyhop, path: string, options: Parameters<typeof open>[2] = {}) {
  const watched = await open(browser, server.url, options);
  const token = await createSession(server.url, ["vitalik.eth"]);
  await untilServerRead(server.url, token);
  await keepSession(watched.page, server.url, token);
  await watched.page.goto(`${server.url}${path}`);
  return watched;
}

const cards = (page: Page) => page.getByRole("article");

/** Waits until the histories are complete, which some rules need. */
async function untilEvaluated(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload();
        await cards(page).first().waitFor();
        return cards(page).filter({ hasText: "Fees of 30 days" }).count();
      },
      { timeout: patience(90_000), interval: 1_000 },
    )
    .toBe(1);
}

const away = (page: Page) => page.getByRole("region", { name: "Snoozed and dismissed" });
const clean = async (page: Page) => expect([await violations(page), await overflow(page)]).toEqual([[], 0]);

test.each([
  [1440, "light"],
  [390, "dark"],
  ...soakOnly([
    [1440, "dark"],
    [390, "light"],
  ]),
] as const)(
  "insights are filtered, explained, put away and listed again, at %i px, %s",
  async (width, colorScheme) => {
    const viewport = { width, height: 844 };
    const { page, faults, strangers } = await visit(spyhop, PATH, { viewport, colorScheme });
    await untilEvaluated(page);
    await cards(page).first().waitFor();
    await page.mouse.move(0, 0);
    await picture(page, `insights-${width}-${colorScheme}`);
    await clean(page);
    const all = await cards(page).count();
    await page.getByRole("button", { name: /^Reduce Risk/ }).click();
    await page.getByRole("combobox", { name: "Risk" }).selectOption({ label: "Concentration Risk" });
    await expect.poll(() => cards(page).count()).toBeLessThan(all);
    const one = cards(page).filter({ hasText: "Share on one network" });
    const title = await one.getByRole("heading").innerText();
    await one
      .getByRole("button", { name: /Explain this figure$/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    await clean(page);
    await page.keyboard.press("Escape");
    const listed = await cards(page).count();
    await one.getByRole("button", { name: /^Snooze/ }).click();
    await page.getByRole("menuitem", { name: "For 1 week" }).click();
    await expect.poll(() => cards(page).count()).toBe(listed - 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => cards(page).count()).toBe(listed);
    await one.getByRole("button", { name: /^Dismiss/ }).click();
    await away(page).getByText("1 dismissed").waitFor();
    await away(page).getByRole("button", { name: "Show 1" }).click();
    await away(page).getByText(title).waitFor();
    await clean(page);
    await away(page)
      .getByRole("button", { name: /^List again/ })
      .click();
    await expect.poll(() => cards(page).count()).toBe(listed);
    await page.getByRole("button", { name: "Thresholds" }).click();
    const rule = page.getByRole("form", { name: "Concentration on one network" });
    await rule.getByRole("textbox").fill("101");
    await rule.getByRole("button", { name: "Save" }).click();
    await rule.getByText("is not between 0 and 100").waitFor();
    await rule.getByRole("textbox").fill("99");
    await rule.getByRole("button", { name: "Save" }).click();
    await rule.getByRole("button", { name: "Use the defaults" }).waitFor();
    await clean(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => one.count()).toBe(0);
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  LONG,
);

test(
  "a plan with a limit lists two insights and leads to the plans",
  async () => {
    const { page } = await visit(planned, PATH);
    await page.getByRole("region", { name: "More insights with Spyhop" }).waitFor();
    expect(await cards(page).count()).toBe(2);
    await page.getByRole("button", { name: "Upgrade" }).click();
    const plans = page.getByRole("dialog", { name: "Do more with Spyhop" });
    await plans.getByText("Baron and Sovereign list all of them.").waitFor();
    await clean(page);
    await page.context().close();
  },
  LONG,
);

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)(
  "the first insights are on Home and on Intelligence, and a visitor sees all of them, at %i px, %s",
  async (width, colorScheme) => {
    const viewport = { width, height: 844 };
    const { page, faults } = await visit(spyhop, "/home", { viewport, colorScheme });
    const card = page.getByRole("region", { name: /^Insights/ });
    await card.getByRole("listitem").nth(2).waitFor();
    await card.getByRole("button", { name: "Next insight" }).click();
    await clean(page);
    const link = await share(page);
    await page.keyboard.press("Escape");
    await page.goto(`${spyhop.url}/intelligence`);
    await card.getByRole("listitem").nth(1).waitFor();
    await clean(page);
    await card.getByRole("link", { name: "All insights" }).click();
    await cards(page).first().waitFor();
    const guest = await open(await launch(), spyhop.url, { viewport, colorScheme });
    await guest.page.goto(`${link}?redirect=intelligence/insights`);
    await cards(guest.page).first().waitFor();
    expect(await guest.page.getByRole("button", { name: /^(Snooze|Dismiss)/ }).count()).toBe(0);
    await clean(guest.page);
    expect([faults, guest.faults]).toEqual([[], []]);
    await guest.page.context().close();
    await page.context().close();
  },
  LONG,
);
