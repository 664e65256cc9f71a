import type { Disclosure, SourceProfile } from "./types";

/** Capitalizes a name for the start of a line; hosts stay in lower case. */
export const sentenceCase = (name: string): string =>
  name.includes(".") ? name : name.charAt(0).toUpperCase() + name.slice(1);

/** The entries of one provider. */
export interface ProviderGroup {
  name: string;
  rows: Disclosure[];
}

/** Groups entries by provider, in the order in which providers first occur. */
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
