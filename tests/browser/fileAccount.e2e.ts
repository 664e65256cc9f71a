import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectClean, registerToConnect } from "./exchange";
import { patience } from "./patience";
import { spyhop, visit } from "./person";

const LONG = patience(120_000);

/** A file as Kraken exports it. */
const LEDGERS = `"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
"LDEP-1","QDEP-1","2021-02-03 11:02:00","deposit","","currency","ZEUR",100.0000,0.0000,100.0000
"LTRA-1","TTRA-1","2021-02-03 11:10:00","trade","tradespot","currency","ZEUR",-50.0000,0.1300,49.8700
"LTRA-2","TTRA-1","2021-02-03 11:10:00","trade","tradespot","currency","XXBT",0.0015,0,0.0015
`;

/** Opens an account with a file in place of a key. */
async function openWithFile(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Kraken/ }).click();
  await dialog.getByRole("button", { name: "Import a file instead" }).click();
  await dialog.getByLabel("Connection name").fill("Kraken 2019");
  await dialog.getByText("Its balances stay unknown until you add a key.").waitFor();
  await expectClean(page);
  const file = { name: "ledgers.csv", mimeType: "text/csv", buffer: Buffer.from(LEDGERS) };
  await page.getByLabel("Choose a CSV file").setInputFiles(file);
  await page.getByRole("table", { name: "Rows of the file" }).waitFor();
  await expectClean(page);
  await dialog.getByRole("button", { name: "Import 3 rows" }).click();
  await page.getByText("Kraken 2019 added with 3 rows").waitFor();
}

/** The page of the account states what is not known. */
async function expectAccount(page: Page): Promise<void> {
  await page.goto(`${spyhop.url}/exchanges`);
  await page.getByText("From files", { exact: true }).waitFor();
  await expectClean(page);
  await page.getByRole("link", { name: "Kraken 2019" }).click();
  await page.getByText("Not known. This account comes from files.", { exact: false }).waitFor();
  await page.getByText(/consist of imported files/).waitFor();
  await page.getByRole("region", { name: "Imported files" }).waitFor();
  await expectClean(page);
}

test.each([
  [1440, "dark"],
  [390, "light"],
] as const)(
  "a file opens an account without a key, whose history counts and whose balances are not known, at %i px, %s",
  async (width, scheme) => {
    const { page, faults } = await visit(width, scheme);
    await registerToConnect(page, `file-account-${width}@example.org`);
    await openWithFile(page);
    await expectAccount(page);
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);
