import type { Browser, Locator, Page } from "playwright-core";
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
  await page.getByRole("table", { name: "Assets" }).waitFor();
  await untilStill(page);
  await headline(page).waitFor();
}

/** Opens the large ring with its legend, with the largest part chosen. */
export async function openAllocation(page: Page): Promise<Locator> {
  const lines = page.getByRole("list", { name: "Largest parts of the total" });
  await lines.getByRole("button").first().click();
  const allocation = page.getByRole("dialog", { name: "Allocation" });
  await allocation.getByRole("list", { name: "Parts of the total" }).waitFor();
  return allocation;
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
