import assert from "node:assert/strict";
import { test } from "node:test";
import { dependencies, imports, mermaid, mutual, reduced } from "./graph.mjs";

const graph = (object) => new Map(Object.entries(object).map(([from, to]) => [from, new Set(to)]));

test("crates are read from the table of dependencies alone", () => {
  const manifest = "[package]\nname = \"domain\"\n[dependencies]\nports = { workspace = true }\nserde = \"1\"\n\n[dev-dependencies]\nmemory.workspace = true\n";
  assert.deepEqual(dependencies(manifest, ["ports", "memory", "domain"]), ["ports"]);
});

test("imports are found in paths, lists and nested lists, not in comments and tests", () => {
  const source = `
    use crate::{Caller, price::{self, Rule}, spam};
    // crate::share is not used here
    let a = crate::wallet::list();
    #[cfg(test)] mod tests { use crate::upload; }`;
  assert.deepEqual([...imports(source)], ["Caller", "price", "spam", "wallet"]);
});

test("an arrow that follows from others is left out, and a circle stays a circle", () => {
  assert.deepEqual(reduced(graph({ a: ["b", "c"], b: ["c"], c: [] })), graph({ a: ["b"], b: ["c"], c: [] }));
  const circle = graph({ a: ["b"], b: ["a"] });
  assert.deepEqual(reduced(circle), circle);
  assert.deepEqual(mutual(circle), [["a", "b"]]);
});

test("a chart lists every name and every arrow", () => {
  assert.equal(mermaid(graph({ b: [], a: ["b"] })), "```mermaid\nflowchart TD\n    a\n    b\n    a --> b\n```");
});
