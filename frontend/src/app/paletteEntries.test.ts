import { expect, test } from "vitest";
import { entriesOf } from "./paletteEntries";

const wallet = (n: number, over: object = {}) =>
  ({
    id: `w${n}`,
    address: `0x${String(n).padStart(40, "0")}`,
    display_address: null,
    nickname: null,
    extended_key: null,
    position: n,
    created_on: "2026-11-22T14:46:51.056Z",
    ...over,
  }) as Parameters<typeof entriesOf>[0][number];
const asset = {
  group: "usdc",
  asset: "eip155:1/erc20:0xA0b8",
  name: "USD Coin",
  symbol: "USDC",
  parts: [{ asset: "eip155:10/erc20:0x0b2C" }],
} as Parameters<typeof entriesOf>[1][number];

const state = { isHidden: false, nextTheme: "dark" } as const;

test("an action says what it does now, and only those of dialogs lead somewhere", () => {
  const actions = entriesOf([], [], { isHidden: true, nextTheme: "light" }).filter(({ kind }) => kind === "action");
  expect(actions.map(({ label, to }) => [label, to])).toEqual([
    ["Add wallet", undefined],
    ["Connect exchange", "#connect-exchange"],
    ["Show amounts", undefined],
    ["Use the light theme", undefined],
    ["Export data", "/intelligence/transaction-history#export"],
    ["Send feedback", "#feedback"],
  ]);
});

test("pages come first, then wallets in list order, then assets; an asset opens its panel on Home", () => {
  const entries = entriesOf(
    [wallet(2), wallet(1, { nickname: "Savings", display_address: "alice.eth" })],
    [asset],
    state,
  );
  expect(entries.map(({ label }) => label).slice(-3)).toEqual(["Savings", "0x0000…0002", "USD Coin"]);
  expect(entries[0]?.to).toBe("/home");
  expect(entries[2]).toMatchObject({ label: "Overview", names: ["Overview", "Intelligence, net flows"] });
  expect(entries.at(-1)?.to).toBe("/home?asset=eip155%3A1%2Ferc20%3A0xA0b8");
  expect(entries.at(-1)?.names).toEqual(["USD Coin", "USDC", "0xA0b8", "0x0b2C"]);
  const own = entries.find(({ id }) => id === "wallet w1");
  expect([own?.detail, own?.to]).toEqual(["alice.eth · 0x0000…0001", "/wallets#wallet-w1"]);
});

test("a wallet of a long list is linked on the page of the list that has it", () => {
  const many = Array.from({ length: 120 }, (_, n) => wallet(n));
  const to = (id: string) => entriesOf(many, [], state).find((entry) => entry.id === `wallet ${id}`)?.to;
  expect(to("w3")).toBe("/wallets?sort=created_on&dir=asc#wallet-w3");
  expect(to("w101")).toBe("/wallets?sort=created_on&dir=asc&p=2#wallet-w101");
});
