import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { connectAt, enterKey, expectClean, registerToConnect } from "./exchange";
import { patience } from "./patience";
import { press, spyhop, visit } from "./person";

const LONG = patience(240_000);
const GAP = "The key for Kraken reads only a part of the history.";

/** A purchase of days that the key of Kraken does not read, far below the prices of later ones. */
const LEDGERS = `"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
"LDEP-1","QDEP-1","2024-02-03 11:02:00","deposit","","currency","ZEUR",100.0000,0.0000,100.0000
"LTRA-1","TTRA-1","2024-02-03 11:10:00","trade","tradespot","currency","ZEUR",-50.0000,0.1300,49.8700
"LTRA-2","TTRA-1","2024-02-03 11:10:00","trade","tradespot","currency","XXBT",0.0500000000,0,0.0500000000
`;

const open = (page: Page, path: string) => page.goto(`${spyhop.url}${path}`);
const card = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

/** Opens the list of exchanges to connect once more. */
async function another(page: Page): Promise<void> {
  await open(page, "/exchanges");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Connect (an)?other/ })
    .click();
  await page.getByText("Spyhop only reads").waitFor();
}

/** The net worth that the page of the exchanges states for an account, once it is read. */
async function untilRead(page: Page, name: string): Promise<void> {
  await card(page, name)
    .getByText(/^Read (just now|\d+ min ago)$/)
    .waitFor();
}

/** The total of all that the person has, as Home states it. */
async function netWorth(page: Page): Promise<string> {
  await open(page, "/home");
  const total = page.getByRole("main").getByRole("button", { name: /^Net worth \$.*Explain this figure$/ });
  return (await total.first().textContent()) ?? "";
}

/** Connects three accounts. That of Binance has a key which the exchange revokes after the first reading. */
async function connectThree(page: Page, name: string): Promise<void> {
  await registerToConnect(page, `${name}@example.org`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Kraken" }).click();
  await enterKey(page, "bound-recent-key-0001");
  await dialog.getByRole("button", { name: "Connect anyway" }).click();
  await page.getByText("Kraken connected to Spyhop").waitFor();
  await another(page);
  await connectAt(page, "Binance", `bound-brief-key-of-${name}`);
  await another(page);
  await dialog.getByRole("button", { name: "Bybit" }).click();
  await enterKey(page, "bound-withdraw-key-0001");
  await dialog
    .locator("form")
    .getByRole("alert")
    .getByText(/can do more than read/)
    .waitFor();
  await expectClean(page);
  await enterKey(page, "bound-key-0001");
  await page.getByText("Bybit connected to Spyhop").waitFor();
}

/** The revoked key is replaced. */
async function reconnect(page: Page): Promise<void> {
  await open(page, "/exchanges");
  await untilRead(page, "Kraken");
  await untilRead(page, "Bybit");
  await card(page, "Binance").getByText("Needs attention").waitFor();
  await expectClean(page);
  await press(page, "Replace key of Binance");
  await enterKey(page, "bound-key-0002");
  await page.getByText("Key of Binance replaced").waitFor();
  await untilRead(page, "Binance");
}

/** What Bitcoin cost on average, as the page of costs states it. */
async function averageCost(page: Page): Promise<string> {
  await open(page, "/intelligence/costs");
  const average = page.getByRole("button", { name: /^Bitcoin, average cost \$.*Explain this figure$/ });
  return (await average.textContent()) ?? "";
}

/** Imports the file as everything until the days that the key reads. */
async function importFile(page: Page): Promise<void> {
  await open(page, "/exchanges/kraken/Kraken");
  const history = page.getByRole("region", { name: "History", exact: true });
  await history.getByText(GAP).waitFor();
  await history.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import CSV into Kraken" });
  await page
    .getByLabel("Choose a CSV file")
    .setInputFiles({ name: "ledgers.csv", mimeType: "text/csv", buffer: Buffer.from(LEDGERS) });
  await dialog.getByLabel("This file has everything to").fill("2024-07-02");
  await dialog.getByLabel("Nothing happened in this account before that day").check();
  await dialog.getByRole("button", { name: "Import 3 rows" }).click();
  await page.getByText("3 rows imported into Kraken").waitFor();
  await history.getByText(GAP).waitFor({ state: "hidden" });
}

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)(
  "three exchanges are connected, one is reconnected, a file changes the cost, and an account leaves, at %i px, %s",
  async (width, scheme) => {
    const { page, faults } = await visit(width, scheme);
    await connectThree(page, `three-${width}`);
    await reconnect(page);
    const worth = await netWorth(page);
    await expectClean(page);
    const before = await averageCost(page);
    await importFile(page);
    await expect.poll(() => averageCost(page)).not.toBe(before);
    await page.getByRole("button", { name: /^Bitcoin, average cost/ }).click();
    await page.getByRole("dialog", { name: "Explain this figure" }).waitFor();
    await expectClean(page);
    await open(page, "/exchanges/bybit/Bybit");
    await press(page, "Disconnect");
    await page.getByText("Bybit disconnected").waitFor();
    await expect.poll(() => netWorth(page)).not.toBe(worth);
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);
