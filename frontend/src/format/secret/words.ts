import { fold } from "./text";

/** The number of words of a list of BIP 39, whose phrases have a checksum. */
const WITH_CHECKSUM = 2048;
/** Words of the English lists that nearly every ordinary sentence contains, and a phrase only by chance. */
const FREQUENT =
  "about above after again all also always another any around because been before being below between both can " +
  "come down each either else even ever every find first give good have help here how into just keep know last like long look " +
  "made make many more most much must need never next now off often one only open other out over own people please put same " +
  "should since some still such take tell than that them then there these they thing think this those though time today " +
  "together too try two under until update use used very want way what when where which while will with without work world " +
  "wrong year you your";
const frequent: ReadonlySet<string> = new Set(FREQUENT.split(" "));

/** Whether a word is frequent in ordinary sentences. */
export const isFrequent = (word: string): boolean => frequent.has(word);

/** The word lists of recovery phrases. In each mask, one bit stands for each list. */
export interface Words {
  /** The lists of each word. */
  masks: ReadonlyMap<string, number>;
  chinese: number;
  /** A list of common words: ordinary sentences contain several in a row. */
  common: number;
  /** The lists whose phrases have a checksum. */
  checked: number;
  /** The index of each word in each list. */
  orders: readonly ReadonlyMap<string, number>[];
}

const NONE: Words = { masks: new Map(), chinese: 0, common: 0, checked: 0, orders: [] };

/** Parses the lists: one per line, the name first. */
function read(text: string): Words {
  const masks = new Map<string, number>();
  const orders: Map<string, number>[] = [];
  let [chinese, common, checked] = [0, 0, 0];
  for (const [bit, line] of text.trim().split("\n").entries()) {
    const [name = "", ...words] = line.split(" ").map(fold);
    if (name === "electrum") common = 1 << bit;
    if (name.endsWith("-chinese")) chinese |= 1 << bit;
    if (words.length === WITH_CHECKSUM) checked |= 1 << bit;
    orders.push(new Map(words.map((word, place) => [word, place])));
    for (const word of words) masks.set(word, (masks.get(word) ?? 0) | (1 << bit));
  }
  return { masks, chinese, common, checked, orders };
}

let loaded: Words = NONE;
/** The word lists; empty until they are loaded. */
export const words = (): Words => loaded;

/** Loads the lists. */
export async function loadWords(): Promise<void> {
  const { default: text } = await import("../../../../ports/src/pasted_secret/words.txt?raw");
  loaded = read(text);
}
