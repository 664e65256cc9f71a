import { expect, test } from "vitest";
import { decode, encodingOf, type TextEncoding } from "./encoding";

/** Letters of four scripts, one outside of the basic plane, and one whose less significant byte is zero. */
const TEXT = "Adresse;Name\r\n0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045;Größe €\r\na.eth;адрес 一 😀\n";

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return bytes;
}

/** The bytes of a text whose letters are bytes. */
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each<[string, Uint8Array, TextEncoding]>([
  ["UTF-8", utf8(TEXT), "utf-8"],
  ["UTF-8 with a mark", utf8(`\uFEFF${TEXT}`), "utf-8"],
  ["UTF-16", utf16(TEXT, true), "utf-16le"],
  ["UTF-16 with a mark", utf16(`\uFEFF${TEXT}`, true), "utf-16le"],
  ["UTF-16 of the other order", utf16(TEXT, false), "utf-16be"],
  ["UTF-16 of the other order with a mark", utf16(`\uFEFF${TEXT}`, false), "utf-16be"],
])("%s is recognized", (_, file, expected) => {
  const encoding = encodingOf(file);
  expect(encoding).toBe(expected);
  expect(decode(file, expected)).toEqual({ text: TEXT });
});

test("a file of a spreadsheet in Western Europe is read", () => {
  const file = bytes("a.eth;Gr\xf6\xdfe \x80 caf\xe9\r\nb.eth;\x93two\x94");
  expect(encodingOf(file)).toBe("windows-1252");
  expect(decode(file, "windows-1252")).toEqual({ text: "a.eth;Größe € café\r\nb.eth;“two”" });
});

test.each<[string, Uint8Array, TextEncoding, number]>([
  ["one byte in UTF-8", bytes("one \xc3\xa9\r\ntwo\rS\xe9bastien"), "utf-8", 3],
  ["one byte after a mark", bytes("\xef\xbb\xbfone\ncaf\xe9"), "utf-8", 2],
  ["half a letter at the end", bytes("one \xc3\xa9\ntwo \xc3"), "utf-8", 2],
  ["a byte that Windows-1252 lacks", bytes("caf\xe9\ntwo\nthr\x81e"), "windows-1252", 3],
  ["half a pair", utf16("a.eth\nb.eth\nc\ud800\nd", true), "utf-16le", 3],
  ["half a unit", utf16("a.eth\r\nb.eth", false).subarray(0, 23), "utf-16be", 2],
])("%s is an error with its line", (_, file, encoding, line) => {
  expect(encodingOf(file)).toBe(encoding);
  expect(decode(file, encoding)).toEqual({ line });
});

test("other bytes are no text", () => {
  expect(encodingOf(bytes("a long line with one\0"))).toBeNull();
  expect(encodingOf(bytes("\0\0\0\0"))).toBeNull();
});
