import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { enterKey, expectClean, registerToConnect, SECRET } from "./exchange";
import { patience } from "./patience";
import { press, spyhop, visit } from "./person";

const LONG = patience(120_000);

/** The texts of all answers since the page was opened. */
const answers: string[] = [];

/** Opens the dialog as a person who registers for it. */
async function openDialog(page: Page, email: string): Promise<void> {
  page.on("response", async (response) => {
    const isJson = response.headers()["content-type"]?.includes("json") ?? false;
    if (isJson) answers.push(await response.text().catch(() => ""));
  });
  await registerToConnect(page, email);
}

/** The page of the account says since when its history is known, and leads to its entries, one of which opens. */
async function expectHistory(page: Page): Promise<void> {
  const history = page.getByRole("region", { name: "History", exact: true });
  await history.getByText("All read").waitFor();
  await history.getByText("The rows add up to the balances.").waitFor();
  const facts = page.getByRole("region", { name: "Facts" });
  await facts.getByText("History known since").waitFor();
  await facts.getByText(/^\d+ rows$/).waitFor();
  await expectClean(page);
  await page.getByRole("link", { name: "Open its transactions" }).click();
  await page.waitForURL(/\/intelligence\/transaction-history\?wallet=kraken\./);
  const entries = page.getByRole("main").getByRole("link", { name: /Received|Reward/ });
  await entries.first().waitFor();
  await expectClean(page);
  await entries.first().click();
  const entry = page.getByRole("dialog", { name: /Kraken$/ });
  await entry.getByText(/^Kraken states that this is/).waitFor();
  expect(await entry.getByText(/block/).count()).toBe(0);
  await expectClean(page);
  await page.keyboard.press("Escape");
  await entry.waitFor({ state: "hidden" });
  await page.goto(`${spyhop.url}/exchanges/kraken/Kraken`);
}

afterAll(() => {
  const told = answers.filter((text) => text.includes(SECRET) || text.includes("my-free-key"));
  expect(told).toEqual([]);
});

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)(
  "only a key that reads connects an account, which is read, counted, removed and brought back, at %i px, %s",
  async (width, scheme) => {
    const { page, faults } = await visit(width, scheme);
    await openDialog(page, `exchange-${width}@example.org`);
    await expectClean(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /Kraken/ }).click();
    const problem = dialog.locator("form").getByRole("alert");
    await enterKey(page, "my-withdraw-key-0001");
    await problem.getByText(/can do more than read: withdraw/).waitFor();
    await expectClean(page);
    await enterKey(page, "my-revoked-key-0001");
    await problem.getByText(/did not accept the key/).waitFor();
    await enterKey(page, "my-free-key-abcd");
    await dialog.getByText("This key works from any address.").waitFor();
    await dialog.getByRole("button", { name: "Connect anyway" }).click();
    await page.getByText("Kraken connected to Spyhop").waitFor();
    await page.goto(`${spyhop.url}/exchanges`);
    await page.getByText(/^Read (just now|\d+ min ago)$/).waitFor();
    await page.getByText("…abcd").waitFor();
    await page.getByText(/^History known since/).waitFor();
    await expectClean(page);
    await page.getByRole("main").getByRole("link", { name: "Kraken", exact: true }).click();
    await page.waitForURL(/\/exchanges\/kraken\/Kraken$/);
    const places = page.getByRole("table", { name: "Balances by place" });
    await places.getByRole("rowheader", { name: /^Spot/ }).waitFor();
    await expectHistory(page);
    await places.getByRole("rowheader", { name: /^Spot/ }).waitFor();
    await page.reload();
    await places.getByRole("rowheader", { name: /^Spot/ }).waitFor();
    await page.getByRole("button", { name: "Disconnect" }).click();
    await page.waitForURL(/\/exchanges$/);
    await page.getByText("Kraken disconnected").waitFor();
    await press(page, "Undo");
    await page.getByRole("main").getByRole("link", { name: "Kraken", exact: true }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);
