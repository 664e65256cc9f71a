import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectClean, registerToConnect } from "./exchange";
import { patience } from "./patience";
import { press, spyhop, visit } from "./person";

const LONG = patience(120_000);

/** Opens the form of an exchange as a person who registers for it. */
async function openForm(page: Page, email: string): Promise<void> {
  await registerToConnect(page, email);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Coinbase/ })
    .click();
  await page.getByRole("tab", { name: "Coinbase", exact: true }).waitFor();
}

/** Opens the window of the exchange. */
async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await press(page, "Continue with Coinbase");
  const popup = await opened;
  await popup.getByRole("heading", { name: "Demo of Coinbase's page" }).waitFor();
  await page.getByText("Waiting for Coinbase").waitFor();
  return popup;
}

/** Answers in the window, which closes by itself. */
async function answer(popup: Page, name: string): Promise<void> {
  const closed = popup.waitForEvent("close");
  await press(popup, name);
  await closed;
}

/** What the person does not grant, or should not, connects nothing. */
async function expectRefusals(page: Page): Promise<void> {
  const problem = page.getByRole("dialog").getByRole("alert");
  const declined = await openWindow(page);
  await expectClean(page);
  await expectClean(declined);
  await answer(declined, "Decline");
  await problem.getByText("You declined at Coinbase. Nothing was connected.").waitFor();
  await answer(await openWindow(page), "Allow sending too");
  await problem.getByText(/can do more than read: wallet:transactions:send.*It was ended at Coinbase/).waitFor();
  await expectClean(page);
  const closed = await openWindow(page);
  await closed.close();
  await problem.getByText("The window was closed. Nothing was connected.").waitFor();
}

/** Where the browser blocks windows, the same tab goes to the exchange and comes back to the dialog. */
async function connectInTheSameTab(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Gemini/ })
    .click();
  await press(page, "Continue with Gemini");
  await page.getByRole("heading", { name: "Demo of Gemini's page" }).waitFor();
  await press(page, "Authorize");
  await page.waitForURL(/\/home#connect-exchange$/);
  // The page of the return says it until the dialog is there, and a message beside it does.
  await page.getByText("Gemini connected to Spyhop").last().waitFor();
  await page.getByRole("dialog", { name: "Connect exchange" }).waitFor();
  await page.goto(`${spyhop.url}/exchanges`);
}

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)(
  "an account is connected on the page of the exchange, in a window or in the same tab, at %i px, %s",
  async (width, scheme) => {
    const { page, faults } = await visit(width, scheme);
    await openForm(page, `access-${width}@example.org`);
    await expectRefusals(page);
    await answer(await openWindow(page), "Authorize");
    await page.getByText("Coinbase connected to Spyhop").waitFor();
    await page.getByRole("dialog", { name: "Connect exchange" }).waitFor();
    await connectInTheSameTab(page);
    await page
      .getByText(/^Access granted · read-only/)
      .first()
      .waitFor();
    await page.getByRole("main").getByRole("link", { name: "Coinbase", exact: true }).click();
    await page.waitForURL(/\/exchanges\/coinbase\/Coinbase$/);
    await page.getByRole("table", { name: "Balances by place" }).getByRole("rowheader", { name: /^Spot/ }).waitFor();
    await page.getByText("What this access can do").waitFor();
    await page.getByText("Futures, which need an API key").waitFor();
    await expectClean(page);
    await press(page, "Reconnect");
    const reconnect = page.getByRole("dialog", { name: "Reconnect Coinbase" });
    await reconnect.getByRole("button", { name: "Continue with Coinbase" }).waitFor();
    await expectClean(page);
    await page.keyboard.press("Escape");
    await press(page, "Disconnect");
    await page.getByText("Coinbase disconnected").waitFor();
    // Refused answers are errors in the console of the window only.
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);
