/** An option. */
export interface Choice {
  id: string;
  name: string;
  /** The whole text of a name that is shortened, such as an address. */
  whole?: string;
  /** The path of its image on this server. */
  mark?: string | null;
  /** Another name by which it can be found, such as a symbol. */
  also?: string;
  /** The number of rows that it matches. */
  count?: number;
}

/** The whole text of an option: a shortened name is that of an address or an id. */
export const wholeOf = (name: string, id: string): string =>
  name.includes("…") && name !== id ? `${name}, ${id}` : name;

const ROOM = 9;

/** Toggles a choice. Choosing every option is the same as choosing none: an empty list means all. */
export function toggled(chosen: readonly string[], id: string, of: readonly Choice[]): string[] {
  const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  return of.length > 0 && of.every((choice) => next.includes(choice.id)) ? [] : next;
}

/** Truncates a name to nine characters. */
export const shortName = (name: string): string => (name.length > ROOM ? `${name.slice(0, ROOM).trimEnd()}…` : name);

/** The whole names of what is chosen, for a tooltip; undefined if the closed control shows them. */
export function wholeWords(chosen: readonly string[], of: readonly Choice[]): string | undefined {
  const those = of.filter(({ id }) => chosen.includes(id));
  const [first] = those;
  if (!first || (those.length === 1 && !first.whole && shortName(first.name) === first.name)) return undefined;
  return those.map(({ name, whole = name }) => whole).join(", ");
}

/** The label of the closed control: all, the single choice, or the first one and how many more. */
export function chosenWords(chosen: readonly string[], of: readonly Choice[], all: string): string {
  const names = of.filter(({ id }) => chosen.includes(id)).map(({ name }) => shortName(name));
  const [first] = names;
  if (first === undefined) return all;
  return names.length > 1 ? `${first} +${names.length - 1}` : first;
}
