import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setZone } from "../../../format/zone";
import { portfolioKey } from "../../../queries/keys";
import { account } from "../exchange.test-data";
import { renderWith } from "../exchange.test-setup";
import { MarketsCard } from "./MarketsCard";
import { leftOut, market } from "./market.test-data";

const sdk = vi.hoisted(() => ({
  getExchangeMarkets: vi.fn(),
  addExchangeMarket: vi.fn(),
  updateExchangeMarket: vi.fn(),
  deleteExchangeMarket: vi.fn(),
  ProblemError: class extends Error {
    constructor(
      readonly code: string,
      message: string,
      readonly data: unknown = null,
    ) {
      super(message);
    }
  },
}));
vi.mock("@spyhop/sdk", () => sdk);

const binance = account({ exchange: "binance", exchange_name: "Binance", account_name: "Main" });
const named = { exchange: "binance", account_name: "Main" };

beforeEach(() => setZone("UTC"));
afterEach(() => {
  cleanup();
  for (const call of Object.values(sdk)) if (vi.isMockFunction(call)) call.mockReset();
});

const answer = (...markets: object[]) => ({ markets, read_on: null });
const open = (...markets: object[]) => {
  sdk.getExchangeMarkets.mockResolvedValue(answer(...markets));
  return renderWith(<MarketsCard account={binance} />);
};
const card = async () => within(await screen.findByRole("region", { name: "Pairs" }));
const items = async () => {
  const list = await (await card()).findByRole("list", { name: "Pairs of Main" });
  return within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
};

test("each pair has its trades, why it is read, and an action", async () => {
  open(market(), leftOut({ base: "SOL" }), market({ base: "UNI", origin: "person", trade_count: 0, is_open: false }));
  expect(await items()).toEqual([
    "SOL/EUR Left out. 3 trades stay.SOL is in your balancesTake back",
    "UNI/EUR closedNo trades · read on 20 Nov 2026You added itRemove",
    "BTC/EUR 3 trades · read on 20 Nov 2026BTC is in your balancesLeave out",
  ]);
  (await card()).getByText("2 of 3 pairs read");
  (await card()).getByText(/Trades in pairs that are not listed here are not read/);
  expect(sdk.getExchangeMarkets.mock.calls[0]?.[0]).toEqual(named);
});

test("a long list folds and is searched", async () => {
  open(...["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M"].map((base) => market({ base })));
  expect(await items()).toHaveLength(5);
  fireEvent.click((await card()).getByRole("button", { name: "Show 8 more" }));
  expect(await items()).toHaveLength(13);
  fireEvent.change((await card()).getByRole("textbox", { name: "Find a pair" }), { target: { value: "m/e" } });
  expect(await items()).toHaveLength(1);
  fireEvent.change((await card()).getByRole("textbox", { name: "Find a pair" }), { target: { value: "none" } });
  await (await card()).findByText("No pair matches “none”.");
});

test("a pair is added, and why it is refused stands at the field until it is changed", async () => {
  const { toasts } = open();
  (await card()).getByText(/lists trades by pair only/);
  await (await card()).findByText("No pair is known yet. Add one, or wait for the first reading.");
  fireEvent.click((await card()).getByRole("button", { name: "Add a pair" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add a pair" }));
  const field = dialog.getByRole("textbox", { name: /^Pair/ });
  fireEvent.click(dialog.getByRole("button", { name: "Add pair" }));
  await dialog.findByText("Enter two assets, such as LINK/EUR.");
  expect(sdk.addExchangeMarket).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "uni/xyz" } });
  const fields = { fields: { market: "Binance has no pair UNI/XYZ." } };
  sdk.addExchangeMarket.mockRejectedValueOnce(new sdk.ProblemError("invalid_input", "No.", fields));
  fireEvent.click(dialog.getByRole("button", { name: "Add pair" }));
  await dialog.findByText("Binance has no pair UNI/XYZ.");
  fireEvent.change(field, { target: { value: "uni/eur" } });
  expect(dialog.queryByText("Binance has no pair UNI/XYZ.")).toBeNull();
  const added = market({ base: "UNI", origin: "person", state: "unread", is_missing: true, trade_count: 0 });
  sdk.addExchangeMarket.mockResolvedValue(added);
  sdk.getExchangeMarkets.mockResolvedValue(answer(added));
  fireEvent.click(dialog.getByRole("button", { name: "Add pair" }));
  await waitFor(() => expect(toasts).toEqual([{ text: "UNI/EUR added. Its trades are being read." }]));
  expect(screen.queryByRole("dialog")).toBeNull();
  await (await card()).findByText("Waiting to be read");
  await (await card()).findByText(/New pairs are being read/);
  expect(sdk.addExchangeMarket).toHaveBeenLastCalledWith({ ...named, market: "uni/eur" });
});

