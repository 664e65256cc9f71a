import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  advanceUntil,
  advanceUntilStill,
  open,
  sharedSession,
  signIn,
  signInShared,
  untilHistoryRead,
  untilStill,
  watchFor,
} from "./browser";
import { browser, spyhop } from "./demo";

/** The page of a public address, as visitors see it. */
const SHARED = "/home/0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
const HISTORY = "/intelligence/transaction-history";
/** More tab stops than any page has; a longer walk would be a loop. */
const MOST_STOPS = 200;

const WALLETS = ["vitalik.eth", "nonsense"];

/** Opens a page for a keyboard walk, with the shared session or, for a test that changes something, with its own. */
async function visit(path: string, signInTo = signInShared): Promise<Page> {
  const { page } = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
  if (path !== "/welcome") await signInTo(page, spyhop.url, WALLETS);
  // The newest transactions would move while they are walked through.
  if (path === "/home" && signInTo === signInShared)
    await untilHistoryRead(spyhop.url, await sharedSession(spyhop.url, WALLETS));
  if (path === SHARED) await page.clock.install();
  await page.goto(spyhop.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const change = page.getByRole("button", { name: /^24h change/ });
  if (path === SHARED) {
    await advanceUntilStill(page);
    await advanceUntil(page, "00:05", () => change.isVisible());
  }
  await untilStill(page);
  if (path.startsWith("/home")) await change.waitFor();
  // The equation of the value arrives last.
  if (path === "/home") await page.getByRole("button", { name: /^Value now/ }).waitFor();
  return page;
}

/** The focused element. */
interface Stop {
  name: string;
  /** Whether it follows the previous stop in reading order. */
  isAhead: boolean;
  /** Whether it was focused before. */
  isKnown: boolean;
  /** Whether it, or the field around it, has a visible focus ring. */
  hasRing: boolean;
  isInSight: boolean;
  isInDialog: boolean;
}

const standingOn = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const ring = (one: Element | null): boolean => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== "none" && Number.parseInt(outlineWidth, 10) >= 1;
    };
    const before = document.querySelector("[data-stop=last]");
    const isKnown = element.hasAttribute("data-stop");
    before?.setAttribute("data-stop", "");
    element.setAttribute("data-stop", "last");
    const { x, y, width, height } = element.getBoundingClientRect();
    const inside = x >= 0 && y >= 0 && x + width <= innerWidth + 1 && y < innerHeight;
    return {
      name: `${element.nodeName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40)}`,
      isAhead: !before || (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
      isKnown,
      hasRing: ring(element) || (element.matches("input") && ring(element.closest("form, label, div"))),
      isInSight: inside && width > 0 && height > 0,
      isInDialog: element.closest("dialog") !== null,
    };
  });

/** Presses Tab from the beginning of the page to its end. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let i = 0; i < MOST_STOPS; i += 1) {
    await page.keyboard.press("Tab");
    const stop = await standingOn(page);
    if (!stop || stop.isKnown) return stops;
    stops.push(stop);
  }
  throw new Error("Tab goes in circles");
}

/** Controls that were not reached. In a list with roving focus and among radio buttons only one item is a tab stop. */
const missed = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("a[href], button:not(:disabled), input:not(:disabled), select, summary")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.hasAttribute("data-stop"))
      .filter((one) => !one.matches("[data-roving] [tabindex='-1'], [role=radiogroup] :not(:checked)"))
      .map((one) => `${one.nodeName} ${one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 40)}`),
  );

describe.each(["/welcome", "/home", SHARED, "/wallets", HISTORY, "/privacy", "/health"])("%s by keyboard", (path) => {
  test("Tab reaches every control in reading order, with a visible focus", async () => {
    const page = await visit(path);
    // Welcome focuses its field; the walk starts at the top.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const stops = await walk(page);
    const bad = stops.filter(({ isAhead, hasRing, isInSight }) => !isAhead || !hasRing || !isInSight);
    expect(bad).toEqual([]);
    expect(await missed(page)).toEqual([]);
    await page.context().close();
  });
});

test.each(["/home", SHARED, "/wallets", HISTORY, "/privacy", "/health"])(
  "the skip link of %s leads past the frame",
  async (path) => {
    const page = await visit(path);
    await page.keyboard.press("Tab");
    expect(await standingOn(page)).toMatchObject({ name: "A Skip to content", isInSight: true, hasRing: true });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
    await page.context().close();
  },
);

