import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { connectAt, expectClean, registerToConnect } from "./exchange";
import { patience } from "./patience";
import { press, spyhop, visit } from "./person";

const LONG = patience(120_000);

const codes = (page: Page) => page.getByRole("region", { name: "Codes of assets" });
const balance = (page: Page, asset: RegExp) =>
  page.getByRole("table", { name: "Balances by place" }).getByRole("row", { name: asset });

/** States which asset the code is, by the keyboard. */
async function map(page: Page): Promise<void> {
  await codes(page).getByRole("button", { name: "Map LINK.S" }).click();
  const dialog = page.getByRole("dialog", { name: "Which asset is LINK.S?" });
  await dialog.getByText(/Nothing here has the symbol or contract “LINK.S”/).waitFor();
  await expectClean(page);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("link");
  const option = dialog.getByRole("radio", { name: /Ethereum/ });
  await option.waitFor();
  await expectClean(page);
  await option.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.getByText("LINK.S counts as LINK now").waitFor();
}

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)(
  "a code that no list maps has no price until its owner says what it is, and again after Undo, at %i px, %s",
  async (width, scheme) => {
    const { page, faults } = await visit(width, scheme);
    await registerToConnect(page, `code-${width}@example.org`);
    await connectAt(page, "Kraken", "bound-code-key-abcd");
    await page.goto(`${spyhop.url}/exchanges/kraken/Kraken`);
    await balance(page, /LINK\.S/)
      .getByText("Not mapped yet")
      .waitFor();
    await codes(page).getByText("Not mapped yet, so that it has no price").waitFor();
    await expectClean(page);
    await map(page);
    await balance(page, /LINK\.S/).waitFor({ state: "detached" });
    await codes(page)
      .getByText(/^Counts as .* on Ethereum$/)
      .waitFor();
    await expectClean(page);
    await press(page, "Undo");
    await balance(page, /LINK\.S/)
      .getByText("Not mapped yet")
      .waitFor();
    await codes(page).getByText("Not mapped yet, so that it has no price").waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);
