import { expect, test } from "vitest";
import { textOf, withoutSecrets } from "./file";

const WORDS = "abandon ability able about above absent absorb abstract absurd abuse access accident";
const KEY = "4c".repeat(32);
const ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

const file = (content: BlobPart, name = "wallets.csv", type = "text/csv") => new File([content], name, { type });

test("a file that is not UTF-8 is refused with advice", async () => {
  expect(await textOf(file("\uFEFFa.eth,Zoë"))).toBe("a.eth,Zoë");
  expect(await textOf(file("a.eth", "list.txt", ""))).toBe("a.eth");
  for (const [content, words] of [
    [new Uint8Array([0xff, 0xfe, 0x61, 0]), /UTF-8/],
    [new Uint8Array([0x61, 0, 0x62, 0]), /UTF-8/],
    [new Uint8Array([0x63, 0x61, 0x66, 0xe9]), /not UTF-8/],
    ["PK\u0003\u0004", /spreadsheet/],
    ["a".repeat(2_000_001), /due to size/],
  ] as const)
    await expect(textOf(file(content))).rejects.toThrow(words);
  await expect(textOf(file("x", "photo.png", "image/png"))).rejects.toThrow("invalid format");
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

test("names of columns and nicknames are no phrases", () => {
  const plain = `Label,Wallet address,Type,Balance,Date,Note\nMy cold savings for many years,${ADDRESS},,,,\n`;
  expect(withoutSecrets(plain)).toEqual({ text: plain, secrets: [] });
});
