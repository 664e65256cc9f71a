import type { Disclosure, SourceProfile } from "./types";

/** A name as it stands at the beginning of a line; a host keeps its small letters. */
export const sentenceCase = (name: string): string =>
  name.includes(".") ? name : name.charAt(0).toUpperCase() + name.slice(1);

/** Entries about one provider. */
export interface ProviderGroup {
  name: string;
  rows: Disclosure[];
}

/** Entries grouped by provider, in the order in which providers first occur. */
export function byProvider(rows: readonly Disclosure[], profiles: readonly SourceProfile[]): ProviderGroup[] {
  const names = new Map(profiles.map(({ id, name }) => [id, name]));
  const groups = new Map<string, ProviderGroup>();
  for (const row of rows) {
    const name = sentenceCase(names.get(row.provider) ?? row.provider);
    const group = groups.get(name) ?? { name, rows: [] };
    group.rows.push(row);
    groups.set(name, group);
  }
  return [...groups.values()];
}
