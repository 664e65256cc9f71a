import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ExplainContext } from "../../ui/explain";
import { EVERYTHING } from "./conditions";
import { EntryDrawer } from "./EntryDrawer";
import { change, cost, details, historyPage, row, state } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { CostGap, EntryDetails, HistoryRow } from "./types";

/** What the server holds; changes are applied to it. */
let entry: EntryDetails = details(row("a"));
const calls = {
  "get-entry": vi.fn(() => entry),
  "set-cost": vi.fn((_: unknown) => ({})),
  "mark-entry": vi.fn((_: unknown) => ({})),
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
const section = (title: string) => screen.getByRole("region", { name: new RegExp(`^${title}`) });

test("the cost basis shows before and after, and what was realized", async () => {
  await open(row("a"), { cost: cost([change(), change({ asset: "eth", symbol: "ETH", realized: "-12.4" })]) });
  const [first, second] = screen.getAllByRole("region", { name: /^Cost basis/ });
  expect(first?.textContent).toContain("ARB \u00b7 FIFO");
  expect(first?.textContent).toContain("Nothing realized");
  expect(first?.textContent).toMatch(
    /Quantity10\.00 ARBthen 4\.00 ARBCost\$20\.00then \$8\.00Average cost\$2\.00then \$2\.00/,
  );
  expect(first?.textContent).toContain("Valued at that day's close.");
  expect(second?.textContent).toContain("\u2212$12.40 realized");
});

test("costs and gains open their explanation", async () => {
  const figures = { "/cost/assets/0/after/average": "f1", "/cost/assets/0/realized": "f2", "/row/value_then": "f3" };
  const explain = vi.fn();
  const of = row("a");
  entry = details(of, { cost: cost([change({ realized: "5" })]), figures });
  renderAt(
    "/x",
    <ExplainContext.Provider value={explain}>
      <EntryDrawer entry={of.entry} page={historyPage([of])} view={EVERYTHING} onEntry={vi.fn()} onAdd={onAdd} />
    </ExplainContext.Provider>,
  );
  await screen.findByRole("heading", { name: "Decoding" });
  press("ARB, average cost $2.00. Explain this figure");
  press("ARB, realized +$5.00. Explain this figure");
  press("Explain");
  expect(explain.mock.calls).toEqual([["f1"], ["f2"], ["f3"]]);
});

test("a cost that is not known is not zero", async () => {
  const after = { ...state("14", null, null), unknown_quantity: "14" };
  const reason = { code: "unknown_price" as const, text: "Its price at the time is unknown." };
  await open(row("a"), { cost: cost([change({ after, realized_reason: reason })]) });
  const basis = section("Cost basis");
  expect(basis.textContent).toMatch(/Cost\$20\.00then \u2013Average cost\$2\.00then \u2013/);
  expect(within(basis).getByText("Gain not known").title).toBe("Its price at the time is unknown.");
});

test("costs of a history that is not complete say since when it is known", async () => {
  await open(row("a"), { cost: cost([change()], { complete: false }) });
  expect(screen.getByText(/known since 12 Mar 2021 and is not complete/)).toBeTruthy();
});

test("costs without a rate name it, blame no history and offer no cost to enter", async () => {
  const reason = { code: "no_rate" as const, text: "There is no BTC price for 2024-03-01." };
  const after = { ...state("14", "20", "2"), unknown_quantity: "4", reason };
  const bought = change({
    before: state("4", null, null),
    after,
    value_basis: "unknown",
    value_basis_text: reason.text,
  });
  await open(row("a"), { cost: cost([bought], { complete: false, missing_rate: reason }) });
  const basis = section("Cost basis");
  expect(basis.textContent).toContain("4 ARB of it has no known cost.");
  expect(within(basis).queryByRole("button", { name: /Enter/ })).toBeNull();
  expect(screen.getByText(`${reason.text} Costs may change.`)).toBeTruthy();
  expect(screen.queryByText(/history is/)).toBeNull();
});

test("an assumed cost is marked where it arrived and at the gain that uses it, with the rules", async () => {
  const arrived = change({ is_assumed: true, before: state("0", null, null), value_basis: "close" });
  const sold = change({ asset: "op", symbol: "OP", realized: "3", has_assumed_gain: true });
  const rules_text = "What arrived from elsewhere is assumed to have cost what it was worth then.";
  await open(row("a"), { cost: cost([arrived, sold], { rules_text }) });
  const [first, second] = screen.getAllByRole("region", { name: /^Cost basis/ });
  expect(first?.textContent).toContain("Came from elsewhere. Its cost is assumed to be what it was worth then.");
  expect(second?.textContent).toContain("+$3.00 realized \u00b7 assumed cost");
  screen.getByText(rules_text);
});

test("a transfer keeps its cost, and a fee is one line", async () => {
  const fee = change({ asset: "eth", symbol: "ETH", kind: "fee", realized: "0.12" });
  await open(row("a"), { cost: cost([change({ kind: "carried", value_basis: null, value_basis_text: null }), fee]) });
  const [moved, paid] = screen.getAllByRole("region", { name: /^Cost basis/ });
  expect(moved?.textContent).toContain("It stays yours, so it keeps its cost.");
  expect(paid?.textContent).toBe("Cost basisETH \u00b7 FeePaying the fee realized +$0.12");
});

const gap: CostGap = {
  quantity: "850",
  asset: "arb",
  symbol: "ARB",
  code: "no_lot",
  text: "Only 150 ARB is known to have arrived before.",
  repairs: ["watch_wallet", "enter_cost", "mark"],
  acquired_by: null,
};

test("a gap without repairs asks nothing", async () => {
  const text = "The price at which it arrived is not known yet.";
  await open(row("a"), { cost: cost([change({ gap: { ...gap, code: "unknown_cost", text, repairs: [] } })]) });
  const basis = within(section("Cost basis"));
  expect(basis.getByText(/not known yet/)).toBeTruthy();
  expect([basis.queryByRole("list"), basis.queryByText(/Do you know/)]).toEqual([null, null]);
});

test("a gap offers its three repairs in its place, and the toast undoes them", async () => {
  const { toasts } = await open(row("a"), { cost: cost([change({ gap })]) });
  expect(section("Cost basis").textContent).toContain("850 ARB has no known cost");
  press("Watch the wallet");
  expect(onAdd).toHaveBeenCalled();
  press("Enter a cost");
  const field = screen.getByLabelText("What 850 ARB cost you in total");
  fireEvent.change(field, { target: { value: "-3" } });
  press("Save");
  expect(calls["set-cost"]).not.toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).toBe("Enter a number, e.g. 1,250.00.");
  fireEvent.change(field, { target: { value: "1,250.50" } });
  // The gap is gone with the next answer, and the toast still comes.
  const entered = { amount: "1250.5", currency_code: "USD" };
  entry = details(row("a"), { cost: cost([change({ entered })]) });
  press("Save");
  await waitFor(() => expect(toasts.at(-1)?.text).toBe("Cost of 850 ARB set"));
  expect(calls["set-cost"]).toHaveBeenCalledWith({ entry: "a", asset: "arb", amount: "1250.50", currency_code: "USD" });
  await screen.findByText(/You entered a cost of \$1,250\.50/);
  toasts.at(-1)?.undo?.();
  await waitFor(() =>
    expect(calls["set-cost"]).toHaveBeenLastCalledWith({
      entry: "a",
      asset: "arb",
      amount: null,
      currency_code: "USD",
    }),
  );
});

