import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EVERYTHING } from "./conditions";
import { EntryDrawer } from "./EntryDrawer";
import { address, change, cost, details, historyPage, label, leg, own, row } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { EntryDetails, HistoryRow, MatchedRows } from "./types";

/** What the server holds; changes are applied to it. */
let entry: EntryDetails = details(row("a"));
const calls = {
  "get-entry": vi.fn(() => entry),
  "match-transfer": vi.fn((_: unknown) => ({})),
  "unmatch-transfer": vi.fn((_: unknown) => ({})),
  "set-note": vi.fn((_: unknown) => ({})),
  "set-label": vi.fn((_: unknown) => ({})),
};

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockClear();
  stubServer(calls);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const onAdd = vi.fn();

/** Opens an entry and waits for its details. */
async function open(of: HistoryRow, over: Partial<EntryDetails> = {}) {
  entry = details(of, over);
  const drawer = (
    <EntryDrawer entry={of.entry} page={historyPage([of])} view={EVERYTHING} onEntry={vi.fn()} onAdd={onAdd} />
  );
  const shown = renderAt("/x", drawer);
  await screen.findByRole("heading", { name: "Decoding" });
  return shown;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const headings = () => screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
const section = (title: string) => screen.getByRole("region", { name: new RegExp(`^${title}`) });

const match = (over: Partial<MatchedRows>): MatchedRows => ({
  state: "matched",
  reason: "Same asset, 0.07% apart.",
  other: row("b", { chain_name: "Base", account: own("harbour.eth"), explorer_url: "https://basescan.org/tx/0x2" }),
  candidates: [],
  ...over,
});
test("the sections stand in their order", async () => {
  await open(row("a"), { match: match({}), cost: cost([change()]) });
  expect(headings()).toEqual(["Matched transfer", "Cost basis", "Counterparty", "Decoding", "Raw facts", "Note"]);
});

test("amounts carry their sign and their values then and today", async () => {
  await open(row("a"));
  const lines = within(screen.getByRole("list", { name: "Amounts" })).getAllByRole("listitem");
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^OutU\u22124,100\.00 USDC\$10\.00\$11\.00 today$/),
    expect.stringMatching(/^InE\+1\.2024 ETH\$10\.00/),
    expect.stringMatching(/^FeeE0\.000573 ETH\$10\.00/),
  ]);
});

test("an amount without decimals shows what the chain states, and no value", async () => {
  const unknown = leg("in", "X", null, {
    raw: "1234",
    value_then: null,
    value_today: null,
    reason: { code: "decimals_unknown", text: "No decimals." },
  });
  await open(row("a", { legs: [unknown], decoding: "failed", value_then: null }));
  const list = screen.getByRole("list", { name: "Amounts" });
  expect(list.textContent).toContain("Raw amount 1234. Its decimals are not known.");
  expect(within(list).getByText("No price").title).toBe("No decimals.");
  expect(screen.getByText("Failed, kept as read")).toBeTruthy();
});

test("a price that is not known says why in the words of the server", async () => {
  const text = "Its price was not requested. Tokens that only arrived and have no price today are not looked up.";
  const reason = { code: "not_requested" as const, text };
  await open(row("a", { legs: [leg("in", "X", "5", { value_then: null, value_today: null, reason })] }));
  expect(within(screen.getByRole("list", { name: "Amounts" })).getByText(text)).toBeTruthy();
});

test("a price that is still being requested is not called missing", async () => {
  const reason = { code: "not_requested_yet" as const, text: "Its price is being requested." };
  await open(row("a", { legs: [leg("in", "X", "5", { value_then: null, value_today: null, reason })] }));
  const list = within(screen.getByRole("list", { name: "Amounts" }));
  expect(list.getByText("Pending").title).toBe(reason.text);
  expect(list.queryByText("No price")).toBeNull();
});

test("a rate that is not known is not called a missing price", async () => {
  const reason = { code: "no_rate" as const, text: "There is no BTC price for 2024-03-01." };
  await open(row("a", { legs: [leg("in", "X", "5", { value_then: null, value_today: null, reason })] }));
  const list = within(screen.getByRole("list", { name: "Amounts" }));
  expect(list.getByText("No rate").title).toBe(reason.text);
  expect(list.queryByText("No price")).toBeNull();
});

test("a match is undone at once, says so, and can be made again here and in the toast", async () => {
  let settle: (value: object) => void = () => undefined;
  calls["unmatch-transfer"].mockImplementationOnce(() => new Promise<object>((done) => (settle = done)) as never);
  const { toasts } = await open(row("a"), { match: match({}) });
  expect(section("Matched transfer").textContent).toContain("Base");
  press("Undo the match");
  await screen.findByText("Not matched");
  expect(calls["unmatch-transfer"]).toHaveBeenCalledWith({ entry: "a", other: "b" });
  expect(toasts.at(-1)?.text).toBe("Transfers not matched");
  press("Match again");
  expect(calls["match-transfer"]).not.toHaveBeenCalled();
  entry = details(row("a"), { match: match({}) });
  settle({});
  await waitFor(() => expect(calls["match-transfer"]).toHaveBeenCalledWith({ entry: "a", other: "b" }));
  await screen.findByRole("button", { name: "Undo the match" });
});

test("a refused undo puts the match back and says why", async () => {
  calls["unmatch-transfer"].mockImplementationOnce(() => {
    throw new Error("This match is fixed.");
  });
  await open(row("a"), { match: match({}) });
  press("Undo the match");
  expect((await screen.findByRole("alert")).textContent).toBe("This match is fixed.");
  expect(screen.getByRole("button", { name: "Undo the match" })).toBeTruthy();
});

