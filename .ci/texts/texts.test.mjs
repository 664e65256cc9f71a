import assert from "node:assert/strict";
import { test } from "node:test";
import { pageTexts } from "./page.mjs";
import { broken } from "./rules.mjs";
import { serverTexts } from "./server.mjs";

test("JSX is one text with its parts, attributes and branches are texts of their own", () => {
  const source = `
    const kinds = { old: "Out of date", code: "out_of_date" };
    export const Row = ({ at, on }) => (
      <p className="row of two" title="Updated at">
        Last answer <Ago at={at} />, {count(at)} in
        total. {on ? "yes" : "no"}
        <button aria-label={\`Refresh: \${at}\`}>Refresh</button>
      </p>
    );`;
  assert.deepEqual(pageTexts("row.tsx", source), [
    "Out of date",
    "Last answer {}, {} in total. {}{}",
    "Updated at",
    "yes",
    "no",
    "Refresh",
    "Refresh: {}",
  ]);
});

test("names of the platform, types and comparisons are not texts", () => {
  const source = `
    import x from "Some module";
    type Kind = "Not shown";
    if (key === "Enter the cave") element.querySelector("a b, c d");
    const path = "M3 9.5 10 4l7 5.5";`;
  assert.deepEqual(pageTexts("a.ts", source), []);
});

test("messages of errors and sentences are texts of the server", () => {
  const source = `
    /// Not "a text of this" comment.
    #[error("No answer from {who}: {why}")]
    struct E;
    #[doc = "Not a text"]
    fn f() -> String {
        let lifetime: &'static str = "not";
        panic!("Not for people");
        tracing::warn!("Not for people either");
        format!("Two parts \\
                 of one text, {}", r#"a "raw" one"#)
    }
    #[cfg(test)]
    mod tests { const T: &str = "Not in a test"; }`;
  assert.deepEqual(serverTexts(source), ["No answer from {}: {}", "Two parts of one text, {}", 'a "raw" one']);
});

test("a rejected phrase is found as a whole word only", () => {
  assert.equal(broken("Nobody was asked anything").length, 2);
  assert.equal(broken("Of what is priced").length, 1);
  assert.deepEqual(broken("The basket of interests"), []);
  assert.deepEqual(broken("Share of priced assets"), []);
});
