import { loadWords, secretIn } from "../../../format/secret";

/** The most bytes of a file: what fits into a request of 8,400,000 bytes with its other fields. */
const MOST_BYTES = 8_300_000;
/** The part of a file that is searched for secrets. A file with one is small, and no export. */
const SEARCHED_BYTES = 16_384;

/** The size of a file for people. */
export const sizeText = (bytes: number): string =>
  bytes < 1000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1000)} kB`
      : `${Math.round(bytes / 100_000) / 10} MB`;

export const MOST = sizeText(MOST_BYTES);

/** Whether the content begins like an archive, which spreadsheets are too. */
const isArchive = async (file: File): Promise<boolean> => {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x50 && second === 0x4b;
};

/** Whether the file is a backup of a wallet. Hashes of transactions, which exports have, are no secrets. */
async function hasSecret(file: File): Promise<boolean> {
  const text = await file.slice(0, SEARCHED_BYTES).text();
  await loadWords();
  const isSecret = (part: string) => ["recovery phrase", "extended private key"].includes(secretIn(part, "note") ?? "");
  return text.split(/[\r\n]+/).some(isSecret) || (file.size <= SEARCHED_BYTES && isSecret(text));
}

/** Returns why a file is not sent; empty if it can be. */
export async function fileProblem(file: File): Promise<string> {
  if (file.size === 0) return "This file is empty.";
  if (file.size > MOST_BYTES)
    return `This file has ${sizeText(file.size)}, and a file can have up to ${MOST}. Export it in parts, such as one for each year.`;
  if (await isArchive(file))
    return "This is an archive or a spreadsheet. Open it and choose the CSV file in it, or save the sheet as CSV.";
  if (await hasSecret(file))
    return "This file contains a recovery phrase or a private key. Nothing was sent. Choose a file that the exchange exported.";
  return "";
}
