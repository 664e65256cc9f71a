import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { FeesCard } from "./FeesCard";
import { feesOf } from "./fees.test-data";
import type { Fees } from "./types";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

let query = "";

function Query() {
  query = useLocation().search;
  return null;
}

/** Renders the card with a server that gives this answer, or fails with a message. */
function show(answer: Fees | string, path = "/intelligence/costs", visitor: string | null = null) {
  const bodies: Record<string, unknown>[] = [];
  vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body)));
    return Promise.resolve(
      typeof answer === "string"
        ? Response.json({ error: true, code: "storage", message: answer, data: null }, { status: 500 })
        : Response.json({ error: false, message: "", data: answer }),
    );
  });
  // jsdom has no layout, and the chart needs the width of its card.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(340);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[path]}>
        <FeesCard visitor={visitor} />
        <Query />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return bodies;
}

const fees = feesOf(
  "75",
  ["2026-01-01", "2026-02-01", "2026-03-01"],
  [
    ["Ethereum", ["2026-01-01", "40"], ["2026-03-01", "20"]],
    ["Base", ["2026-03-01", "15"]],
  ],
);
const region = () => screen.findByRole("region", { name: "Blockchain Fees over Time" });

test("the total comes first, with its largest chain, and the legend has the amounts", async () => {
  show({ ...fees, total_fees: { value: "75", left_out: 2 } });
  const card = within(await region());
  expect((await card.findByText("$75.00")).closest("p")?.textContent).toBe("$75.0012 months, 80.00% on Ethereum");
  expect(
    within(card.getByRole("list", { name: "Fees by chain" }))
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual(["Ethereum$60.00", "Base$15.00"]);
  card.getByText("2 fees have no price and are left out.");
  await card.findByText("Blockchain fees from January 2026 to March 2026: $75.00, 3 fees.");
});

test("keys move through the months", async () => {
  show(fees);
  const slider = await screen.findByRole("slider", { name: "Month" });
  expect(slider.getAttribute("aria-valuetext")).toBe("March 2026, $35.00");
  fireEvent.keyDown(slider, { key: "ArrowLeft" });
  expect(slider.getAttribute("aria-valuetext")).toBe("February 2026, $0.00");
});

test("the table has the same figures, the newest month first", async () => {
  show(fees);
  fireEvent.click(await screen.findByRole("button", { name: "Show as table" }));
  expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "MonthBy chainFees",
    "March 2026Ethereum\u00a0$20.00, Base\u00a0$15.00$35.00",
    "February 2026–$0.00",
    "January 2026Ethereum\u00a0$40.00$40.00",
  ]);
});

test("a span is sent in milliseconds, and All sends none", async () => {
  const bodies = show(fees);
  fireEvent.change(await screen.findByRole("combobox", { name: "Time span" }), { target: { value: "1w" } });
  await waitFor(() => expect(query).toBe("?fees=1w"));
  await waitFor(() => expect(bodies).toHaveLength(2));
  const [year, week] = bodies.map(({ start_datetime: start }) => Number(start));
  expect([Math.round((Date.now() - (week ?? 0)) / 86_400_000), (year ?? 0) % 3_600_000]).toEqual([7, 0]);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "all" } });
  await waitFor(() => expect(bodies.at(-1)).toEqual({ currency_code: "USD" }));
});

test("without fees the card says so, and offers all time", async () => {
  show(feesOf("0", ["2026-03-01"], []));
  await screen.findByText("You paid no fees in this time.");
  fireEvent.click(screen.getByRole("button", { name: "Show all time" }));
  await waitFor(() => expect(query).toBe("?fees=all"));
  await screen.findByText("Your transactions paid no fees so far.");
});

test("a failure is shown in the card", async () => {
  show("The storage is busy.");
  await screen.findByText("Couldn't load your fees");
  within(await region()).getByRole("button", { name: "Try again" });
});