test("an entered cost is removed, and the toast puts it back", async () => {
  const entered = { amount: "1250.5", currency_code: "EUR" };
  const { toasts } = await open(row("a"), { cost: cost([change({ entered })]) });
  press("Remove your cost of ARB");
  await waitFor(() => expect(toasts.at(-1)?.text).toBe("Your cost of ARB removed"));
  toasts.at(-1)?.undo?.();
  await waitFor(() =>
    expect(calls["set-cost"]).toHaveBeenLastCalledWith({
      entry: "a",
      asset: "arb",
      amount: "1250.5",
      currency_code: "EUR",
    }),
  );
});

test("what arrived at a known price takes another cost", async () => {
  await open(row("a"), { cost: cost([change({ before: state("4", "8", "2"), after: state("10", "20", "2") })]) });
  press("Enter your own cost of ARB");
  expect(screen.getByLabelText("What this ARB cost you in total")).toBeTruthy();
});

test("a disposal of something that arrived at an unknown cost leads to where it arrived", async () => {
  const unknown: CostGap = { ...gap, code: "unknown_cost", repairs: ["open_acquisition"], acquired_by: "earlier" };
  const onEntry = vi.fn();
  const of = row("a");
  entry = details(of, { cost: cost([change({ gap: unknown })]) });
  renderAt("/x", <EntryDrawer entry="a" page={historyPage([of])} view={EVERYTHING} onEntry={onEntry} onAdd={onAdd} />);
  fireEvent.click(await screen.findByRole("button", { name: "Show where it arrived" }));
  expect(onEntry).toHaveBeenCalledWith("earlier");
  expect(screen.queryByText("Watch the wallet")).toBeNull();
});

test("a mark is set, shown, and removed again", async () => {
  const { toasts } = await open(row("a"), { cost: cost([change({ gap })]) });
  entry = details(row("a"), { cost: cost([change()]), mark: "gift" });
  press("Gift");
  await screen.findByText(/You marked this as a gift/);
  await waitFor(() => expect(toasts.at(-1)?.text).toBe("Marked as a gift"));
  expect(calls["mark-entry"]).toHaveBeenCalledWith({ entry: "a", mark: "gift" });
  press("Remove the mark");
  await waitFor(() => expect(calls["mark-entry"]).toHaveBeenLastCalledWith({ entry: "a", mark: null }));
});

test("a mark that does not close the gap is shown as pressed", async () => {
  await open(row("a"), { cost: cost([change({ gap })]), mark: "income" });
  expect(screen.getByRole("button", { name: "Income" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.queryByText(/You marked this/)).toBeNull();
});
