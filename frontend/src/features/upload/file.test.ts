import { expect, test } from "vitest";
import { textOf, withoutSecrets } from "./file";

const WORDS = "abandon ability able about above absent absorb abstract absurd abuse access accident";
const KEY = "4c".repeat(32);
const ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

const file = (content: BlobPart, name = "wallets.csv", type = "text/csv") => new File([content], name, { type });

test("a file that is not text is refused with advice", async () => {
  expect(await textOf(file("\uFEFFa.eth,Zoë"))).toEqual({ text: "a.eth,Zoë", encoding: "utf-8" });
  expect(await textOf(file("a.eth", "list.txt", ""))).toEqual({ text: "a.eth", encoding: "utf-8" });
  const western = await textOf(file(new Uint8Array([0x63, 0x61, 0x66, 0xe9])));
  expect(western).toEqual({ text: "café", encoding: "windows-1252" });
  for (const [content, words] of [
    [new Uint8Array([0xff, 0xfe, 0x61, 0, 0x0a, 0, 0, 0xd8]), /Line 2 is not UTF-16/],
    [new Uint8Array([0xc3, 0xa9, 0x0a, 0xe9]), /Line 2 is not UTF-8/],
    [new Uint8Array([0xe9, 0x0a, 0x81]), /Line 2 is not Windows-1252/],
    [new Uint8Array([0x61, 0x62, 0x63, 0]), /not a text file/],
    ["PK\u0003\u0004", /spreadsheet/],
    ["a".repeat(2_000_001), /due to size/],
  ] as const)
    await expect(textOf(file(content))).rejects.toThrow(words);
  await expect(textOf(file("x", "photo.png", "image/png"))).rejects.toThrow("invalid format");
});

test("a secret is found in every encoding", async () => {
  const wide = new Uint8Array(Uint16Array.from(`${ADDRESS}\n${KEY}`, (letter) => letter.charCodeAt(0)).buffer);
  const western = Uint8Array.from(`Caf\xe9 ${ADDRESS}\n${KEY}`, (letter) => letter.charCodeAt(0));
  for (const content of [wide, western]) {
    const { text } = await textOf(file(content));
    expect(withoutSecrets(text).secrets.map(({ line }) => line)).toEqual([2]);
  }
});

test("lines with secrets become empty and the others keep their numbers", () => {
  for (const secret of [KEY, `${KEY},Key`, `Old;${KEY}`, `"${WORDS}"`, `a.eth,${WORDS}`, `# ${WORDS}`]) {
    const { text, secrets } = withoutSecrets(`${ADDRESS}\r\n${secret}\nb.eth`);
    expect(text, secret).toBe(`${ADDRESS}\n\nb.eth`);
    expect(secrets.map(({ line }) => line)).toEqual([2]);
  }
});

test("a phrase is found over several lines", () => {
  const spread = `address\n${ADDRESS}\n${WORDS.replaceAll(" ", "\n")}\n\nb.eth`;
  const { text, secrets } = withoutSecrets(spread);
  expect(secrets).toHaveLength(12);
  expect(text.split("\n").filter(Boolean)).toEqual(["address", ADDRESS, "b.eth"]);
  const numbered = WORDS.split(" ").map((word, i) => `${i + 1}. ${word}`);
  expect(withoutSecrets(numbered.join("\n")).text.trim()).toBe("");
});

const HASH = `0x${"5c504ed432cb51138bcf09aa5e8a410d".repeat(2)}`;
const BITCOIN = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
/** In an address field, as many words are a phrase. */
const SENTENCE = "These are the wallets that my accountant has asked me for, from last year";

/** Tables as wallets, explorers and spreadsheets export them. */
const EXPORTS: Readonly<Record<string, string>> = {
  explorer: `"Transaction Hash","DateTime (UTC)","From","Value_IN(ETH)","Method"\n"${HASH}","2024-01-11 19:06:40","${ADDRESS}","1","Swap, exact"`,
  wallet: `Operation Date,Operation Hash,Account Name,Account\n2024-01-02T03:04:05.000Z,${"ab".repeat(32)},My BTC,${BITCOIN}`,
  semicolons: `Date;Transaction ID;Address;Label\n1/11/2024;${HASH.slice(2)};${BITCOIN};Rent, paid late`,
  spreadsheet: `sep=;\nAdresse;Name\n="${ADDRESS}";Sparbuch für die Kinder und Enkel\n`,
  comments: `# ${SENTENCE}\n${ADDRESS},Savings\n// ${SENTENCE}`,
  sentences: `address,note\n${ADDRESS},"${SENTENCE}"`,
};

test.each(Object.entries(EXPORTS))("no line of a table of the form %s is removed", (_, text) =>
  expect(withoutSecrets(text)).toEqual({ text, secrets: [] }),
);

test.each(Object.entries(EXPORTS))(
  "a key or a phrase that is added to a table of the form %s is removed",
  (_, text) => {
    for (const secret of [KEY, WORDS, `"${WORDS}"`, `,,${WORDS}`, `a.eth,x,${KEY}`, `a.eth;${WORDS}`, `x\t${KEY}`]) {
      const found = withoutSecrets(`${text}\n${secret}`);
      expect(found.text, secret).toBe(`${text}\n`);
      expect(found.secrets).toHaveLength(1);
    }
    const spread = withoutSecrets(`${text}\n${WORDS.replaceAll(" ", "\n")}`);
    expect(spread.text.trimEnd()).toBe(text.trimEnd());
  },
);

test("a secret in any cell beside the hashes is removed", () => {
  const head = "Transaction hash,Address,Nickname,Other";
  for (const secret of [KEY, WORDS])
    for (const at of [1, 2, 3]) {
      const cells = [HASH, ADDRESS, "Savings", "1"].with(at, secret);
      expect(withoutSecrets(`${head}\n${cells}`).secrets, `${secret} in cell ${at}`).toHaveLength(1);
    }
  expect(withoutSecrets(`${head}\n${HASH},${ADDRESS},"private key: ${KEY}",1`).secrets).toHaveLength(1);
  expect(withoutSecrets(`${head}\nprivate key ${KEY},${ADDRESS},,`).secrets).toHaveLength(1);
});

test("a key alone in a line is removed, and so is one in the header", () => {
  expect(withoutSecrets(`Transaction hash,From\n${HASH},${ADDRESS}\n${KEY}`).text).not.toContain(KEY);
  expect(withoutSecrets(`${WORDS.replaceAll(" ", ",")}\n${ADDRESS},Savings`).text).toBe(`\n${ADDRESS},Savings`);
});

test("a phrase is found over several lines with several cells", () => {
  const rows = WORDS.split(" ").map((word, i) => `${i + 1},${word}`);
  expect(withoutSecrets(`${ADDRESS},Savings\n${rows.join("\n")}`).text.trim()).toBe(`${ADDRESS},Savings`);
});

test("names of columns and nicknames are no phrases", () => {
  const plain = `Label,Wallet address,Type,Balance,Date,Note\nMy cold savings for many years,${ADDRESS},,,,\n`;
  expect(withoutSecrets(plain)).toEqual({ text: plain, secrets: [] });
});
