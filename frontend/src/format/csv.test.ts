import { expect, test } from "vitest";
import { csvText } from "./csv";

test("a text that begins like a formula is quoted, and a negative number stays one", () => {
  expect(csvText([["=1+1", "+1", "@A1", "-x", "\tx", "-40.5", "plain"]])).toBe("'=1+1,'+1,'@A1,'-x,'\tx,-40.5,plain");
});

test("commas, quotes and line breaks stay within their cell", () => {
  expect(
    csvText([
      ["a,b", 'say "hi"'],
      ["two\nlines", ""],
    ]),
  ).toBe('"a,b","say ""hi"""\r\n"two\nlines",');
});