test("with two candidates nothing is matched until one is chosen", async () => {
  const candidates = [row("b", { account: own("Savings") }), row("c", { account: own("Cold storage") })];
  await open(row("a"), { match: match({ state: "candidates", other: null, candidates }) });
  expect(section("Matching transfer").textContent).toContain("Two transfers fit. Choose one.");
  expect(screen.queryByText("Undo")).toBeNull();
  press(/^Match with Cold storage/);
  await waitFor(() => expect(calls["match-transfer"]).toHaveBeenCalledWith({ entry: "a", other: "c" }));
});

test("the counterparty names where its label comes from", async () => {
  await open(row("a", { to_wallet: label("Across") }));
  expect(section("Counterparty").textContent).toContain("0x5c7B…35C5 · label from Spyhop's list, checked 2 Nov 2026");
});

test("an address without a label stays an address", async () => {
  await open(row("a", { to_wallet: address("0x7e20000000000000000000000000000000c11f") }));
  expect(section("Counterparty").textContent).toContain("0x7e20…c11f");
  expect(section("Counterparty").textContent).toContain("no label known");
});

test.each<[Partial<HistoryRow>, string]>([
  [{ decoding: "complete", kind: "swap", kind_name: "Swap" }, "Recognized as a swap."],
  [{ decoding: "complete", kind: "approve", kind_name: "Approval", legs: [] }, "Recognized as an approval."],
  [
    { decoding: "generic", kind: "send", kind_name: "Sent" },
    "Recognized as an outgoing transfer by the amounts that moved.",
  ],
  [
    { decoding: "generic", kind: "call", kind_name: "Contract call", legs: [] },
    "Spyhop does not recognize what this transaction did. No amount moved.",
  ],
])("the decoding says what happened: %o", async (over, words) => {
  await open(row("a", over));
  const decoding = section("Decoding").textContent;
  expect(decoding).toContain(words);
  expect(decoding).not.toContain("decoder swap");
  // Where no amount moved, no sentence speaks of amounts that did.
  if (words.includes("No amount")) expect(decoding).not.toMatch(/one asset|amounts that moved|By amounts/i);
});

test("a protocol that the counterparty's label does not say states where it is known from", async () => {
  const unlabelled = address("0xf91600000000000000000000000000000000744f");
  await open(row("a", { protocol: "1inch", to_wallet: unlabelled }));
  expect(section("Decoding").textContent).toContain("1inch is known from the contracts and events of the transaction.");
  cleanup();
  await open(row("a", { protocol: "uniswap-v3", to_wallet: label("Uniswap v3") }));
  expect(section("Decoding").textContent).not.toContain("is known from");
});

test("raw facts show what the source stated, also JSON in a text", async () => {
  const fact = {
    id: "1",
    source: "blockscout",
    source_name: "Blockscout",
    stream: "token-transfers",
    block: 21399327,
    block_hash: null,
    read_at: "2026-11-20T13:58:00Z",
    json: '{"logs":[1]}',
  };
  await open(row("a"), { facts: [fact] });
  const facts = section("Raw facts");
  expect(within(facts).getByText("Token transfers")).toBeTruthy();
  expect(facts.querySelector("pre")?.textContent).toBe('{\n  "logs": [\n    1\n  ]\n}');
});

test("a note is edited in its place", async () => {
  await open(row("a"), { note: "Old" });
  expect(section("Note").textContent).toContain("Old");
  press("Edit the note");
  fireEvent.change(screen.getByLabelText("Your note, only for you"), { target: { value: "New" } });
  entry = details(row("a"), { note: "New" });
  press("Save");
  await screen.findByText("New");
  expect(calls["set-note"]).toHaveBeenCalledWith({ entry: "a", note: "New" });
});

test("the counterparty is renamed in its place, and back", async () => {
  const before = row("a", { to_wallet: address("0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5") });
  const { toasts } = await open(before);
  const place = { chain: "eip155:1", address: "0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5" };
  press("Name the counterparty");
  const field = screen.getByLabelText(/^Your label for 0x5c7B/);
  fireEvent.change(field, { target: { value: "x".repeat(61) } });
  expect((await screen.findByRole("alert")).textContent).toContain("Use at most 60 characters.");
  press("Save");
  expect(calls["set-label"]).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: " Landlord " } });
  const named = { ...address(place.address), name: "Landlord", source: "own_label" as const };
  entry = details({ ...before, to_wallet: named });
  press("Save");
  await waitFor(() => expect(section("Counterparty").textContent).toContain("your label"));
  expect(calls["set-label"]).toHaveBeenCalledExactlyOnceWith({ ...place, label: "Landlord" });
  toasts.at(-1)?.undo?.();
  await waitFor(() => expect(calls["set-label"]).toHaveBeenLastCalledWith({ ...place, label: null }));
});

test("the foot links one explorer for each side, and nothing that is no web address", async () => {
  await open(row("a"), { match: match({}) });
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "https://etherscan.io/tx/0x1",
    "https://basescan.org/tx/0x2",
  ]);
  expect(screen.getByText("Revision 2")).toBeTruthy();
  cleanup();
  await open(row("a", { explorer_url: "javascript:alert(1)" }));
  expect(screen.queryByRole("link")).toBeNull();
});

test("an entry that cannot be loaded says why", async () => {
  calls["get-entry"].mockImplementationOnce(() => {
    throw new Error("This entry does not exist.");
  });
  renderAt("/x", <EntryDrawer entry="z" page={undefined} view={EVERYTHING} onEntry={vi.fn()} onAdd={onAdd} />);
  expect((await screen.findByRole("alert")).textContent).toContain("This entry does not exist.");
});
