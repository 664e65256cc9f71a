import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { coverage, total } from "./flows.test-data";
import { NetFlowsCard } from "./NetFlowsCard";
import type { PeriodFlows } from "./types";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const sums = (inflows: string, outflows: string, net: string, left_out = 0) => ({
  inflows: total(inflows),
  outflows: total(outflows, left_out),
  net: total(net, left_out),
  transferred: total("0"),
});

const flowsOf = (all: ReturnType<typeof sums>): PeriodFlows => ({
  profit_loss: {
    ...all,
    periods: [
      { first_day: "2026-02-01", ...sums("100", "60", "40") },
      { first_day: "2026-03-01", ...sums("0", "12.5", "-12.5") },
    ],
  },
  group_criteria: "month",
  start: "2025-11-20T14:00:00Z",
  end: "2026-11-20T14:02:00Z",
  time_zone: "UTC",
  currency_code: "USD",
  chains: [],
  coverage,
  figures: {},
});

function show(answer: PeriodFlows | string) {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      typeof answer === "string"
        ? Response.json({ error: true, code: "storage", message: answer, data: null }, { status: 500 })
        : Response.json({ error: false, message: "", data: answer }),
    ),
  );
  // jsdom has no layout, and the chart needs the width of its card.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(340);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <NetFlowsCard visitor={null} path="/intelligence#netflow" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { client, container };
}

test("the sums are those of the bars, and what left is below zero", async () => {
  const { container } = show(flowsOf(sums("100", "72.5", "27.5", 2)));
  await screen.findByText(
    "Net flows from February 2026 to March 2026: inflows $100.00, outflows −$72.50, net +$27.50.",
  );
  expect(screen.getAllByRole("definition").map((one) => one.textContent)).toEqual(["$100.00", "−$72.50", "+$27.50"]);
  screen.getByText("2 movements without a price left out");
  expect(container.querySelectorAll("polyline, circle")).toHaveLength(3);
  expect(screen.getByRole("link", { name: "Open" }).getAttribute("href")).toBe("/intelligence#netflow");
});

test("keys move through the months", async () => {
  show(flowsOf(sums("100", "72.5", "27.5")));
  const slider = await screen.findByRole("slider", { name: "Net flows over time" });
  expect(slider.getAttribute("aria-valuetext")).toBe("March 2026, net −$12.50");
  fireEvent.keyDown(slider, { key: "ArrowLeft" });
  expect(slider.getAttribute("aria-valuetext")).toBe("February 2026, net +$40.00");
});

test("the card is left out when nothing came in or left", async () => {
  const { client } = show(flowsOf(sums("0", "0", "0")));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText("Net Flows")).toBeNull();
});

test("flows without any price are not zero", async () => {
  show(flowsOf(sums("100", "0", "100", 3)));
  await screen.findByText("$100.00");
  expect(screen.getAllByRole("definition").map((one) => one.textContent)).toEqual(["$100.00", "No price", "+$100.00"]);
});

test("a failure is shown in the card", async () => {
  show("The storage is busy.");
  await screen.findByText("Couldn't load your net flows");
  screen.getByRole("button", { name: "Try again" });
});
