import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from "playwright-core";
import { expect, inject } from "vitest";
import { patience } from "./patience";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Connects to the browser that all test files share. Closing the connection closes only its own pages. */
export const launch = (): Promise<Browser> => chromium.connect(inject("browser"));

interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
/** Voice control activates a button by its visible label (WCAG 2.5.3); axe lists the rule as experimental. */
const BESIDES = { "label-content-name-mismatch": { enabled: true } };

/** Returns the axe violations of the current page. */
export async function violations(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const height = await page.evaluate<number>(
    "document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight",
  );
  // The tab bar of phones covers content scrolled below it, which axe reports as targets that are too small.
  const isCovered = size !== null && size.width < 768 && height > size.height;
  if (isCovered) await page.setViewportSize({ width: size.width, height });
  // A test may have paused the timers of the page, but those of axe have to run.
  await page.evaluate(`{ const setTimeout = window.unpausedTimeout ?? window.setTimeout; ${axe} }`);
  const found = await page.evaluate<Finding[]>(
    `axe.run(document, ${JSON.stringify({ runOnly: RULES, rules: BESIDES })}).then((r) => r.violations)`,
  );
  if (isCovered) await page.setViewportSize(size);
  return found.flatMap((finding) =>
    finding.nodes.map(
      (node) => `${finding.id} (${finding.impact ?? "-"}): ${node.target.join(" ")} ${node.failureSummary ?? ""}`,
    ),
  );
}

/** A page that records forbidden requests and errors. */
export interface Watched {
  page: Page;
  /** Requests to other hosts; must stay empty. */
  strangers: string[];
  /** Uncaught errors and violations of the content security policy; must stay empty. */
  faults: string[];
}

/** Creates a browser context whose waits are scaled to the speed of the machine. */
export async function createContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(patience(30_000));
  await context.addInitScript(() => Reflect.set(window, "unpausedTimeout", setTimeout.bind(window)));
  return context;
}

/** Opens a page in a new browser context and records its requests and errors. */
export async function open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await createContext(browser, options);
  // The invitation to sign in opens unasked after a while, over whatever a test does.
  await context.addInitScript(() => localStorage.setItem("spyhop.invited", "yes"));
  const page = await context.newPage();
  const strangers: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:")) strangers.push(request.url());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) faults.push(message.text());
  });
  return { page, strangers, faults };
}

