import { expect, test } from "vitest";
import { counts, namesWaiting, rowStatuses, rowsToAdd, type Sheet, sheetOf, toggled, withDetection } from "./sheet";
import type { Detection, ReadUploadData, UploadRow } from "./types";

const row = (line: number, text: string, change: Partial<UploadRow> = {}): UploadRow => ({
  line,
  wallet_address: text,
  kind: "address",
  address: text,
  display_address: null,
  nickname: null,
  wallet: null,
  chains: ["eip155:1", "eip155:10"],
  network: "Ethereum",
  status: "add",
  duplicate_of: null,
  reason_code: null,
  reason: null,
  note: null,
  ...change,
});
const name = (line: number, text: string) =>
  row(line, text, { kind: "name", address: null, chains: [], network: null });

const data = (rows: UploadRow[], left = 5): ReadUploadData => ({
  rows,
  skipped: 0,
  has_header: false,
  encoding: "utf-8",
  room: { left, text: "Your plan includes 5 addresses per upload", limit: 5, used: 0, upgrade_trigger: 8 },
});
const sheet = (rows: UploadRow[], left?: number): Sheet => sheetOf(data(rows, left), [], new Set(["0xmine"]));

const found = (address: string, change: Partial<Detection> = {}): Detection => ({
  wallet_address: address,
  chain_detected: true,
  kind: "address",
  address,
  display_address: null,
  extended_key: null,
  chains: [
    {
      id: "eip155:1",
      code: "ethereum",
      name: "Ethereum",
      symbol: "ETH",
      color: "#000",
      chain_detected: true,
      parent: null,
    },
  ],
  reason_code: null,
  reason: null,
  shared_with_providers: false,
  ...change,
});

test("taking a row out makes room for the next", () => {
  const full = sheet([row(1, "0x1"), row(2, "0x2"), row(3, "0x3", { status: "over_limit" })], 2);
  expect(rowStatuses(full)).toEqual(["add", "add", "over_limit"]);
  const fewer = toggled(full, 1);
  expect(rowStatuses(fewer)).toEqual(["excluded", "add", "add"]);
  expect(rowsToAdd(fewer).map((one) => one.wallet_address)).toEqual(["0x2", "0x3"]);
  expect(rowStatuses(toggled(fewer, 1))).toEqual(["add", "add", "over_limit"]);
  expect([...counts(fewer)]).toEqual([
    ["excluded", 1],
    ["add", 2],
  ]);
});

test("lines that were not sent keep their positions", () => {
  const rows = sheetOf(data([row(1, "0x1"), row(3, "0x3")]), [{ line: 2, secret: "private key" }], new Set()).rows;
  expect(rows.map(({ line, status }) => [line, status])).toEqual([
    [1, "add"],
    [2, "secret"],
    [3, "add"],
  ]);
  expect(rows[1]?.reason).toContain("We did not send it");
  expect(rows[0]?.found).toBe("Ethereum and 1 more");
});

test("a resolved name gets the status of its address", () => {
  const start = sheet([row(1, "0xAb"), name(2, "a.eth"), name(3, "mine.eth"), name(4, "lost.eth"), name(5, "new.eth")]);
  expect(namesWaiting(start).map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  const named = (text: string, address: string) =>
    found(address, { kind: "name", wallet_address: text, display_address: text });
  let now = withDetection(start, 2, named("a.eth", "0xaB"));
  now = withDetection(now, 3, named("mine.eth", "0xMINE"));
  now = withDetection(
    now,
    4,
    found("", { kind: "name", chain_detected: false, chains: [], reason: "This name is not registered." }),
  );
  now = withDetection(now, 5, named("new.eth", "0xnew"));
  expect(namesWaiting(now)).toEqual([]);
  expect(rowStatuses(now)).toEqual(["add", "duplicate", "already_yours", "invalid", "add"]);
  expect(now.rows[1]?.reason).toBe("The same as line 1.");
});

test("a row that was fixed is added with its nickname", () => {
  const wrong = row(4, "0x12", {
    status: "invalid",
    address: null,
    nickname: "Cold",
    reason: "Too short.",
    chains: [],
  });
  const fixed = withDetection(sheet([wrong]), 4, found("0xgood"));
  expect(rowsToAdd(fixed)).toEqual([{ wallet_address: "0xgood", nickname: "Cold", wallet_id: null }]);
  const secret = withDetection(sheet([wrong]), 4, found("", { kind: "secret", chain_detected: false }));
  expect(rowStatuses(secret)).toEqual(["secret"]);
  const unread = withDetection(
    sheet([wrong]),
    4,
    found("T1", { chain_detected: false, reason_code: "not_supported_yet" }),
  );
  expect(rowStatuses(unread)).toEqual(["not_supported"]);
});
