import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { EquationPlace } from "./EquationPlace";
import type { ValueGraph, VisitorToken } from "./types";
import { valueGraph } from "./value.test-data";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const GRAPH = valueGraph([], ["100", "110", null, "90", "120"]);
const total = (value: string) => ({ value, left_out: 0 });
const CHANGE = {
  ...{ opening: total("100"), net_flow: total("-5"), gain: total("25"), closing: total("120") },
  ...{ first_day: "2025-09-09", last_day: "2025-09-12", currency_code: "USD", figures: {} },
};

/** Shows the place and returns its element, and how to answer each request. */
function show(graph: ValueGraph, who: { visitor: VisitorToken | undefined } = { visitor: null }) {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  const { container } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <EquationPlace graph={graph} span="1y" visitor={who.visitor} />
    </QueryClientProvider>,
  );
  return { place: () => container.firstElementChild, answers };
}

test("the place is kept while the figures are loading, and filled by the equation", async () => {
  const { place, answers } = show(GRAPH);
  const kept = place();
  expect(kept?.querySelector("[aria-hidden=true]")).toBeTruthy();
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(Response.json({ error: false, message: "", data: CHANGE }));
  await screen.findByText("$120.00");
  expect(place()).toBe(kept);
  expect(kept?.children).toHaveLength(1);
});

test("where the figures cannot be loaded there is no place, so that the chart takes the room", async () => {
  const { place, answers } = show(GRAPH);
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(Response.json({ error: true, code: "not_found", message: "No.", data: null }, { status: 404 }));
  await waitFor(() => expect(place()).toBeNull());
});

test("there is no place until the history is read, for some wallets, and for a span without a known start", () => {
  for (const { place, answers } of [
    show({ ...GRAPH, data_loaded: false }),
    show(GRAPH, { visitor: undefined }),
    show(valueGraph([], [null, null, "120"])),
  ])
    expect([place(), answers]).toEqual([null, []]);
});
