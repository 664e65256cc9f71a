// The dependencies of the crates and of the domain's folders, read from manifests and sources.

/** The names of the crates in `crates` that a manifest lists under `[dependencies]`. */
export function dependencies(manifest, crates) {
  const table = /^\[dependencies\]\n([^[]*)/m.exec(manifest)?.[1] ?? "";
  const names = table.split("\n").map((line) => /^([\w-]+)/.exec(line)?.[1]);
  return crates.filter((name) => names.includes(name));
}

/** The first names of all paths that begin with `crate::`, those in braces included. Tests at the end of a file are left out. */
export function imports(source) {
  const text = source.split("#[cfg(test)]")[0].replaceAll(/\/\/.*$/gm, "");
  const found = new Set();
  for (const { index } of text.matchAll(/\bcrate::/g)) {
    const rest = text.slice(index + "crate::".length);
    for (const name of rest.startsWith("{") ? group(rest) : [rest]) found.add(/^\w*/.exec(name.trim())[0]);
  }
  return found;
}

/** The items of the braces at the start of a text; braces inside them are left out. */
function group(text) {
  const items = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "}") depth -= 1;
    if (depth === 0 && character === "}") break;
    if (depth === 1 && character === ",") items.push("");
    else if (depth === 1 && character !== "{") items[items.length - 1] += character;
    if (character === "{") depth += 1;
  }
  return items;
}

/** The same graph without each arrow that follows from other arrows. */
export function reduced(graph) {
  const kept = new Map([...graph].map(([from, to]) => [from, new Set(to)]));
  for (const [from, targets] of kept) {
    for (const to of [...targets]) {
      targets.delete(to);
      if (!reaches(kept, from, to)) targets.add(to);
    }
  }
  return kept;
}

function reaches(graph, from, wanted) {
  const seen = new Set([from]);
  for (const at of seen) {
    for (const next of graph.get(at) ?? []) seen.add(next);
    if (at !== from && at === wanted) return true;
  }
  return false;
}

/** Pairs of names that depend on each other directly. */
export function mutual(graph) {
  const pairs = [...graph].flatMap(([from, targets]) => [...targets].map((to) => [from, to]));
  return pairs.filter(([from, to]) => from < to && graph.get(to)?.has(from));
}

/** A Mermaid flow chart of a graph, in alphabetical order. */
export function mermaid(graph) {
  const sorted = [...graph].toSorted(([a], [b]) => a.localeCompare(b));
  const nodes = sorted.map(([name]) => `    ${name}`);
  const arrows = sorted.flatMap(([from, targets]) => [...targets].toSorted().map((to) => `    ${from} --> ${to}`));
  return ["```mermaid", "flowchart TD", ...nodes, ...arrows, "```"].join("\n");
}