test("a pair is left out and taken back by undo", async () => {
  const { client, toasts } = open(market());
  await items();
  client.setQueryData([...portfolioKey, "history"], "the gaps of before");
  sdk.updateExchangeMarket.mockResolvedValueOnce(leftOut());
  sdk.getExchangeMarkets.mockResolvedValue(answer(leftOut()));
  fireEvent.click((await card()).getByRole("button", { name: "Leave out BTC/EUR" }));
  await (await card()).findByRole("button", { name: "Take back BTC/EUR" });
  await waitFor(() => expect(toasts).toMatchObject([{ text: "BTC/EUR left out" }]));
  expect(client.getQueryState([...portfolioKey, "history"])?.isInvalidated).toBe(true);
  sdk.updateExchangeMarket.mockResolvedValueOnce(market());
  sdk.getExchangeMarkets.mockResolvedValue(answer(market()));
  toasts[0]?.undo?.();
  await (await card()).findByRole("button", { name: "Leave out BTC/EUR" });
  expect(sdk.updateExchangeMarket.mock.calls.map(([sent]) => sent.is_left_out)).toEqual([true, false]);
});

test("a pair without trades that the person added is removed, and added again by undo", async () => {
  const own = market({ base: "UNI", origin: "person", trade_count: 0 });
  const { toasts } = open(own);
  await items();
  sdk.deleteExchangeMarket.mockResolvedValue(answer());
  sdk.getExchangeMarkets.mockResolvedValue(answer());
  fireEvent.click((await card()).getByRole("button", { name: "Remove UNI/EUR" }));
  await waitFor(() => expect(toasts).toMatchObject([{ text: "UNI/EUR removed" }]));
  sdk.addExchangeMarket.mockResolvedValue(own);
  toasts[0]?.undo?.();
  await waitFor(() => expect(sdk.addExchangeMarket).toHaveBeenCalledWith({ ...named, market: "UNIEUR" }));
});

test("a change that fails is told in a message, and the list stays", async () => {
  const { toasts } = open(market());
  await items();
  sdk.updateExchangeMarket.mockRejectedValue(new Error("Can't reach the Spyhop server."));
  fireEvent.click((await card()).getByRole("button", { name: "Leave out BTC/EUR" }));
  await waitFor(() => expect(toasts).toEqual([{ text: "Can't reach the Spyhop server.", bad: true }]));
  expect(await items()).toHaveLength(1);
});

test("pairs that cannot be loaded are not none", async () => {
  sdk.getExchangeMarkets.mockRejectedValue(new Error("Can't reach the Spyhop server."));
  renderWith(<MarketsCard account={binance} />);
  await (await card()).findByText("Can't reach the Spyhop server.");
  expect((await card()).queryByRole("list")).toBeNull();
  sdk.getExchangeMarkets.mockResolvedValue(answer(market()));
  fireEvent.click((await card()).getByRole("button", { name: "Try again" }));
  expect(await items()).toHaveLength(1);
});
