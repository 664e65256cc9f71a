import { fold } from "./text";

/** The word lists of recovery phrases, by word: one bit for each list. */
export interface Words {
  lists: number;
  masks: ReadonlyMap<string, number>;
  chinese: number;
  /** A list of common words: ordinary sentences contain several in a row. */
  common: number;
  /** The index of each character in each Chinese list. */
  orders: readonly ReadonlyMap<string, number>[];
}

const NONE: Words = { lists: 0, masks: new Map(), chinese: 0, common: 0, orders: [] };

/** Parses the lists: one per line, the name first. */
function read(text: string): Words {
  const masks = new Map<string, number>();
  const orders: Map<string, number>[] = [];
  const lines = text.trim().split("\n");
  let [chinese, common] = [0, 0];
  for (const [bit, line] of lines.entries()) {
    const [name = "", ...words] = line.split(" ").map(fold);
    if (name === "electrum") common = 1 << bit;
    if (name.endsWith("-chinese")) {
      chinese |= 1 << bit;
      orders.push(new Map(words.map((word, place) => [word, place])));
    }
    for (const word of words) masks.set(word, (masks.get(word) ?? 0) | (1 << bit));
  }
  return { lists: lines.length, masks, chinese, common, orders };
}

let loaded: Words = NONE;
/** The word lists; empty until they are loaded. */
export const words = (): Words => loaded;

/** Loads the lists. */
export async function loadWords(): Promise<void> {
  const { default: text } = await import("../../../../ports/src/pasted_secret/words.txt?raw");
  loaded = read(text);
}
