import { expect, test } from "vitest";
import { clearKey, keyFor } from "./idempotencyKey";

test("repeated content has the same key until it is cleared", () => {
  const first = keyFor({ addresses: ["vitalik.eth"] });
  expect(first).toMatch(/^[0-9a-f]{48}$/);
  expect(keyFor({ addresses: ["vitalik.eth"] })).toBe(first);
  const other = keyFor({ addresses: ["ada.eth"] });
  expect(other).not.toBe(first);
  clearKey();
  expect(keyFor({ addresses: ["ada.eth"] })).not.toBe(other);
});
