/** Something that can be chosen. */
export interface Choice {
  id: string;
  name: string;
  /** The path of its mark on this server. */
  mark?: string | null;
}

const ROOM = 9;

/** A press takes a choice in or out. All of them, and none, both mean all: an empty list. */
export function toggled(chosen: readonly string[], id: string, of: readonly Choice[]): string[] {
  const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  return of.length > 0 && of.every((choice) => next.includes(choice.id)) ? [] : next;
}

/** A name where there is room for nine letters. */
export const shortName = (name: string): string => (name.length > ROOM ? `${name.slice(0, ROOM).trimEnd()}…` : name);

/** What the closed control says: all, the one that is chosen, or the first of them and how many more. */
export function chosenWords(chosen: readonly string[], of: readonly Choice[], all: string): string {
  const names = of.filter(({ id }) => chosen.includes(id)).map(({ name }) => shortName(name));
  const [first] = names;
  if (first === undefined) return all;
  return names.length > 1 ? `${first} +${names.length - 1}` : first;
}
