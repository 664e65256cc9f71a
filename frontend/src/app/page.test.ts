import { afterEach, expect, test } from "vitest";
import { drawnWorld } from "./page";

afterEach(() => document.head.replaceChildren());

function draw(world: string): void {
  const meta = document.createElement("meta");
  meta.name = "spyhop-world";
  meta.content = world;
  document.head.append(meta);
}

test("a demo whose reason is not known yet does not claim that no host is contacted", () => {
  draw("demo");
  expect(drawnWorld()?.kind).toBe("demo");
  expect(drawnWorld()?.reason).toMatch(/live sources may be retried/i);
  expect(drawnWorld()?.reason).not.toMatch(/\b(no|nothing|never)\b/i);
});

test("a live page says nothing of a demo", () => {
  draw("live");
  expect(drawnWorld()).toBeUndefined();
});
