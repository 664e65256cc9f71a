import { afterEach, expect, test } from "vitest";
import { initialWorld } from "./pageFacts";

afterEach(() => document.head.replaceChildren());

function draw(name: string, content: string): void {
  const meta = document.createElement("meta");
  meta.name = `spyhop-${name}`;
  meta.content = content;
  document.head.append(meta);
}

test("a demo that stands in for live sources is told from one that was chosen", () => {
  draw("world", "demo");
  draw("chosen", "automatic");
  expect(initialWorld()).toMatchObject({ kind: "demo", chosen: "automatic" });
  document.head.replaceChildren();
  draw("world", "demo");
  draw("chosen", "asked");
  expect(initialWorld()).toMatchObject({ kind: "demo", chosen: "asked" });
});

test("a live page says nothing of a demo", () => {
  draw("world", "live");
  expect(initialWorld()).toBeUndefined();
});