describe.each([
  ["/home", "Add wallet", "Add wallet address"],
  ["/home", /^Net worth .*Explain this figure$/, "Explain this figure"],
  ["/home", "Share your portfolio", "Share your portfolio"],
  ["/wallets", /^Find/, "Find"],
  ["/wallets", "Edit vitalik.eth", "Edit wallet"],
  ["/wallets", "Fix now", "Fix your wallet address"],
] as const)("on %s the dialog behind %s", (path, opener, title) => {
  test("keeps the focus, closes by Escape and gives it back", async () => {
    const page = await visit(path);
    const button = page.getByRole("button", { name: opener }).first();
    const label = await button.evaluate((one) => one.getAttribute("aria-label") ?? one.textContent);
    await button.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.waitFor();
    expect(await standingOn(page)).toMatchObject({ isInDialog: true });
    const names = new Set<string>();
    for (let i = 0; i < 40; i += 1) {
      await page.keyboard.press(i < 30 ? "Tab" : "Shift+Tab");
      const stop = await standingOn(page);
      // Between the last and the first stop the focus is in the browser's toolbars.
      if (!stop) continue;
      expect(stop).toMatchObject({ isInDialog: true, hasRing: true, isInSight: true });
      names.add(stop.name);
    }
    expect(names.size).toBeGreaterThan(1);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(
      await page.evaluate(
        () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
      ),
    ).toBe(label);
    await page.context().close();
  });
});

describe("the focus moves on when the focused control disappears", () => {
  /** Activates a control by keyboard and waits until an element of this name has the focus. */
  async function pressTo(page: Page, name: string | RegExp, next: RegExp): Promise<void> {
    await page.getByRole("button", { name }).first().focus();
    await page.keyboard.press("Enter");
    const focused = () => {
      return page.evaluate(() => {
        const one = document.activeElement;
        const isControl = one instanceof HTMLButtonElement || one instanceof HTMLAnchorElement;
        return one?.getAttribute("aria-label") ?? (isControl ? one.textContent : "nothing");
      });
    };
    await expect.poll(focused).toMatch(next);
    // The focus must not move again afterwards.
    await watchFor(page, 300);
    expect(await focused()).toMatch(next);
  }

  test("from a deleted wallet to the next one, and from its Undo back to the previous element", async () => {
    const page = await visit("/wallets", signIn);
    await pressTo(page, "Delete vitalik.eth", /^(?:Keep it|nonsense)$/);
    const isAsked = await page.getByRole("dialog", { name: "Delete vitalik.eth?" }).isVisible();
    if (isAsked) await pressTo(page, /^Delete$/, /^nonsense$/);
    await page.getByText("vitalik.eth deleted").waitFor();
    await pressTo(page, "Undo", /^nonsense$/);
    await page.context().close();
  });

  test("from a hidden asset to the next row", async () => {
    const page = await visit("/home", signIn);
    const rows = page.getByRole("table", { name: "Assets" }).getByRole("button", { name: /, details and actions$/ });
    const second = (await rows.nth(1).textContent())?.replace(", details and actions", "") ?? "";
    await rows.first().click();
    const hide = page.getByRole("dialog").getByRole("button", { name: /^Hide / });
    await pressTo(page, await hide.innerText(), new RegExp(`^(Where )?${second}(, | is held)`));
    await page.context().close();
  });

  test("in a dialog from the question to its answer", async () => {
    const page = await visit("/home", signIn);
    await page.getByRole("button", { name: "Share your portfolio" }).click();
    await pressTo(page, "Create a link", /^Copy$/);
    await pressTo(page, "Renew the link", /^Keep the link$/);
    await pressTo(page, "Keep the link", /^Renew the link$/);
    await page.context().close();
  });

  test("from a button that becomes disabled to one beside it", async () => {
    const page = await visit("/home");
    await page.goto(`${spyhop.url}/home?rows=10`);
    await page.getByRole("combobox", { name: "Rows on a page" }).waitFor();
    const last = await page.getByText(/^of \d+$/).innerText();
    await page.getByLabel("Page", { exact: true }).fill(String(Number(last.slice(3)) - 1));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Next page" }).focus();
    await page.keyboard.press("Enter");
    const isInFoot = () => page.evaluate(() => document.activeElement?.closest("footer") !== null);
    await expect.poll(() => page.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
    await expect.poll(isInFoot).toBe(true);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await page.context().close();
  });
});
