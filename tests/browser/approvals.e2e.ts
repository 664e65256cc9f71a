import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSession, keepSession, open, overflow, untilServerRead, violations } from "./browser";
import { browser } from "./demo";
import { patience } from "./patience";
import { picture } from "./picture";
import { soakOnly } from "./soak";
import { type Spyhop, startSpyhop } from "./spyhop";

const LONG = patience(180_000);
const PATH = "/intelligence/approvals";

let spyhop: Spyhop;
beforeAll(async () => {
  spyhop = await startSpyhop({ SPYHOP_PLANS: "off" });
});
afterAll(() => spyhop?.stop());

const cards = (page: Page) => page.getByRole("article");
const clean = async (page: Page) => expect([await violations(page), await overflow(page)]).toEqual([[], 0]);

/** Opens the page once the histories, which name the approvals, are read. */
async function visit(options: Parameters<typeof open>[2]) {
  const watched = await open(browser, spyhop.url, options);
  const token = await createSession(spyhop.url, ["vitalik.eth"]);
  await untilServerRead(spyhop.url, token);
  await keepSession(watched.page, spyhop.url, token);
  await watched.page.goto(`${spyhop.url}${PATH}`);
  await expect
    .poll(
      async () => {
        await watched.page.reload();
        await watched.page.getByRole("region", { name: "Approvals" }).first().waitFor();
        return (
          (await cards(watched.page).count()) > 1 && (await watched.page.getByText("is not complete").count()) === 0
        );
      },
      { timeout: patience(90_000), interval: 1_000 },
    )
    .toBe(true);
  return watched;
}

test.each([
  [1440, "light"],
  [390, "dark"],
  ...soakOnly([
    [1440, "dark"],
    [390, "light"],
  ]),
] as const)(
  "approvals state what can be moved, explain it and show how to revoke, at %i px, %s",
  async (width, colorScheme) => {
    const viewport = { width, height: 844 };
    const { page, faults, strangers } = await visit({ viewport, colorScheme });
    await page.mouse.move(0, 0);
    await picture(page, `approvals-${width}-${colorScheme}`);
    await clean(page);
    await cards(page)
      .getByRole("button", { name: /can be moved.*Explain this figure$/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    await clean(page);
    await page.keyboard.press("Escape");
    await page
      .getByRole("button", { name: /^Revoke/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: /^Revoke/ });
    await dialog.getByText(/^approve\(0x/).waitFor();
    expect(await dialog.getByRole("link", { name: "Open in your wallet" }).getAttribute("href")).toMatch(
      /^ethereum:0x[0-9a-fA-F]{40}@\d+\/approve\?address=0x[0-9a-fA-F]{40}&uint256=0$/,
    );
    await clean(page);
    await page.keyboard.press("Escape");
    expect(await dialog.count()).toBe(0);
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  LONG,
);
