import { expect, test } from "vitest";
import { normalizeCode } from "./code";

test.each(["KT7M-2QXP", " kt7m 2qxp\n", "kt7m2qxp", "KT7M‐2QXP", "KT7M–2QXP", "kt7m\u00a02qxp"])(
  "%j is the same code",
  (text) => expect(normalizeCode(text)).toBe("KT7M2QXP"),
);
