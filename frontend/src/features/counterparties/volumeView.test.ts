import { expect, test } from "vitest";
import { queryOf, viewOf } from "./volumeView";

test("without a query the page shows a year by protocol, of everything", () => {
  const view = viewOf(new URLSearchParams());
  expect(view).toEqual({ span: "1y", kind: null, by: "protocol", chains: [], open: null });
  expect(Object.values(queryOf(view)).flat()).toEqual([]);
});

test("a view is the same after a query of it, and unknown values are ignored", () => {
  const view = { span: "6m", kind: "dex", by: "contract", chains: ["eip155:1"], open: "CoW Swap" } as const;
  const query = new URLSearchParams(
    Object.entries(queryOf(view)).flatMap(([key, all]) => all.map((one) => [key, one])),
  );
  expect(viewOf(query)).toEqual(view);
  expect(viewOf(new URLSearchParams("span=century&kind=bank&by=moon&counterparty="))).toEqual(
    viewOf(new URLSearchParams()),
  );
});
