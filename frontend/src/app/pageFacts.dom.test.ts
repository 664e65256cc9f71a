import { afterEach, expect, test } from "vitest";
import { initialWorld } from "./pageFacts";

afterEach(() => document.head.replaceChildren());

function draw(name: string, content: string): void {
  const meta = document.createElement("meta");
  meta.name = `spyhop-${name}`;
  meta.content = content;
  document.head.append(meta);
}

test("an automatic demo is distinguished from a chosen one", () => {
  draw("world", "demo");
  draw("chosen", "automatic");
  expect(initialWorld()).toMatchObject({ kind: "demo", chosen: "automatic" });
  document.head.replaceChildren();
  draw("world", "demo");
  draw("chosen", "configured");
  expect(initialWorld()).toMatchObject({ kind: "demo", chosen: "configured" });
});

test("a live page has no demo world", () => {
  draw("world", "live");
  expect(initialWorld()).toBeUndefined();
});
