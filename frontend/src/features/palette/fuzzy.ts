/** A line of the palette and where it leads. */
export interface Entry {
  id: string;
  kind: "page" | "wallet" | "asset";
  label: string;
  /** Stands beside the label in a quieter voice. */
  detail: string;
  /** What it is found by. */
  names: readonly string[];
  to: string;
}

const [PREFIX, WORD, INSIDE, SCATTERED] = [4, 3, 2, 1];
/** Fewer letters are found in this order in nearly every name. */
const FEWEST_SCATTERED = 3;
/** An address holds nearly any few letters in some order. */
const LONGEST_SCATTERED = 30;

function isScattered(name: string, wanted: string): boolean {
  if (wanted.length < FEWEST_SCATTERED || name.length > LONGEST_SCATTERED) return false;
  let from = 0;
  for (const letter of wanted) {
    const at = name.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

function scoreOf(name: string, wanted: string): number {
  const at = name.indexOf(wanted);
  if (at === 0) return PREFIX;
  if (at > 0) return /[\p{L}\p{N}]/u.test(name.charAt(at - 1)) ? INSIDE : WORD;
  return isScattered(name, wanted) ? SCATTERED : 0;
}

/** How well a name of an entry matches every word of what is looked for; 0 if a word matches none. */
function matchOf({ names }: Entry, words: readonly string[]): number {
  const lower = names.map((name) => name.toLowerCase());
  const best = words.map((word) => Math.max(0, ...lower.map((name) => scoreOf(name, word))));
  return best.includes(0) ? 0 : best.reduce((sum, one) => sum + one, 0);
}

/** The entries that a typed text may mean, the best first; entries that match alike keep their order. */
export function matching(entries: readonly Entry[], text: string, most: number): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries.slice(0, most);
  return entries
    .map((entry) => ({ entry, score: matchOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}
