import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterKey, expectClean, registerToConnect } from "./exchange";
import { patience } from "./patience";
import { spyhop, visit } from "./person";

const LONG = patience(120_000);
const ACCOUNT = "/exchanges/kraken/Kraken";
const GAP = "The key for Kraken reads only a part of the history.";

/** A file as Kraken exports it, of days before those that the key reads, with a row that a spreadsheet has changed. */
const LEDGERS = `"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
"LDEP-1","QDEP-1","2024-02-03 11:02:00","deposit","","currency","ZEUR",100.0000,0.0000,100.0000
"LTRA-1","TTRA-1","2024-02-03 11:10:00","trade","tradespot","currency","ZEUR",-50.0000,0.1300,49.8700
"LTRA-2","TTRA-1","2024-02-03 11:10:00","trade","tradespot","currency","XXBT",0.0015,0,0.0015
"LBAD-1","TBAD-1","2024-02-05 11:10:00","trade","","currency","XXBT","0,5",0,0
`;

const history = (page: Page) => page.getByRole("region", { name: "History", exact: true });

/** Connects an account, as a person who registers for it, with a key that reads only what is recent. */
async function connectRecent(page: Page, email: string): Promise<void> {
  await registerToConnect(page, email);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Kraken/ }).click();
  await enterKey(page, "my-recent-key-abcd");
  await dialog.getByRole("button", { name: "Connect anyway" }).click();
  await page.getByText("Kraken connected to Spyhop").waitFor();
}

/** Chooses a file that is none of the exchange, then one that is. */
async function chooseFile(page: Page): Promise<void> {
  const file = (text: string) => ({ name: "ledgers.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const field = page.getByLabel("Choose a CSV file");
  await field.setInputFiles(file("name,age\nAnna,7\n"));
  await page.getByText(/^Kraken exports no such columns/).waitFor();
  await expectClean(page);
  await field.setInputFiles(file(LEDGERS));
  await page.getByRole("table", { name: "Rows of the file" }).waitFor();
}

/** Imports the file as everything until the days that the key reads. */
async function importFile(page: Page): Promise<void> {
  await history(page).getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import CSV into Kraken" });
  await dialog.getByText("Spyhop keeps the rows, not the file.").waitFor();
  await expectClean(page);
  await chooseFile(page);
  await dialog.getByRole("heading", { name: "3 rows count. 1 cannot be read." }).waitFor();
  await dialog.getByText(/comma that may be a decimal mark/).waitFor();
  await expectClean(page);
  await dialog.getByLabel("This file has everything to").fill("2024-02-01");
  await dialog.getByText("The file has rows after this day.").waitFor();
  await dialog.getByLabel("This file has everything to").fill("2024-07-02");
  await dialog.getByLabel("Nothing happened in this account before that day").check();
  await dialog.getByRole("button", { name: "Import 3 rows" }).click();
  await page.getByText("3 rows imported into Kraken").waitFor();
}

/** The rows of the file are entries of the history. */
async function expectEntries(page: Page): Promise<void> {
  const wallet = await page.getByRole("link", { name: "Open its transactions" }).getAttribute("href");
  await page.goto(`${spyhop.url}${wallet}&from=2024-02-03&to=2024-02-03`);
  const entries = page.getByRole("main").getByRole("link", { name: /Swap|Received/ });
  await entries.nth(1).waitFor();
  expect(await entries.count()).toBe(2);
  await page.goto(`${spyhop.url}${ACCOUNT}`);
}

/** Removes the file, after which the gap is open again. */
async function removeFile(page: Page): Promise<void> {
  const files = page.getByRole("region", { name: "Imported files" });
  await files.getByText("Everything until 2 Jul 2024").waitFor();
  await expectClean(page);
  await files.getByRole("button", { name: /^Remove Ledgers/ }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Ledgers?" });
  await dialog.getByText(/You can import it again/).waitFor();
  await expectClean(page);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Ledgers removed").waitFor();
  await files.waitFor({ state: "hidden" });
}

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)(
  "a file closes the gap that a key leaves, its rows count, and it is removed again, at %i px, %s",
  async (width, scheme) => {
    const { page, faults } = await visit(width, scheme);
    await connectRecent(page, `file-${width}@example.org`);
    await page.goto(`${spyhop.url}${ACCOUNT}`);
    await history(page).getByText(GAP).waitFor();
    await importFile(page);
    await history(page).getByText(GAP).waitFor({ state: "hidden" });
    await expectEntries(page);
    await removeFile(page);
    await history(page).getByText(GAP).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);
