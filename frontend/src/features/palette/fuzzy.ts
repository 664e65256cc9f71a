import type { IconName } from "../../ui/Icon";

/** An entry of the palette. */
export interface Entry {
  id: string;
  kind: "page" | "action" | "wallet" | "asset";
  /** The icon of a page or an action. */
  icon?: IconName;
  /** The symbol of an asset, for the letters in place of its image. */
  symbol?: string;
  /** The path of the image of an asset or of a wallet's app, if there is one. */
  mark?: string | null;
  label: string;
  /** Secondary text beside the label. */
  detail: string;
  /** The texts that are searched. */
  names: readonly string[];
  /** Where it leads; an action without it is done at once. */
  to?: string;
}

const [PREFIX, WORD, INSIDE, SCATTERED] = [4, 3, 2, 1];
/** The shortest query for a scattered match: fewer letters match nearly every name. */
const FEWEST_SCATTERED = 3;
/** The longest text for a scattered match: an address contains nearly any few letters in order. */
const LONGEST_SCATTERED = 30;

const escaped = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|/-]/u, "\\$&");

function isScattered(name: string, wanted: string): boolean {
  if (wanted.length < FEWEST_SCATTERED || name.length > LONGEST_SCATTERED) return false;
  // The first letter begins a word: "eth" inside "data health" is a coincidence.
  let from = name.search(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(wanted.charAt(0))}`, "u"));
  if (from < 0) return false;
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

/** The score of the best name that matches every word; 0 if a word matches none. */
function matchOf({ names }: Entry, words: readonly string[]): number {
  const lower = names.map((name) => name.toLowerCase());
  const best = words.map((word) => Math.max(0, ...lower.map((name) => scoreOf(name, word))));
  return best.includes(0) ? 0 : best.reduce((sum, one) => sum + one, 0);
}

/** The matching entries, the best first; entries with the same score keep their order. */
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
