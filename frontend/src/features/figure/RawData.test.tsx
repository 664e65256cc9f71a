import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Toasts } from "../../ui/Toast";
import { explained, node } from "./explanation.test-data";
import { RawData, rawText } from "./RawData";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const source = { id: "n", name: "Ethereum node", host: null };
const answer = (n: number) => node({ label: `Quantity ${n}`, source, raw: `balance ${n}` });
const explanation = explained(node({ operation: "sum", value: "3.5", children: [answer(1), answer(2)] }));

test("every answer is shown and copied as it came", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  render(
    <Toasts>
      <RawData explanation={explanation} />
    </Toasts>,
  );
  expect(screen.getByText("3.5 USD")).toBeTruthy();
  expect(screen.getByText("balance 2").tagName).toBe("PRE");
  fireEvent.click(screen.getByRole("button", { name: "Copy Ethereum node, Quantity 2" }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith("balance 2"));
});

test("all raw data is one text, including blocks that are not rendered yet", () => {
  const many = explained(node({ operation: "sum", children: Array.from({ length: 40 }, (_, n) => answer(n)) }));
  render(
    <Toasts>
      <RawData explanation={many} />
    </Toasts>,
  );
  expect(screen.queryByText("balance 39")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show 21 more" }));
  expect(screen.getByText("balance 39")).toBeTruthy();
  expect(rawText(many)).toContain("Ethereum node, Quantity 39\nbalance 39");
  expect(rawText(explanation)).toMatch(/^Exact value\n3\.5 USD\n\n/);
});

test("an answer is set as JSON, and many answers can be filtered by source, asset or value", () => {
  const holding = (label: string, balance: string) =>
    node({
      operation: "product",
      label,
      detail: "alice.eth on Ethereum",
      children: [node({ label: "Quantity", source, raw: `{"balance":"${balance}","decimals":18}` })],
    });
  const names = ["Ether", "Dai", "Maker", "Aave", "Curve", "Tide"];
  const many = explained(
    node({ operation: "sum", children: names.map((name, i) => holding(name, `${i + 1}${"0".repeat(18)}`)) }),
  );
  render(
    <Toasts>
      <RawData explanation={many} />
    </Toasts>,
  );
  expect(screen.getByRole("heading", { name: "Ethereum node, Quantity · Dai, alice.eth on Ethereum" })).toBeTruthy();
  const dai = screen.getAllByText(/balance/)[1];
  expect(dai?.textContent).toBe('{\n  "balance": "2000000000000000000",\n  "decimals": 18\n}');
  fireEvent.change(screen.getByRole("textbox", { name: "Filter by source, asset or value" }), {
    target: { value: "maker" },
  });
  expect(screen.getByRole("status").textContent).toContain("1 of 7 blocks");
  expect(screen.getAllByText(/balance/)).toHaveLength(1);
});

test("a number with more digits than a browser counts with stays as it came", () => {
  const long = explained(node({ label: "Quantity", source, raw: '{"balance":2500000000000000000001}' }));
  expect(rawText(long)).toContain('{"balance":2500000000000000000001}');
});
