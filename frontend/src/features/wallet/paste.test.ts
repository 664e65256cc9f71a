import { expect, test } from "vitest";
import { pastedList } from "./paste";

const A = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const B = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const PHRASE = "abandon ability able about above absent absorb abstract absurd abuse access accident";
const several = (...texts: string[]) => ({ kind: "several", texts });

test.each([
  [`${A}\n${B}`, several(A, B)],
  [`\r\n ${A} \r\n\r\nvitalik.eth\r\n`, several(A, "vitalik.eth")],
  [`${A}, vitalik.eth; ${B}`, several(A, "vitalik.eth", B)],
  [`${A}\t${B}`, several(A, B)],
  [`0x1234\n${A}`, several("0x1234", A)],
  [`my wallet ${A}\n${B}`, several(`my wallet ${A}`, B)],
])("%j is a list", (text, list) => {
  expect(pastedList(text)).toEqual(list);
});

test.each([A, ` ${A}\n`, "hello world", `my wallet ${A}`, "", `${"a.".repeat(126)}\n${A}`])("%j is none", (text) => {
  expect(pastedList(text)).toBeNull();
});

test("a hundred lines are still a list", () => {
  expect(pastedList(`${A}\n`.repeat(100))).toEqual(several(...Array<string>(100).fill(A)));
});

test("a list that is too long says how long it is", () => {
  expect(pastedList(`${A}\n`.repeat(101))).toEqual({ kind: "tooMany", size: "101 lines" });
  expect(pastedList(`${A}\n\n`.repeat(1200))).toEqual({ kind: "tooMany", size: "1,200 lines" });
  expect(pastedList(`${A} ${B}\n`.repeat(60))).toEqual({ kind: "tooMany", size: "120 entries" });
  const key = "e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262";
  expect(pastedList(`${A}\n`.repeat(101) + key)).toEqual({ kind: "secret", text: key });
});

test("a secret anywhere in a list spoils all of it", () => {
  const key = "e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262";
  expect(pastedList(`${A}\n${PHRASE}\n${B}`)).toEqual({ kind: "secret", text: PHRASE });
  expect(pastedList(PHRASE.replaceAll(" ", "\n"))?.kind).toBe("secret");
  expect(pastedList(`${A}\n${key}`)).toEqual({ kind: "secret", text: key });
  expect(pastedList(`vitalik.eth ${key}`)).toEqual({ kind: "secret", text: key });
});
