import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { advanceUntilStill, open, overflow, signInShared, untilStill } from "./browser";
import { browser, spyhop } from "./demo";
import { rotate } from "./soak";

/** The page of a public address, as visitors see it. */
const SHARED = "/home/0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
const HISTORY = "/intelligence/transaction-history";

/** Truncated texts that have no title and cannot be expanded. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasText = (one: Element) =>
      [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const cut = (one: Element): boolean => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(one);
      if (clipPath !== "none") return false;
      const wide = overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
      return wide || (overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1);
    };
    return [...document.querySelectorAll("body *")]
      .filter((one) => hasText(one) && one.checkVisibility() && cut(one) && !one.closest("[title], summary, option"))
      .map((one) => `${one.nodeName}.${one.className}: ${one.textContent?.slice(0, 60)}`);
  });

const SIZES = [
  ["200 % of 1440 px", 720, 450],
  ["the narrowest phone", 360, 640],
  ["a 4K screen", 3840, 2160],
] as const;
const PAGES = ["/welcome", "/home", SHARED, "/wallets", HISTORY, "/privacy", "/health", "/nothing-here"];

test.each(rotate(PAGES, SIZES))("nothing of %s is lost at %s", async (path, _, width, height) => {
  const { page } = await open(browser, spyhop.url, { viewport: { width, height } });
  if (path !== "/welcome") await signInShared(page, spyhop.url, ["vitalik.eth", "nonsense"]);
  if (path === SHARED) await page.clock.install();
  await page.goto(spyhop.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (path === SHARED) await advanceUntilStill(page);
  await untilStill(page);
  expect(await overflow(page)).toBe(0);
  expect(await clipped(page)).toEqual([]);
  await page.context().close();
});

test.each(
  rotate(
    [
      ["/home", "Add wallet"],
      ["/home", /^Net worth .*Explain this figure$/],
      ["/home", "Share your portfolio"],
      ["/wallets", "Edit vitalik.eth"],
      ["/wallets", "Fix now"],
    ],
    SIZES,
  ),
)("on %s nothing of the dialog behind %s is lost at %s", async (path, opener, _, width, height) => {
  const { page } = await open(browser, spyhop.url, { viewport: { width, height } });
  await signInShared(page, spyhop.url, ["vitalik.eth", "nonsense"]);
  await page.goto(spyhop.url + path);
  await page.getByRole("button", { name: opener }).first().click();
  await page.getByRole("dialog").waitFor();
  await page.locator("dialog [aria-busy=true]").first().waitFor({ state: "detached" });
  expect(await overflow(page)).toBe(0);
  expect(await clipped(page)).toEqual([]);
  await page.context().close();
});
