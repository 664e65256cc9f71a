import { beforeAll, expect, test } from "vitest";
import vectorsText from "../../../ports/src/pasted_secret/vectors.json?raw";
import { type FieldKind, loadWords, type Secret, secretIn, secretWarning } from "./secret";

interface Vectors {
  secrets: { name: string; text: string; kind: "phrase" | "key" | "hex" | "extended"; place?: "address" }[];
  ordinary: string[];
  hashes?: { text: string; place: "text" | "note"; kind: "none" | "hex" | "key" | "phrase" }[];
}

/** The server is tested with the same vectors. */
const vectors: Vectors = JSON.parse(vectorsText);
const KINDS: Record<Vectors["secrets"][number]["kind"], Secret> = {
  phrase: "recovery phrase",
  key: "private key",
  hex: "hex key",
  extended: "extended private key",
};

beforeAll(loadWords);

test("there are as many vectors as forms", () => expect(vectors.secrets.length).toBeGreaterThan(200));

test.each(vectors.secrets)("$name is a secret", ({ text, kind, place }) => {
  expect(secretIn(text, "address")).toBe(KINDS[kind]);
  expect(secretIn(text, "any")).toBe(place ? null : KINDS[kind]);
});

test.each(vectors.ordinary)("%s is none", (text) => {
  const places: FieldKind[] = /[ 。]/.test(text) && !text.includes(", 0x") ? ["any"] : ["any", "address"];
  for (const place of places) expect(secretIn(text, place)).toBeNull();
});

test.each(vectors.hashes ?? [])("$text in a field of kind $place is $kind", ({ text, place, kind }) => {
  expect(secretIn(text, place)).toBe(kind === "none" ? null : KINDS[kind]);
});

test("64 hex digits are refused with both of their readings", () => {
  expect(secretWarning("hex key")).toContain(
    "This may be a private key, or an Aptos, Sui or NEAR address. Neither is accepted.",
  );
});

/** A seeded random number generator, so that every run uses the same texts. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

test("no address among 20,000 is a secret", () => {
  const roll = dice(7);
  const draw = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[roll(alphabet.length)]).join("");
  const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const bech32 = "023456789acdefghjklmnpqrstuvwxyz";
  const forms = [
    () => `0x${draw("0123456789abcdefABCDEF", 40)}`,
    () => `${draw("13DLMQrTt", 1)}${draw(base58, 33)}`,
    () => draw(base58, 43 + roll(2)),
    () => `bc1${draw(bech32, 39 + 20 * roll(2))}`,
    () => `cosmos1${draw(bech32, 38)}`,
    () => `G${draw("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 55)}`,
    () => draw("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 58),
    () => `EQ${draw(`${base58}0OIl-_`, 46)}`,
    () => `${draw("abcdefghijklmnopqrstuvwxyz", 3 + roll(15))}.eth`,
  ];
  for (let n = 0; n < 20_000; n++) {
    const text = forms[n % forms.length]?.() ?? "";
    expect(secretIn(text, "address"), text).toBeNull();
  }
});
