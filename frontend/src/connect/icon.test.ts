import { expect, test } from "vitest";
import { safeIcon } from "./icon";

const SHOWN = [
  "data:image/png;base64,AA==",
  "\n data:image/svg+xml,<svg/>",
  "data:image/webp;base64,AA==",
  "DATA:image/jpeg,x",
];
const NOT_SHOWN = [
  "https://tracker.example/wallet.png",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xmlx,<svg/>",
  "data:image/gif;base64,AA==",
  `data:image/png;base64,${"A".repeat(200_000)}`,
  "",
  undefined,
  7,
];

test("only pictures that need no request are shown", () => {
  for (const icon of SHOWN) expect(safeIcon(icon)).toBe(icon.trim());
  for (const icon of NOT_SHOWN) expect(safeIcon(icon), String(icon).slice(0, 60)).toBeNull();
});
