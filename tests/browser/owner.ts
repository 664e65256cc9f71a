import type { Browser, Page } from "playwright-core";
import { createSession, keepSession, open, sharedSession, untilStill, type Watched } from "./browser";

export interface Owner extends Watched {
  token: string;
}

/** Opens Home of a new owner, with clipboard access. */
export const owner = async (browser: Browser, url: string, addresses: string[], width?: number): Promise<Owner> =>
  openHome(browser, url, await createSession(url, addresses), width);

/** Opens Home of the owner whom the tests of a file share if they change nothing. */
export const sharedOwner = async (browser: Browser, url: string, addresses: string[], width?: number): Promise<Owner> =>
  openHome(browser, url, await sharedSession(url, addresses), width);

async function openHome(browser: Browser, url: string, token: string, width = 1440): Promise<Owner> {
  const watched = await open(browser, url, { viewport: { width, height: 844 } });
  await watched.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await keepSession(watched.page, url, token);
  await watched.page.goto(`${url}/home`);
  await untilRead(watched.page);
  return { ...watched, token };
}

/** The total of the page. */
export const headline = (page: Page) => page.getByRole("button", { name: /^Net worth .*Explain this figure$/ });
/** The dialog that shares. */
export const dialog = (page: Page) => page.getByRole("dialog", { name: "Share your portfolio" });
/** The link as the dialog shows it. */
export const link = (page: Page) => dialog(page).getByLabel("Your link").inputValue();

/** Waits until every source has answered, so that figures no longer change. */
export async function untilRead(page: Page): Promise<void> {
  await page.getByRole("table").waitFor();
  await untilStill(page);
  await headline(page).waitFor();
}

/** Turns sharing on and returns the link. */
export async function share(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share your portfolio" }).click();
  await dialog(page).getByRole("button", { name: "Create a link" }).click();
  await dialog(page).getByLabel("Your link").waitFor();
  return link(page);
}

/** Actions that only the owner has. */
export const EDITING =
  /^(Share .|Add wallet|Set a|Change price|Hide [^a]|Try |Refresh|Scan again|Use market|Fix |Add a token|Add it by|Remove)/;
