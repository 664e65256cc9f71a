import { expect, test } from "vitest";
import { firstRows, type Row, type RowAction, type Rows, readiness, reduceRows, rowsToSend } from "./rows";
import type { Detection } from "./types";

const detection = (address: string, over: Partial<Detection> = {}): Detection => ({
  wallet_address: address,
  chain_detected: true,
  kind: "address",
  address,
  display_address: null,
  extended_key: null,
  chains: [],
  reason_code: null,
  reason: null,
  shared_with_providers: false,
  ...over,
});

const run = (actions: RowAction[], from: Rows = firstRows()): Rows => actions.reduce(reduceRows, from);
const only = (state: Rows): Row => {
  const row = state.rows[0];
  if (!row) throw new Error("no row");
  return row;
};
const A = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const found = (id: number, text: string, over?: Partial<Detection>): RowAction[] => [
  { type: "typed", id, text },
  { type: "detecting", id, text },
  { type: "answered", id, text, detection: detection(text, over) },
];

test("typing waits, asking and the answer follow", () => {
  expect(only(run([{ type: "typed", id: 1, text: A }])).state).toBe("typed");
  expect(only(run(found(1, A)))).toMatchObject({ state: "found", detection: { address: A } });
});

test("an answer to older text is ignored", () => {
  const state = run([
    { type: "typed", id: 1, text: "vitalik.et" },
    { type: "typed", id: 1, text: "vitalik.eth" },
    { type: "answered", id: 1, text: "vitalik.et", detection: detection("vitalik.et") },
    { type: "failed", id: 1, text: "vitalik.et", message: "late" },
  ]);
  expect(only(state)).toMatchObject({ state: "typed", detection: null });
});

test("chips stay while the address is the same, and go when it changes", () => {
  const state = run(found(1, A));
  expect(only(reduceRows(state, { type: "typed", id: 1, text: ` ${A} ` }))).toMatchObject({
    state: "found",
    detection: { address: A },
  });
  expect(only(reduceRows(state, { type: "nicknamed", id: 1, text: "Main" })).state).toBe("found");
  expect(only(reduceRows(state, { type: "typed", id: 1, text: A.slice(0, -1) }))).toMatchObject({
    state: "typed",
    detection: null,
  });
});

test("an unrecognised address says why", () => {
  const state = run(found(1, "0x5a", { chain_detected: false, reason: "Too short: 2 of 40 characters after 0x." }));
  expect(only(state)).toMatchObject({ state: "wrong", problem: "Too short: 2 of 40 characters after 0x." });
});

test("a secret clears the field with one warning and waits for nothing", () => {
  const row = only(
    run([{ type: "typed", id: 1, text: "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318" }]),
  );
  expect(row).toMatchObject({ address: "", state: "blank" });
  expect(row.warning).toContain("This may be a private key, or an Aptos, Sui or NEAR address.");
  expect(rowsToSend([row])).toEqual([]);
});

test("text with spaces and bare words are never sent", () => {
  for (const text of [
    "abandon ability",
    "ank yellow",
    "abandon",
    "legal-winner",
    "1.legal",
    "legal.",
    "0x".padEnd(50, "a"),
  ]) {
    const row = only(run([{ type: "typed", id: 1, text }]));
    expect(row.state, text).toBe("wrong");
    expect(rowsToSend([row]), text).toEqual([]);
  }
});

test("links and ids that contain an address wait for an answer", () => {
  const B = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  for (const text of [
    `ethereum:${A}@1`,
    `eip155:1:${A}`,
    `bitcoin:${B}?amount=1`,
    "0xsplits.eth",
    "0.0.1234",
    "ethereum:vitalik.eth@1",
  ])
    expect(only(run([{ type: "typed", id: 1, text }])).state, text).toBe("typed");
});

test("a warning stays until it is dismissed or an address is recognised", () => {
  const key = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
  const warned = run([
    { type: "typed", id: 1, text: key, at: 0 },
    { type: "typed", id: 1, text: "v", at: 5000 },
  ]);
  expect(only(warned)).toMatchObject({ address: "v", state: "wrong" });
  expect(only(warned).warning).not.toBe("");
  expect(only(run([{ type: "dismissed", id: 1 }], warned)).warning).toBe("");
  expect(only(run(found(1, "vitalik.eth"), warned)).warning).toBe("");
});

test("the last row stays", () => {
  const two = run([{ type: "added" }]);
  const one = run([{ type: "deleted", id: 1 }], two);
  expect(one.rows.map((row) => row.id)).toEqual([2]);
  expect(run([{ type: "deleted", id: 2 }], one).rows).toHaveLength(1);
});

test("blanks and duplicates are dropped: same text, same name, same address behind a name", () => {
  const state = run([
    { type: "added" },
    { type: "added" },
    { type: "added" },
    { type: "added" },
    ...found(1, "vitalik.eth", { kind: "name", address: A, display_address: "vitalik.eth" }),
    ...found(2, A.toLowerCase(), { address: A }),
    ...found(3, "VITALIK.eth", { kind: "name", address: A, display_address: "vitalik.eth" }),
    ...found(5, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
  ]);
  expect(rowsToSend(state.rows).map((row) => row.id)).toEqual([1, 5]);
});

test("Go needs one filled address that a network knows", () => {
  expect(readiness(firstRows().rows)).toEqual({ ready: 0, wrong: 0, waiting: 0, canGo: false });
  const waiting = run([{ type: "typed", id: 1, text: A }]);
  expect(readiness(waiting.rows)).toMatchObject({ waiting: 1, canGo: false });
  const mixed = run([{ type: "added" }, ...found(1, A), ...found(2, "nonsense", { chain_detected: false })]);
  expect(readiness(mixed.rows)).toEqual({ ready: 1, wrong: 1, waiting: 0, canGo: true });
});