/** Creates a session through the API, like any other program. */
export async function createSession(url: string, addresses: readonly string[]): Promise<string> {
  const response = await fetch(`${url}/api/organisation/user/create-user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ wallet_addresses: addresses }),
  });
  const body = (await response.json()) as { data: { token: string } };
  return body.data.token;
}

/** Puts a session into the storage, for the next page that is opened. */
export async function keepSession(page: Page, url: string, token: string): Promise<void> {
  const html = await (await fetch(url)).text();
  const instance = /<meta name="spyhop-instance" content="([^"]*)">/.exec(html)?.[1];
  // Every document of the origin has its storage, and this one is small.
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
    `spyhop.session.${instance || "local"}`,
    token,
  ] as const);
}

/** The part of a portfolio that `untilServerRead` checks. */
interface Read {
  refreshing: boolean;
  coverage: { reading: number; unpriced: { reason: string }[] };
}

/** Waits until the server has read and priced everything of a session, so that a page opens complete on a slow machine too. */
export async function untilServerRead(url: string, token: string): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const isRead = async (): Promise<boolean> => {
    const path = `${url}/api/wallet/user-wallet/get-balance`;
    const answer = await fetch(path, { method: "POST", headers, body: "{}" });
    const { data } = (await answer.json()) as { data: Read };
    const isPending = data.coverage.unpriced.some(({ reason }) => reason === "not_requested_yet");
    return !data.refreshing && data.coverage.reading === 0 && !isPending;
  };
  await expect.poll(isRead).toBe(true);
}

/** Waits until the server has read the histories of all accounts of a session that can be read. */
export async function untilHistoryRead(url: string, token: string): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const isRead = async (): Promise<boolean> => {
    const path = `${url}/api/wallet/transaction/search-transaction`;
    const answer = await fetch(path, { method: "POST", headers, body: "{}" });
    const { data } = (await answer.json()) as { data: { coverage: { accounts: number; accounts_done: number } } };
    return data.coverage.accounts > 0 && data.coverage.accounts_done === data.coverage.accounts;
  };
  await expect.poll(isRead, { timeout: patience(60_000), interval: 500 }).toBe(true);
}

/** Signs the page in with a new session that watches the addresses. */
export const signIn = async (page: Page, url: string, addresses: readonly string[]): Promise<void> =>
  keepSession(page, url, await createSession(url, addresses));

const sessions = new Map<string, Promise<string>>();

/** Returns the session of this test file for the addresses. Only tests that change nothing of it may share it. */
export function sharedSession(url: string, addresses: readonly string[]): Promise<string> {
  const key = `${url} ${addresses.join(" ")}`;
  const session = sessions.get(key) ?? createSession(url, addresses);
  sessions.set(key, session);
  return session;
}

/** Signs the page in with the shared session of the addresses, for a test that changes nothing of it. */
export const signInShared = async (page: Page, url: string, addresses: readonly string[]): Promise<void> =>
  keepSession(page, url, await sharedSession(url, addresses));

/** Waits until no source is being read and no price requested, so that the page no longer changes. */
export async function untilStill(page: Page, timeout?: number): Promise<void> {
  // Before the first figures, the page does not say yet that some are missing.
  for (const busy of [page.locator("[aria-busy=true]"), page.getByText(/still loading|being priced/)])
    await busy.first().waitFor({ state: "detached", timeout });
}

/** Lets time pass for the timers of the page, step by step, until a condition holds. The page's clock must be installed. */
export async function advanceUntil(page: Page, step: string, isReached: () => Promise<boolean>): Promise<void> {
  const isReachedNow = async (): Promise<boolean> => {
    if (await isReached()) return true;
    await page.clock.fastForward(step);
    return false;
  };
  // What the timers of a step send is answered before the next step.
  await expect.poll(isReachedNow, { interval: 200 }).toBe(true);
}

/**
 * Waits like `untilStill` on the page of a visitor, who has no event stream: it asks again every five seconds. The page's clock must be
 * installed.
 */
export const advanceUntilStill = (page: Page): Promise<void> =>
  advanceUntil(page, "00:05", async () => {
    const busy = page.locator("[aria-busy=true]").or(page.getByText(/still loading|being priced/));
    return (await busy.count()) === 0;
  });

/** Waits for what the page must not do. A wait that is too short hides a defect, but fails no test. */
export const watchFor = (page: Page, milliseconds: number): Promise<void> => page.waitForTimeout(milliseconds);

/** Saves a finished download and returns its path; the shared browser stores downloads out of reach. */
export async function saved(download: Download): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "spyhop-download-")), download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** Returns the controls that are smaller than the minimum target size (WCAG 2.5.8), except links within sentences. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inSentence = (one: Element) => one instanceof HTMLAnchorElement && one.closest("p") !== null;
    const isSmall = (one: Element) => {
      const { width, height, right } = one.getBoundingClientRect();
      return width > 0 && right > 0 && (width < 23.9 || height < 23.9);
    };
    return [...document.querySelectorAll("a, button, input, select, summary")]
      .filter((one) => isSmall(one) && !inSentence(one) && one.closest("label") === null)
      .map((one) => one.getAttribute("aria-label") ?? one.textContent ?? one.tagName);
  });

/** How far the page or a control extends beyond the right edge, in pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element): boolean => element.closest("[class*=scroll]") !== null;
    const controls = [...document.querySelectorAll("button, input, select, a")].filter((one) => !scrolls(one));
    const edges = controls.map((one) => one.getBoundingClientRect()).map(({ left, right }) => (left < 0 ? 0 : right));
    return Math.max(0, document.documentElement.scrollWidth - width, ...edges.map((edge) => Math.ceil(edge) - width));
  });

/** Answers the question that comes before a deletion which changes gains, and waits until the wallet is deleted. */
export async function confirmDeletion(page: Page, wallet: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: `Delete ${wallet}?` });
  const asked = dialog.getByRole("button", { name: "Delete", exact: true });
  const deleted = page.getByText(`${wallet} deleted`);
  await asked.or(deleted).first().waitFor();
  if (await asked.isVisible()) await asked.click();
  await deleted.waitFor();
}
