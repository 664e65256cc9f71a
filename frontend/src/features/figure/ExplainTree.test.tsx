import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { ExplainTree } from "./ExplainTree";
import { node } from "./explanation.test-data";

afterEach(() => {
  cleanup();
  hideAmounts(false);
});

const price = node({ operation: "average", measure: "price", label: "Price: average of 2 sources", value: "100" });
const holding = (place: string) =>
  node({
    operation: "product",
    label: place,
    value: "200",
    children: [
      node({
        label: "Quantity",
        measure: "quantity",
        unit: "ETH",
        value: "2",
        source: { id: "n", name: "Ethereum node", host: null },
      }),
      price,
    ],
  });

test("an old quote shows its date and why it does not count, without being opened", () => {
  const reason = { code: "only_stale_quotes", text: "Not used: older than 24 hours." } as const;
  render(<ExplainTree nodes={[node({ label: "Kraken", observed_at: "2020-11-19T12:00:00Z", reason })]} />);
  expect(screen.getByText(/19 Nov 2020/)).toBeTruthy();
  expect(screen.getByText(reason.text)).toBeTruthy();
});

test("a price that all holdings share is named once, one of their own stays with its holding", () => {
  const ether = node({ operation: "sum", label: "Ether", children: [holding("alice.eth"), holding("bob.eth")] });
  render(<ExplainTree nodes={[ether]} firstOpen />);
  fireEvent.click(screen.getByRole("button", { name: /alice\.eth/ }));
  expect(screen.getByText("Ethereum node")).toBeTruthy();
  expect(screen.getAllByText("Price: average of 2 sources")).toHaveLength(1);

  cleanup();
  const other = node({ ...price, value: "7" });
  const mixed = [holding("alice.eth"), node({ ...holding("bob.eth"), children: [node({ unit: "ETH" }), other] })];
  render(<ExplainTree nodes={[node({ operation: "sum", children: mixed })]} firstOpen />);
  fireEvent.click(screen.getByRole("button", { name: /alice\.eth/ }));
  expect(screen.getAllByText("Price: average of 2 sources")).toHaveLength(1);
});

test("a badge names the middle of three quotes, and nothing where there is no middle", () => {
  const quote = (label: string, chosen: boolean) => node({ label, measure: "price", value: "100", chosen });
  render(<ExplainTree nodes={[quote("Kraken", false), quote("Coinbase", true), quote("Binance", false)]} />);
  expect(screen.getAllByText("Median")).toHaveLength(1);
  cleanup();
  render(<ExplainTree nodes={[quote("Kraken", false), quote("Coinbase", false)]} />);
  expect(screen.queryByText("Median")).toBeNull();
});

test("the time of an average is that of its oldest quote, and a rate of one has no row", () => {
  const observed_at = new Date(Date.now() - 45 * 60_000).toISOString();
  const quote = node({ label: "Kraken", measure: "price", value: "100" });
  const average = node({ ...price, observed_at, children: [quote, { ...quote, label: "Coinbase" }] });
  const rate = node({ operation: "constant", measure: "rate", label: "Rate", value: "1" });
  render(<ExplainTree nodes={[average]} />);
  expect(screen.getByRole("button", { name: /average of 2 sources/ }).textContent).toContain("oldest 45 min ago");
  cleanup();
  const whole = node({ operation: "product", label: "Ether", children: [node({ label: "Quantity" }), average, rate] });
  render(<ExplainTree nodes={[whole]} firstOpen />);
  expect(screen.queryByText("Rate")).toBeNull();
});

test("hidden amounts are hidden at every depth, and the price stays", () => {
  hideAmounts(true);
  const ether = node({
    operation: "sum",
    label: "Ether",
    value: "400",
    children: [holding("alice.eth"), holding("bob.eth")],
  });
  render(<ExplainTree nodes={[ether]} firstOpen />);
  fireEvent.click(screen.getByRole("button", { name: /alice\.eth/ }));
  const text = document.body.textContent ?? "";
  expect(text).not.toMatch(/[24]00\.00|\b2\b(?! sources)/);
  expect(text).toContain("$100");
});
